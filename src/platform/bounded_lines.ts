import process from "node:process";
import type { Readable } from "node:stream";
import { Transform } from "node:stream";
import { concat } from "../model/concat.ts";

/** Bytes kept of either end of a line that is too long. */
const KEPT = 512;

/** The ends of a line that was too long, each at most 512 bytes, as UTF-8 text. */
export interface LineEnds {
  readonly head: string;
  readonly tail: string;
}

/** Joins bytes to whole lines; of one longer than `longest` bytes nothing is kept but its ends. */
export class BoundedLines {
  #parts: Uint8Array[] = [];
  #size = 0;
  #ends: { readonly head: Uint8Array; tail: Uint8Array } | undefined;

  constructor(readonly longest: number, readonly onTooLong: (ends: LineEnds) => void) {}

  /** Takes the next bytes; answers the lines that are whole by now, each with its end. */
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
      this.#ends.tail = concat([this.#ends.tail, part.subarray(-KEPT)]).slice(-KEPT);
      return;
    }
    this.#parts.push(part);
    if (this.#size <= this.longest) return;
    const all = concat(this.#parts);
    this.#ends = { head: all.slice(0, KEPT), tail: all.slice(-KEPT) };
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

/** What is answered on standard output in the place of lines that are not passed on. */
export interface Refusals {
  /** For a line that is too long. */
  tooLong(ends: LineEnds): string;
  /** For a whole line, as UTF-8 text; undefined for one that is passed on. */
  malformed(line: string): string | undefined;
}

/** Standard input by whole lines, without those longer than `longest` bytes and those that are refused. */
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
