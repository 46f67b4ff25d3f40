import { concat } from "../../model/concat.ts";

/** Maximum length of a message in bytes: a document of a megabyte with every character escaped. */
export const LONGEST_MESSAGE: number = 8 * 1024 * 1024;

/** Maximum length of a header in bytes. */
const LONGEST_HEADER = 8 * 1024;
/** Bytes of an overlong header that may hold the beginning of the next one. */
const KEPT = 64;
const HEADER_END = "\r\n\r\n";
/** The last length; after a malformed message its body precedes the next header. */
const LENGTH = /content-length:[ \t]*(\d{1,15})[ \t]*\r\n(?:[\w-]+:[^\r\n]*\r\n)*\r\n$/i;

/** A message, or the reason for its absence. */
export type Frame =
  | { readonly text: string }
  | { readonly problem: string; readonly kind: "header" | "too long" };

/**
 * Splits a byte stream into messages, each after a header with its `Content-Length`. After a malformed header it goes
 * on at the next one that is complete.
 */
export class Frames {
  #header = "";
  /** Number of bytes missing of the message. */
  #missing = 0;
  /** Parts of the message; undefined if it is too long. */
  #body: Uint8Array[] | undefined = [];
  /** True after the first part of an overlong header, so that it is reported once. */
  #isOverlong = false;

  /** Adds bytes; yields the messages completed by them. */
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

  /** Reads the header; an empty message is complete at once. */
  *#begin(): Generator<Frame> {
    const digits = LENGTH.exec(this.#header)?.[1];
    const wasOverlong = this.#isOverlong;
    this.#isOverlong = !this.#header.endsWith(HEADER_END);
    this.#header = this.#isOverlong ? this.#header.slice(-KEPT) : "";
    this.#missing = Number(digits ?? 0);
    this.#body = this.#missing > LONGEST_MESSAGE ? undefined : [];
    if (digits === undefined) {
      if (!wasOverlong) yield { problem: "the header names no Content-Length", kind: "header" };
    } else if (!this.#body) {
      yield { problem: `the message is longer than ${LONGEST_MESSAGE} bytes`, kind: "too long" };
    } else if (this.#missing === 0) yield { text: "" };
  }
}

/** A message with its header. */
export function framed(message: unknown): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${new TextEncoder().encode(text).length}${HEADER_END}${text}`;
}
