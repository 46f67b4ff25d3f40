import { CODEX_CAP, enhancedPrompt, parseTurn } from "../adapters/codex/exec.ts";
import type { ExitCode } from "../model/errors.ts";
import { Failure } from "../model/errors.ts";
import type { Request } from "../model/request.ts";
import { runChild } from "../platform/child.ts";
import { EMPTY } from "../safety/seal.ts";
import type { CommandIo } from "./io.ts";
import { ask } from "./prompt.ts";

/**
 * `codex-auto exec [options] PROMPT`: one Codex turn with the facts after the prompt. In plan mode the enhanced prompt
 * and the command are printed and nothing is called. The exit code is Codex's own.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const turn = parseTurn(args);
  if (!turn) {
    throw new Failure("invalidArgs", `codex-auto takes exec [options] PROMPT, not: ${args.join(" ")}`);
  }
  const request: Request = { client: "codex-cli", event: "cli", prompt: turn.prompt, cwd: io.cwd };
  const asked = await ask(request, CODEX_CAP, ["run", "env"]);
  const prompt = enhancedPrompt(turn.prompt, asked.answer?.request ? asked.answer.report.context : EMPTY);
  if (asked.answer?.request && asked.answer.planOnly) {
    io.out(`${prompt}\n`);
    io.err(`planned_codex_command: ${JSON.stringify(turn.command)}\n`);
    return 0;
  }
  const [program, ...rest] = turn.command;
  const { code } = await runChild(program ?? "codex", rest, { input: prompt });
  return code as ExitCode;
}
