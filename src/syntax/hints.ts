import type { CompiledHint } from "./language_tables.ts";
import { literal } from "../model/text.ts";
import { BUILT_IN, collectedType, HIDDEN } from "./annotations.ts";
import { chainOf, plainPath } from "./callee.ts";
import { repeated } from "./naming.ts";
import { isCapitalized, isIdentifier, isUpperCase, isWordCode, type Source, textOf } from "./source.ts";

/** A variable with the type of its declaration or initial value. */
export interface Hint {
  readonly name: string;
  readonly type: string;
  /** True for a member of the enclosing type (`self.x`, `this.x`, `@x`). */
  readonly isMember: boolean;
}

/** The type hints of the node at `row`; empty if it is not simple. */
export function hintsOf(source: Source, row: number, rule: CompiledHint): Hint[] {
  const { tree, text } = source;
  const valueRow = tree.locate(row, rule.value);
  if (rule.means === "result") {
    // The last expression of a Ruby method.
    const isBody = source.tables.typeName(tree.type[row]!) === "body_statement";
    const isBlock = isBody && source.tables.typeName(tree.type[tree.parent[row]!]!) === "do_block";
    const end = isBlock ? -1 : isBody ? tree.lastChild(row) : valueRow;
    const isAssigned = end >= 0 && source.tables.typeName(tree.type[end]!).endsWith("assignment");
    const last = isAssigned ? tree.lastChild(end) : end;
    const type = last < 0 ? "" : resultType(source, last);
    return type === "" ? [] : [{ name: RESULT, type, isMember: false }];
  }
  if (rule.means === "callback" || rule.means === "field") return [];
  if (rule.means === "hidden") {
    return parameterNames(source, row).map((name) => ({ name, type: HIDDEN, isMember: false }));
  }
  const isAlias = source.tables.typeName(tree.type[row]!) === "as_pattern";
  // Python's `case Foo() as foo` has no field.
  const nameRow = isAlias ? tree.lastChild(row) : tree.locate(row, rule.name);
  if (nameRow < 0) return [];
  if (source.tables.typeName(tree.type[nameRow]!) === "object_pattern") {
    const typeRow = tree.locate(row, rule.type);
    const type = typeRow < 0 ? "" : textOf(source, typeRow);
    return valueRow < 0
      ? destructured(source, nameRow, declaredType(source, type), type)
      : destructured(source, nameRow, chainOf(text, tree.start[valueRow]!, tree.end[valueRow]!));
  }
  // Zig's `if (found) |item|`.
  const bar = text[tree.start[nameRow]!] === "|" ? 1 : 0;
  const [start, end] = [tree.start[nameRow]! + bar, tree.end[nameRow]! - bar];
  if (rule.means === "bound") {
    const value = tree.after[nameRow]!;
    if (!text.slice(end, tree.start[value]).includes("=")) return [];
    return hintAt(text, start, end, valueTypeOf(source, tree.start[value]!, tree.end[value]!));
  }
  if (rule.means === "typed") {
    const [, type = ""] = /^[^:=]*::?\s*([^=]+)/.exec(text.slice(start, tree.end[row])) ?? [];
    return hintAt(text, start, end, declaredType(source, type));
  }
  const typeRow = tree.locate(row, rule.type);
  // A type parameter without a bound has no members.
  if (typeRow < 0 && valueRow < 0 && source.tables.typeName(tree.type[row]!) === "type_parameter") {
    return hintAt(text, start, end, BUILT_IN);
  }
  // Dart's type arguments are a node of their own.
  const list = typeRow < 0 ? -1 : tree.after[typeRow]!;
  const isGeneric = list >= 0 && source.tables.typeName(tree.type[list] ?? -1) === "type_arguments";
  const declared = list < 0
    ? undefined
    : text.slice(tree.start[typeRow], tree.end[isGeneric ? list : typeRow]);
  if (declared !== undefined && !INFERRED.test(declared)) {
    return hintAt(text, start, end, declaredType(source, declared));
  }
  if (rule.means === "element") {
    const first = valueRow < 0 ? tree.after[nameRow]! : valueRow;
    const isRepeated = valueRow >= 0 && tree.field[first] !== 0;
    const last = isRepeated ? repeated(source, row, first).at(-1) ?? first : first;
    return elementHints(source, { start, end }, { start: tree.start[first]!, end: tree.end[last]! });
  }
  if (valueRow < 0) {
    // Kotlin's `by lazy { value }`.
    const lazy = text.indexOf("by lazy", end);
    const sign = lazy >= 0 && lazy < tree.end[row]! ? "{" : "=";
    const from = text.indexOf(sign, typeRow < 0 ? end : tree.start[typeRow]) + 1;
    return from === 0 || from > tree.end[row]! || text[from + 1] === "@"
      ? []
      : hintAt(text, start, end, valueTypeOf(source, from, tree.end[row]!));
  }
  const value: Span = { start: tree.start[valueRow]!, end: tree.end[valueRow]! };
  const names = split(text, start, end);
  if (names.length === 1) {
    const type = valueTypeOf(source, value.start, value.end);
    const isEntered = isAlias && isCall(type);
    return hintAt(text, start, end, isEntered ? `${type}.${ENTER}()` : type);
  }
  return severalHints(source, names, split(text, value.start, value.end));
}

