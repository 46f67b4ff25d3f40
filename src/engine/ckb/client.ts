// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/shared/transport"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { CallToolResultSchema, ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { CkbAnswer, CkbQuestion } from "../../model/ckb.ts";
import { asObject, parseObject } from "../../model/json.ts";
import type { CkbTool } from "./dialect.ts";
import { askCkb, CkbFault } from "./dialect.ts";

/** Characters of one answer. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

/** A connection to a CKB server through the official client. It offers the server nothing: no roots, no model. */
export class CkbClient {
  readonly #open: () => Transport;
  readonly #version: string;
  #client: Promise<Client> | undefined;

  /** @param open a new way to the server; called again after a connection was lost */
  constructor(open: () => Transport, version: string) {
    this.#open = open;
    this.#version = version;
  }

  /** Connects if it is not; the next question does it again when it failed. */
  connect(patience: number): Promise<Client> {
    return this.#client ??= this.#connect(patience);
  }

  /**
   * Asks one question.
   *
   * @param patience milliseconds for everything together
   * @throws {CkbFault} when there is no answer that can be used
   */
  async ask(question: CkbQuestion, patience: number): Promise<CkbAnswer> {
    const signal = AbortSignal.timeout(patience);
    try {
      return await this.#ask(question, patience, signal).catch((error) => {
        // The server has forgotten the session: the specification wants a new one.
        if (asObject(error)?.["code"] !== 404) throw error;
        this.#drop();
        return this.#ask(question, patience, signal);
      });
    } catch (error) {
      if (!(error instanceof CkbFault)) this.#drop();
      throw faultOf(error, patience, signal.aborted);
    }
  }

  async #ask(question: CkbQuestion, patience: number, signal: AbortSignal): Promise<CkbAnswer> {
    const client = await this.connect(patience);
    return await askCkb(question, async (tool, args) => {
      const request = { method: "tools/call", params: { name: tool, arguments: args } } as const;
      const result = await client.request(request, CallToolResultSchema, { signal, timeout: patience });
      return contentOf(tool, result);
    });
  }

  /** A connection that failed once is not used again. */
  #drop(): void {
    void this.#client?.then((client) => client.close()).catch(() => {});
    this.#client = undefined;
  }

  #connect(patience: number): Promise<Client> {
    const client = new Client({ name: "auto-tools", version: this.#version }, { capabilities: {} });
    const connected = client.connect(this.#open(), { timeout: patience }).then(() => client);
    // One that was dropped closes while the next one is in use.
    const forget = (): void => void (this.#client === connected && (this.#client = undefined));
    client.onclose = forget;
    connected.catch(forget);
    return connected;
  }
}

/** A tool's result: the envelope's data, or the object itself. */
function contentOf(tool: CkbTool, result: unknown): unknown {
  const { isError, structuredContent, content } = asObject(result) ?? {};
  if (isError === true) throw new CkbFault(`an error: ${tool}`);
  const [first] = Array.isArray(content) ? content : [];
  const text = asObject(first)?.["text"];
  if (typeof text === "string" && text.length > LARGEST_ANSWER) {
    throw new CkbFault(`an answer beyond every bound: ${tool}`);
  }
  const body = asObject(structuredContent) ?? parseObject(typeof text === "string" ? text : undefined);
  if (typeof body?.["error"] === "string") throw new CkbFault(`an error: ${tool}`);
  return body !== undefined && "schemaVersion" in body && "data" in body ? body["data"] : body;
}

function faultOf(error: unknown, patience: number, late: boolean): CkbFault {
  if (error instanceof CkbFault) return error;
  const code = asObject(error)?.["code"];
  if (late || code === ErrorCode.RequestTimeout) {
    return new CkbFault(`no answer within: ${patience} ms`, true);
  }
  if (error instanceof McpError) {
    return new CkbFault(code === ErrorCode.ConnectionClosed ? "it ended" : `the call was refused: ${code}`);
  }
  // The code of an HTTP failure is its status.
  return new CkbFault(typeof code === "number" ? `refused: HTTP ${code}` : "it cannot be reached");
}
