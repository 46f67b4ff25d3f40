import words from "../../config/library_words.json" with { type: "json" };
import { isCapitalized, isUpperCase, isWordCode, type Source, typeAt, unquoted } from "./source.ts";

/** The last name of a callee with its receiver. */
export interface Callee {
  readonly name: string;
  /** Chain as written by {@link chainOf}; "" if there is none. */
  readonly receiver: string;
}

/**
 * Splits a callee at its end: `a.b.c`, `A::new`, `self->x`, `obj?.run`, `foo::<T>`. Reading backwards keeps chains such
 * as `query(...).filter(...).all` cheap. Undefined if the text does not end in a name (`handlers[0]`, `make()`). Default: the whole text.
 */
export function splitCallee(text: string, start = 0, end = text.length): Callee | undefined {
  let last = end;
  if (text[last - 1] === ">") last = beforeTypeArguments(text, start, last);
  while (last > start && text[last - 1] === "!") last--;
  let first = last;
  while (first > start && isWordCode(text.charCodeAt(first - 1))) first--;
  if (first === last || isDigit(text.charCodeAt(first))) return undefined;
  // A private JavaScript name differs from its public namesake.
  if (first > start + 1 && text[first - 1] === "#" && text[first - 2] === ".") first--;
  const name = text.slice(first, last);
  return { name, receiver: first === start ? "" : receiverOf(text, start, first) };
}

/** Converts `text` to a dotted path without sigils; "" if it is anything else or too long. */
export function plainPath(text: string): string {
  if (text.length > RECEIVER_LIMIT + 20) return "";
  const bare = text.trim();
  if (bare === "super()") return "super";
  const plain = bare.replace(/\?\.|!\.|->|::|\\/g, ".").replace(/^[&*@.]+|\$/g, "");
  return plain.length <= RECEIVER_LIMIT && /^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u.test(plain)
    ? plain
    : "";
}

/**
 * Converts an expression to a chain of names and calls, `self.env.doc()`: separators become dots, arguments and indexes
 * are omitted. A prefix that is not a name becomes `?`; so does the whole expression if it is none.
 */
export function chainOf(text: string, start: number, end: number): string {
  return readChain(text, start, end, isPrefix);
}

/** The chain that ends with a separator before `end`, whatever its prefix; "" without a separator. */
export function chainBefore(text: string, start: number, end: number): string {
  const last = beforeSeparator(text, start, end);
  return last === end ? "" : readChain(text, start, last, () => true);
}

function readChain(
  text: string,
  start: number,
  end: number,
  mayFollow: (text: string, start: number, end: number) => boolean,
): string {
  let chain = "";
  let at = end;
  for (let links = 0; links < MOST_LINKS; links++) {
    const suffix = readSuffix(text, start, beforeSpace(text, start, at), chain === "");
    if (suffix?.whole !== undefined) return behind(suffix.whole, chain);
    const first = suffix && beforeName(text, start, suffix.at);
    // Fields of tuples have numbers.
    const isName = first !== undefined && first < suffix!.at &&
      (!isDigit(text.charCodeAt(first)) || text[first - 1] === ".");
    if (!isName) return behind("?", chain);
    const written = text.slice(first, suffix!.at);
    const mapped = text[first - 1] === "." ? mappedLink(written, text.slice(suffix!.at, at)) : "";
    chain = behind(mapped || linkOf(written, suffix!), chain);
    if (mapped !== "" && mapped[0] !== "%") return limited(chain);
    // In a chain a private JavaScript name is written like a public one.
    const name = text[first - 1] === "#" ? first - 1 : first;
    // Ruby's instance variables are members of `self`.
    if (name > start && text[name - 1] === "@") return limited(`self.${chain}`);
    at = beforeSeparator(text, start, name);
    if (at === name) {
      return mayFollow(text, start, beforeSpace(text, start, at)) ? limited(chain) : `?.${limited(chain)}`;
    }
    if (at === start) return limited(chain);
  }
  return `?.${limited(chain)}`;
}

