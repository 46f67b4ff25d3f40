import { requestOf, showPlan } from "./plan.ts";
import { type CodexTurn, parseCodexCommand } from "./command_line.ts";
import { CODEX } from "../prompt_clients.ts";
import type { ExitCode } from "../../model/errors.ts";
import { runOnTerminal } from "../../platform/client_process.ts";
import { stdinIsTerminal } from "../../platform/stdio.ts";
import { hookFlags } from "./hook.ts";
import type { CommandIo } from "../../platform/command_io.ts";
import { loadSettings } from "../../engine/load_settings.ts";
import { ask } from "../../engine/ask.ts";

const HELP = `codex-auto: Codex, with facts about your code before each answer

Usage: codex-auto [ANYTHING codex TAKES]   the same command of Codex with the hook for this call
       codex-auto --loop [EXEC OPTIONS]    one line, one turn, one conversation; also with piped input
       codex-auto --inject [PROMPT]        print the facts for a prompt and start nothing
       codex-auto --help                   this; codex --help shows Codex's own options

Examples:
  codex-auto
  codex-auto exec --json "why does login fail?"
  printf 'where is the parser?\\nadd a test for it\\n' | codex-auto
  codex exec "fix the parser. $(codex-auto --inject 'fix the parser')"

Options, output and exit code are Codex's own. With CI_AUTO_TOOLS_MODE=plan nothing is started: the prompt and the
planned command are printed instead. CI_AUTO_TOOLS=off leaves Codex alone.
`;

/** `codex-auto`: Codex with our hook declared and trusted for one call, or the line loop. */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const command = parseCodexCommand(args, !stdinIsTerminal());
  switch (command.mode) {
    case "help":
      io.out(HELP);
      return 0;
    case "inject":
      return await inject(command.prompt ?? await io.stdin(), io);
    case "loop":
      return await (await import("./loop.ts")).runLoop(command.options, io);
    case "pass":
      return await pass(command.args, command.turn, io);
  }
}

async function inject(prompt: string, io: CommandIo): Promise<ExitCode> {
  const { answer, reason } = await ask(requestOf(prompt.trimEnd(), io), CODEX.cap);
  if (answer?.request && answer.report.context !== "") io.out(`${answer.report.context}\n`);
  else io.err(`auto-tools: ${reason || "nothing useful found"}\n`);
  return 0;
}

async function pass(args: readonly string[], turn: CodexTurn | undefined, io: CommandIo): Promise<ExitCode> {
  const { settings } = await loadSettings(io.cwd);
  const flags = turn && settings.enabled.value !== "off" ? await hookFlags(io) : [];
  const command = ["codex", ...flags, ...args];
  if (turn && settings.mode.value === "plan") {
    const typed = turn.prompt === "-" || (turn.prompt === undefined && !stdinIsTerminal());
    await showPlan(typed ? (await io.stdin()).trimEnd() : turn.prompt ?? "", command, io);
    return 0;
  }
  // The exit code is the client's, whatever it means to the client.
  return await runOnTerminal("codex", command.slice(1)) as ExitCode;
}
