import words from "../../config/library_words.json" with { type: "json" };
import { BUILT_IN, collectedType, isWrapper } from "./annotations.ts";
import { chainOf, MAKERS, plainPath } from "./callee.ts";
import { isCapitalized, isUpperCase, isWordCode, type Source } from "./source.ts";

/** The class of a type annotation, or {@link BUILT_IN}. */
export function declaredType(source: Source, text: string): string {
  const isOwn = source.tables.nodes.exports === "static" && isCapitalized(text.trimStart());
  const open = source.tables.nodes.manyResults === true ||
      (isOwn && !["Ptr<", "Pointer<"].some((sign) => text.includes(sign)))
    ? argumentsAt(text)
    : text.length;
  const bare = collectedType(text.slice(0, open));
  const path = open < text.length && !bare.endsWith("[]")
    ? bare + collectedType(`Own${text.slice(open)}`).slice(3)
    : bare;
  const [plain = ""] = path.split("<", 1);
  const name = plain.slice(plain.lastIndexOf(".") + 1).replaceAll("[]", "");
  // Bounds of type parameters are hints.
  const isParameter = name.length === 1 &&
    Object.keys(source.tables.nodes.hints ?? {}).some((type) => type.startsWith("type_parameter"));
  if (isParameter || name === "Self" || !source.tables.builtinTypes.has(name)) return path;
  const isArray = path === `${name}[]` && text.trimEnd().endsWith("[]");
  return source.tables.hasOverloads && (path === name || isArray) ? BUILT_IN + path : BUILT_IN;
}

