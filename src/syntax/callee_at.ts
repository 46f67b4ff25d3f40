import { type Callee, chainOf, plainPath, receiverPath, splitCallee } from "./callee.ts";
import { declaredClass } from "./constructions.ts";
import { CHAIN_BEFORE, type Locator, NOWHERE } from "./flat_tree.ts";
import { type Source, textOf, typeAt, unwrapped } from "./source.ts";

/** The name and receiver of the node at a row. */
export function calleeAt(source: Source, at: number): Callee | undefined {
  // The shell's command for `source`, operators of Haskell.
  const text = textOf(source, at);
  const isOperator = typeAt(source, at) === "operator";
  if (text === "." || isOperator) {
    return isOperator && source.tables.skipCalls.has(text) ? undefined : { name: text, receiver: "" };
  }
  const { names } = source.tables.nodes;
  if (names === "dotted" || names === "dashed") {
    return dottedCallee(text, names === "dotted" ? DOTTED : DASHED);
  }
  const last = source.text[source.tree.end[at]! - 1]!;
  const mark = names === "marked" && "?!".includes(last) ? last : "";
  const split = splitCallee(
    source.text,
    source.tree.start[at]!,
    withoutTypeArgument(source, at) - mark.length,
  );
  // Swift's `.make()` is a member of a type that the context gives.
  const isImplicit = source.text[source.tree.start[at]!] === "." &&
    source.text[source.tree.start[at]! + 1] !== ".";
  return split &&
    { receiver: isImplicit ? impliedType(source, at) : split.receiver, name: split.name + mark };
}

/** The type that the declaration around gives to Swift's `.idle`; `?` if there is none. */
export function impliedType(source: Source, at: number): string {
  const type = declaredClass(source, at);
  return type === undefined ? "?" : type.receiver === "" ? type.name : `${type.receiver}.${type.name}`;
}

/** Names with other signs than letters: `stats::a.b`, `object$a.b`, `util/sum-all!`, `Get-Item`. */
function dottedCallee(text: string, pattern: RegExp): Callee | undefined {
  // Clojure's constructor `Animal.`
  const [, before = "", name] = pattern.exec(text.endsWith(".") ? text.slice(0, -1) : text) ?? [];
  return name === undefined
    ? undefined
    : { name, receiver: before === "" ? "" : plainPath(before.replace(/[$@-]/g, ".")) || "?" };
}

const DASHED = /^(?:([\w.'-]*)\.)?([\p{L}_][\p{L}\p{N}_'-]*)$/u;
const DOTTED =
  /^(?:([\w.$@:-]*?)(?:\$|@|\/|:{2,3}))?(?:(?:map)?->(?=[A-Z]))?([\p{L}_.+*<>=!?-][\p{L}\p{N}_.+*<>=!?'-]*)$/u;

/** True if a node is the callee of the call around it, or its name. */
export function isCallee({ tree, tables }: Source, row: number): boolean {
  const parent = tree.parent[row]!;
  const around = tables.calls[tree.type[parent] ?? -1];
  return around !== undefined &&
    tree.locate(parent, around.callee === NOWHERE ? around.name : around.callee) === row;
}

/** The receiver at a location; "" if there is none. */
export function receiverAt(source: Source, row: number, place: Locator): string {
  if (place === CHAIN_BEFORE) {
    const chain = chainHead(source, row);
    if (chain === undefined) return "";
    const isOpen = source.text[chain.end - 1] === ".";
    return chainOf(source.text, chain.start, isOpen ? chain.end - 1 : chain.end);
  }
  const at = unwrapped(source, source.tree.locate(row, place));
  return at < 0 ? "" : receiverPath(source, at);
}

/** The siblings before the link at `row`, back to the start of the chain; undefined if there are none. */
export function chainHead({ tree, text }: Source, row: number): { start: number; end: number } | undefined {
  let link = row;
  while (tree.parent[link]! >= 0 && tree.start[tree.parent[link]!] === tree.start[link]) {
    link = tree.parent[link]!;
  }
  const parent = tree.parent[link]!;
  let head = -1;
  for (let at = parent + 1; parent >= 0 && at < link; at = tree.after[at]!) {
    if (head < 0 || !LINKS.includes(text[tree.start[at]!]!)) head = at;
  }
  return head < 0 ? undefined : { start: tree.start[head]!, end: tree.start[link]! };
}

/** First characters of chain links: `.a`, `?.a`, `(a)`, `[a]`, `!`. */
const LINKS = ".?([!";

/** End of a Go callee before a type argument in brackets: `Get[int](c)`. */
function withoutTypeArgument({ tree, tables, text }: Source, at: number): number {
  const end = tree.end[at]!;
  if (tables.nodes.manyResults !== true || text.charCodeAt(end - 1) !== 93) return end;
  const argument = TYPE_ARGUMENT.exec(text.slice(Math.max(tree.start[at]!, end - 80), end));
  return argument === null ? end : end - argument[0].length;
}

const TYPE_ARGUMENT =
  /\[(?:\[\]|\*|map\[[\w.]+\])*(?:(?:\w+\.)?[A-Z]\w*|u?int\d*|float\d+|string|bool|byte|rune|any|error)\]$/;
