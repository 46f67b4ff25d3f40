import words from "../../config/library_words.json" with { type: "json" };
import { beforeBrackets, chainBefore, chainOf } from "./callee.ts";
import type { Hint } from "./hint.ts";
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

/** The parameter of the anonymous function at an offset that is an element, if it has no type; else "". */
export function parameterOf(text: string, start: number): string {
  const [, ...names] = PARAMETER.exec(text.slice(start, start + 60)) ?? [];
  const [first = "", second] = names.filter((name) => name !== undefined);
  return (second !== undefined && isFold(text, start) ? second : first).replace("$", "");
}

/** The chain of the element that is passed to the function or block between offsets; "" if there is none. */
export function elementOf(text: string, start: number, end = start): string {
  const { name, first, open } = calleeOf(text, start);
  const isMethod = ELEMENT_CALLS.has(name) || FOLDS.has(name);
  let chain = isMethod ? chainBefore(text, 0, first) : "";
  if (chain === "" && LIST_CALLS.has(name)) {
    // `array_map(fn, list)`, `sorted(list, key=fn)`
    const from = text.slice(open + 1, start).trim() === "" ? text.indexOf(",", end) + 1 : open + 1;
    chain = chainOf(
      text,
      from,
      from + text.slice(from, from + 60).split(",", 1)[0]!.split(")", 1)[0]!.length,
    );
  }
  return chain === "" || ["?", "import()"].some((start) => chain.startsWith(start)) ? "" : `${chain}.*`;
}

/** True if the anonymous function at an offset has the element as its second parameter. */
export function isFold(text: string, start: number): boolean {
  return FOLDS.has(calleeOf(text, start).name);
}

/** A called function and its offset, with that of its open bracket. */
type Called = { readonly name: string; readonly first: number; readonly open: number };

/** The function that is called with the anonymous one at an offset, maybe behind other arguments. */
function calleeOf(text: string, start: number): Called {
  const skip = (at: number): number =>
    text.slice(Math.max(0, at - 80), at).trimEnd().length + Math.max(0, at - 80);
  let open = skip(start) - 1;
  // `sorted(all, key=lambda x: ...)`, Swift's `first(where: { ... })`
  if (text[open] === ":" || text[open] === "=") { do open--; while (isWordCode(text.charCodeAt(open))); }
  open = skip(open + 1) - 1;
  if (text[open] === "," || text[open] === ")") open = beforeBrackets(text, 0, open, 1);
  else if ("({".includes(text[open]!)) {
    // Scala's `foldLeft(0) { (sum, x) => ... }`
    const before = skip(open) - 1;
    if (text[before] === ")") open = beforeBrackets(text, 0, before, 1);
  } else open++;
  const last = skip(open);
  let first = last;
  while (
    first > 0 && (isWordCode(text.charCodeAt(first - 1)) || (first === last && text[first - 1] === "?"))
  ) first--;
  return { name: text.slice(first, last), first, open };
}

/** The first parameters, if they have no types: `(x)`, `x =>`, `{ a, x in`, `function (x)`, `|&x|`, `{ |x|`. */
const PARAMETER =
  /^(?:async\s+)?(?:(?:(?:static )?(?:function|fn)\s*[\w$]*\s*)?\(\s*([\w$]+)\s*(?:,\s*([\w$]+)\s*)?[,)]|(?:\{\s*|lambda\s+)?([\w$]+)\s*(?:,\s*([\w$]+)\s*)?(?:[=-]>|in\b|:)|(?:\{\s*|do\s+|move\s+)?\|&*(?:mut\s+)?(\w+)\s*(?:,\s*&*(\w+)\s*)?[,|])/;

const ELEMENT_CALLS: ReadonlySet<string> = new Set(words.callbacks.split(" "));
/** Functions of a list and of what is called with its elements. */
const LIST_CALLS: ReadonlySet<string> = new Set(words.listCalls.split(" "));
/** Calls whose functions have the element as second parameter. */
const FOLDS: ReadonlySet<string> = new Set(words.folds.split(" "));
