import type { Passage } from "./passages.ts";
import { attempt } from "../model/attempt.ts";
import { fromHex } from "../model/hex.ts";
import { hasLower, hasUpper } from "./fold.ts";

/** Decoding of runs in base64, hexadecimal or percent encoding. */

/** A run and its decoded text. */
export interface DecodedRun extends Passage {
  readonly plain: string;
}

/** Maximum length of a decoded run in UTF-16 code units. */
const MAX_RUN = 20_000;

const BASE64_CHARS = /[0-9A-Za-z+/_-]{16,}={0,2}/g;
const HEX_CHARS = /(?:0x)?[0-9A-Fa-f]{32,}|(?:[0-9A-Fa-f]{2}[ :,]){12,4000}[0-9A-Fa-f]{2}/g;

/** Runs of base64 or base64url, of at least `least` characters, that decode to printable text. */
export function* base64Runs(text: string, least: number): Generator<DecodedRun> {
  for (const { 0: run, index } of text.matchAll(BASE64_CHARS)) {
    if (run.length < least || run.length > MAX_RUN || !hasUpper(run) || !hasLower(run)) continue;
    const plain = decodeBase64(run);
    if (plain !== undefined) yield { start: index, end: index + run.length, plain };
  }
}

/** Runs of hexadecimal bytes that decode to printable text. */
export function* hexRuns(text: string): Generator<DecodedRun> {
  for (const { 0: run, index } of text.matchAll(HEX_CHARS)) {
    const digits = run.replace(/^0x|[ :,]/g, "");
    if (digits.length % 2 !== 0 || digits.length > MAX_RUN) continue;
    const plain = printable(fromHex(digits));
    if (plain !== undefined) yield { start: index, end: index + run.length, plain };
  }
}

/** Decodes a base64 or base64url run; undefined if the result is not printable text. */
export function decodeBase64(run: string): string | undefined {
  const standard = run.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  const bytes = attempt(() => Uint8Array.from(atob(standard), (char) => char.charCodeAt(0)));
  return bytes && printable(bytes);
}

/** Decodes bytes as UTF-8; undefined if they are not printable text. */
export function printable(bytes: Uint8Array): string | undefined {
  if (bytes.some(isControl)) return undefined;
  return attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** Decodes a percent-encoded run; undefined if it is malformed. */
export function decodePercent(run: string): string | undefined {
  return attempt(() => decodeURIComponent(run));
}

/** True for control characters other than white space. */
function isControl(byte: number): boolean {
  return byte < 9 || byte > 13 && byte < 32 || byte === 127;
}
