import type { ExitCode } from "../model/errors.ts";
import { readArguments } from "../platform/arguments.ts";
import { wirings, wiringsOf } from "../setup/client_checks.ts";
import { HOOK_TARGETS } from "../setup/hook_targets.ts";
import type { Wiring } from "../setup/wiring.ts";
import { layoutFor, parseInstallOptions } from "../setup/install_layout.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { runTool } from "./tool_command.ts";

/** Clients that have an option of their own. */
const NAMED = ["claude", "claude-plugin", "codex", "codex-mcp", ...HOOK_TARGETS.keys()];

/**
 * `auto-tools status`: how the index stands and which clients are wired; builds and changes nothing. With clients named,
 * only those, and exit code 40 where one of them is not wired.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, {
    json: { type: "boolean" },
    ...Object.fromEntries(NAMED.map((name) => [name, { type: "boolean" as const }])),
    mcp: { type: "string" },
  });
  const layout = layoutFor(parseInstallOptions([]), io);
  const targets = [
    ...NAMED.filter((name) => values[name] === true),
    ...(typeof values["mcp"] === "string" ? [`mcp:${values["mcp"]}`] : []),
  ];
  const clients = targets.length > 0 ? await wiringsOf(targets, layout, io) : await wirings(layout, io);
  const index = targets.length > 0 ? undefined : await indexStatus(io);
  if (values["json"]) io.out(`${JSON.stringify({ ...(index !== undefined && { index }), clients })}\n`);
  else show(index, clients, io);
  return targets.length === 0 || clients.every(({ state }) => state === "wired") ? 0 : 40;
}

function show(index: string | undefined, clients: readonly Wiring[], io: CommandIo): void {
  if (index !== undefined) io.out(`index        ${index}\n`);
  const width = Math.max(...clients.map(({ client }) => client.length));
  for (const { client, state, found } of clients) {
    io.out(`${client.padEnd(width)} ${state.padEnd(7)} ${found}\n`);
  }
}

async function indexStatus(io: CommandIo): Promise<string> {
  try {
    const { outcome } = await runTool("ci_index_status", {}, io);
    return outcome.findings?.summary ?? outcome.error?.message ?? "unknown";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