/** Name of the hint for a function's result. */
export const RESULT = "()";
/** Type of a method that returns its receiver, or a new instance of its class. */
export const ITSELF = "=self";

function resultType(source: Source, row: number): string {
  const { tree, tables, text } = source;
  const [start, end] = [tree.start[row]!, tree.end[row]!];
  if (
    end - start <= 40 &&
    /^(?:self|\$?this|(?:cls|type\(self\)|self\.__class__|new (?:this|static|self))\(.*\));?$/s.test(
      text.slice(start, end),
    )
  ) {
    return ITSELF;
  }
  return tables.typeName(tree.type[row]!) === "statement_block" ? "" : valueTypeOf(source, start, end);
}

/** True for the hint of a call's result. */
function isCall(type: string): boolean {
  return type.startsWith("=") && type.endsWith("()");
}

/** Method whose result `with` binds. */
export const ENTER = "__enter__";

interface Span {
  readonly start: number;
  readonly end: number;
}

function hintAt(text: string, start: number, end: number, type: string): Hint[] {
  if (type === "") return [];
  const path = variableName(text, start, end);
  const name = path.startsWith("self.") || path.startsWith("this.") ? path.slice(5) : path;
  const isMember = name !== path || text.charCodeAt(start) === 64;
  return name === "" || name === "_" || name.includes(".") ? [] : [{ name, type, isMember }];
}

/** `a, b := x, y` declares pairs; in `a, err := open()` each name has one result. */
function severalHints(source: Source, names: readonly Span[], values: readonly Span[]): Hint[] {
  const { text, tables } = source;
  return names.flatMap(({ start, end }, at) => {
    const value = values[values.length === names.length ? at : 0]!;
    let type = valueTypeOf(source, value.start, value.end);
    if (values.length !== names.length) {
      if (!tables.nodes.manyResults || values.length > 1) return hintAt(text, start, end, HIDDEN);
      if (at > 0) type = isCall(type) ? `${type}${at}` : "";
    }
    return hintAt(text, start, end, type);
  });
}

/** Names of parameters without a type. */
function parameterNames(source: Source, row: number): string[] {
  const { tree, tables } = source;
  const names: string[] = [];
  for (const at of tree.children(row)) {
    const type = tables.typeName(tree.type[at]!);
    if (type === "identifier" || type === "shorthand_property_identifier_pattern") {
      names.push(textOf(source, at));
    } else if (type.endsWith("_pattern") || PARAMETERS.has(type)) {
      // Names in a default value are not parameters.
      const inner = parameterNames(source, at);
      names.push(...(WITH_DEFAULT.has(type) ? inner.slice(0, 1) : inner));
    }
  }
  return names;
}

const PARAMETERS: ReadonlySet<string> = new Set(
  "default_parameter required_parameter optional_parameter".split(" "),
);
const WITH_DEFAULT: ReadonlySet<string> = new Set(
  "assignment_pattern object_assignment_pattern default_parameter".split(" "),
);

/** Destructuring, `const { a, b: c } = x.y`: a has the value `x.y.a`, c `x.y.b`; of a parameter by its type. */
function destructured(source: Source, row: number, chain: string, type = ""): Hint[] {
  const { tree, tables } = source;
  // Destructuring of a module is an import.
  if (chain.startsWith("require()") || chain.startsWith("import()")) return [];
  const hints: Hint[] = [];
  for (const at of tree.children(row)) {
    const [key, name = key] = textOf(source, at).split("=", 1)[0]!.split(":").map((part) => part.trim());
    if (!isIdentifier(name ?? "") || tables.typeName(tree.type[at]!) === "rest_pattern") continue;
    const inferred = chain === ""
      ? declaredType(source, new RegExp(`(?<![\\w$])${literal(key!)}\\??:([^;,}]+)`).exec(type)?.[1] ?? "")
      : `=${chain}.${key}`;
    if (inferred === "") continue;
    hints.push({ name: name!, type: "?!".includes(chain[0] ?? " ") ? HIDDEN : inferred, isMember: false });
  }
  return hints;
}

