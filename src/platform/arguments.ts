import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import { Failure } from "../model/errors.ts";
import { didYouMean } from "../model/near_words.ts";

/** What was typed after a subcommand. */
export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/**
 * Reads the options of a subcommand.
 *
 * @throws Failure that names the option
 */
export function readArguments(
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Arguments["values"], positionals };
  } catch (error) {
    const message = error instanceof Error ? error.message.split(". ")[0] ?? "" : String(error);
    const unknown = /^Unknown option '(.*)'$/.exec(message)?.[1];
    if (unknown === undefined) throw new Failure("invalidArgs", message);
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new Failure("invalidArgs", `unknown option: ${unknown}${didYouMean(unknown, known)}`);
  }
}

/** A whole number of an option; undefined when it was not given. */
export function wholeNumber(values: Arguments["values"], name: string): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (typeof text !== "string" || !/^\d{1,9}$/.test(text)) {
    throw new Failure("invalidArgs", `--${name} takes a whole number: ${text}`);
  }
  return Number(text);
}

/** One of a few words. */
export function oneOf<T extends string>(
  values: Arguments["values"],
  name: string,
  words: readonly T[],
  standard: T,
): T {
  const text = values[name] ?? standard;
  const word = words.find((one) => one === text);
  if (word === undefined) throw new Failure("invalidArgs", `--${name} is ${words.join(", ")}: ${text}`);
  return word;
}
