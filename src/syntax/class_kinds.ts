import type { DefinitionKind } from "./parsed_file.ts";

/** What ranks as a class: a definition that holds others, or stands for a type. */
export const CLASS_KINDS: ReadonlySet<DefinitionKind> = new Set([
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
]);

/** What can be called by its own name. */
export const CALLABLE: ReadonlySet<DefinitionKind> = new Set(["function", "method", "macro"]);

/** What holds a value: a table, a list, a setting. */
export const VALUE_KINDS: ReadonlySet<DefinitionKind> = new Set(["constant", "variable", "field"]);
