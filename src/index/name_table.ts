import { ByteReader, ByteWriter } from "./bytes.ts";
import type { DictionaryWriter } from "./dictionary.ts";
import { Column, groupStarts } from "./growing.ts";
import type { Definition, Reference } from "../syntax/parsed_file.ts";
import { DEFINITION_KINDS, REFERENCE_KINDS } from "./parsed_codec.ts";
import { DEFINITION } from "./segment.ts";
import { sortedOrder } from "./term_table.ts";

/**
 * Where names are defined or used: rows (content, five numbers) grouped by name. As bytes a row is the content's
 * difference to the row before, then the numbers.
 */
export class NameTable {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #rowNames = new Column();
  readonly #rows = new Column();
  readonly #receivers = new Map<string, number>([["", 0]]);

  addDefinition(blob: number, index: number, definition: Definition): void {
    const { name, kind, startLine, endLine } = definition;
    this.#add(name, blob, DEFINITION_KINDS.indexOf(kind), startLine, index, endLine - startLine);
  }

  addReference(blob: number, reference: Reference): void {
    const { name, kind, line, scope, receiver } = reference;
    let id = this.#receivers.get(receiver);
    if (id === undefined) this.#receivers.set(receiver, id = this.#receivers.size);
    this.#add(name, blob, REFERENCE_KINDS.indexOf(kind), line, scope + 1, id);
  }

  /** All names, one per line. */
  lines(): string {
    return this.#names.join("\n");
  }

  write(prefix: string, dictionary: DictionaryWriter): void {
    const receivers = [...this.#receivers.keys()];
    const order = sortedOrder(this.#names);
    const rank = new Uint32Array(order.length);
    order.forEach((id, at) => rank[id] = at);
    const starts = groupStarts(this.#rowNames, rank, order.length);
    const next = starts.slice();
    const rows = new Uint32Array(this.#rowNames.length);
    for (let row = 0; row < rows.length; row++) rows[next[rank[this.#rowNames.values[row]!]!]!++] = row;
    const list = new ByteWriter(1 << 12);
    const isDefinition = prefix === DEFINITION;
    const { values } = this.#rows;
    order.forEach((id, at) => {
      list.clear();
      let previous = 0;
      for (let place = starts[at]!; place < starts[at + 1]!; place++) {
        const row = rows[place]! * WIDTH;
        const extra = values[row + 4]!;
        writeNameRow(list, {
          blob: values[row]! - previous,
          kind: values[row + 1]!,
          line: values[row + 2]!,
          index: values[row + 3]!,
          span: isDefinition ? extra : 0,
          receiver: isDefinition ? "" : receivers[extra]!,
        }, isDefinition);
        previous = values[row]!;
      }
      dictionary.add(prefix + this.#names[id]!, list.view());
    });
  }

  #add(name: string, blob: number, kind: number, line: number, index: number, extra: number): void {
    // Names are words; what is not cannot be asked for.
    if (name.length === 0 || name.length > 120 || name.includes("\n")) return;
    let id = this.#ids.get(name);
    if (id === undefined) {
      this.#ids.set(name, id = this.#names.length);
      this.#names.push(name);
    }
    this.#rowNames.push(id);
    const rows = this.#rows;
    rows.push(blob);
    rows.push(kind);
    rows.push(line);
    rows.push(index);
    rows.push(extra);
  }
}

const WIDTH = 5;

/** One row of a list that leads from a name. */
export interface NameRow {
  /** Place of the content in its segment. */
  blob: number;
  kind: number;
  /** One-based. */
  line: number;
  /** Number of the definition, or of the enclosing one plus 1. */
  index: number;
  /** Lines behind the first, for definitions. */
  span: number;
  receiver: string;
}

/** Appends a row; its `blob` is the difference to the row before. */
export function writeNameRow(out: ByteWriter, row: NameRow, isDefinition: boolean): void {
  out.varint(row.blob);
  out.byte(row.kind);
  out.varint(row.line);
  out.varint(row.index);
  if (isDefinition) out.varint(row.span);
  else out.string(row.receiver);
}

/** Rows of a list; `visit` may return false to stop. The row is reused. */
export function eachNameRow(
  data: Uint8Array,
  isDefinition: boolean,
  visit: (row: NameRow) => boolean | void,
): void {
  const reader = new ByteReader(data);
  const row: NameRow = { blob: 0, kind: 0, line: 0, index: 0, span: 0, receiver: "" };
  while (!reader.done) {
    row.blob += reader.varint();
    row.kind = reader.byte();
    row.line = reader.varint();
    row.index = reader.varint();
    if (isDefinition) row.span = reader.varint();
    else row.receiver = reader.string();
    if (visit(row) === false) return;
  }
}
