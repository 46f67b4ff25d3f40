/** The longest message of a client, bytes: a document of a megabyte whose every character is escaped. */
export const LONGEST_MESSAGE: number = 8 * 1024 * 1024;

/** Bytes. */
const LONGEST_HEADER = 8 * 1024;
const HEADER_END = "\r\n\r\n";
const LENGTH = /^content-length:[ \t]*(\d{1,15})[ \t]*$/im;

/** A message, or why there is none. */
export type Frame =
  | { readonly text: string }
  | { readonly problem: string; readonly kind: "header" | "too long" };

/** Cuts a stream of bytes into messages, each behind a header with its `Content-Length`. */
export class Frames {
  #header = "";
  #body: Uint8Array | undefined;
  /** Bytes of the body that are here. */
  #filled = 0;
  /** Bytes of a message too long that are still to come. */
  #skipped = 0;

  /** Takes the next bytes; answers what is whole by now. */
  *take(chunk: Uint8Array): Generator<Frame> {
    for (let at = 0; at < chunk.length;) {
      if (this.#skipped > 0) {
        const count = Math.min(this.#skipped, chunk.length - at);
        this.#skipped -= count;
        at += count;
      } else if (this.#body) {
        const part = chunk.subarray(at, at + this.#body.length - this.#filled);
        this.#body.set(part, this.#filled);
        this.#filled += part.length;
        at += part.length;
        if (this.#filled === this.#body.length) yield this.#message(this.#body);
      } else {
        this.#header += String.fromCharCode(chunk[at++]!);
        if (this.#header.endsWith(HEADER_END)) yield* this.#begin();
        else if (this.#header.length > LONGEST_HEADER) yield this.#broken("the header does not end");
      }
    }
  }

  /** Reads the header; an empty message is whole at once. */
  *#begin(): Generator<Frame> {
    const digits = LENGTH.exec(this.#header)?.[1];
    if (digits === undefined) return yield this.#broken("the header names no Content-Length");
    this.#header = "";
    const length = Number(digits);
    if (length === 0) return yield { text: "" };
    if (length <= LONGEST_MESSAGE) {
      [this.#body, this.#filled] = [new Uint8Array(length), 0];
      return;
    }
    this.#skipped = length;
    yield { problem: `the message is longer than ${LONGEST_MESSAGE} bytes`, kind: "too long" };
  }

  #message(body: Uint8Array): Frame {
    this.#body = undefined;
    return { text: new TextDecoder().decode(body) };
  }

  #broken(problem: string): Frame {
    this.#header = "";
    return { problem, kind: "header" };
  }
}

/** A message with its header. */
export function framed(message: unknown): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${new TextEncoder().encode(text).length}${HEADER_END}${text}`;
}
