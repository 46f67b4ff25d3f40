import table from "../../config/subcommands.json" with { type: "json" };
import { Failure } from "../model/errors.ts";
import { didYouMean } from "../model/near_words.ts";

/** Parsed arguments, before any setting is applied. */
export type Command =
  | { readonly name: "hook" }
  | { readonly name: "kernel"; readonly prompt?: string }
  | {
    readonly name: "prompt";
    readonly prompt: string;
    readonly format: "text" | "json";
    readonly explain: boolean;
    /** A mock reranks the findings. */
    readonly mockLlm: boolean;
  }
  | { readonly name: "codex"; readonly args: readonly string[] }
  | { readonly name: "run"; readonly command: SubcommandName; readonly args: readonly string[] }
  | { readonly name: "version"; readonly json: boolean }
  | { readonly name: "help"; readonly topic?: string }
  | { readonly name: "completions"; readonly shell: Shell }
  | { readonly name: "man" };

/** The subcommands, with the line `--help` shows. */
export const SUBCOMMANDS = table;

/** A name in {@link SUBCOMMANDS}. */
export type SubcommandName = keyof typeof SUBCOMMANDS;

/** Shells that {@link Command} has completions for. */
const SHELLS = ["bash", "zsh", "fish"] as const;

/** One of {@link SHELLS}. */
export type Shell = typeof SHELLS[number];

/** First words of a command line. */
export const COMMAND_NAMES: readonly string[] = [
  ...Object.keys(SUBCOMMANDS),
  "hook",
  "completions",
  "man",
  "help",
];

const PROMPT_OPTIONS = ["--prompt", "--format", "--explain", "--mock-llm", "--help", "--version"];

/** The names the seeds' chain gave to entry and kernel, and the Codex wrapper. */
const KERNEL_NAME = "auto-tool-orchestrator.sh";
const CODEX_NAME = "codex-auto";

/**
 * Reads the name the program was called by and its arguments; pure.
 *
 * @param name last segment of argv[0]
 * @throws Failure for what no command takes
 */
export function parseCommand(name: string, args: readonly string[]): Command {
  if (name === CODEX_NAME) return { name: "codex", args };
  const [first, ...rest] = args;
  if (first === undefined) return name === KERNEL_NAME ? { name: "kernel" } : { name: "hook" };
  if (first === "--version" || first === "-V") return { name: "version", json: rest.includes("--json") };
  if (isHelp(first)) return { name: "help" };
  if (first.startsWith("-")) return parsePrompt(name, args);
  const command = known(first);
  if (rest.some(isHelp)) return { name: "help", topic: command };
  if (Object.hasOwn(SUBCOMMANDS, command)) {
    return { name: "run", command: command as SubcommandName, args: rest };
  }
  if (command === "completions") return parseCompletions(rest);
  if (command === "help") {
    return rest[0] === undefined ? { name: "help" } : { name: "help", topic: known(rest[0]) };
  }
  if (rest.length > 0) {
    throw new Failure(
      "invalidArgs",
      `${command} takes ${command === "hook" ? "one CLIENT" : "no argument"}: ${rest.join(" ")}`,
    );
  }
  return { name: command as "hook" | "man" };
}

function isHelp(argument: string): boolean {
  return argument === "--help" || argument === "-h";
}

/** A command's name. @throws Failure if there is none of that name */
function known(name: string): string {
  if (COMMAND_NAMES.includes(name)) return name;
  throw new Failure("invalidArgs", `unknown command: ${name}${didYouMean(name, COMMAND_NAMES)}`);
}

function parseCompletions([shell, ...more]: readonly string[]): Command {
  const known = SHELLS.find((one) => one === shell);
  if (known !== undefined && more.length === 0) return { name: "completions", shell: known };
  const given = shell === undefined ? ", none is given" : `: ${[shell, ...more].join(" ")}`;
  throw new Failure("invalidArgs", `completions takes one of ${SHELLS.join(", ")}${given}`);
}

function parsePrompt(name: string, args: readonly string[]): Command {
  let prompt: string | undefined;
  let format = name === KERNEL_NAME ? "json" : "text";
  let explain = false;
  let mockLlm = false;
  for (let i = 0; i < args.length; i++) {
    const [flag, inline] = splitFlag(args[i] ?? "");
    const value = (): string | undefined => inline ?? args[++i];
    if (flag === "--explain") explain = true;
    else if (flag === "--mock-llm") mockLlm = true;
    else if (flag === "--prompt") prompt = value();
    else if (flag === "--format") format = value() ?? "";
    else throw new Failure("invalidArgs", `unknown option: ${args[i]}${didYouMean(flag, PROMPT_OPTIONS)}`);
  }
  if (prompt === undefined) throw new Failure("invalidArgs", "--prompt takes a value: --prompt=TEXT");
  if (format !== "text" && format !== "json") {
    throw new Failure("invalidArgs", `--format takes one of text, json: ${format}`);
  }
  if (name === KERNEL_NAME) return { name: "kernel", prompt };
  return { name: "prompt", prompt, format, explain, mockLlm };
}

function splitFlag(argument: string): [string, string | undefined] {
  const at = argument.startsWith("--") ? argument.indexOf("=") : -1;
  return at < 0 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)];
}