/** The brackets and type arguments behind the name of a link. */
interface Suffix {
  /** Offset of the end of the name. */
  readonly at: number;
  /** `()`, `<Foo>()`, `[]`, or "". */
  readonly call: string;
  /** The first argument, which may be a class: `Mailer` of PHP's `get(Mailer::class)`. */
  readonly given?: string;
  /** The whole chain, if there is no name: of grouping parentheses and of casts. */
  readonly whole?: string;
}

/** The suffix of the link that ends at `end`; undefined if a block has no function. `isLast`: of the whole chain. */
function readSuffix(text: string, start: number, end: number, isLast: boolean): Suffix | undefined {
  const brackets = readBrackets(text, start, end, isLast);
  if (!brackets || brackets.whole !== undefined) return brackets;
  let { at, call } = brackets;
  if (at > start && text[at - 1] === ">") {
    const close = at;
    at = beforeTypeArguments(text, start, close);
    const argument = plainPath(text.slice(text.indexOf("<", at) + 1, close - 1).replace(POINTER, ""));
    if (call === "()" && argument !== "") {
      if (CASTS.some((name) => text.endsWith(name, at))) return { at, call, whole: `${argument}()` };
      call = `<${argument.slice(argument.lastIndexOf(".") + 1)}>${call}`;
    }
  }
  // Go's type arguments: `Build[int](1)`.
  if (call === "()" && at > start && text[at - 1] === "]") at = beforeBrackets(text, start, at);
  if (at > start && text[at - 1] === "!") at--;
  return { ...brackets, at, call };
}

/** The brackets that end at `end`. */
function readBrackets(text: string, start: number, end: number, isLast: boolean): Suffix | undefined {
  const sign = text[end - 1] ?? "";
  if (!")]}".includes(sign) || sign === "") return { at: end, call: "" };
  const open = beforeBrackets(text, start, end);
  const whole = sign === ")" && isLast ? insideBrackets(text, start, open, end) : undefined;
  if (whole !== undefined) return { at: open, call: "", whole };
  if (sign === "]") return readIndexes(text, start, open);
  if (sign === "}") {
    // A block behind its function: `all.filter { }`, `all.fold(0) { }`.
    const last = beforeSpace(text, start, open);
    const at = text[last - 1] === ")" ? beforeBrackets(text, start, last) : last;
    return isWordCode(text.charCodeAt(at - 1)) ? { at, call: "()" } : undefined;
  }
  const made = CLASS_ARGUMENT.exec(text.slice(open, end))?.slice(1).join("") ?? "";
  if (made !== "") return { at: open, call: `<${made}>()` };
  // PHP's `$container->get(Mailer::class)`, Angular's `inject(Mailer)`, Django's `get(Order, id=3)`
  return { at: open, call: "()", given: text.slice(open + 1, end - 1).split(",", 1)[0]! };
}

/** An index that opens at `open`, and those before it: elements of a result, or of an element, `all()[0]`. */
function readIndexes(text: string, start: number, open: number): Suffix {
  let [at, call] = [open, "[]"];
  for (let depth = 0; depth < 2 && ")]".includes(text[at - 1] ?? " "); depth++) {
    call = (text[at - 1] === ")" ? "()" : "[]") + call;
    at = beforeBrackets(text, start, at);
  }
  return { at, call };
}

/** A link of a name and what follows it. */
function linkOf(written: string, { call, given = "" }: Suffix): string {
  const name = written.startsWith("$") ? written.slice(1) : written;
  if (!MAKERS.has(name)) return name + call;
  const isField = isCapitalized(name);
  const [path = "", ...rest] = (isField ? unquoted(given) : given).split("::class");
  const type = plainPath(path).split(".").at(-1)!;
  // Django's `models.ForeignKey("shop.Order")`
  const first = isField ? type : path;
  const isClass = type !== "" && (rest.length > 0 || (isCapitalized(first) && !isUpperCase(first)));
  return isClass ? `${name}<${type}>${call}` : name + call;
}

