import type { ParsedFile } from "../syntax/parsed_file.ts";

/** What a method raises that leaves its work to those that override it. */
const RAISED: ReadonlySet<string> = new Set([
  "NotImplementedError",
  "NotImplementedException",
  "UnimplementedError",
]);

/** Whether a method does nothing by itself: it is abstract, empty, or only says that it is not implemented. */
export function isAbstract({ references }: ParsedFile, ordinal: number): boolean {
  return references.every(({ scope, kind, name }) =>
    scope !== ordinal || kind === "type" || kind === "decorator" || RAISED.has(name)
  );
}
