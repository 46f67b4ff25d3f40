import type { Request } from "../../model/prompt.ts";
import { CODEX } from "../prompt_clients.ts";
import type { CommandIo } from "../../platform/command_io.ts";
import { ask } from "../../engine/ask.ts";

/** Prints what would be sent and started; the same bytes every time. */
export async function showPlan(prompt: string, command: readonly string[], io: CommandIo): Promise<void> {
  // Another line may follow, and in plan mode nothing of the repository is read.
  const { answer } = await ask(requestOf(prompt, io), CODEX.cap, { keep: "server" });
  const context = answer?.request ? answer.report.context : "";
  io.out(context === "" ? `${prompt}\n` : `${prompt}\n\n${context}\n`);
  io.out(`planned_codex_command: ${JSON.stringify(command)}\n`);
}

/** The request of a prompt that was given to the wrapper. */
export function requestOf(prompt: string, io: CommandIo): Request {
  return { client: "codex-cli", event: "cli", prompt, cwd: io.cwd };
}
