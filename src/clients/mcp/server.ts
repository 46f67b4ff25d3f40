import type { McpRequestContext, ServerContext } from "@modelcontextprotocol/server";
import { McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { type Engine, openEngine } from "../../engine/engine.ts";
import { loadSettings } from "../../engine/load_settings.ts";
import { serverProcess } from "../../engine/process.ts";
import { openReranker, openSemantic } from "../../engine/semantic.ts";
import { asFailure, type ExitCode, Failure } from "../../model/errors.ts";
import { baseName } from "../../model/paths.ts";
import type { Report } from "../../model/report.ts";
import { TOOL_NAMES, TOOL_SPECS, type ToolName } from "../../model/tools.ts";
import { boundedInput } from "../../platform/bounded_lines.ts";
import type { CommandIo } from "../../platform/command_io.ts";
import { daemonConnector } from "../../platform/daemon_connector.ts";
import { folderNamed, realFolder } from "../../platform/host_files.ts";
import { endOfInput } from "../../platform/line_input.ts";
import { dropRights } from "../../platform/permissions.ts";
import { CONNECTOR, VERSION } from "../../platform/program.ts";
import { pathOfUri } from "../file_uri.ts";
import { type CallOptions, callTool, factsFor, serverOverNetwork } from "./call.ts";
import { lineCheck, LONGEST_MESSAGE, tooLong } from "./line_check.ts";
import { encodeRefusal, encodeResult, FACTS, inputSchemaOf, INSTRUCTIONS, OFFERED, OUTPUT } from "./tools.ts";
import type { ToolResult } from "./tools.ts";

const ROOTS_WAIT_MS = 2_000;

/** Time that clients may cache lists: the tools change only with the program. */
const LISTS = { ttlMs: 3_600_000, cacheScope: "public" } as const;

/**
 * `auto-tools mcp [FOLDER ...]`: serves the tools on standard input and output until the client goes away, in the protocol
 * of 2026-07-28 and the one before it; the client's first message decides. Folders named are the workspace.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const named = args.map((path) => realFolder(folderNamed(path, io.cwd))!);
  const ckb = await serverOverNetwork(io.cwd);
  const { settings } = await loadSettings(io.cwd);
  const engine = openEngine(serverProcess({
    connect: daemonConnector(CONNECTOR),
    ckb,
    semantic: await openSemantic(settings),
    rerank: openReranker(settings),
  }));
  dropRights("server");
  const transport = new StdioServerTransport(
    boundedInput(LONGEST_MESSAGE, { tooLong, malformed: lineCheck() }),
  );
  serveStdio(({ era }) => serverFor(era, { named, cwd: io.cwd, engine }), { transport });
  await endOfInput();
  return 0;
}

function serverFor(era: McpRequestContext["era"], place: Place): McpServer {
  const server = new McpServer({ name: "auto-tools", version: VERSION }, {
    instructions: INSTRUCTIONS,
    capabilities: { tools: {} },
    cacheHints: {
      "tools/list": LISTS,
      "prompts/list": LISTS,
      "resources/list": LISTS,
      "server/discover": LISTS,
    },
  });
  const workspace = new Workspace(server, place, era);
  for (const tool of OFFERED) offer(server, tool, workspace);
  offerResources(server, workspace);
  offerPrompt(server, workspace);
  return server;
}

/** Calls at work or waiting; a further one is refused before anything is read for it. */
const MOST_CALLS = 64;

interface Place {
  /** Folders named on the command line. */
  readonly named: readonly string[];
  readonly cwd: string;
  readonly engine: Engine;
}

/**
 * The folders the client works in: those named on the command line, else its own `roots`, which only the old protocol lets
 * a server ask for and only of a client that is initialized, else where the server was started.
 */
class Workspace {
  readonly engine: Engine;
  #calls = 0;
  readonly #own: readonly string[];
  #folders: Promise<readonly string[]> | undefined;

  constructor(readonly server: McpServer, { named, cwd, engine }: Place, era: McpRequestContext["era"]) {
    this.engine = engine;
    this.#own = named.length > 0 ? named : [cwd];
    if (named.length > 0 || era === "modern") return;
    server.server.oninitialized = () => void (this.#folders = this.#ask());
    server.server.setNotificationHandler("notifications/roots/list_changed", () => {
      this.#folders = this.#ask();
    });
  }

  /**
   * Does the work of a call.
   *
   * @throws Failure `busy` beyond {@link MOST_CALLS} at once
   */
  async call<T>(work: () => Promise<T>): Promise<T> {
    if (this.#calls >= MOST_CALLS) {
      throw new Failure("busy", `too many calls at once, at most: ${MOST_CALLS}`);
    }
    this.#calls++;
    try {
      return await work();
    } finally {
      this.#calls--;
    }
  }

  async folder(name: string | undefined): Promise<string | undefined> {
    return chooseRoot(name, await this.#folders ?? this.#own);
  }

  async #ask(): Promise<readonly string[]> {
    if (!this.server.server.getClientCapabilities()?.roots) return this.#own;
    const asked = this.server.server.listRoots(undefined, { timeout: ROOTS_WAIT_MS });
    const { roots } = await asked.catch(() => ({ roots: [] }));
    const folders = rootPaths(roots);
    return folders.length > 0 ? folders : this.#own;
  }
}

function offer(server: McpServer, tool: ToolName, workspace: Workspace): void {
  const { title, description } = TOOL_SPECS[tool];
  server.registerTool(tool, {
    title,
    description,
    inputSchema: inputSchemaOf(tool),
    outputSchema: z.object(OUTPUT),
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }, async (given: Record<string, unknown>, context: ServerContext): Promise<ToolResult> => {
    try {
      const report = await answer({ tool, given }, workspace, context);
      return typeof report === "string" ? encodeRefusal(report) : encodeResult(tool, report);
    } catch (error) {
      const failure = asFailure(error);
      return encodeRefusal(`${failure.message}; ${failure.fix}`);
    }
  });
}

/** Offers resources to read without a question: of tools that need no arguments. */
function offerResources(server: McpServer, workspace: Workspace): void {
  for (const tool of TOOL_NAMES) {
    const { title, resource } = TOOL_SPECS[tool];
    if (!resource) continue;
    const { name, uri, description } = resource;
    const about = { title, description, mimeType: "text/plain" };
    server.registerResource(name, uri, about, async (asked: URL, context: ServerContext) => {
      const report = await answer({ tool, given: {} }, workspace, context);
      const text = typeof report === "string" ? report : encodeResult(tool, report).content[0]?.text ?? "";
      return { contents: [{ uri: asked.href, mimeType: "text/plain", text }] };
    });
  }
}

/** For clients without hooks: people put the facts before a question by hand. */
function offerPrompt(server: McpServer, workspace: Workspace): void {
  server.registerPrompt(FACTS.name, {
    title: FACTS.title,
    description: FACTS.description,
    argsSchema: z.object(FACTS.input),
  }, async ({ question, workspace: name }, context: ServerContext) => {
    const facts = await workspace.call(async () =>
      await factsFor(question, await optionsOf(name, workspace, context))
    ).catch((error) => {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, asFailure(error).message);
    });
    const text = facts === "" ? question : `${facts}\n\n${question}`;
    return { description: FACTS.title, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

/** The report, or why there is none. */
async function answer(
  { tool, given }: { tool: ToolName; given: Record<string, unknown> },
  workspace: Workspace,
  context: ServerContext,
): Promise<Report | string> {
  const name = typeof given["workspace"] === "string" ? given["workspace"] : undefined;
  return await workspace.call(async () => callTool(tool, given, await optionsOf(name, workspace, context)));
}

/** One of the client's folders, else what may be a repository of the user's workspace, seen from the first folder. */
async function optionsOf(
  name: string | undefined,
  workspace: Workspace,
  { mcpReq }: ServerContext,
): Promise<CallOptions> {
  const { engine } = workspace;
  const folder = await workspace.folder(name);
  const progressToken = mcpReq._meta?.progressToken;
  let progress = 0;
  return {
    cwd: folder ?? await workspace.folder(undefined) ?? "",
    ...(folder === undefined && name !== undefined && { repository: name }),
    signal: mcpReq.signal,
    engine,
    onProgress: (message) => {
      if (progressToken === undefined) return;
      const params = { progressToken, progress: ++progress, message };
      void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}

/** The folders a client works in, as its `roots` name them: absolute paths, in the client's order. */
export function rootPaths(roots: readonly { readonly uri: string }[]): string[] {
  return roots.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}

/** Returns the folder of `name`: a whole path or a last segment; undefined when none or several fit. */
export function chooseRoot(name: string | undefined, folders: readonly string[]): string | undefined {
  if (name === undefined) return folders[0];
  if (folders.includes(name)) return name;
  const fitting = folders.filter((folder) => baseName(folder) === name);
  return fitting.length === 1 ? fitting[0] : undefined;
}
