import words from "../../config/library_words.json" with { type: "json" };
import names from "../../config/library_names.json" with { type: "json" };

/**
 * True for names of methods in a language's standard library: strings, lists, maps, iterators, promises, results,
 * streams, loggers. Such a call can only be resolved by its receiver.
 */
export function isLibraryName(language: string, name: string): boolean {
  return NAMES.get(FAMILIES.get(language) ?? language)?.has(name) === true;
}

/** JavaScript's global objects. */
const GLOBALS: ReadonlySet<string> = new Set(words.globals.split(" "));

/** True if a name without definition or import is a global object of the language. */
export function isGlobal(language: string, name: string): boolean {
  return (FAMILIES.get(language) ?? language) === "javascript" && GLOBALS.has(name);
}

const FAMILIES: ReadonlyMap<string, string> = new Map(Object.entries(words.families));

const NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(names).map(([language, list]) => [language, new Set(list.split(" "))]),
);