/** Offset of the arguments of a generic type of Go or C++: `Set[int]`, `Queue<Job>`; Go's maps, slices and channels are collections. */
function argumentsAt(type: string): number {
  const open = /\bmap\[|\bchan\b/.test(type) ? -1 : Math.max(type.indexOf("["), type.indexOf("<"));
  return open > 0 && isWordCode(type.charCodeAt(open - 1)) ? open : type.length;
}

/** The class that a value constructs, otherwise `=` and the chain of calls that returns it. */
export function valueTypeOf(source: Source, start: number, end: number): string {
  const { text, tables } = source;
  if (text.startsWith(" as const", end - 9)) return valueTypeOf(source, start, end - 9);
  let from = start;
  while (from < end && text.charCodeAt(from) <= 32) from++;
  const isGo = tables.nodes.manyResults === true;
  const elements = isGo && COLLECTION.exec(text.slice(from, end))?.[1];
  if (elements) return declaredType(source, elements);
  // PowerShell's `[Report]::new()`
  const close = text[from] === "[" ? text.slice(from, end).indexOf("]::new(") : -1;
  if (close >= 0) return plainPath(text.slice(from + 1, from + close));
  if (from < end && LITERAL.includes(text[from]!) && !text.startsWith("]()", end - 3)) {
    if (!isWholeLiteral(text, from, end)) return "";
    const element = text[from] === "[" && !isChained(text, from + 1, end)
      ? valueType(text, from + 1, end - 1)
      : "";
    return element === "" ? BUILT_IN : `${element}[]`;
  }
  const head = text.slice(from, Math.min(end, from + 80));
  const [, generic = "", plain = ""] = isGo ? [] : MADE_COLLECTION.exec(head) ?? [];
  const collected = generic === "" ? "" : collectedType(generic.startsWith("<") ? `List${generic}` : generic);
  if (collected.endsWith("[]") || isWrapper(generic)) return collected;
  if (EMPTY_COLLECTIONS.has(plain)) return BUILT_IN;
  // FastAPI's `Orders = Annotated[OrderRepo, Depends(orders)]`
  if (text.startsWith("Annotated[", from)) return declaredType(source, text.slice(from, end));
  // Python's `TypeVar("T", bound=Order)`
  const bound = text.startsWith("TypeVar(", from) ? text.slice(from, end).split("bound=")[1] : undefined;
  if (bound !== undefined) return plainPath(bound.split(/["'),]/).find((part) => part !== "") ?? "");
  // If function names may also be capitalized, only braces and `new` construct a value.
  const metatable = METATABLE.exec(text.slice(from, Math.min(end, from + 120)))?.[1];
  if (metatable !== undefined) return metatable;
  const made = isGo
    ? declaredType(source, MADE.exec(head)?.slice(1).join("") ?? "")
    : valueType(text, start, end);
  // JavaScript declares no results: what is called on an object mostly gives that object back.
  const isDeclared = tables.nodes.exports !== "keyword";
  if (made !== "" && isDeclared && isChained(text, from, end)) return resultOf(text, start, end) || made;
  return made || assertedType(text, start, end) ||
    receivedType(text, from, end) || resultOf(text, start, end);
}

/** `new List<Foo>()`, `mutableListOf<Foo>()`, `[Foo]()`, `<Foo>[]`, and a collection without a type of its elements. */
const MADE_COLLECTION = /^(?:new\s+)?(?:([\w.]*[<[].*[>\]])\s*[({[]|([\w.]+)\()/s;
const EMPTY_COLLECTIONS: ReadonlySet<string> = new Set(words.emptyCollections.split(" "));

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
const MADE = /^(?:&?([\w.]+(?:\[[\w.*, ]+\])?)\{|new\(([\w.]+)\)$)/;

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

/** Type of Go's `x.(*Foo)`, of `x as Foo`, of `(Foo) x` and of `x instanceof Foo ? x : y`. */
function assertedType(text: string, start: number, end: number): string {
  const found = ASSERTION.exec(text.slice(Math.max(start, end - 80), end));
  return plainPath(found?.[1] ?? found?.[2] ?? found?.[4] ?? "");
}

const ASSERTION =
  /(?:\.\(\*?|\bas[?!]?\s+)([\w.]+)\)?;?$|^\s*\(([A-Z][\w.]*)\)\s*\w[^;,]*;?$|^\s*(\w+) instanceof ([\w.]+)\s*\?\s*\3\s*:/;

/** Hint `=self.env.doc()` for the plain result of a call, a member or an element. */
function resultOf(text: string, start: number, end: number): string {
  if (end - start > 200) return "";
  const whole = text.slice(start, end);
  const [cut = ""] = whole.split(DEFAULT, 1);
  const written = cut !== "" && cut.split("(").length === cut.split(")").length ? cut : whole;
  let last = start + written.length;
  const first = last - written.split(CHOICE).at(-1)!.length;
  while (last > first && "; \t\r\n?!".includes(text[last - 1]!)) last--;
  const before = text[last - 1] ?? "";
  if (before !== ")" && before !== "]" && !isWordCode(before.charCodeAt(0))) return "";
  // A slice of a list is a list.
  if (before === "]" && written.lastIndexOf(":") > written.lastIndexOf("[")) return "";
  const chain = chainOf(text, first, last);
  return chain.startsWith("?") || NO_NAME.has(chain) ? "" : `=${chain}`;
}

/** Signs before the second of two values: `a ?? b`, `isOpen ? a : b`, `a if is_open else b`. */
const DEFAULT = /\s*(?:\?[:?]|\|\||\bor\b|\s(?::|if))\s/;
/** The sign between a condition and the first value. */
const CHOICE = /\s\?\s/;

const NO_NAME: ReadonlySet<string> = new Set(words.noNames.split(" "));

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
  const type = typeName(
    last.startsWith("New") && isCapitalized(last.slice(3)) ? owner + last.slice(3) : path,
  );
  return type && made[2] ? collectedType(type + made[2]) : type;
}

const FACTORIES: ReadonlySet<string> = new Set(words.factories.split(" "));

/** An optional `new`, a path, optional type arguments, and an opening bracket (optional after Ruby's `.new`). */
const CONSTRUCTION =
  /^(?:(?:new|await|try!?)\s+|&)*([\w$.:\\]+)\s*(?:(?:::)?([<[][\w\s,.:*?]*[>\]]))?\s*(?:[({]|(?<=\.new|^new\s.*)\s*(?:,|$))/;

/** A path whose last part is capitalized; otherwise "". */
function typeName(path: string): string {
  const plain = plainPath(path);
  const last = plain.slice(plain.lastIndexOf(".") + 1);
  const isOther = last === "New" || MAKERS.has(last) || (last.length > 2 && isUpperCase(last));
  return isCapitalized(last) && !isOther ? plain : "";
}
