import { Memo } from "../model/memo.ts";
import type { ParsedFile } from "../syntax/parsed_file.ts";
import type { DefinitionSite, LexicalIndex, ReferenceSite } from "./lexical_index.ts";

type Overlaid = Pick<
  LexicalIndex,
  | "memo"
  | "lasting"
  | "definitionsNamed"
  | "definitionCount"
  | "referencesTo"
  | "parsed"
  | "nameTables"
>;

/**
 * An index with some files parsed from other texts than the stored ones. Definitions, references and records come from
 * those texts; terms and chunks are those of the stored index.
 *
 * @param overlaid records by file number
 */
export function overlayIndex(base: LexicalIndex, overlaid: ReadonlyMap<number, ParsedFile>): LexicalIndex {
  const stored = <T extends { readonly file: number }>(sites: readonly T[]): readonly T[] =>
    sites.filter(({ file }) => !overlaid.has(file));
  const definitionsNamed = (name: string): readonly DefinitionSite[] => {
    const own = [...overlaid].flatMap(([file, { definitions }]) =>
      definitions.flatMap(({ name: one, kind, startLine, endLine }, definition) =>
        one === name ? [{ file, definition, kind, startLine, endLine }] : []
      )
    );
    return [...stored(base.definitionsNamed(name)), ...own]
      .sort((a, b) => a.file - b.file || a.definition - b.definition);
  };
  const referencesTo = (name: string, limit?: number): readonly ReferenceSite[] => {
    const own = [...overlaid].flatMap(([file, { references }]) =>
      references.filter((one) => one.name === name)
        .map(({ kind, line, scope, receiver }) => ({ file, kind, line, scope, receiver }))
    );
    return [...stored(base.referencesTo(name, limit)), ...own]
      .sort((a, b) => a.file - b.file || a.line - b.line).slice(0, limit);
  };
  const ownNames = (): Uint8Array => {
    const own = [...overlaid.values()].flatMap(({ definitions }) => definitions.map(({ name }) => name));
    return new TextEncoder().encode(own.join("\n"));
  };
  const index: LexicalIndex = new Proxy(base, {
    get: (target, key) => {
      if (Object.hasOwn(changed, key)) return changed[key as keyof Overlaid];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const changed: Overlaid = {
    memo: new Memo(index),
    lasting: new Memo(index),
    definitionsNamed,
    definitionCount: (name) => definitionsNamed(name).length,
    referencesTo,
    parsed: (file) => overlaid.get(file) ?? base.parsed(file),
    nameTables: () => [...base.nameTables(), ownNames],
  };
  return index;
}
