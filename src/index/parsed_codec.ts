import { attempt } from "../model/attempt.ts";
import { parseJson } from "../model/json.ts";
import { once } from "../model/once.ts";
import { DEFINITION_KINDS, REFERENCE_KINDS } from "../syntax/parsed_file.ts";
import type {
  Definition,
  Heritage,
  ImportedName,
  ImportRef,
  ParsedFile,
  Reference,
  TypeHint,
} from "../syntax/parsed_file.ts";

/** Maximum uncompressed size of a record in bytes; those of source files, which have 1 MB at most, have up to 700 kB. */
export const LARGEST_RECORD: number = 8 * 1024 * 1024;

/**
 * Encodes a parsed file as JSON texts, one per line: the header, definitions, references, imports, and the rest. Long
 * lists are stored by column, and ascending numbers as differences, because similar values in a row compress better.
 */
export function encodeParsed(parsed: ParsedFile): Uint8Array {
  const { language, lines, module, definitions, references, imports, heritage, hints, exports, gaps } =
    parsed;
  const hinted = [
    hints.map(({ scope }) => scope),
    hints.map(({ name }) => name),
    hints.map(({ type }) => type),
  ];
  const texts = [
    [language, lines, module],
    definitionColumns(definitions),
    referenceColumns(references),
    imports.map((item) => [item.module, item.line, ...item.names.flatMap(named)]),
    [heritage.map(({ definition, base }) => [definition, base]), hinted, exports.flatMap(named), gaps],
  ];
  return new TextEncoder().encode(texts.map((text) => JSON.stringify(text)).join("\n"));
}

/**
 * Inverse of {@link encodeParsed}. Lists are decoded lazily: a walk through headers reads only the imports of thousands
 * of files. A damaged list is empty.
 */
export function decodeParsed(bytes: Uint8Array): ParsedFile {
  const [head, ...texts] = new TextDecoder().decode(bytes).split("\n");
  const [language, lines, module] = listed(attempt(() => parseJson(head ?? "")));
  const lazy = <T>(number: number, read: (value: unknown) => T, none: T): () => T =>
    once(() => attempt(() => read(parseJson(texts[number] ?? ""))) ?? none);
  const definitions = lazy(0, readDefinitions, []);
  const references = lazy(1, readReferences, []);
  const imports = lazy(2, readImports, []);
  const rest = lazy(3, readRest, { heritage: [], hints: [], exports: [], gaps: [] });
  return {
    language: text(language),
    lines: Number(lines) || 0,
    module: text(module),
    get definitions() {
      return definitions();
    },
    get references() {
      return references();
    },
    get imports() {
      return imports();
    },
    get heritage() {
      return rest().heritage;
    },
    get hints() {
      return rest().hints;
    },
    get exports() {
      return rest().exports;
    },
    get gaps() {
      return rest().gaps;
    },
  };
}

function definitionColumns(all: readonly Definition[]): unknown[] {
  return [
    all.map((item) => item.name),
    all.map((item) => item.qualifiedName === qualify(all[item.parent], item.name) ? 0 : item.qualifiedName),
    all.map((item) => DEFINITION_KINDS.indexOf(item.kind)),
    differences(all.map((item) => item.startLine)),
    all.map((item) => item.endLine - item.startLine),
    all.map((item) => item.startLine - item.docStartLine),
    differences(all.map((item) => item.startIndex)),
    all.map((item) => item.endIndex - item.startIndex),
    all.map((item) => item.parent),
    all.map((item) => item.signature),
    all.map((item) => item.doc),
    all.map((item) => item.exported ? 1 : 0),
    all.map((item) => item.decorators.length === 0 ? 0 : item.decorators),
  ];
}