/** A loop variable has the type of an element of the iterated value. */
function elementHints(source: Source, target: Span, value: Span): Hint[] {
  const { text, tables } = source;
  if (text.slice(target.end, value.start).trim() === "in" && tables.nodes.exports === "keyword") return [];
  // `auto& [key, item]`, `(key, item)`
  const open = Math.max(...["(", "["].map((sign) => text.slice(target.start, target.end).indexOf(sign))) + 1;
  const names = open === 0
    ? split(text, target.start, target.end)
    : split(text, target.start + open, target.end - 1);
  let { start, end } = value;
  // The first of two names is an index or a key.
  if (names.length === 2) {
    const written = text.slice(start, end);
    if (written.startsWith("enumerate(")) [start, end] = [start + 10, end - 1];
    else if (written.endsWith(".items()")) end -= 8;
    else if (open === 0 && tables.nodes.manyResults !== true) return [];
  } else if (names.length > 2) return [];
  // In Go the only name is an index, which has no methods, unless the value is a channel.
  const chain = chainOf(text, start, end);
  const name = names.at(-1)!;
  return chain.startsWith("?") ? [] : hintAt(text, name.start, name.end, `=${chain}[]`);
}

/** Splits a list at its commas outside of brackets. */
function split(text: string, start: number, end: number): Span[] {
  const parts: Span[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at <= end; at++) {
    const char = text[at];
    if (at === end || (char === "," && depth === 0)) {
      parts.push({ start: from, end: at });
      from = at + 1;
    } else if (char === "(" || char === "[" || char === "{") depth++;
    else if (char === ")" || char === "]" || char === "}") depth--;
  }
  return parts.map(({ start, end }) => ({
    start: end - text.slice(start, end).trimStart().length,
    end,
  }));
}

/** Declaration keywords that leave the type to the value. */
const INFERRED = /^(?:var|auto|val|let|dynamic|final|const auto)\b/;

