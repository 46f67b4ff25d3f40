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
    readonly mockLlm: boolean;
  }
  | { readonly name: "codex"; readonly args: readonly string[] }
  | { readonly name: "run"; readonly command: SubcommandName; readonly args: readonly string[] }
  | { readonly name: "version"; readonly json: boolean }
  | { readonly name: "help"; readonly topic?: string }
  | { readonly name: "completions"; readonly shell: Shell }
  | { readonly name: "man" }
  | { readonly name: "usage-error"; readonly message: string };

/** The subcommands, with the line `--help` shows. */
export const SUBCOMMANDS = {
  search: "the files and lines that match a question",
  graph: "what the matching code calls, uses and is used by",
  locate: "where a reported fault most likely is",
  chain: "callers of a symbol, and what it calls",
  impact: "what depends on a symbol or file",
  complexity: "how complex the functions of a file or folder are",
  hotspots: "files that change often and are complex",
  rerank: "put candidates in order by a language model, from and to JSON",
  index: "build or refresh the index of a repository",
  warm: "build the index in the background, silently; run by clients' hooks when a session starts",
  daemon: "keep indexes open for the next prompts; prompts start it by themselves",
  config: "every setting, its value and where it came from",
  stats: "what was delivered in this repository, how fast, how much",
  last: "what the last prompt was given, why, what it cost and what was left out",
  mcp: "serve the tools to any agent, over MCP on standard input and output",
  lsp: "a read-only language server over the index, on standard input and output",
  status: "the state of the index, and which clients are wired",
  doctor: "check what is installed, that it can read, and what the hook returns",
  install: "install the program, and its hook into Claude Code or other clients",
  uninstall: "remove exactly what install added",
  upgrade: "replace this program by the newest release",
} as const;

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
 */
export function parseCommand(name: string, args: readonly string[]): Command {
  if (name === CODEX_NAME) return { name: "codex", args };
  const [first, ...rest] = args;
  if (first === undefined) return name === KERNEL_NAME ? { name: "kernel" } : { name: "hook" };
  if (first === "hook" && rest.length === 0) return { name: "hook" };
  if (first === "hook" && (rest.includes("--help") || rest.includes("-h"))) {
    return { name: "help", topic: "hook" };
  }
  if (first === "completions") return parseCompletions(rest);
  if (first === "man") return parseMan(rest);
  if (first === "--version" || first === "-V") return { name: "version", json: rest.includes("--json") };
  if (first === "--help" || first === "-h") return { name: "help" };
  if (first === "help") return parseHelp(rest[0]);
  if (Object.hasOwn(SUBCOMMANDS, first)) return parseSubcommand(first as SubcommandName, rest);
  if (first.startsWith("-")) return parsePrompt(name, args);
  return { name: "usage-error", message: `unknown command: ${first}${didYouMean(first, COMMAND_NAMES)}` };
}

function parseMan(rest: readonly string[]): Command {
  const [more] = rest;
  if (more === undefined) return { name: "man" };
  if (more === "--help" || more === "-h") return { name: "help", topic: "man" };
  return { name: "usage-error", message: `man takes no argument: ${rest.join(" ")}` };
}

function parseHelp(topic: string | undefined): Command {
  if (topic === undefined) return { name: "help" };
  if (COMMAND_NAMES.includes(topic)) return { name: "help", topic };
  return { name: "usage-error", message: `unknown command: ${topic}${didYouMean(topic, COMMAND_NAMES)}` };
}

function parseCompletions([shell, ...more]: readonly string[]): Command {
  if (shell === "--help" || shell === "-h") return { name: "help", topic: "completions" };
  const known = SHELLS.find((one) => one === shell);
  if (known !== undefined && more.length === 0) return { name: "completions", shell: known };
  return {
    name: "usage-error",
    message: `completions takes one of ${SHELLS.join(", ")}${
      shell === undefined ? ", none is given" : `: ${[shell, ...more].join(" ")}`
    }`,
  };
}

function parseSubcommand(command: SubcommandName, args: readonly string[]): Command {
  if (args.includes("--help") || args.includes("-h")) return { name: "help", topic: command };
  return { name: "run", command, args };
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
    else {return {
        name: "usage-error",
        message: `unknown option: ${args[i]}${didYouMean(flag, PROMPT_OPTIONS)}`,
      };}
  }
  if (prompt === undefined) return { name: "usage-error", message: "--prompt takes a value: --prompt=TEXT" };
  if (format !== "text" && format !== "json") {
    return { name: "usage-error", message: `--format takes one of text, json: ${format}` };
  }
  if (name === KERNEL_NAME) return { name: "kernel", prompt };
  return { name: "prompt", prompt, format, explain, mockLlm };
}

function splitFlag(argument: string): [string, string | undefined] {
  const at = argument.startsWith("--") ? argument.indexOf("=") : -1;
  return at < 0 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)];
}
