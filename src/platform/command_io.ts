import { parseArgs } from "node:util";
import { Failure } from "../model/errors.ts";
import { didYouMean } from "../model/near_words.ts";
import { wholeNumberIn } from "../model/text.ts";

/** Environment of a command, injected by the composition root, so that tests can run a whole command. */
export interface CommandIo {
  /** Writes to standard output verbatim; the caller adds the line end. */
  out(text: string): void;
  /** Writes to standard error verbatim; the caller adds the line end. */
  err(text: string): void;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** True if standard input is a terminal. */
  readonly isTyped: boolean;
  /** Value of an environment variable; undefined if it is unset or not permitted. */
  env(name: string): string | undefined;
  /** All of standard input as UTF-8 text. */
  stdin(): Promise<string>;
  /**
   * The JSON object at the start of standard input, as text; if it is incomplete after some seconds, everything
   * received.
   */
  payload(): Promise<string>;
  /** The user's home folder, absolute; "" if unknown. */
  readonly home: string;
  /** Working directory of the command, absolute. */
  readonly cwd: string;
  /** Root of the repository, absolute; default: the one that contains {@link cwd}. */
  readonly repository?: string;
  /** Absolute path of the running executable, without symlinks. */
  readonly execPath: string;
}

/** Parsed command line of a subcommand. */
export interface Arguments {
  /** Options in the order in which they were typed. */
  readonly values: Readonly<Record<string, string | readonly string[] | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** The options of a subcommand, without their dashes, and its positional arguments. */
export interface Expected {
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Options with one. */
  readonly texts?: readonly string[];
  /** Options with one that may be repeated. */
  readonly lists?: readonly string[];
  /** Minimum number of positional arguments; default: 0. */
  readonly least?: number;
  /** Maximum number; default: any. */
  readonly most?: number;
  /** Start of messages about positional arguments, `chain takes one SYMBOL`; absent: any are accepted, also blank ones. */
  readonly message?: string;
}

/** Expectations of a command without positional arguments. */
export function noPositionals(command: string): Pick<Expected, "most" | "message"> {
  return { most: 0, message: `${command} takes no argument` };
}

/**
 * Parses the options of a subcommand.
 *
 * @throws Failure that names the option or argument, also for a blank one
 */
export function readArguments(args: readonly string[], expected: Expected): Arguments {
  const { values, positionals } = parsed(args, expected);
  const { least = 0, most = Infinity, message } = expected;
  if (positionals.length < least) throw new Failure("invalidArgs", `${message}, none is given`);
  if (positionals.length > most) throw new Failure("invalidArgs", `${message}: ${positionals.join(" ")}`);
  if (message !== undefined && positionals.some(isBlank)) {
    throw new Failure("invalidArgs", `${message}, an empty one is given`);
  }
  return { values, positionals };
}

function parsed(args: readonly string[], { flags = [], texts = [], lists = [] }: Expected): Arguments {
  const options = Object.fromEntries([
    ...flags.map((name) => [name, { type: "boolean" }] as const),
    ...texts.map((name) => [name, { type: "string" }] as const),
    ...lists.map((name) => [name, { type: "string", multiple: true }] as const),
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    requireValues(values);
    return { values: values as Arguments["values"], positionals };
  } catch (error) {
    if (error instanceof Failure) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const unknown = /^Unknown option '(.*?)'/.exec(message)?.[1];
    if (unknown !== undefined) {
      const known = Object.keys(options).map((name) => `--${name}`);
      throw new Failure("invalidArgs", `unknown option: ${unknown}${didYouMean(unknown, known)}`);
    }
    const name = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
    if (name === undefined) throw new Failure("invalidArgs", message.split("\n", 1)[0] ?? "");
    throw new Failure(
      "invalidArgs",
      message.includes("does not take") ? `${name} takes no value` : `${name} takes a value: ${name}=VALUE`,
    );
  }
}

function requireValues(values: Readonly<Record<string, unknown>>): void {
  const empty = Object.entries(values).find(([, value]) => [value].flat().some(isBlank));
  if (empty) throw new Failure("invalidArgs", `--${empty[0]} takes a value: --${empty[0]}=VALUE`);
}

function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

/** Value of a whole-number option; undefined if absent. Throws Failure for any other value. */
export function wholeNumber(values: Arguments["values"], name: string): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = wholeNumberIn(text);
  if (number === undefined) throw new Failure("invalidArgs", `--${name} takes a whole number: ${text}`);
  return number;
}

/** Value of an enumerated option, `standard` if absent. Throws Failure for any other value. */
export function oneOf<T extends string>(
  values: Arguments["values"],
  name: string,
  { words, standard }: { words: readonly T[]; standard: T },
): T {
  const text = values[name] ?? standard;
  const word = words.find((one) => one === text);
  if (word === undefined) {
    throw new Failure(
      "invalidArgs",
      `--${name} takes one of ${words.filter((one) => one !== "").join(", ")}: ${text}`,
    );
  }
  return word;
}
