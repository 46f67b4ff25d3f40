import { lowerBound } from "../model/lower_bound.ts";
import { DictionaryWriter } from "./dictionary.ts";
import { FIELDS } from "./lexical_index.ts";
import { type Chunk, chunkFile } from "../syntax/chunks.ts";
import { LineTable } from "../syntax/lines.ts";
import { DEFINITION_KINDS, REFERENCE_KINDS } from "../syntax/parsed_file.ts";
import type { Definition, ParsedFile, Reference } from "../syntax/parsed_file.ts";
import { encodeParsed } from "./parsed_codec.ts";
import { DEFINITION, REFERENCE, type Segment } from "./segment.ts";
import { compress } from "../platform/compression.ts";
import { sortedOrder, TermTable } from "./term_table.ts";
import { scanFields } from "./text_fields.ts";
import { ByteWriter } from "./bytes.ts";
import { Column, groupStarts, Names } from "./growing.ts";
import { NameRowWriter } from "./name_rows.ts";

/**
 * The definitions or uses of all names in a segment: rows (blob and four more numbers) grouped by name; encoded as in
 * `name_rows.ts`.
 */
export class NameTable {
  readonly #names = new Names();
  readonly #rowNames = new Column();
  readonly #rows = new Column();
  readonly #receivers = new Names();

  addDefinition(blob: number, index: number, definition: Definition): void {
    const { name, kind, startLine, endLine } = definition;
    this.#add(name, blob, DEFINITION_KINDS.indexOf(kind), startLine, index, endLine - startLine);
  }

  addReference(blob: number, reference: Reference): void {
    const { name, kind, line, scope, receiver } = reference;
    const id = this.#receivers.number(receiver);
    this.#add(name, blob, REFERENCE_KINDS.indexOf(kind), line, scope + 1, id);
  }

  /** All names, one per line. */
  lines(): string {
    return this.#names.list.join("\n");
  }

  write(prefix: string, dictionary: DictionaryWriter): void {
    const [names, receivers] = [this.#names.list, this.#receivers.list];
    const order = sortedOrder(names);
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
      dictionary.add(prefix + names[id]!, list.view());
    });
  }

  #add(name: string, blob: number, kind: number, line: number, index: number, extra: number): void {
    // Other names cannot be queried.
    if (name.length === 0 || name.length > 120 || name.includes("\n")) return;
    this.#rowNames.push(this.#names.number(name));
    const rows = this.#rows;
    rows.push(blob);
    rows.push(kind);
    rows.push(line);
    rows.push(index);
    rows.push(extra);
  }
}

const WIDTH = 5;

/** A text to index with its parsed record. */
export interface SourceText {
  readonly text: string;
  readonly parsed: ParsedFile;
  /** The field of the whole text: `doc` for documents, `str` for data; undefined for code. */
  readonly prose: "doc" | "str" | undefined;
  /** A generated table of definitions: only the beginning of its text is indexed, but all of its names. */
  readonly isTable?: true;
  /** Generated code: neither its text is indexed, nor of its names others than those it uses, or those it defines. */
  readonly only?: "uses" | "names";
}

/** Number of indexed lines of a table. */
const TABLE_LINES = 60;

/** Collects texts and builds a segment from them. Used once. */
export class SegmentBuilder {
  readonly #terms = new TermTable();
  readonly #definitions = new NameTable();
  readonly #references = new NameTable();
  readonly #parsed: Uint8Array[] = [];
  readonly #firstChunk: number[] = [0];
  readonly #startLine: number[] = [];
  readonly #endLine: number[] = [];
  readonly #definition: number[] = [];
  readonly #length: number[] = [];
  readonly #lengths: number[][] = FIELDS.map(() => []);
  #characters = 0;

  /** Number of characters added so far. */
  get characters(): number {
    return this.#characters;
  }

