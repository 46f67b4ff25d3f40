import type { ExitCode } from "../model/errors.ts";
import { readArguments } from "./arguments.ts";
import { wirings } from "./client_checks.ts";
import { layoutFor, parseInstallOptions } from "./install_layout.ts";
import type { CommandIo } from "./io.ts";
import { runTool } from "./tool_command.ts";

/** `auto-tools status`: how the index stands and which clients are wired; builds and changes nothing. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, { json: { type: "boolean" } });
  const clients = await wirings(layoutFor(parseInstallOptions([]), io), io);
  const index = await indexStatus(io);
  if (values["json"]) {
    io.out(`${JSON.stringify({ index, clients })}\n`);
    return 0;
  }
  io.out(`index        ${index}\n`);
  const width = Math.max(...clients.map(({ client }) => client.length));
  for (const { client, state, found } of clients) {
    io.out(`${client.padEnd(width)} ${state.padEnd(7)} ${found}\n`);
  }
  return 0;
}

async function indexStatus(io: CommandIo): Promise<string> {
  try {
    const { outcome } = await runTool("ci_index_status", {}, io);
    return outcome.findings?.summary ?? outcome.error?.message ?? "unknown";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
