import names from "../../config/library_names.json" with { type: "json" };

/**
 * True for names of methods in a language's standard library: strings, lists, maps, iterators, promises, results,
 * streams, loggers. Such a call can only be resolved by its receiver.
 */
export function isLibraryName(language: string, name: string): boolean {
  return NAMES.get(FAMILIES.get(language) ?? language)?.has(name) === true;
}

/** JavaScript's global objects. */
const GLOBALS: ReadonlySet<string> = new Set(
  (`Array Atomics BigInt Boolean Buffer Date Deno Intl JSON Map Math Number Object Promise Proxy Reflect RegExp Set String
  Symbol URL WeakMap WeakSet console crypto document globalThis localStorage navigator performance process window`)
    .split(/\s+/),
);

/** True if a name without definition or import is a global object of the language. */
export function isGlobal(language: string, name: string): boolean {
  return (FAMILIES.get(language) ?? language) === "javascript" && GLOBALS.has(name);
}

const FAMILIES: ReadonlyMap<string, string> = new Map([
  ["typescript", "javascript"],
  ["tsx", "javascript"],
  ["vue", "javascript"],
  ["svelte", "javascript"],
  ["kotlin", "java"],
  ["scala", "java"],
  ["csharp", "java"],
  ["swift", "java"],
]);

const NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(names).map(([language, list]) => [language, new Set(list.split(" "))]),
);
