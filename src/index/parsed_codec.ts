import { ByteReader, ByteWriter } from "./bytes.ts";
import { readColumns, signed, unsigned, writeColumns } from "./record_columns.ts";
import type {
  Definition,
  DefinitionKind,
  Heritage,
  ImportRef,
  ParsedFile,
  Reference,
  ReferenceKind,
  TypeHint,
} from "../syntax/parsed_file.ts";

/** Definition kinds by stored number; append new ones at the end. */
export const DEFINITION_KINDS: readonly DefinitionKind[] = [
  "function",
  "method",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
  "constant",
  "variable",
  "field",
  "module",
  "macro",
];

/** Reference kinds by stored number; append new ones at the end. */
export const REFERENCE_KINDS: readonly ReferenceKind[] = [
  "call",
  "reference",
  "type",
  "new",
  "decorator",
  "import",
];

/** Added to the kind of a reference if its arguments follow. */
const WITH_ARGUMENTS = 16;

/** Encodes a parsed file as a compact record: each string once, delta-encoded numbers, in columns. */
export function encodeParsed(parsed: ParsedFile, out: ByteWriter): void {
  const strings = new StringTable();
  const body = scratch;
  body.clear();
  body.varint(strings.idOf(parsed.language));
  body.varint(parsed.lines);
  body.varint(strings.idOf(parsed.module));
  writeDefinitions(body, parsed.definitions, strings);
  writeReferences(body, parsed.references, strings);
  writeList(body, parsed.imports, (item) => {
    body.varint(strings.idOf(item.module));
    body.varint(item.line);
    writeList(body, item.names, (name) => {
      body.varint(strings.idOf(name.name));
      body.varint(strings.idOf(name.alias));
    });
  });
  writeList(body, parsed.heritage, (item) => {
    body.varint(item.definition);
    body.varint(strings.idOf(item.base));
  });
  writeColumns(body, parsed.hints, [
    (item) => item.scope + 1,
    { string: (item) => strings.idOf(item.name) },
    { string: (item) => strings.idOf(item.type) },
  ]);
  writeList(body, parsed.exports, (item) => {
    body.varint(strings.idOf(item.name));
    body.varint(strings.idOf(item.alias));
  });
  writeList(body, parsed.gaps, (gap) => body.varint(strings.idOf(gap)));
  strings.write(out);
  out.bytes(body.view());
}

const scratch = new ByteWriter(1 << 16);

/**
 * Inverse of {@link encodeParsed}. Lists are decoded lazily: a walk through headers reads only the imports of thousands
 * of files.
 */
export function decodeParsed(bytes: Uint8Array): ParsedFile {
  const reader = new ByteReader(bytes);
  const strings = new Strings(reader);
  const text = (from: ByteReader): string => strings.at(from.varint());
  const language = text(reader);
  const lines = reader.varint();
  const module = text(reader);
  /** Start offsets of the lists decoded or skipped so far. */
  const starts = [reader.at];
  const list = <T>(number: number, read: () => T): () => T =>
    once(() => {
      while (starts.length <= number) {
        reader.at = starts.at(-1)!;
        SKIPS[starts.length - 1]!(reader);
        starts.push(reader.at);
      }
      reader.at = starts[number]!;
      const value = read();
      starts[number + 1] ??= reader.at;
      return value;
    });
  const lists = {
    definitions: list(0, () => readDefinitions(reader, strings)),
    references: list(1, () => readReferences(reader, strings)),
    imports: list(2, () => readImports(reader, text)),
    rest: list(3, () => readRest(reader, strings)),
  };
  return {
    language,
    lines,
    module,
    get definitions() {
      return lists.definitions();
    },
    get references() {
      return lists.references();
    },
    get imports() {
      return lists.imports();
    },
    get heritage() {
      return lists.rest().heritage;
    },
    get hints() {
      return lists.rest().hints;
    },
    get exports() {
      return lists.rest().exports;
    },
    get gaps() {
      return lists.rest().gaps;
    },
  };
}

/** Skip functions of the lists, in order. */
const SKIPS = [skipDefinitions, skipReferences, skipImports];

