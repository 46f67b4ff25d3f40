import words from "../../config/library_words.json" with { type: "json" };
import names from "../../config/library_names.json" with { type: "json" };

/**
 * True for names of methods in a language's standard library: strings, lists, maps, iterators, promises, results,
 * streams, loggers. Such a call can only be resolved by its receiver.
 */
export function isLibraryName(language: string, name: string): boolean {
  return NAMES.get(FAMILIES.get(language) ?? language)?.has(name) === true;
}

/** JavaScript's global objects, and C#'s names of types that are keywords. */
const GLOBALS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(words.globals).map(([language, names]) => [language, new Set(names.split(" "))]),
);

/** True if a name without definition or import is a global object of the language. */
export function isGlobal(language: string, name: string): boolean {
  return GLOBALS.get(language === "csharp" ? language : FAMILIES.get(language) ?? language)?.has(name) ===
    true;
}

const FAMILIES: ReadonlyMap<string, string> = new Map(Object.entries(words.families));

const NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(names).map(([language, list]) => [language, new Set(list.split(" "))]),
);
