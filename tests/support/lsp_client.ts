import { BINARY, EMPTY_HOME } from "./binary.ts";

/** A language client of a few lines: the compiled server is driven as an editor drives it. */

/** Milliseconds that any answer may take, on a busy machine. */
const LONGEST_MS = 60_000;

/** One answer. */
export interface LspReply {
  readonly id: number | string | null;
  // deno-lint-ignore no-explicit-any -- answers are looked at as they come
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A running server. */
export class LspClient {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #waiting = new Map<string, (reply: LspReply) => void>();
  readonly #reading: Promise<void>;
  #nextId = 1;

  constructor(readonly root: string, env: Record<string, string> = {}) {
    this.#child = new Deno.Command(BINARY, {
      args: ["lsp"],
      cwd: root,
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH") ?? "", HOME: EMPTY_HOME, ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reading = this.#read();
  }

  get pid(): number {
    return this.#child.pid;
  }

  uri(path: string): string {
    return `file://${this.root}/${path}`;
  }

  /** Initializes as an editor with markdown and trees of symbols. */
  async initialize(): Promise<LspReply> {
    const reply = await this.request("initialize", {
      processId: null,
      rootUri: `file://${this.root}`,
      capabilities: {
        general: { positionEncodings: ["utf-8", "utf-16"] },
        textDocument: {
          hover: { contentFormat: ["markdown"] },
          documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        },
      },
    });
    await this.notify("initialized", {});
    return reply;
  }

  request(method: string, params?: unknown): Promise<LspReply> {
    const id = this.#nextId++;
    const reply = this.replyTo(id);
    void this.send({ jsonrpc: "2.0", id, method, params });
    return reply;
  }

  notify(method: string, params?: unknown): Promise<void> {
    return this.send({ jsonrpc: "2.0", method, params });
  }

  /** The next reply with an id; `null` for errors of messages that have none. */
  replyTo(id: number | string | null): Promise<LspReply> {
    const { promise, resolve, reject } = Promise.withResolvers<LspReply>();
    const timer = setTimeout(() => {
      this.#child.kill("SIGKILL");
      reject(new Error(`no reply to ${id} within ${LONGEST_MS} ms`));
    }, LONGEST_MS);
    this.#waiting.set(String(id), (reply) => {
      clearTimeout(timer);
      resolve(reply);
    });
    return promise;
  }

  send(message: unknown): Promise<void> {
    return this.raw(framed(JSON.stringify(message)));
  }

  raw(text: string | Uint8Array): Promise<void> {
    return this.#writer.write(typeof text === "string" ? new TextEncoder().encode(text) : text);
  }

  /** Shuts down and exits; the exit code. */
  async end(isPolite = true): Promise<number> {
    if (isPolite) await this.request("shutdown");
    await this.notify("exit");
    const { code } = await this.#child.status;
    await this.#writer.close().catch(() => {});
    await this.#reading;
    return code;
  }

  async #read(): Promise<void> {
    let buffer = new Uint8Array(0);
    for await (const chunk of this.#child.stdout) {
      buffer = new Uint8Array([...buffer, ...chunk]);
      for (;;) {
        const head = new TextDecoder("latin1").decode(buffer.subarray(0, 100));
        const found = /^Content-Length: (\d+)\r\n\r\n/.exec(head);
        const end = found ? found[0].length + Number(found[1]) : Infinity;
        if (!found || buffer.length < end) break;
        const reply = JSON.parse(new TextDecoder().decode(buffer.subarray(found[0].length, end))) as LspReply;
        buffer = buffer.slice(end);
        this.#waiting.get(String(reply.id))?.(reply);
        this.#waiting.delete(String(reply.id));
      }
    }
    if (buffer.length > 0) throw new Error(`stray output: ${new TextDecoder().decode(buffer)}`);
  }
}

/** A message with its header. */
export function framed(text: string): string {
  return `Content-Length: ${new TextEncoder().encode(text).length}\r\n\r\n${text}`;
}
