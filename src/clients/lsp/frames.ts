import { concat } from "../../model/concat.ts";

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
  /** Bytes of the message that are still to come. */
  #missing = 0;
  /** What came of it; undefined for one that is too long. */
  #body: Uint8Array[] | undefined = [];

  /** Takes the next bytes; answers what is whole by now. */
  *take(chunk: Uint8Array): Generator<Frame> {
    for (let at = 0; at < chunk.length;) {
      if (this.#missing === 0) {
        this.#header += String.fromCharCode(chunk[at++]!);
        if (this.#header.endsWith(HEADER_END) || this.#header.length > LONGEST_HEADER) yield* this.#begin();
        continue;
      }
      const part = chunk.slice(at, at + this.#missing);
      at += part.length;
      this.#missing -= part.length;
      this.#body?.push(part);
      if (this.#missing === 0 && this.#body) yield { text: new TextDecoder().decode(concat(this.#body)) };
    }
  }

  /** Reads the header; an empty message is whole at once. */
  *#begin(): Generator<Frame> {
    const digits = this.#header.endsWith(HEADER_END) ? LENGTH.exec(this.#header)?.[1] : undefined;
    this.#header = "";
    this.#missing = Number(digits ?? 0);
    this.#body = this.#missing > LONGEST_MESSAGE ? undefined : [];
    if (digits === undefined) yield { problem: "the header names no Content-Length", kind: "header" };
    else if (!this.#body) {
      yield { problem: `the message is longer than ${LONGEST_MESSAGE} bytes`, kind: "too long" };
    } else if (this.#missing === 0) yield { text: "" };
  }
}

/** A message with its header. */
export function framed(message: unknown): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${new TextEncoder().encode(text).length}${HEADER_END}${text}`;
}
