import commands from "../../../config/codex-commands.json" with { type: "json" };

/** Command line of `codex-auto`: its own few words, or one of Codex that passes through. */
export type CodexCommand =
  | { readonly mode: "help" }
  /** Prints the facts for a prompt; undefined: the prompt is on standard input. */
  | { readonly mode: "inject"; readonly prompt: string | undefined }
  /** One line after the other, each a turn of one conversation; `options` go to `codex exec`. */
  | { readonly mode: "loop"; readonly options: readonly string[] }
  | { readonly mode: "pass"; readonly args: readonly string[]; readonly turn: CodexTurn | undefined };

/** A command line of Codex that sends prompts to a model. */
export interface CodexTurn {
  /** The prompt on the command line; undefined when Codex will ask or read for it. */
  readonly prompt: string | undefined;
}

/** Commands of Codex in which prompts are submitted; without a command it is the terminal interface. */
const TURNS: ReadonlySet<string> = new Set(commands.turns);
const OTHER_COMMANDS: ReadonlySet<string> = new Set(commands.others);
/** Options that are followed by a value of their own. */
const WITH_VALUE: ReadonlySet<string> = new Set(commands.optionsWithValue);

/** Reads the command line; pure. `piped`: standard input is no terminal. */
export function parseCodexCommand(args: readonly string[], piped: boolean): CodexCommand {
  const [first, ...rest] = args;
  if (first === "--help" || first === "-h") return { mode: "help" };
  if (first === "--inject") return { mode: "inject", prompt: rest[0] };
  if (first === "--loop") return { mode: "loop", options: rest };
  if (first === undefined && piped) return { mode: "loop", options: [] };
  return { mode: "pass", args, turn: turnOf(args) };
}

function turnOf(args: readonly string[]): CodexTurn | undefined {
  if (args.some((arg) => ["-h", "--help", "-V", "--version"].includes(arg))) return undefined;
  const words = wordsOf(args);
  const [first = "", second = ""] = words;
  if (OTHER_COMMANDS.has(first)) return undefined;
  if (!TURNS.has(first)) return { prompt: words[0] };
  const nested = first === "exec" || first === "e" ? ["resume", "fork", "review"].includes(second) : false;
  const last = nested ? second : first;
  // `resume` and `fork` name a conversation before the prompt, unless an option picks the latest.
  const named = (last === "resume" || last === "fork") && !args.includes("--last");
  return { prompt: words[(nested ? 2 : 1) + (named ? 1 : 0)] };
}

/** Returns arguments other than options and their values; everything after `--` counts as is. */
function wordsOf(args: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? "";
    if (arg === "--") return [...words, ...args.slice(i + 1)];
    if (WITH_VALUE.has(arg)) i++;
    else if (!arg.startsWith("-") || arg === "-") words.push(arg);
  }
  return words;
}
