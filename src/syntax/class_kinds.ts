import type { DefinitionKind } from "./parsed_file.ts";

/** Kinds ranked as classes: containers and types. */
export const CLASS_KINDS: ReadonlySet<DefinitionKind> = new Set(
  ["class", "struct", "interface", "trait", "enum", "type"],
);

/** Kinds with members. */
export const CLASS_LIKE: ReadonlySet<DefinitionKind> = new Set([...CLASS_KINDS, "module"]);

/** Callable kinds. */
export const CALLABLE: ReadonlySet<DefinitionKind> = new Set(["function", "method", "macro"]);

/** Kinds with a value: tables, lists, settings. */
export const VALUE_KINDS: ReadonlySet<DefinitionKind> = new Set(["constant", "variable", "field"]);
