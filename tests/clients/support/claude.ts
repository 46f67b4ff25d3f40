import type { MockApi } from "./mock_api.ts";
import type { Ended, RunOptions } from "../../support/processes.ts";
import { run } from "../../support/processes.ts";
import type { Workspace } from "./workspace.ts";

/** One headless run of Claude Code. */
export interface ClaudeRun extends Ended {
  /** The client's stream of events. */
  readonly events: readonly Readonly<Record<string, unknown>>[];
  /** The client's own log. */
  readonly log: string;
}

/** How one run differs from the plain one. */
export interface ClaudeOptions {
  /** Several are typed into one process, each after the answer to the one before. */
  readonly prompt: string | readonly string[];
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly timeout?: number;
}

/** Runs `claude -p` with the workspace's home against the mock. */
export async function runClaude(
  executable: string,
  workspace: Workspace,
  api: MockApi,
  options: ClaudeOptions,
): Promise<ClaudeRun> {
  const logFile = `${workspace.folder}/claude-${crypto.randomUUID()}.log`;
  const args = [
    "-p",
    "--setting-sources",
    "user",
    "--output-format",
    "stream-json",
    "--verbose",
    "--include-hook-events",
    "--debug-file",
    logFile,
    ...typeof options.prompt === "string" ? [] : ["--input-format", "stream-json"],
    ...options.args ?? [],
  ];
  const ended = await run(executable, args, {
    cwd: options.cwd ?? workspace.repository,
    env: {
      ...workspace.env,
      ANTHROPIC_BASE_URL: api.url,
      ANTHROPIC_API_KEY: "not-a-key",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
      IS_SANDBOX: "1",
    },
    ...conversationInput(options.prompt),
    timeout: options.timeout ?? 120_000,
  });
  const log = await Deno.readTextFile(logFile).catch(() => "");
  return { ...ended, events: jsonLines(ended.stdout), log };
}

function conversationInput(prompt: ClaudeOptions["prompt"]): Pick<RunOptions, "input" | "next"> {
  if (typeof prompt === "string") return { input: prompt };
  const left = prompt.map((text) =>
    JSON.stringify({ type: "user", message: { role: "user", content: [{ type: "text", text }] } }) + "\n"
  );
  return {
    input: left.shift() ?? "",
    next: (line) => line.includes('"type":"result"') ? left.shift() ?? null : "",
  };
}

/** What the client heard from the hooks of an event, in order. */
export function hookResponses(
  done: ClaudeRun,
  event: string,
): { stdout: string; exit: number | undefined }[] {
  return done.events
    .filter((line) => line["subtype"] === "hook_response" && line["hook_event"] === event)
    .map((line) => ({
      stdout: String(line["stdout"] ?? ""),
      exit: line["exit_code"] as number | undefined,
    }));
}

/** Milliseconds that the client itself measured for the hooks of an event, in order. */
export function hookTimes(done: ClaudeRun, event: string): number[] {
  const line = new RegExp(`Hooks: ${event}\\b[^\\n]*\\((\\d+)ms\\)\\s*$`, "gm");
  return [...done.log.matchAll(line)].map((match) => Number(match[1]));
}

/** Every line that is JSON. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text.split("\n").flatMap((line) => {
    try {
      return line.trim() === "" ? [] : [JSON.parse(line) as Record<string, unknown>];
    } catch {
      return [];
    }
  });
}
