import { ByteReader, type ByteWriter } from "./bytes.ts";
import { signed, unsigned } from "./record_columns.ts";

/**
 * Lists of the places where a name is defined or used. A row begins with a number whose lowest bits are flags. Further rows of
 * a content follow in order of their lines, so that the rest of the number is the difference to the line before; in the
 * first row of a content it is the difference to the content before, and the line follows.
 */

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

/** Flag: the first row of a content. */
const ANOTHER = 1;
/** Flag of a use: kind and receiver follow, because they are not those of the row before. */
const UNUSUAL = 2;
/** Flag of a use: it stands in the same definition as the row before. */
const SAME_INDEX = 4;
/** By what the rest of the first number is multiplied. */
const DEFINITION_STEP = 2;
const REFERENCE_STEP = 8;
/** Added to the kind of a use that its receiver follows. */
const WITH_RECEIVER = 128;
/** Kinds of definitions are lower. A definition's first byte is its kind and this times its span. */
const KINDS = 16;
/** A span that is written as a number of its own. */
const LONG = 15;

/** Writes lists of rows. */
export class NameRowWriter {
  #isFirst = true;
  #last: NameRow = emptyRow();

  /** The rows behind the first of a list that was copied: what they end with is only read when more follows. */
  #copied: ByteReader | undefined;

  constructor(private readonly out: ByteWriter, private readonly isDefinition: boolean) {}

  /** Begins the next list. */
  begin(): void {
    this.#isFirst = true;
    this.#copied = undefined;
    this.#last = emptyRow();
  }

  /** Appends the list from `start` to `stop` (exclusive) with all its contents `by` further on. Only one that ends as it should. */
  copy(data: Uint8Array, by: number, start: number, stop: number): void {
    const reader = new ByteReader(data, stop);
    reader.at = start;
    const row = emptyRow();
    const read = this.isDefinition ? readDefinition : readReference;
    read(reader, row);
    this.add(row, row.blob + by);
    this.out.bytes(data, reader.at, stop);
    this.#copied = reader;
  }

  #settle(reader: ByteReader): void {
    this.#copied = undefined;
    const read = this.isDefinition ? readDefinition : readReference;
    while (!reader.done) read(reader, this.#last);
  }

  /** Appends a row of the content at the place `blob`; contents do not descend. */
  add({ kind, line, index, span, receiver }: NameRow, blob: number): void {
    if (this.#copied !== undefined) this.#settle(this.#copied);
    const { out } = this;
    const last = this.#last;
    const isAnother = this.#isFirst || blob !== last.blob || line < last.line;
    const step = isAnother ? blob - last.blob : line - last.line;
    if (isAnother) last.line = last.index = 0;
    if (this.isDefinition) {
      out.varint(step * DEFINITION_STEP + (isAnother ? ANOTHER : 0));
      out.byte(kind + KINDS * Math.min(span, LONG));
      if (span >= LONG) out.varint(span);
      out.varint(isAnother ? index : signed(index - last.index));
    } else {
      const isUsual = kind === last.kind && receiver === "";
      const flags = (isAnother ? ANOTHER : 0) + (isUsual ? 0 : UNUSUAL) +
        (index === last.index ? SAME_INDEX : 0);
      out.varint(step * REFERENCE_STEP + flags);
      if (!isUsual) out.byte(kind + (receiver === "" ? 0 : WITH_RECEIVER));
      if (receiver !== "") out.string(receiver);
      if (index !== last.index) out.varint(isAnother ? index : signed(index - last.index));
    }
    if (isAnother) out.varint(line);
    [last.blob, last.kind, last.line, last.index] = [blob, kind, line, index];
    this.#isFirst = false;
  }
}

/** Rows of a list; `visit` may return false to stop. The row is reused. */
export function eachNameRow(
  data: Uint8Array,
  isDefinition: boolean,
  visit: (row: NameRow) => boolean | void,
): void {
  const reader = new ByteReader(data);
  const row = emptyRow();
  const read = isDefinition ? readDefinition : readReference;
  while (!reader.done) {
    read(reader, row);
    if (visit(row) === false) return;
  }
}

function emptyRow(): NameRow {
  return { blob: 0, kind: 0, line: 0, index: 0, span: 0, receiver: "" };
}

function readDefinition(reader: ByteReader, row: NameRow): void {
  const head = reader.varint();
  const step = Math.floor(head / DEFINITION_STEP);
  const isAnother = (head & ANOTHER) !== 0;
  const kind = reader.byte();
  row.kind = kind % KINDS;
  const span = kind >> 4;
  row.span = span === LONG ? reader.varint() : span;
  if (isAnother) {
    row.blob += step;
    row.index = reader.varint();
    row.line = reader.varint();
  } else {
    row.index += unsigned(reader.varint());
    row.line += step;
  }
}

function readReference(reader: ByteReader, row: NameRow): void {
  const head = reader.varint();
  const step = Math.floor(head / REFERENCE_STEP);
  const isAnother = (head & ANOTHER) !== 0;
  row.receiver = "";
  if (head & UNUSUAL) {
    const kind = reader.byte();
    row.kind = kind % WITH_RECEIVER;
    if (kind >= WITH_RECEIVER) row.receiver = reader.string();
  }
  if (isAnother) row.index = 0;
  if ((head & SAME_INDEX) === 0) row.index += isAnother ? reader.varint() : unsigned(reader.varint());
  if (isAnother) {
    row.blob += step;
    row.line = reader.varint();
  } else row.line += step;
}
