import { BINARY, PATIENT_HOME, runBinary } from "../support/binary.ts";

/** The answer of a tool. */
export interface Answer {
  readonly text: string;
  readonly data:
    | { readonly callers?: Tree; readonly callees?: Tree; readonly uses?: readonly Place[] }
    | undefined;
  /** Names of the places that the answer lists. */
  readonly symbols: readonly (string | undefined)[];
}

/** Whoever answers calls of tools. */
export interface Asked {
  call(tool: "ci_call_chain" | "ci_impact", args: Record<string, unknown>): Promise<Answer>;
}

/** A definition. */
interface Place {
  readonly path: string;
  readonly symbol?: string;
}

/** A step of a call chain. */
export interface Tree extends Place {
  readonly confidence: number;
  /** Lines of the call in its file, which is `path` unless it is named: of the only one, and of all where there are several. */
  readonly line?: number;
  readonly lines?: readonly number[];
  readonly call_path?: string;
  readonly children: readonly Tree[];
}

/** The compiled program as an MCP server over one folder, one request at a time. */
export class Server implements Asked {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";
  #id = 0;

  private constructor(folder: string) {
    this.#process = new Deno.Command(BINARY, {
      args: ["mcp"],
      cwd: folder,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH") ?? "", HOME: PATIENT_HOME, CI_AUTO_TOOLS_DAEMON_IDLE_S: "0" },
    }).spawn();
    this.#writer = this.#process.stdin.getWriter();
    this.#reader = this.#process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Builds the index of a folder and starts the server. */
  static async start(folder: string): Promise<Server> {
    await runBinary(["index"], { cwd: folder, env: { HOME: PATIENT_HOME } });
    const server = new Server(folder);
    await server.#request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "matrix", version: "1" },
    });
    await server.#send({ method: "notifications/initialized" });
    return server;
  }

  async call(tool: string, args: Record<string, unknown>): Promise<Answer> {
    const result = await this.#request("tools/call", { name: tool, arguments: args });
    return {
      text: result.content?.map(({ text }) => text).join("\n") ?? "",
      data: result.structuredContent?.data,
      symbols: result.structuredContent?.items?.map(({ symbol }) => symbol) ?? [],
    };
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }

  /** Ends the process and waits for it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close();
    await this.#reader.cancel();
    await this.#process.status;
  }

  async #request(method: string, params: unknown): Promise<Result> {
    const id = ++this.#id;
    await this.#send({ id, method, params });
    for (;;) {
      const message = JSON.parse(await this.#line()) as { id?: number; result?: Result };
      if (message.id === id) return message.result ?? {};
    }
  }

  async #send(message: object): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n"));
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf("\n");
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return line;
      }
      const { value, done } = await this.#reader.read();
      if (done) throw new Error("the server ended");
      this.#rest += value;
    }
  }
}

interface Result {
  readonly content?: readonly { readonly text: string }[];
  readonly structuredContent?: {
    readonly data?: Answer["data"];
    readonly items?: readonly { readonly symbol?: string }[];
  };
}
