import { ByteReader, ByteWriter } from "./bytes.ts";
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

/** Kinds by the number they are stored under; new ones go to the end. */
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

/** Kinds by the number they are stored under; new ones go to the end. */
export const REFERENCE_KINDS: readonly ReferenceKind[] = [
  "call",
  "reference",
  "type",
  "new",
  "decorator",
  "import",
];

/** Added to the kind of a reference that what it hands over follows. */
const WITH_ARGUMENTS = 16;

/** One parsed file as a compact record: every string once, numbers as differences. */
export function encodeParsed(parsed: ParsedFile, out: ByteWriter): void {
  const strings = new StringTable();
  const body = scratch;
  body.clear();
  body.varint(strings.idOf(parsed.language));
  body.varint(parsed.lines);
  body.varint(strings.idOf(parsed.module));
  writeList(body, parsed.definitions, definitionWriter(strings, parsed.definitions));
  writeList(body, parsed.references, referenceWriter(strings));
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
  writeList(body, parsed.hints, (item) => {
    body.varint(item.scope + 1);
    body.varint(strings.idOf(item.name));
    body.varint(strings.idOf(item.type));
  });
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
 * Inverse of {@link encodeParsed}. Everything is read when it is asked for: a walk through headers asks thousands of
 * files for their imports alone.
 */
export function decodeParsed(bytes: Uint8Array): ParsedFile {
  const reader = new ByteReader(bytes);
  const strings = new Strings(reader);
  const text = (from: ByteReader): string => strings.at(from.varint());
  const language = text(reader);
  const lines = reader.varint();
  const module = text(reader);
  /** Where the lists begin, as far as they were read or passed over. */
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
    references: list(1, () => readReferences(reader, text)),
    imports: list(2, () => readImports(reader, text)),
    rest: list(3, () => readRest(reader, text)),
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

/** What passes over the lists, in their order. */
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

function readRest(reader: ByteReader, text: Text): Rest {
  return {
    heritage: readList(reader, (): Heritage => ({ definition: reader.varint(), base: text(reader) })),
    hints: readList(
      reader,
      (): TypeHint => ({ scope: reader.varint() - 1, name: text(reader), type: text(reader) }),
    ),
    exports: readList(reader, () => ({ name: text(reader), alias: text(reader) })),
    gaps: readList(reader, () => text(reader)),
  };
}

function definitionWriter(strings: StringTable, all: readonly Definition[]): (item: Definition) => void {
  const body = scratch;
  let line = 0;
  let index = 0;
  return (item) => {
    body.varint(strings.idOf(item.name));
    body.byte(DEFINITION_KINDS.indexOf(item.kind) * 2 + (item.exported ? 1 : 0));
    writeSigned(body, item.startLine - line);
    body.varint(item.endLine - item.startLine);
    body.varint(Math.max(0, item.startLine - item.docStartLine));
    writeSigned(body, item.startIndex - index);
    body.varint(item.endIndex - item.startIndex);
    body.varint(item.parent + 1);
    body.varint(strings.idOf(item.signature));
    body.varint(strings.idOf(item.doc));
    writeList(body, item.decorators, (decorator) => body.varint(strings.idOf(decorator)));
    const isUsual = item.qualifiedName === qualify(all[item.parent], item.name);
    body.varint(isUsual ? 0 : strings.idOf(item.qualifiedName) + 1);
    line = item.startLine;
    index = item.startIndex;
  };
}

function qualify(parent: Definition | undefined, name: string): string {
  return parent === undefined ? name : `${parent.qualifiedName}.${name}`;
}

function readDefinitions(reader: ByteReader, strings: Strings): Definition[] {
  const text = (id: number): string => strings.at(id);
  const all: Definition[] = [];
  let line = 0;
  let index = 0;
  for (let left = reader.count(); left > 0; left--) {
    const name = text(reader.varint());
    const kind = reader.byte();
    line += readSigned(reader);
    const endLine = line + reader.varint();
    const docStartLine = line - reader.varint();
    index += readSigned(reader);
    const endIndex = index + reader.varint();
    const parent = reader.varint() - 1;
    const signature = text(reader.varint());
    const doc = text(reader.varint());
    const decorators = readList(reader, () => text(reader.varint()));
    const qualified = reader.varint();
    all.push({
      name,
      qualifiedName: qualified === 0 ? qualify(all[parent], name) : text(qualified - 1),
      kind: DEFINITION_KINDS[kind >> 1] ?? "variable",
      startLine: line,
      endLine,
      docStartLine,
      startIndex: index,
      endIndex,
      parent,
      signature,
      doc,
      exported: (kind & 1) === 1,
      decorators,
    });
  }
  return all;
}

function skipDefinitions(reader: ByteReader): void {
  for (let left = reader.count(); left > 0; left--) {
    reader.skipVarints(1);
    reader.byte();
    reader.skipVarints(8);
    reader.skipVarints(reader.count() + 1);
  }
}

function referenceWriter(strings: StringTable): (item: Reference) => void {
  const body = scratch;
  let line = 0;
  return (item) => {
    body.varint(strings.idOf(item.name));
    body.byte(REFERENCE_KINDS.indexOf(item.kind) + (item.args === undefined ? 0 : WITH_ARGUMENTS));
    body.varint(strings.idOf(item.receiver));
    writeSigned(body, item.line - line);
    body.varint(item.scope + 1);
    if (item.args !== undefined) body.varint(strings.idOf(item.args));
    line = item.line;
  };
}

function readReferences(reader: ByteReader, text: Text): Reference[] {
  let line = 0;
  return readList(reader, (): Reference => {
    const name = text(reader);
    const byte = reader.byte();
    const kind = REFERENCE_KINDS[byte % WITH_ARGUMENTS] ?? "reference";
    const receiver = text(reader);
    line += readSigned(reader);
    const scope = reader.varint() - 1;
    return { name, kind, receiver, line, scope, ...(byte >= WITH_ARGUMENTS && { args: text(reader) }) };
  });
}

function skipReferences(reader: ByteReader): void {
  for (let left = reader.count(); left > 0; left--) {
    reader.skipVarints(1);
    reader.skipVarints(reader.byte() >= WITH_ARGUMENTS ? 4 : 3);
  }
}

/** Zigzag: small numbers of either sign stay small. */
function writeSigned(out: ByteWriter, value: number): void {
  out.varint(value < 0 ? -value * 2 - 1 : value * 2);
}

function readSigned(reader: ByteReader): number {
  const value = reader.varint();
  return value & 1 ? -((value + 1) / 2) : value / 2;
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

  /** All strings but the empty one, which is always number 0. */
  write(out: ByteWriter): void {
    out.varint(this.#ids.size - 1);
    for (const value of this.#ids.keys()) if (value !== "") out.string(value);
  }
}

/** The strings of a record, each made when it is first asked for; the empty one is number 0. */
class Strings {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #made: (string | undefined)[] = [""];

  /** Leaves the reader behind them. */
  constructor(reader: ByteReader) {
    this.#bytes = reader.bytes;
    this.#starts = new Uint32Array(reader.count() + 1);
    for (let id = 1; id < this.#starts.length; id++) {
      this.#starts[id] = reader.at;
      reader.take(reader.varint());
    }
  }

  at(id: number): string {
    if (id >= this.#starts.length) return "";
    return this.#made[id] ??= this.#read(id);
  }

  #read(id: number): string {
    const reader = new ByteReader(this.#bytes);
    reader.at = this.#starts[id]!;
    return reader.string();
  }
}