type Text = (from: ByteReader) => string;
type Rest = Pick<ParsedFile, "heritage" | "hints" | "exports" | "gaps">;

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}

function readImports(reader: ByteReader, text: Text): ImportRef[] {
  return readList(reader, (): ImportRef => {
    const module = text(reader);
    const line = reader.varint();
    return { module, line, names: readList(reader, () => ({ name: text(reader), alias: text(reader) })) };
  });
}

function skipImports(reader: ByteReader): void {
  for (let left = reader.count(); left > 0; left--) {
    reader.skipVarints(2);
    reader.skipVarints(2 * reader.count());
  }
}

function readRest(reader: ByteReader, strings: Strings): Rest {
  const text = (from: ByteReader): string => strings.at(from.varint());
  const heritage = readList(reader, (): Heritage => ({ definition: reader.varint(), base: text(reader) }));
  const [scopes, names, types] = readColumns(reader, 3, [1, 2]);
  return {
    heritage,
    hints: Array.from(scopes!, (scope, at): TypeHint => ({
      scope: scope - 1,
      name: strings.at(names![at]!),
      type: strings.at(types![at]!),
    })),
    exports: readList(reader, () => ({ name: text(reader), alias: text(reader) })),
    gaps: readList(reader, () => text(reader)),
  };
}

const DEFINITION_COLUMNS = 12;

function writeDefinitions(body: ByteWriter, all: readonly Definition[], strings: StringTable): void {
  const before = (at: number): Definition | undefined => all[at - 1];
  writeColumns(body, all, [
    { string: (item) => strings.idOf(item.name) },
    (item) => DEFINITION_KINDS.indexOf(item.kind) * 2 + (item.exported ? 1 : 0),
    (item, at) => signed(item.startLine - (before(at)?.startLine ?? 0)),
    (item) => item.endLine - item.startLine,
    (item) => Math.max(0, item.startLine - item.docStartLine),
    (item, at) => signed(item.startIndex - (before(at)?.startIndex ?? 0)),
    (item) => item.endIndex - item.startIndex,
    (item) => item.parent + 1,
    { string: (item) => strings.idOf(item.signature) },
    { string: (item) => strings.idOf(item.doc) },
    (item) => item.decorators.length,
    (item) => {
      const isUsual = item.qualifiedName === qualify(all[item.parent], item.name);
      return isUsual ? 0 : strings.idOf(item.qualifiedName) + 1;
    },
  ]);
  const decorators = all.flatMap((item) => item.decorators);
  writeList(body, decorators, (decorator) => body.varint(strings.idOf(decorator)));
}

function qualify(parent: Definition | undefined, name: string): string {
  return parent === undefined ? name : `${parent.qualifiedName}.${name}`;
}

function readDefinitions(reader: ByteReader, strings: Strings): Definition[] {
  const columns = readColumns(reader, DEFINITION_COLUMNS, [0, 8, 9]);
  const decorators = readList(reader, () => strings.at(reader.varint()));
  const all: Definition[] = [];
  let line = 0;
  let index = 0;
  let decorated = 0;
  for (let at = 0; at < columns[0]!.length; at++) {
    const value = (column: number): number => columns[column]![at]!;
    const name = strings.at(value(0));
    const kind = value(1);
    line += unsigned(value(2));
    index += unsigned(value(5));
    const parent = value(7) - 1;
    const qualified = value(11);
    all.push({
      name,
      qualifiedName: qualified === 0 ? qualify(all[parent], name) : strings.at(qualified - 1),
      kind: DEFINITION_KINDS[kind >> 1] ?? "variable",
      startLine: line,
      endLine: line + value(3),
      docStartLine: line - value(4),
      startIndex: index,
      endIndex: index + value(6),
      parent,
      signature: strings.at(value(8)),
      doc: strings.at(value(9)),
      exported: (kind & 1) === 1,
      decorators: decorators.slice(decorated, decorated += value(10)),
    });
  }
  return all;
}

function skipDefinitions(reader: ByteReader): void {
  reader.skipVarints(DEFINITION_COLUMNS * reader.count());
  reader.skipVarints(reader.count());
}

const REFERENCE_COLUMNS = 5;

