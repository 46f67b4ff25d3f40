import { CALLABLE } from "./class_kinds.ts";
import type { ParsedFile } from "./parsed_file.ts";

/**
 * Names of the objects and classes that a file defines, or imports by name. Of the modules of others no member is used
 * here, and a namespace is no object.
 */
export function sharedNames(
  { definitions, imports }: Pick<ParsedFile, "definitions" | "imports">,
  isPython: boolean,
): ReadonlySet<string> {
  const isNear = (module: string): boolean => isPython || module.startsWith(".");
  const { near = [], foreign = [] } = Object.groupBy(
    imports.flatMap(({ module, names }) => names.map((one) => ({ ...one, module }))),
    ({ module }) => isNear(module) ? "near" : "foreign",
  );
  const shared = new Set(
    definitions.flatMap(({ name, kind, parent }) => parent < 0 && !CALLABLE.has(kind) ? [name] : []),
  );
  for (const { alias } of foreign) shared.delete(alias);
  for (const { name, alias } of near) if (name !== "*") shared.add(alias);
  return shared;
}
