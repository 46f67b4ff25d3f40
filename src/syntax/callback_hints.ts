import words from "../../config/library_words.json" with { type: "json" };
import { beforeBrackets, chainBefore, chainOf, LONGEST_ARGUMENTS } from "./callee.ts";
import type { Hint } from "./hint.ts";
import { spansOf } from "./spans.ts";
import { isWordCode, type Source } from "./source.ts";

/**
 * Hints for the parameters of an anonymous function by the function that it is passed to:
 * `users.forEach((user) => ...)`, `options.use(o => ...)`. See {@link argumentOf}.
 */
export function callbackHints(source: Source, row: number): Hint[] {
  return parametersOf(source.text, source.tree.start[row]!).flatMap((name, place) => {
    const type = argumentOf(source, row, place);
    return type === "" ? [] : [{ name, type: `=${type}`, isMember: false }];
  });
}

/** The first two parameters of the anonymous function at an offset, if they have no types. */
export function parametersOf(text: string, start: number): string[] {
  const [, ...names] = PARAMETER.exec(text.slice(start, start + 60)) ?? [];
  return names.flatMap((name) => name?.replace("$", "") ?? []);
}

/**
 * The chain of the value that is passed to the anonymous function at a row: `users.forEach()*00`, with the index of the
 * function among the arguments (9 for a block behind them) and that of its parameter, or `o` for what it puts into an
 * argument; `list.*` for an element of an argument; "" if there is none.
 */
export function argumentOf(source: Source, row: number, place: number | "t" | "o" = 0): string {
  const { tree, text, tables } = source;
  const [start, end] = [tree.start[row]!, tree.end[row]!];
  const { name, open, argument } = calleeOf(text, start);
  const isElement = ELEMENT_CALLS.has(name);
  const isTyped = tables.hasOverloads || tables.nodes.exports === "pub";
  const before = text.slice(Math.max(0, open - LONGEST_ARGUMENTS), open).trimEnd();
  const head = `${before.endsWith("?") ? before.slice(0, -1) : before}().`;
  const called = isElement || isTyped ? chainBefore(head, 0, head.length) : "";
  const isPlain = !called.includes(".");
  if (isPlain && LIST_CALLS.has(name)) {
    if (place !== (FOLDS.has(name) ? 1 : 0)) return "";
    // `array_map(fn, list)`, `sorted(list, key=fn)`
    const from = text.slice(open + 1, start).trim() === "" ? text.indexOf(",", end) + 1 : open + 1;
    const to = from + text.slice(from, from + 60).split(",", 1)[0]!.split(")", 1)[0]!.length;
    const list = chainOf(text, from, to);
    return list.startsWith("?") ? "" : `${list}.*`;
  }
  if (["?", "import()"].some((start) => called.startsWith(start)) || (isPlain && !isTyped)) return "";
  return `${isPlain ? implicitReceiver(source, row) : ""}${called}*${argument}${place}`;
}

/**
 * The object whose members a plain call in a block may refer to, with a final dot: `cart.apply { add(1) }`,
 * `with(cart) { add(1) }`; the function for `table { row() }`, whose parameter may have a receiver. "" if there is none.
 */
export function implicitReceiver(source: Source, row: number): string {
  const { tree, tables, text } = source;
  if (tables.scopeFunctions.size === 0) return "";
  let at = tree.parent[row]!;
  const isOuter = (): boolean =>
    tables.isClosure[tree.type[at]!] !== 1 || ELEMENT_CALLS.has(calleeOf(text, tree.start[at]!).name);
  while (at >= 0 && isOuter()) at = tree.parent[at]!;
  if (at < 0) return "";
  const { name, first, open } = calleeOf(text, tree.start[at]!);
  if (!tables.scopeFunctions.has(name)) return `${argumentOf(source, at, "t")}.`;
  const object = chainBefore(text, 0, first) ||
    chainOf(text, open + 1, text.lastIndexOf(")", tree.start[at]));
  return object.startsWith("?") ? "" : `${object}.`;
}

/**
 * The function that is called with the anonymous one at an offset, and its offset, with that of its open bracket, and
 * the index of the anonymous one among the arguments.
 */
function calleeOf(text: string, start: number) {
  const skip = (at: number): number =>
    text.slice(Math.max(0, at - 80), at).trimEnd().length + Math.max(0, at - 80);
  let open = skip(start) - 1;
  // `sorted(all, key=lambda x: ...)`, Swift's `first(where: { ... })`
  if (text[open] === ":" || text[open] === "=") { do open--; while (isWordCode(text.charCodeAt(open))); }
  open = skip(open + 1) - 1;
  const sign = text[open]!;
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
  // Behind the other arguments a block is the last one.
  const argument = sign === "," ? spansOf(text, open + 1, start).length - 1 : sign === "(" ? 0 : 9;
  return { name: text.slice(first, last), first, open, argument };
}

/** The first parameters, if they have no types: `(x)`, `x =>`, `{ a, x in`, `function (x)`, `|&x|`, `{ |x|`. */
const PARAMETER =
  /^(?:async\s+)?(?:(?:(?:static )?(?:function|fn)\s*[\w$]*\s*)?\(\s*([\w$]+)\s*(?:,\s*([\w$]+)\s*)?[,)]|(?:\{\s*|lambda\s+)?([\w$]+)\s*(?:,\s*([\w$]+)\s*)?(?:[=-]>|in\b|:)|(?:\{\s*|do\s+|move\s+)?\|&*(?:mut\s+)?(\w+)\s*(?:,\s*&*(\w+)\s*)?[,|])/;

/** Calls that pass each element of a collection, or a value, to a function. */
export const ELEMENT_CALLS: ReadonlySet<string> = new Set(`${words.callbacks} ${words.folds}`.split(" "));
/** Functions of a list and of what is called with its elements. */
const LIST_CALLS: ReadonlySet<string> = new Set(words.listCalls.split(" "));
/** Calls whose functions have the element as second parameter. */
export const FOLDS: ReadonlySet<string> = new Set(words.folds.split(" "));
