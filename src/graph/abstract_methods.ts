import type { ParsedFile } from "../syntax/parsed_file.ts";

/** Languages with a syntax for abstract methods. */
const WITH_ABSTRACT_SYNTAX: ReadonlySet<string> = new Set([
  "java",
  "kotlin",
  "scala",
  "csharp",
  "php",
  "typescript",
  "tsx",
  "cpp",
]);
/** That syntax, matched in a method's signature. */
const ABSTRACT = /\babstract\b|=\s*0\s*;?\s*$/;
/** Errors thrown by the body of an abstract method in other languages. */
const ABSTRACT_ERRORS: ReadonlySet<string> = new Set(["NotImplementedError", "UnimplementedError"]);

/**
 * True if a method has no implementation: its signature is abstract or, in languages without that syntax, its body does
 * nothing except throw such an error.
 */
export function isAbstract({ language, definitions, references }: ParsedFile, ordinal: number): boolean {
  if (WITH_ABSTRACT_SYNTAX.has(language)) return ABSTRACT.test(definitions[ordinal]?.signature ?? "");
  return references.every(({ scope, kind, name }) =>
    scope !== ordinal || kind === "type" || kind === "decorator" || ABSTRACT_ERRORS.has(name)
  );
}
