import { isWordCode, type Source } from "./source.ts";

/** The last name of a callee and the plain path before it. */
export interface Callee {
  readonly name: string;
  /** Separators are written as dots; "" when there is none or when it is not a plain path. */
  readonly receiver: string;
}

/**
 * Splits the text of a callee from its end: `a.b.c`, `A::new`, `self->x`, `obj?.run`, `foo::<T>`. Reading
 * backwards keeps chains such as `query(...).filter(...).all` cheap, whatever stands before the last name.
 * Undefined when the text does not end in a name (`handlers[0]`, `make()`).
 */
export function splitCallee(text: string, start: number, end: number): Callee | undefined {
  let last = end;
  if (text.charCodeAt(last - 1) === GREATER) last = beforeTypeArguments(text, start, last);
  while (last > start && text.charCodeAt(last - 1) === BANG) last--;
  let first = last;
  while (first > start && isWordCode(text.charCodeAt(first - 1))) first--;
  if (first === last || isDigit(text.charCodeAt(first))) return undefined;
  const name = text.slice(first, last);
  return { name, receiver: first === start ? "" : receiverOf(text, start, first) };
}

/** `text` as a receiver: a plain path with dots, without sigils; "" when it is anything else or too long. */
export function plainPath(text: string): string {
  if (text.length > RECEIVER_LIMIT + 20) return "";
  const bare = text.trim();
  if (bare === "super()") return "super";
  const plain = bare.replace(/\?\.|!\.|->|::|\\/g, ".").replace(/^[&*@.]+|\$/g, "");
  return plain.length <= RECEIVER_LIMIT && /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u.test(plain)
    ? plain
    : "";
}

/** The text of the node at `row` as a receiver. */
export function receiverPath(source: Source, row: number): string {
  const start = source.tree.start[row]!;
  const end = source.tree.end[row]!;
  return end - start > RECEIVER_LIMIT * 2 ? "" : plainPath(source.text.slice(start, end));
}

const RECEIVER_LIMIT = 60;
const GREATER = 62;
const BANG = 33;

/** The part between `start` and the separator that ends at `first`. */
function receiverOf(text: string, start: number, first: number): string {
  let end = first;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  while (end > start && isSeparator(text.charCodeAt(end - 1))) end--;
  const length = end - start;
  // The usual receivers are short; a closing bracket means that it is a call or an index.
  if (length === 0 || length > RECEIVER_LIMIT * 2) return "";
  const before = text.charCodeAt(end - 1);
  if (!isWordCode(before) && before !== 41) return "";
  if (length === 4 && text.startsWith("self", start)) return "self";
  return plainPath(text.slice(start, end));
}

function beforeTypeArguments(text: string, start: number, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= start; at--) {
    const code = text.charCodeAt(at);
    if (code === GREATER) depth++;
    else if (code === 60 && --depth === 0) return text.startsWith("::", at - 2) ? at - 2 : at;
  }
  return end;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** `.`, `:`, `?`, `!`, `\`, and the two characters of `->`. */
function isSeparator(code: number): boolean {
  return code === 46 || code === 58 || code === 63 || code === BANG || code === 92 || code === 45 ||
    code === GREATER;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
