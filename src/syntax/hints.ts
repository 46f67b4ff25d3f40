import type { CompiledHint } from "./language_tables.ts";
import { annotatedType, BUILT_IN } from "./annotations.ts";
import { chainOf, plainPath } from "./callee.ts";
import { isWordCode, type Source, textOf } from "./source.ts";

/** A variable and the type that its declaration or its first value shows. */
export interface Hint {
  readonly name: string;
  readonly type: string;
  /** The name is a member of the enclosing type (`self.x`, `this.x`, `@x`). */
  readonly isMember: boolean;
}

/** What the node at `row` says about the type of a variable; undefined when it says nothing simple. */
export function hintOf(source: Source, row: number, rule: CompiledHint): Hint | undefined {
  const { tree, text } = source;
  const nameRow = tree.locate(row, rule.name);
  if (nameRow < 0) return undefined;
  const typeRow = tree.locate(row, rule.type);
  let type = "";
  if (typeRow >= 0) {
    const declared = textOf(source, typeRow);
    if (!INFERRED.test(declared)) type = declaredType(source, declared);
    else type = heldType(text, text.indexOf("=", tree.start[typeRow]) + 1, tree.end[row]!);
  } else {
    const valueRow = tree.locate(row, rule.value);
    if (valueRow >= 0) type = heldType(text, tree.start[valueRow]!, tree.end[valueRow]!);
  }
  if (type === "") return undefined;
  const path = variableName(text, tree.start[nameRow]!, tree.end[nameRow]!);
  const name = path.replace(/^(?:self|this)\./, "");
  const isMember = name !== path || text.charCodeAt(tree.start[nameRow]!) === 64;
  return name === "" || name.includes(".") ? undefined : { name, type, isMember };
}

/** Declarations that leave the type to the value. */
const INFERRED = /^(?:var|auto|val|let|dynamic|const auto)\b/;

/** The first name of a target: `x`, `self.x`, `*p`, `x, err`, `x = 1`. */
function variableName(text: string, start: number, end: number): string {
  const head = text.slice(start, Math.min(end, start + 80)).split(/[=,;[:(]/, 1)[0]!;
  return plainPath(head.replace(/^[*&\s]+/, ""));
}

/** The class of a type annotation, unless it is one that every program has. */
function declaredType(source: Source, text: string): string {
  const path = annotatedType(text);
  return source.tables.builtinTypes.has(path.slice(path.lastIndexOf(".") + 1)) ? BUILT_IN : path;
}

/** The class that a value is made of, else `=` and the chain of calls that gives it. */
function heldType(text: string, start: number, end: number): string {
  let from = start;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  if (LITERAL.test(text.charAt(from))) return isWholeLiteral(text, from, end) ? BUILT_IN : "";
  return valueType(text, start, end) || assertedType(text, start, end) || resultOf(text, start, end);
}

/** The beginnings of strings, lists, maps and numbers. */
const LITERAL = /["'`[{\d]/;

/** Whether nothing is called on a literal: `[]`, `"a"`, `{}`. */
function isWholeLiteral(text: string, start: number, end: number): boolean {
  return !/[)\w]\s*;?$/.test(text.slice(Math.max(start + 1, end - 3), end)) ||
    /^[\d.]+;?$/.test(text.slice(start, end));
}

/** Go's `x.(*Foo)`. */
function assertedType(text: string, start: number, end: number): string {
  return plainPath(/\.\(\*?([\w.]+)\)$/.exec(text.slice(Math.max(start, end - 80), end))?.[1] ?? "");
}

/** `=self.env.doc()` for what is simply the result of a call or the member of something. */
function resultOf(text: string, start: number, end: number): string {
  let last = end;
  while (last > start && ENDINGS.test(text[last - 1]!)) last--;
  const before = text.charCodeAt(last - 1);
  if (last - start > 200 || (before !== CLOSING && !isWordCode(before))) return "";
  const chain = chainOf(text, start, last);
  const isPlain = !chain.includes(".") && !chain.endsWith(")");
  return isPlain || chain.startsWith("?") || chain.endsWith("]") ? "" : `=${chain}`;
}

const ENDINGS = /[;\s?!]/;
const CLOSING = 41;

/** `Foo(...)`, `new Foo(...)`, `Foo::new(...)`, `&Foo{...}`, `NewFoo(...)`: the class that a value is made of. */
function valueType(text: string, start: number, end: number): string {
  let from = start;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  const stop = Math.min(end, from + 80);
  if (!couldConstruct(text, from, stop)) return "";
  const made = CONSTRUCTION.exec(text.slice(from, stop));
  if (made === null) return "";
  const path = plainPath(made[1]!);
  const factory = /^(.*?)\.?(?:new|create|default|build|getInstance|get_instance|from)$/.exec(path);
  if (factory !== null && factory[1] !== "") return typeName(factory[1]!);
  return typeName(path.replace(/(^|\.)New([A-Z]\w*)$/, "$1$2"));
}

/** An optional `new`, a path, optional type arguments, and an opening bracket (Ruby's `.new` may go without). */
const CONSTRUCTION =
  /^(?:(?:new|await|try!?)\s+|&)*([\w$.:\\]+)\s*(?:(?:::)?[<[][\w\s,.:*?]*[>\]])?\s*(?:[({]|(?<=\.new)\s*$)/;

/** A capital near the start or `new`: everything else is a plain value, which is the usual case. */
function couldConstruct(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= 65 && code <= 90) return true;
    if (code === 40 || code === 123 || code === 34 || code === 39 || code === 91) return false;
  }
  return false;
}

/** A path whose last part starts with a capital; else "". */
function typeName(path: string): string {
  const plain = plainPath(path);
  const last = plain.slice(plain.lastIndexOf(".") + 1);
  return /^\p{Lu}/u.test(last) && last !== "New" && !/^[A-Z0-9_]{3,}$/.test(last) ? plain : "";
}
