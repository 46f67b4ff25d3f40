import words from "../../config/library_words.json" with { type: "json" };
import { chainBefore } from "./callee.ts";
import type { Hint } from "./hints.ts";
import { isWordCode, type Source } from "./source.ts";

/**
 * Hint for the parameter of an anonymous function that a collection calls with each element, or a promise with its
 * value: `users.forEach((user) => ...)`. The type is the receiver chain followed by `.*`.
 */
export function callbackHints({ tree, text }: Source, row: number): Hint[] {
  const start = tree.start[row]!;
  const name = parameterOf(text, start);
  const type = name === "" ? "" : elementOf(text, start);
  return type === "" ? [] : [{ name, type: `=${type}`, isMember: false }];
}

/** The first parameter of the anonymous function at an offset, if it has no type; else "". */
export function parameterOf(text: string, start: number): string {
  return PARAMETER.exec(text.slice(start, start + 60))?.slice(1).join("") ?? "";
}

/** The chain of the element that is passed to the first argument, or the block, at an offset; "" if there is none. */
export function elementOf(text: string, start: number): string {
  let end = start;
  while (end > 0 && "( \t\n".includes(text[end - 1]!)) end--;
  let first = end;
  while (first > 0 && isWordCode(text.charCodeAt(first - 1))) first--;
  const receiver = ELEMENT_CALLS.has(text.slice(first, end)) ? chainBefore(text, 0, first) : "";
  return receiver === "" || receiver.startsWith("?") ? "" : `${receiver}.*`;
}

/** The first parameter, if it has no type: `(x)`, `x =>`, `{ x in`, `function (x)`, `|&x|`. */
const PARAMETER =
  /^(?:async\s+)?(?:(?:function\s*[\w$]*\s*)?\(\s*([\w$]+)\s*[,)]|(?:\{\s*)?([\w$]+)\s*(?:[=-]>|in\b)|(?:move\s+)?\|&*(?:mut\s+)?(\w+)\s*[,|])/;

const ELEMENT_CALLS: ReadonlySet<string> = new Set(words.callbacks.split(" "));
