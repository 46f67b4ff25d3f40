import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import { Failure } from "../model/errors.ts";
import { didYouMean } from "../model/near_words.ts";

/** Parsed command line of a subcommand. */
export interface Arguments {
  /** Options in the order in which they were typed. */
  readonly values: Readonly<Record<string, string | readonly string[] | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** Constraints on the positional arguments of a subcommand. */
export interface Positionals {
  /** Minimum number; default: 0. */
  readonly least?: number;
  /** Maximum number. */
  readonly most: number;
  /** Start of error messages: `chain takes one SYMBOL`. */
  readonly says: string;
}

/** Constraints of a command without positional arguments. */
export function nothingBut(command: string): Positionals {
  return { most: 0, says: `${command} takes no argument` };
}

/**
 * Parses the options of a subcommand.
 *
 * @param expected absent: any number of positional arguments, including blank ones
 * @throws Failure that names the option or argument, also for a blank one
 */
export function readArguments(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
  expected?: Positionals,
): Arguments {
  const { values, positionals } = parsed(args, options);
  const { least = 0, most = Infinity, says } = expected ?? {};
  if (positionals.length < least) throw new Failure("invalidArgs", `${says}, none is given`);
  if (positionals.length > most) throw new Failure("invalidArgs", `${says}: ${positionals.join(" ")}`);
  if (expected && positionals.some(isBlank)) {
    throw new Failure("invalidArgs", `${says}, an empty one is given`);
  }
  return { values, positionals };
}

function parsed(args: readonly string[], options: NonNullable<ParseArgsConfig["options"]>): Arguments {
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
  if (typeof text !== "string" || !/^\d{1,9}$/.test(text)) {
    throw new Failure("invalidArgs", `--${name} takes a whole number: ${text}`);
  }
  return Number(text);
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
