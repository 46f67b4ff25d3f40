import { ByteReader, type ByteWriter } from "./bytes.ts";

/**
 * Lists of the definitions or uses of a name. A row starts with a number whose lowest bits are flags. In the first row
 * of a blob the other bits are the difference to the blob before, and the line follows; in its further rows, ordered by
 * line, they are the difference to the line before.
 */

/** One definition or use of a name. */
export interface NameRow {
  /** Position of the blob in its segment. */
  blob: number;
  kind: number;
  /** One-based. */
  line: number;
  /** Index of the definition; for a use, index of the enclosing definition plus 1. */
  index: number;
  /** Number of lines after the first; only for definitions. */
  span: number;
  receiver: string;
}

/** Flag: first row of a blob. */
const ANOTHER = 1;
/** Flag of a use: kind and receiver follow, because they differ from the row before. */
const UNUSUAL = 2;
/** Flag of a use: in the same definition as the row before. */
const SAME_INDEX = 4;
/** Factor of the difference in the first number of a row; leaves room for the flags. */
const DEFINITION_STEP = 2;
const REFERENCE_STEP = 8;
/** Added to the kind of a use if its receiver follows. */
const WITH_RECEIVER = 128;
/** Exclusive upper limit of definition kinds. A definition's first byte is its kind plus this value times its span. */
const KINDS = 16;
/** Escape value of a span: the span follows as a separate number. */
const LONG = 15;

/** Writes lists of rows. */
export class NameRowWriter {
  #isFirst = true;
  #last: NameRow = emptyRow();

  /** Reader at the second row of a copied list; the rows are only decoded if more are added. */
  #copied: ByteReader | undefined;

  constructor(private readonly out: ByteWriter, private readonly isDefinition: boolean) {}

  /** Starts the next list. */
  begin(): void {
    this.#isFirst = true;
    this.#copied = undefined;
    this.#last = emptyRow();
  }

  /**
   * Appends the list from `start` to `stop` (exclusive), with its blob positions shifted by `by`. The list must be
   * complete.
   */
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

  /** Appends a row of the blob at position `blob`; positions must not descend. */
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

/** Visits the rows of a list, until `visit` returns false. The row object is reused. */
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

/** Zigzag encoding: small numbers of either sign stay small. */
function signed(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2;
}

/** Inverse of {@link signed}. */
function unsigned(value: number): number {
  return value & 1 ? -((value + 1) / 2) : value / 2;
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