  /** Adds a text; its position in the segment is the number of texts added before. */
  add(source: SourceText): void {
    const { text, parsed } = source;
    const blob = this.#parsed.length;
    this.#parsed.push(compress(encodeParsed(parsed)));
    this.#characters += text.length;
    for (const column of this.#lengths) column.push(0);
    if (!source.only) this.#addChunks(source, source.isTable ? headOf(parsed) : chunkFile(text, parsed));
    if (source.only !== "uses") {
      parsed.definitions.forEach((definition, index) =>
        this.#definitions.addDefinition(blob, index, definition)
      );
    }
    this.#firstChunk.push(this.#startLine.length);
    for (const reference of parsed.references) this.#references.addReference(blob, reference);
  }

  /** Returns the segment; its blobs are numbered 1, 2, ... until the store renumbers them. */
  finish(): Segment {
    const blocks: Uint8Array[] = [];
    const dictionary = new DictionaryWriter((block) => void blocks.push(block));
    this.#definitions.write(DEFINITION, dictionary);
    this.#references.write(REFERENCE, dictionary);
    this.#terms.write(dictionary);
    dictionary.finish();
    return {
      columns: {
        blobs: Uint32Array.from(this.#parsed, (_, index) => index + 1),
        firstChunk: Uint32Array.from(this.#firstChunk),
        startLine: Uint32Array.from(this.#startLine),
        endLine: Uint32Array.from(this.#endLine),
        definition: Int32Array.from(this.#definition),
        length: Uint16Array.from(this.#length),
        lengths: this.#lengths.map((column) => Uint32Array.from(column)),
      },
      firstKeys: dictionary.firstKeys,
      blocks,
      names: this.#definitions.lines(),
      parsed: this.#parsed,
    };
  }

  #addChunks(source: SourceText, chunks: readonly Chunk[]): void {
    const { parsed, prose } = source;
    const lines = LineTable.of(source.text);
    const ends = chunks.map((chunk) => lines.startOf(chunk.endLine + 1));
    const text = source.isTable ? source.text.slice(0, ends.at(-1)) : source.text;
    const base = this.#startLine.length;
    let current = 0;
    // A run of text may span chunks and is split at their boundaries.
    const add = (start: number, end: number, field: number): void => {
      for (let from = start; from < end && current < chunks.length;) {
        const to = Math.min(end, ends[current]!);
        if (to > from) this.#terms.addText(text, from, to, field);
        if (to < ends[current]!) return;
        this.#finishChunk(base + current, chunks[current]!, parsed);
        from = to;
        current++;
      }
    };
    if (prose === undefined) scanFields(text, parsed.language, add);
    else add(0, text.length, prose === "doc" ? 1 : 2);
    for (; current < chunks.length; current++) this.#finishChunk(base + current, chunks[current]!, parsed);
  }

  #finishChunk(number: number, chunk: Chunk, parsed: ParsedFile): void {
    const { definitions } = parsed;
    const first = lowerBound(definitions.length, (at) => definitions[at]!.startLine < chunk.startLine);
    for (let at = first; at < definitions.length; at++) {
      const { name, startLine } = definitions[at]!;
      if (startLine > chunk.endLine) break;
      this.#terms.addName(name, 3, 1);
    }
    const own = definitions[chunk.definition];
    if (own !== undefined) this.#terms.addName(own.name, 0, 2);
    const lengths = this.#terms.finishChunk(number);
    this.#startLine.push(chunk.startLine);
    this.#endLine.push(chunk.endLine);
    this.#definition.push(chunk.definition);
    const [code = 0, doc = 0, str = 0] = lengths;
    this.#length.push(Math.min(code + doc + str, 0xffff));
    const blob = this.#parsed.length - 1;
    lengths.forEach((length, field) => this.#lengths[field]![blob]! += length);
  }
}

/** The first lines of a table as its only chunk. */
function headOf({ lines }: ParsedFile): Chunk[] {
  return [{ startLine: 1, endLine: Math.min(TABLE_LINES, lines), definition: -1, kind: "module" }];
}