/** Links for the result of a call: `%` or a class, a member, and `+` for a list of it: `orders.map(o => o.buyer)`; else "". */
function mappedLink(name: string, args: string): string {
  if (!MAPPINGS.has(name)) return "";
  const [, parameter = "it", object, member = "", type = "%", named = ""] = MAPPED.exec(args) ?? [];
  const isOf = object === parameter || object === "$0";
  const path = named || (isOf ? member.replaceAll("?", "").slice(1) : "");
  return path === "" ? "" : `${type}.${path}${FLAT_MAPPINGS.has(name) ? "" : ".+"}`;
}

/** `(o => o.buyer)`, `{ it.buyer }`, `{ $0.buyer }`, `(|o| o.buyer())`, `(Order::buyer)`, `(&:buyer)`, `(\.buyer)`. */
const MAPPED =
  /^\s*[({]\s*(?:(?:[(|]*&?(\w+)[)|]*\s*(?:[=-]>|(?<=\|))\s*)?(\$0|\w+)((?:\??\.\w+(?:\(\))?)+)|(?:(\w+)::|&:|\\\.)(\w+))\s*[)}]\s*$/;
/** Methods that give what a function makes of each element, and those that join the lists that it makes. */
const MAPPINGS: ReadonlySet<string> = new Set(`${words.mappings} ${words.flatMappings}`.split(" "));
const FLAT_MAPPINGS: ReadonlySet<string> = new Set(words.flatMappings.split(" "));

/** Start of the name that ends at `end`; `end` if there is none. */
function beforeName(text: string, start: number, end: number): number {
  let first = end;
  while (first > start && isWordCode(text.charCodeAt(first - 1))) first--;
  return first;
}

/** Start of the white space that ends at `end`. */
function beforeSpace(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Functions that return an object of the class that is their argument. */
export const MAKERS: ReadonlySet<string> = new Set(words.makers.split(" "));

/** An argument that is a class, whose objects a call mostly gives: `get(Foo.class)`, `get(Foo::class.java)`, `get(typeof(Foo))`. */
const CLASS_ARGUMENT =
  /[(,]\s*(?:(?:\w+\.)*([A-Z]\w*)(?:\.class|::class\.java|\.self)|typeof\((?:\w+\.)*([A-Z]\w*)\))\s*[),]/;

/** The end of a type that is a pointer, a reference or optional. */
const POINTER = /(?:[\s*&]|\| (?:null|undefined))+$/;

/** Ends of the names of C++ functions whose result has the type of their type argument. */
const CASTS = ["static_cast", "dynamic_cast", "const_cast", "reinterpret_cast", "make_unique", "make_shared"];

/** The content of grouping parentheses: `(&Foo{})`, `(*p)`, `(x as Foo)`, and of Go's `x.(*Foo)` as a value of Foo. */
function insideBrackets(text: string, start: number, open: number, close: number): string | undefined {
  const before = text.charCodeAt(open - 1);
  if (
    close - open > RECEIVER_LIMIT + 20 || (open > start && (isWordCode(before) || text[open - 1] === ">"))
  ) {
    return undefined;
  }
  const inner = text.slice(open + 1, close - 1).trim();
  const asserted = open > start && before === 46
    ? /^\*?([\w.]+)$/.exec(inner)?.[1]
    : /(?:\bas[?!]?\s+|^\((?=[\w.:]+[\s*]*\)\s*[\w.()]+$))([\w.:]+)(?:[\s*]*\)\s*[\w.()]+)?$/.exec(inner)
      ?.[1];
  if (asserted !== undefined) return `${plainPath(asserted)}()`;
  if (open > start) return undefined;
  const chain = readChain(inner, 0, inner.length, isPrefix);
  return chain.startsWith("?") ? undefined : chain;
}

/** The text of the node at `row` as a receiver chain. */
export function receiverPath(source: Source, row: number): string {
  const { tree, tables, text } = source;
  // Objective-C's `[[Cart shared] total]`
  const isMessage = typeAt(source, row) === "message_expression";
  const method = isMessage ? tree.child(row, tables.fieldId("method")) : -1;
  return method < 0
    ? chainOf(text, tree.start[row]!, tree.end[row]!)
    : `${receiverPath(source, row + 1)}.${text.slice(tree.start[method], tree.end[method])}()`;
}