function writeReferences(body: ByteWriter, all: readonly Reference[], strings: StringTable): void {
  const before = (at: number): Reference | undefined => all[at - 1];
  writeColumns(body, all, [
    { string: (item) => strings.idOf(item.name) },
    (item) => REFERENCE_KINDS.indexOf(item.kind) + (item.args === undefined ? 0 : WITH_ARGUMENTS),
    { string: (item) => strings.idOf(item.receiver) },
    (item, at) => signed(item.line - (before(at)?.line ?? 0)),
    (item, at) => signed(item.scope - (before(at)?.scope ?? 0)),
  ]);
  const argumentLists = all.flatMap(({ args }) => (args === undefined ? [] : [args]));
  writeList(body, argumentLists, (args) => body.varint(strings.idOf(args)));
}

function readReferences(reader: ByteReader, strings: Strings): Reference[] {
  const [names, kinds, receivers, lines, scopes] = readColumns(reader, REFERENCE_COLUMNS, [0, 2]);
  const argumentLists = readList(reader, () => strings.at(reader.varint()));
  let line = 0;
  let scope = 0;
  let next = 0;
  return Array.from(names!, (name, at): Reference => {
    const kind = kinds![at]!;
    line += unsigned(lines![at]!);
    scope += unsigned(scopes![at]!);
    return {
      name: strings.at(name),
      kind: REFERENCE_KINDS[kind % WITH_ARGUMENTS] ?? "reference",
      receiver: strings.at(receivers![at]!),
      line,
      scope,
      ...(kind >= WITH_ARGUMENTS && { args: argumentLists[next++] ?? "" }),
    };
  });
}

function skipReferences(reader: ByteReader): void {
  reader.skipVarints(REFERENCE_COLUMNS * reader.count());
  reader.skipVarints(reader.count());
}

function writeList<T>(out: ByteWriter, items: readonly T[], write: (item: T) => void): void {
  out.varint(items.length);
  for (const item of items) write(item);
}

function readList<T>(reader: ByteReader, read: () => T): T[] {
  const items: T[] = [];
  for (let left = reader.count(); left > 0; left--) items.push(read());
  return items;
}

class StringTable {
  readonly #ids = new Map<string, number>([["", 0]]);

  idOf(value: string): number {
    const known = this.#ids.get(value);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(value, id);
    return id;
  }

  /** Writes all strings except the empty one, which always has number 0: their lengths, then all their bytes. */
  write(out: ByteWriter): void {
    const texts = new ByteWriter(1 << 12);
    out.varint(this.#ids.size - 1);
    for (const value of this.#ids.keys()) if (value !== "") out.varint(texts.text(value));
    out.bytes(texts.view());
  }
}

/** The strings of a record, decoded lazily; the empty string is number 0. */
class Strings {
  readonly #bytes: Uint8Array;
  /** Start of string `id`; the last entry is the end of the last string. */
  readonly #starts: Uint32Array;
  readonly #made: (string | undefined)[] = [""];
  /** All strings decoded as one; slices of it are faster if each byte is one character. */
  #whole: string | undefined;

  /** Advances the reader past the strings. */
  constructor(reader: ByteReader) {
    this.#bytes = reader.bytes;
    const count = reader.count();
    this.#starts = new Uint32Array(count + 2);
    let total = 0;
    for (let id = 1; id <= count; id++) this.#starts[id + 1] = total += reader.varint();
    for (let id = 0; id <= count + 1; id++) this.#starts[id]! += reader.at;
    reader.take(total);
  }

  at(id: number): string {
    if (id >= this.#starts.length - 1) return "";
    return this.#made[id] ??= this.#read(id);
  }

  #read(id: number): string {
    const [first, start, end] = [this.#starts[1]!, this.#starts[id]!, this.#starts[id + 1]!];
    const whole = this.#whole ??= this.#text(first, this.#starts.at(-1)!);
    return whole.length === this.#starts.at(-1)! - first
      ? whole.slice(start - first, end - first)
      : this.#text(start, end);
  }

  #text(start: number, end: number): string {
    const reader = new ByteReader(this.#bytes);
    reader.at = start;
    return reader.text(end - start);
  }
}
