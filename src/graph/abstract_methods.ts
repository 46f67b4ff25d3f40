import type { ParsedFile } from "../syntax/parsed_file.ts";

/** Languages that say of a method that it is abstract, and how. */
const SAYING: ReadonlySet<string> = new Set([
  "java",
  "kotlin",
  "scala",
  "csharp",
  "php",
  "typescript",
  "tsx",
  "cpp",
]);
const ABSTRACT = /\babstract\b|=\s*0\s*;?\s*$/;
/** What a method raises that leaves its work to those that override it. */
const RAISED: ReadonlySet<string> = new Set(["NotImplementedError", "UnimplementedError"]);

/** Whether a method leaves its work to those that override it: its head says so, else it does nothing by itself. */
export function isAbstract({ language, definitions, references }: ParsedFile, ordinal: number): boolean {
  if (SAYING.has(language)) return ABSTRACT.test(definitions[ordinal]?.signature ?? "");
  return references.every(({ scope, kind, name }) =>
    scope !== ordinal || kind === "type" || kind === "decorator" || RAISED.has(name)
  );
}
