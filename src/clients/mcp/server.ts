// @ts-types="@modelcontextprotocol/sdk/server/mcp"
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
// @ts-types="@modelcontextprotocol/sdk/server/stdio"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/shared/protocol"
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { ErrorCode, McpError, RootsListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { encodeRefusal, encodeResult } from "./result.ts";
import type { ToolResult } from "./result.ts";
import { chooseRoot, rootPaths } from "./roots.ts";
import { FACTS, INSTRUCTIONS, MCP_TOOLS, OUTPUT, WORKSPACE } from "./tools.ts";
import type { ExitCode } from "../../model/errors.ts";
import { asFailure } from "../../model/errors.ts";
import type { ToolName } from "../../model/plan.ts";
import type { Report } from "../../model/report.ts";
import { endOfInput } from "../../platform/line_input.ts";
import { dropRights } from "../../platform/permissions.ts";
import { VERSION } from "../../platform/program.ts";
import type { CommandIo } from "../../platform/command_io.ts";
import { loadSettings } from "../../engine/load_settings.ts";
import type { CallOptions } from "./call.ts";
import { callTool, factsFor, serverOverNetwork } from "./call.ts";
import { openReranker } from "../../engine/reranker.ts";
import { openSemantic } from "../../engine/semantic.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const ROOTS_WAIT_MS = 2_000;

/** `auto-tools mcp`: serves the tools on standard input and output until the client goes away. */
export async function run(_args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const ckb = await serverOverNetwork(io.cwd);
  const { settings } = await loadSettings(io.cwd);
  const semantic = await openSemantic(settings);
  const rerank = openReranker(settings);
  dropRights("server");
  const server = new McpServer({ name: "auto-tools", version: VERSION }, {
    instructions: INSTRUCTIONS,
    capabilities: { tools: {} },
  });
  const workspace = new Workspace(server, io.cwd, { ckb, semantic, rerank });
  for (const tool of Object.keys(MCP_TOOLS) as ToolName[]) offer(server, tool, workspace);
  offerResources(server, workspace);
  offerPrompt(server, workspace);
  const closed = new Promise<void>((resolve) => server.server.onclose = resolve);
  await server.connect(new StdioServerTransport());
  await Promise.race([closed, endOfInput()]);
  return 0;
}

/** What was made while there was still a right to connect. */
type Links = Pick<CallOptions, "ckb" | "semantic" | "rerank">;

/** The folders the client works in; its own `roots` when it has them, else where the server was started. */
class Workspace {
  #folders: Promise<readonly string[]>;
  readonly #first = Promise.withResolvers<readonly string[]>();

  constructor(readonly server: McpServer, readonly cwd: string, readonly links: Links) {
    this.#folders = this.#first.promise;
    server.server.oninitialized = () => this.#first.resolve(this.#ask());
    server.server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
      this.#folders = this.#ask();
    });
  }

  async folder(name: string | undefined): Promise<string | undefined> {
    return chooseRoot(name, await this.#folders);
  }

  async #ask(): Promise<readonly string[]> {
    if (!this.server.server.getClientCapabilities()?.roots) return [this.cwd];
    try {
      const { roots } = await this.server.server.listRoots(undefined, { timeout: ROOTS_WAIT_MS });
      const folders = rootPaths(roots);
      return folders.length > 0 ? folders : [this.cwd];
    } catch {
      return [this.cwd];
    }
  }
}

function offer(server: McpServer, tool: ToolName, workspace: Workspace): void {
  const { title, description, input } = MCP_TOOLS[tool];
  server.registerTool(tool, {
    title,
    description,
    inputSchema: { ...input, ...WORKSPACE },
    outputSchema: OUTPUT,
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }, async (given: Record<string, unknown>, extra: Extra): Promise<ToolResult> => {
    try {
      const report = await answer(tool, given, workspace, extra);
      return typeof report === "string" ? encodeRefusal(report) : encodeResult(tool, report);
    } catch (error) {
      const failure = asFailure(error);
      return encodeRefusal(`${failure.message}; ${failure.fix}`);
    }
  });
}

/** What is worth reading without a question: one resource per tool that needs no arguments. */
const RESOURCES: readonly { name: string; uri: string; tool: ToolName; description: string }[] = [
  {
    name: "index-status",
    uri: "auto-tools://index/status",
    tool: "ci_index_status",
    description: "What the tools' answers are based on",
  },
  {
    name: "hotspots",
    uri: "auto-tools://hotspots",
    tool: "ci_hotspot",
    description: "Files that changed often lately and are complex",
  },
];

function offerResources(server: McpServer, workspace: Workspace): void {
  for (const { name, uri, tool, description } of RESOURCES) {
    const about = { title: MCP_TOOLS[tool].title, description, mimeType: "text/plain" };
    server.registerResource(name, uri, about, async (asked: URL, extra: Extra) => {
      const report = await answer(tool, {}, workspace, extra);
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
    argsSchema: FACTS.input,
  }, async ({ question, workspace: name }, extra: Extra) => {
    const folder = await workspace.folder(name);
    if (folder === undefined) throw new McpError(ErrorCode.InvalidParams, unknownFolder(name));
    const facts = await factsFor(question, optionsOf(folder, workspace, extra));
    const text = facts === "" ? question : `${facts}\n\n${question}`;
    return { description: FACTS.title, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

/** The report, or why there is none. */
async function answer(
  tool: ToolName,
  given: Record<string, unknown>,
  workspace: Workspace,
  extra: Extra,
): Promise<Report | string> {
  const name = typeof given["workspace"] === "string" ? given["workspace"] : undefined;
  const folder = await workspace.folder(name);
  if (folder === undefined) return unknownFolder(name);
  return await callTool(tool, given, optionsOf(folder, workspace, extra));
}

function unknownFolder(name: string | undefined): string {
  return `no folder of the workspace is called: ${name ?? ""}`;
}

function optionsOf(cwd: string, { links }: Workspace, extra: Extra): CallOptions {
  const progressToken = extra._meta?.progressToken;
  let progress = 0;
  return {
    cwd,
    signal: extra.signal,
    ...links,
    onProgress: (message) => {
      if (progressToken === undefined) return;
      const params = { progressToken, progress: ++progress, message };
      void extra.sendNotification({ method: "notifications/progress", params }).catch(() => {});
    },
  };
}
