import process from "node:process";
import { type Readable, Transform } from "node:stream";
import { concat } from "../model/concat.ts";

/** Number of bytes retained at each end of an oversized line. */
const END_BYTES = 512;

/** The ends of an oversized line as UTF-8 text, at most 512 bytes each. */
export interface LineEnds {
  readonly head: string;
  readonly tail: string;
}

/** Splits a byte stream into lines; of a line longer than `longest` bytes only the ends are retained. */
export class BoundedLines {
  #parts: Uint8Array[] = [];
  #size = 0;
  #ends: { readonly head: Uint8Array; tail: Uint8Array } | undefined;

  constructor(readonly longest: number, readonly onTooLong: (ends: LineEnds) => void) {}

  /** Adds bytes; yields the lines completed by them, including their line feeds. */
  *take(chunk: Uint8Array): Generator<Uint8Array> {
    for (let start = 0; start < chunk.length;) {
      const found = chunk.indexOf(0x0a, start);
      const end = found < 0 ? chunk.length : found + 1;
      this.#add(chunk.subarray(start, end));
      start = end;
      if (found >= 0) yield* this.#line();
    }
  }

  #add(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#ends) {
      this.#ends.tail = concat([this.#ends.tail, part.subarray(-END_BYTES)]).slice(-END_BYTES);
      return;
    }
    this.#parts.push(part);
    if (this.#size <= this.longest) return;
    const all = concat(this.#parts);
    this.#ends = { head: all.slice(0, END_BYTES), tail: all.slice(-END_BYTES) };
    this.#parts = [];
  }

  *#line(): Generator<Uint8Array> {
    const [parts, ends] = [this.#parts, this.#ends];
    [this.#parts, this.#size, this.#ends] = [[], 0, undefined];
    if (ends === undefined) return yield concat(parts);
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    this.onTooLong({ head: text(ends.head), tail: text(ends.tail) });
  }
}

/** Replies written to standard output for rejected lines. */
export interface Refusals {
  /** Reply to an oversized line. */
  tooLong(ends: LineEnds): string;
  /** Reply to a complete line, given as UTF-8 text; undefined if the line is accepted. */
  malformed(line: string): string | undefined;
}

/** Standard input line by line, without oversized and rejected lines. */
export function boundedInput(longest: number, refusals: Refusals): Readable {
  const refuse = (answer: string): void => void process.stdout.write(`${answer}\n`);
  const lines = new BoundedLines(longest, (ends) => refuse(refusals.tooLong(ends)));
  const decoder = new TextDecoder();
  return process.stdin.pipe(
    new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        for (const line of lines.take(chunk)) {
          const answer = refusals.malformed(decoder.decode(line));
          if (answer === undefined) this.push(line);
          else refuse(answer);
        }
        done();
      },
    }),
  );
}
