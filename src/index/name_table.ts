import { ByteWriter } from "./bytes.ts";
import type { DictionaryWriter } from "./dictionary.ts";
import { Column, groupStarts } from "./growing.ts";
import { NameRowWriter } from "./name_rows.ts";
import type { Definition, Reference } from "../syntax/parsed_file.ts";
import { DEFINITION_KINDS, REFERENCE_KINDS } from "../syntax/parsed_file.ts";
import { DEFINITION } from "./segment.ts";
import { sortedOrder } from "./term_table.ts";

/**
 * The definitions or uses of all names in a segment: rows (blob and four more numbers) grouped by name; encoded as in
 * `name_rows.ts`.
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
    const writer = new NameRowWriter(list, isDefinition);
    const { values } = this.#rows;
    order.forEach((id, at) => {
      list.clear();
      writer.begin();
      for (let place = starts[at]!; place < starts[at + 1]!; place++) {
        const row = rows[place]! * WIDTH;
        const extra = values[row + 4]!;
        writer.add({
          blob: values[row]!,
          kind: values[row + 1]!,
          line: values[row + 2]!,
          index: values[row + 3]!,
          span: isDefinition ? extra : 0,
          receiver: isDefinition ? "" : receivers[extra]!,
        }, values[row]!);
      }
      dictionary.add(prefix + this.#names[id]!, list.view());
    });
  }

  #add(name: string, blob: number, kind: number, line: number, index: number, extra: number): void {
    // Other names cannot be queried.
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