function readDefinitions(value: unknown): Definition[] {
  const columns = listed(value).map(listed);
  const [names = [], whole = []] = columns;
  const [kinds, lines, spans, docLines, indexes, sizes, parents] = columns.slice(2, 9)
    .map((column) => numbers(column, names.length));
  const [signatures = [], docs = [], exported = [], decorators = []] = columns.slice(9);
  for (const column of [lines!, indexes!]) sums(column);
  const all: Definition[] = [];
  for (let at = 0; at < names.length; at++) {
    const [line, index, parent, own] = [lines![at]!, indexes![at]!, parents![at]!, text(names[at])];
    all.push({
      name: own,
      qualifiedName: text(whole[at]) || qualify(all[parent], own),
      kind: DEFINITION_KINDS[kinds![at]!] ?? "variable",
      startLine: line,
      endLine: line + spans![at]!,
      docStartLine: line - docLines![at]!,
      startIndex: index,
      endIndex: index + sizes![at]!,
      parent,
      signature: text(signatures[at]),
      doc: text(docs[at]),
      exported: exported[at] === 1,
      decorators: listed(decorators[at]).map(text),
    });
  }
  return all;
}

function qualify(parent: Definition | undefined, name: string): string {
  return parent === undefined ? name : `${parent.qualifiedName}.${name}`;
}

function referenceColumns(all: readonly Reference[]): unknown[] {
  return [
    all.map((item) => item.name),
    all.map((item) => REFERENCE_KINDS.indexOf(item.kind)),
    differences(all.map((item) => item.line)),
    differences(all.map((item) => item.scope)),
    all.map((item) => item.receiver),
    all.map((item) => item.args ?? 0),
  ];
}

function readReferences(value: unknown): Reference[] {
  const columns = listed(value).map(listed);
  const [names = []] = columns;
  const [kinds, lines, scopes] = columns.slice(1, 4).map((column) => numbers(column, names.length));
  const [receivers = [], written = []] = columns.slice(4);
  for (const column of [lines!, scopes!]) sums(column);
  return names.map((name, at): Reference => {
    const args = written[at];
    return {
      name: text(name),
      kind: REFERENCE_KINDS[kinds![at]!] ?? "reference",
      receiver: text(receivers[at]),
      line: lines![at]!,
      scope: scopes![at]!,
      ...(typeof args === "string" && { args }),
    };
  });
}

function readImports(value: unknown): ImportRef[] {
  return listed(value).map(listed).map(([module, line, ...names]) => ({
    module: text(module),
    line: Number(line) || 0,
    names: readNames(names),
  }));
}

type Rest = Pick<ParsedFile, "heritage" | "hints" | "exports" | "gaps">;

function readRest(value: unknown): Rest {
  const [heritage, hints, exports, gaps] = listed(value);
  return {
    heritage: listed(heritage).map(listed).map(([definition, base]): Heritage => ({
      definition: Number(definition) || 0,
      base: text(base),
    })),
    hints: readHints(hints),
    exports: readNames(listed(exports)),
    gaps: listed(gaps).map(text),
  };
}

function readHints(value: unknown): TypeHint[] {
  const [scope, names = [], types = []] = listed(value).map(listed);
  const scopes = numbers(scope, names.length);
  return names.map((name, at) => ({ scope: scopes[at]!, name: text(name), type: text(types[at]) }));
}

function named({ name, alias }: ImportedName): string[] {
  return [name, alias];
}

/** Inverse of {@link named}, for all names of a list. */
function readNames(pairs: readonly unknown[]): ImportedName[] {
  const names: ImportedName[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    names.push({ name: text(pairs[at]), alias: text(pairs[at + 1]) });
  }
  return names;
}

function differences(values: readonly number[]): number[] {
  return values.map((value, at) => value - (values[at - 1] ?? 0));
}

/** Inverse of {@link differences}, in place. */
function sums(values: Int32Array): void {
  for (let at = 1; at < values.length; at++) values[at]! += values[at - 1]!;
}

/** A list of stored values; records of other machines may hold any JSON. */
function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A column of `length` whole numbers; 0 for anything else. */
function numbers(value: unknown, length: number): Int32Array {
  const values = listed(value);
  const column = new Int32Array(length);
  for (let at = 0; at < length; at++) column[at] = values[at] as number;
  return column;
}