/** The receiver of a call in a Dart cascade: `cart..add(1)..add(2)`. */
export function cascade(
  { tree, tables, text }: Source,
  row: number,
): { readonly receiver: string } | undefined {
  const section = tree.parent[row]!;
  if (tables.typeName(tree.type[section]!) !== "cascade_section") return undefined;
  const around = tree.parent[section]!;
  const first = tree.start[tree.childOfType(around, tree.type[section]!)]!;
  return { receiver: chainBefore(text, tree.start[around]!, first + 2) };
}

/** Maximum length of a receiver in UTF-16 code units. */
const RECEIVER_LIMIT = 120;
/** Maximum number of links; longer chains rarely determine a type. */
const MOST_LINKS = 12;
/** Maximum length of skipped arguments in UTF-16 code units. */
export const LONGEST_ARGUMENTS = 400;

/** The receiver between `start` and the separator that ends at `first`. */
function receiverOf(text: string, start: number, first: number): string {
  const end = beforeSeparator(text, start, first);
  const length = end - start;
  // Rust's `<Foo as Trait>::make()`.
  const as = text[start] === "<" ? text.indexOf(" as ", start) : -1;
  if (as >= 0 && as < end) return plainPath(text.slice(start + 1, as)) || "?";
  if (length === 0 || (length === 1 && "&*@".includes(text[start]!))) return "";
  // Swift's `1 + total(2)` is taken for a call of `1 + total`.
  if (end === first && text[end - 1] === " " && OPERATORS.includes(text[end - 2]!)) return "";
  if (length === 4 && text.startsWith("self", start)) return "self";
  if (length === 7 && text.startsWith("super()", start)) return "super";
  return readChain(text, start, end, mayPrecede);
}

/** True for a prefix, and for an operand: Swift's `1 + self.total` is taken for a member of `1 + self`. */
function mayPrecede(text: string, start: number, end: number): boolean {
  return isPrefix(text, start, end) || (text[end] === " " && OPERATORS.includes(text[end - 1]!));
}

/** Last characters of operators. */
const OPERATORS = "-+*/%<>=&|^?";

/** True if the prefix contains only sigils and ignorable words: `&mut x`, `*x`, `@x`, `await x`. */
function isPrefix(text: string, start: number, end: number): boolean {
  return end === start ||
    (end - start < 20 && /^(?:[&*@\s]|(?:await|mut|yield|new|try)\b)*$/.test(text.slice(start, end)));
}

/** A link in front of a chain. */
const behind = (link: string, chain: string): string => chain === "" ? link : `${link}.${chain}`;

const limited = (chain: string): string => chain.length <= RECEIVER_LIMIT ? chain : "?";

/**
 * Start of the brackets that end at `end`, or of those around it at a depth of 1; `start` if they are too long.
 */
export function beforeBrackets(text: string, start: number, end: number, around = 0): number {
  const from = Math.max(start, end - LONGEST_ARGUMENTS);
  let depth = around;
  for (let at = end - 1; at >= from; at--) {
    const char = text[at]!;
    if (")]}".includes(char)) depth++;
    else if ("([{".includes(char) && --depth === 0) return at;
  }
  return start;
}

function beforeTypeArguments(text: string, start: number, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= start; at--) {
    if (text[at] === ">") depth++;
    else if (text[at] === "<" && --depth === 0) return text.startsWith("::", at - 2) ? at - 2 : at;
  }
  return end;
}

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** Start of the `.`, `?.`, `!!.`, `&.`, `::`, `:`, `->` or `\\` before an offset; the offset itself if there is none. */
function beforeSeparator(text: string, start: number, at: number): number {
  let end = beforeSpace(text, start, at);
  // Not the dots of `...items`.
  if (text[end - 1] === "." && !text.startsWith("...", end - 3)) {
    do end--; while (end > start && ".?!&".includes(text[end - 1]!));
    return end;
  }
  if (end < at) return at;
  if (text.startsWith("->", end - 2)) end -= text[end - 3] === "?" ? 3 : 2;
  while (end > start && ":\\".includes(text[end - 1]!)) end--;
  return Math.max(start, end);
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