/** The first name of a target: `x`, `self.x`, `*p`, `x, err`, `x = 1`. */
function variableName(text: string, start: number, end: number): string {
  const head = text.slice(start, Math.min(end, start + 80)).split(/[=,;[:(]/, 1)[0]!;
  return plainPath(head.replace(/^(?:(?:my|our)\s|[*&\s])+/, "").replace("#", ""));
}

/** The class of a type annotation, or {@link BUILT_IN}. */
function declaredType(source: Source, text: string): string {
  const path = collectedType(source.tables.nodes.manyResults === true ? withoutArguments(text) : text);
  const name = path.slice(path.lastIndexOf(".") + 1).replaceAll("[]", "");
  const isParameter = name.length === 1 && hasTypeParameters(source);
  if (isParameter || !source.tables.builtinTypes.has(name)) return path;
  return source.tables.hasOverloads && path === name ? BUILT_IN + name : BUILT_IN;
}

/** Go's generic type without its arguments: `Set[int]`; maps, slices and channels are collections. */
function withoutArguments(type: string): string {
  const open = /\bmap\[|\bchan\b/.test(type) ? -1 : type.indexOf("[");
  return open > 0 && isWordCode(type.charCodeAt(open - 1)) ? type.slice(0, open) : type;
}

/** True if the bounds of type parameters are hints. */
function hasTypeParameters({ tables }: Source): boolean {
  return Object.keys(tables.nodes.hints ?? {}).some((type) => type.startsWith("type_parameter"));
}

/** The class that a value constructs, otherwise `=` and the chain of calls that returns it. */
function valueTypeOf(source: Source, start: number, end: number): string {
  const { text, tables } = source;
  let from = start;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  const elements = tables.nodes.manyResults === true && COLLECTION.exec(text.slice(from, end))?.[1];
  if (elements) return declaredType(source, elements);
  if (from < end && LITERAL.includes(text[from]!)) return isWholeLiteral(text, from, end) ? BUILT_IN : "";
  // If function names may also be capitalized, only braces and `new` construct a value.
  const metatable = METATABLE.exec(text.slice(from, Math.min(end, from + 120)))?.[1];
  if (metatable !== undefined) return metatable;
  const made = tables.nodes.manyResults === true
    ? plainPath(MADE.exec(text.slice(from, Math.min(end, from + 80)))?.slice(1).join("") ?? "")
    : valueType(text, start, end);
  // JavaScript declares no results: what is called on an object mostly gives that object back.
  const isDeclared = tables.nodes.exports !== "keyword";
  if (made !== "" && isDeclared && isChained(text, from, end)) return resultOf(text, start, end) || made;
  return made || assertedType(text, start, end) ||
    receivedType(text, from, end) || resultOf(text, start, end);
}

/** True if something is called on the first call of a value: `Builder.new().build()`. */
function isChained(text: string, start: number, end: number): boolean {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 40 || code === 91 || code === 123) depth++;
    else if (code === 41 || code === 93 || code === 125) depth--;
    if (depth === 0 && code === 41) {
      return /^\s*[?!]?\.\s*(?!init\b)\w+\s*(?:[(<;]|$)/.test(text.slice(at + 1, end));
    }
  }
  return false;
}

/** Lua's class of a table. */
const METATABLE = /^setmetatable\s*\([^]*,\s*([\w.]+)\s*\)\s*$/;

/** Go's `Foo{`, `&Foo{`, `new(Foo)`. */
const MADE = /^(?:&?([\w.]+)(?:\[[\w.*]+\])?\{|new\(([\w.]+)\)$)/;

/** Go's `map[string]*Foo{`, `[]Foo{`, `make(chan Foo`. */
const COLLECTION = /^(?:make\()?((?:\[[\w.]*\]|map\[|chan )[^{}(),]*)[{,)]/;

/** Element type of Go's `<-channel`. */
function receivedType(text: string, start: number, end: number): string {
  if (!text.startsWith("<-", start)) return "";
  const chain = chainOf(text, start + 2, end);
  return chain.startsWith("?") ? "" : `=${chain}[]`;
}

/** First characters of strings, lists, maps and numbers. */
const LITERAL = "\"'`[{0123456789";

/** True if the value is only a literal, without a call on it: `[]`, `"a"`, `{}`. */
function isWholeLiteral(text: string, start: number, end: number): boolean {
  return !/[)\w]\s*;?$/.test(text.slice(Math.max(start + 1, end - 3), end)) ||
    /^[\d.]+;?$/.test(text.slice(start, end));
}

/** Type of Go's `x.(*Foo)`, of `x as Foo` and of `(Foo) x`. */
function assertedType(text: string, start: number, end: number): string {
  const found = ASSERTION.exec(text.slice(Math.max(start, end - 80), end));
  return plainPath(found?.[1] ?? found?.[2] ?? "");
}

const ASSERTION = /(?:\.\(\*?|\bas[?!]?\s+)([\w.]+)\)?;?$|^\s*\(([A-Z][\w.]*)\)\s*\w[^;,]*;?$/;

/** Hint `=self.env.doc()` for the plain result of a call, a member or an element. */
function resultOf(text: string, start: number, end: number): string {
  let last = end;
  while (last > start && "; \t\r\n?!".includes(text[last - 1]!)) last--;
  const before = text[last - 1] ?? "";
  if (last - start > 200 || (before !== ")" && before !== "]" && !isWordCode(before.charCodeAt(0)))) {
    return "";
  }
  const written = text.slice(start, last);
  // A slice of a list is a list.
  if (before === "]" && written.lastIndexOf(":") > written.lastIndexOf("[")) return "";
  const chain = chainOf(text, start, last);
  return chain.startsWith("?") || NO_NAME.has(chain) ? "" : `=${chain}`;
}

const NO_NAME: ReadonlySet<string> = new Set(
  "true false null None True False nil undefined NULL nullptr super self this new await".split(" "),
);

/** The class that a value constructs: `Foo(...)`, `new Foo(...)`, `Foo::new(...)`, `&Foo{...}`, `NewFoo(...)`. */
function valueType(text: string, start: number, end: number): string {
  let from = start;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  const made = CONSTRUCTION.exec(text.slice(from, Math.min(end, from + 80)));
  if (made === null) return "";
  const path = plainPath(made[1]!);
  const cut = path.lastIndexOf(".") + 1;
  const [owner, last] = [path.slice(0, cut), path.slice(cut)];
  if (cut > 0 && FACTORIES.has(last)) return typeName(owner.slice(0, -1));
  return typeName(last.startsWith("New") && isCapitalized(last.slice(3)) ? owner + last.slice(3) : path);
}

const FACTORIES: ReadonlySet<string> = new Set(
  "new create default build getInstance get_instance from".split(" "),
);

/** An optional `new`, a path, optional type arguments, and an opening bracket (optional after Ruby's `.new`). */
const CONSTRUCTION =
  /^(?:(?:new|await|try!?)\s+|&)*([\w$.:\\]+)\s*(?:(?:::)?[<[][\w\s,.:*?]*[>\]])?\s*(?:[({]|(?<=\.new)\s*$)/;

/** A path whose last part is capitalized; otherwise "". */
function typeName(path: string): string {
  const plain = plainPath(path);
  const last = plain.slice(plain.lastIndexOf(".") + 1);
  return isCapitalized(last) && last !== "New" && !(last.length > 2 && isUpperCase(last)) ? plain : "";
}
