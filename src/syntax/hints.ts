import type { CompiledHint } from "./language_tables.ts";
import { literal } from "../model/text.ts";
import { BUILT_IN, HIDDEN } from "./annotations.ts";
import { argumentOf } from "./callback_hints.ts";
import { chainOf, plainPath } from "./callee.ts";
import type { Hint } from "./hint.ts";
import { EXPORTS } from "./imports.ts";
import { repeated } from "./naming.ts";
import { isIdentifier, type Source, textOf } from "./source.ts";
import { type Span, spansOf } from "./spans.ts";
import { declaredType, valueTypeOf } from "./value_types.ts";

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
    const name = source.tables.typeName(tree.type[row]!).startsWith("yield") ? YIELDED : RESULT;
    return type === "" ? [] : [{ name, type, isMember: false }];
  }
  if (rule.means === "fields") {
    return tree.children(row).filter((at) => tree.field[at] === source.tables.fieldId("type"))
      .map((at, name) => ({
        name: `${name}`,
        type: declaredType(source, textOf(source, at)),
        isMember: false,
      }));
  }
  if (rule.means === "case") {
    const value = tree.child(tree.parent[tree.parent[row]!]!, source.tables.fieldId("value"));
    const pattern = tree.locate(row, rule.name);
    const isSome = pattern >= 0 && text.startsWith("Some(", tree.start[pattern]);
    // Scala's `Some(x: Foo)` has a type of its own.
    if (value < 0 || !isSome || textOf(source, pattern).includes(":")) return [];
    const type = valueTypeOf(source, tree.start[value]!, tree.end[value]!);
    return hintAt(text, tree.start[pattern]!, tree.end[pattern]!, type);
  }
  if (rule.means === "memo") return sharedValue(source, row);
  if (rule.means === "alias") return methodAlias(source, row);
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
      ? destructured(source, nameRow, declaredType(source, type) || elementAt(source, row), type)
      : destructured(source, nameRow, chainOf(text, tree.start[valueRow]!, tree.end[valueRow]!));
  }
  // React's `const [rows, setRows] = useState<Row[]>()`.
  const argument = valueRow < 0 ? -1 : tree.child(valueRow, source.tables.fieldId("type_arguments"));
  if (argument >= 0 && source.tables.typeName(tree.type[nameRow]!) === "array_pattern") {
    const [start, end] = [tree.start[nameRow]! + 1, tree.end[nameRow]!];
    return hintAt(text, start, end, declaredType(source, textOf(source, argument).slice(1, -1)));
  }
  // Zig's `if (found) |item|`.
  const bar = text[tree.start[nameRow]!] === "|" ? 1 : 0;
  // PHP's `foreach ($all as $key => $one)`, Ruby's `rescue Foo => one`.
  const key = rule.means === "element" || text.startsWith("=>", tree.start[nameRow])
    ? textOf(source, nameRow).indexOf("=>")
    : -1;
  const [start, end] = [tree.start[nameRow]! + (key < 0 ? bar : key + 2), tree.end[nameRow]! - bar];
  if (rule.means === "bound") {
    const value = tree.after[nameRow]!;
    if (!text.slice(end, tree.start[value]).includes("=")) return [];
    return hintAt(text, start, end, valueTypeOf(source, tree.start[value]!, tree.end[value]!));
  }
  if (rule.means === "put") {
    if (text.slice(end, tree.start[valueRow]).trim() !== "<<") return [];
    const type = valueTypeOf(source, tree.start[valueRow]!, tree.end[valueRow]!);
    return hintAt(text, start, end, type).map((hint) => ({ ...hint, isElement: true }));
  }
  // Kotlin's `val cart: Cart = ...`
  const isTyped = text.slice(start, end).includes(":") &&
    source.tables.typeName(tree.type[nameRow]!) === "variable_declaration";
  if (rule.means === "typed" || isTyped) {
    const [, type = ""] = /^[^:=]*::?\s*([^=]+)/.exec(text.slice(start, tree.end[row])) ?? [];
    return hintAt(text, start, end, declaredType(source, type));
  }
  const typeRow = tree.locate(row, rule.type);
  // A type parameter without a bound has no members.
  if (typeRow < 0 && valueRow < 0 && source.tables.typeName(tree.type[row]!) === "type_parameter") {
    return hintAt(text, start, end, BUILT_IN);
  }
  // The parts of Dart's `p.Plant<int>` are nodes of their own.
  let last = typeRow;
  while (last >= 0 && text[tree.end[last]!] === ".") last = tree.after[last]!;
  const list = last < 0 ? -1 : tree.after[last]!;
  const isGeneric = list >= 0 && source.tables.typeName(tree.type[list] ?? -1) === "type_arguments";
  const declared = list < 0 ? undefined : text.slice(tree.start[typeRow], tree.end[isGeneric ? list : last]);
  if (declared !== undefined && !INFERRED.test(declared)) {
    if (key === 0 && declared.includes(",")) return [];
    const type = declaredType(source, declared);
    const kind = source.tables.typeName(tree.type[row]!);
    const isMany = kind.startsWith("variadic") || (kind === "typed_parameter" && text[start] === "*");
    const whole = isMany && type !== "" && !type.startsWith(BUILT_IN) ? `${type}[]` : type;
    // Go's `a, b Foo`.
    const also = source.tables.nodes.manyResults === true ? repeated(source, row, nameRow) : [];
    const others = also.flatMap((at) => hintAt(text, tree.start[at]!, tree.end[at]!, whole));
    return [...hintAt(text, start, end, whole), ...others];
  }
  if (rule.means === "element") {
    const first = valueRow < 0 ? tree.after[nameRow]! : valueRow;
    const last = (valueRow >= 0 && tree.field[first] && repeated(source, row, first).at(-1)) || first;
    return elementHints(source, { start, end }, { start: tree.start[first]!, end: tree.end[last]! });
  }
  if (valueRow < 0) {
    // Kotlin's `by lazy { value }`.
    const lazy = text.indexOf("by lazy", end);
    const sign = lazy >= 0 && lazy < tree.end[row]! ? "{" : "=";
    const from = text.indexOf(sign, typeRow < 0 ? end : tree.start[typeRow]) + 1;
    const to = tree.end[row]! - (sign === "{" ? 1 : 0);
    return from === 0 || from > to || text[from + 1] === "@"
      ? []
      : hintAt(text, start, end, valueTypeOf(source, from, to));
  }
  const value: Span = { start: tree.start[valueRow]!, end: tree.end[valueRow]! };
  // `const [isOpen, toggle] = useToggle()`
  const isList = text[start] === "[" && source.tables.nodes.exports === "keyword";
  const names = isList ? spansOf(text, start + 1, end - 1) : spansOf(text, start, end);
  if (isList && text[value.start] !== "[") {
    const chain = chainOf(text, value.start, value.end);
    return names.flatMap(({ start, end }, at) =>
      hintAt(text, start, end, chain.endsWith(")") ? `=${chain}.${at}` : `=${chain}[]`)
    );
  }
  if (names.length === 1 && !isList) {
    const type = valueTypeOf(source, value.start, value.end);
    const isEntered = isAlias && isCall(type);
    return hintAt(text, start, end, isEntered ? `${type}.${ENTER}()` : type);
  }
  const values = isList
    ? spansOf(text, value.start + 1, value.end - 1)
    : spansOf(text, value.start, value.end);
  return severalHints(source, names, values);
}

/** Name of the hint for a function's result. */
export const RESULT = "()";
/** Name of the hint for an element of a generator. */
export const YIELDED = "yield()";
/** Type of a method that returns its receiver, or a new instance of its class. */
export const ITSELF = "=self";

function resultType(source: Source, row: number): string {
  const { tree, tables, text } = source;
  const [start, end] = [tree.start[row]!, tree.end[row]!];
  if (
    end - start <= 40 &&
    /^(?:self|\$?this|(?:cls|type\(self\)|self\.__class__|new (?:this|static|self))(?:\(.*\))?);?$/s.test(
      text.slice(start, end),
    )
  ) {
    return ITSELF;
  }
  return tables.typeName(tree.type[row]!) === "statement_block" ? "" : valueTypeOf(source, start, end);
}

/** True for the hint of a call's result. */
const isCall = (type: string): boolean => type.startsWith("=") && type.endsWith("()");

/** Method whose result `with` binds. */
export const ENTER = "__enter__";

function hintAt(text: string, start: number, end: number, type: string): Hint[] {
  if (type === "") return [];
  const [written, isElement] = variableName(text, start, end);
  const path = EXPORTS.exec(written)?.[1] ?? written;
  const name = withoutSelf(path);
  const isMember = name !== path || text.charCodeAt(start) === 64;
  return name === "" || name === "_" || name.includes(".") ? [] : [{ name, type, isMember, isElement }];
}

/** A path without the object itself: `x` for `self.x` and `this.x`. */
export function withoutSelf(path: string): string {
  return path.startsWith("self.") || path.startsWith("this.") ? path.slice(5) : path;
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

/** RSpec's `let(:cart) { Cart.new }`, and one object of Rails: `belongs_to :order`. */
function sharedValue(source: Source, row: number): Hint[] {
  const { text, tree: { start: { [row]: start = 0 }, end: { [row]: end = 0 } } } = source;
  const [, held, named] = HELD.exec(text.slice(start, end)) ?? [];
  if (held !== undefined) {
    const type = held.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
    return [{ name: held, type: plainPath(named ?? type), isMember: true }];
  }
  const open = ["let", "sub"].includes(text.slice(start, start + 3)) ? text.indexOf("{", start) : -1;
  const [callee = "", name = ""] = text.slice(start, Math.max(start, open)).trim().split("(:");
  if (!["let", "let!", "subject"].includes(callee) || !name.endsWith(")")) return [];
  return [{ name: name.slice(0, -1), type: valueTypeOf(source, open + 1, end - 1), isMember: false }];
}

const HELD = /^(?:belongs_to|has_one)[ (]:(\w+)(?:[^]*\bclass_name: *["']:*([\w:]+))?/;

/** PHP's `use Greets { hello as greet; }`: `greet` is `Greets.hello`. */
function methodAlias(source: Source, row: number): Hint[] {
  const [first = row, ...rest] = source.tree.children(row);
  const alias = rest.at(-1) ?? row;
  if (alias === row || source.tables.typeName(source.tree.type[alias]!) !== "name") return [];
  const trait = source.tree.firstChild(source.tree.parent[source.tree.parent[row]!]!);
  const path = plainPath(textOf(source, first));
  const type = path.includes(".") ? path : `${plainPath(textOf(source, trait))}.${path}`;
  return [{ name: textOf(source, alias), type: `=${type}`, isMember: true }];
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

const PARAMETERS = new Set("default_parameter required_parameter optional_parameter".split(" "));
const WITH_DEFAULT = new Set("assignment_pattern object_assignment_pattern default_parameter".split(" "));

/** The chain of the element that is passed to an anonymous function whose first parameter is at a row; else "". */
function elementAt(source: Source, row: number): string {
  const { tree, tables } = source;
  const closure = tree.parent[tree.parent[row]!] ?? -1;
  const isFirst = closure >= 0 && tables.isClosure[tree.type[closure]!] === 1 &&
    row === tree.parent[row]! + 1;
  return isFirst ? argumentOf(source, closure) : "";
}

/** Destructuring, `const { a, b: c } = x.y`: a has the value `x.y.a`, c `x.y.b`; of a parameter by its type. */
function destructured(source: Source, row: number, chain: string, type = ""): Hint[] {
  const { tree, tables } = source;
  // Destructuring of a module is an import.
  if (chain.startsWith("require()") || chain.startsWith("import()")) return [];
  const hints: Hint[] = [];
  for (const at of tree.children(row)) {
    const [key, name = key] = textOf(source, at).split("=", 1)[0]!.split(":").map((part) => part.trim());
    if (tables.typeName(tree.type[at]!) === "rest_pattern" && chain !== "") {
      hints.push({ name: textOf(source, at).slice(3), type: `=${chain}`, isMember: false });
    }
    if (!isIdentifier(name ?? "")) continue;
    const inferred = chain === ""
      ? declaredType(source, new RegExp(`(?<![\\w$])${literal(key!)}\\??:([^;,}]+)`).exec(type)?.[1] ?? "")
      : `=${chain}.${key}`;
    if (inferred === "") continue;
    const known = "?!".includes(chain[0] ?? " ") ? HIDDEN : inferred;
    hints.push({ name: name!, type: known, isMember: false, read: { name: key!, receiver: chain } });
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
    ? spansOf(text, target.start, target.end)
    : spansOf(text, target.start + open, target.end - 1);
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
  // `for job in [Job(1), Job(2)]`
  const made = chain.startsWith("?") ? valueTypeOf(source, start, end) : "";
  if (made.endsWith("[]")) return hintAt(text, name.start, name.end, made.slice(0, -2));
  return chain.startsWith("?") ? [] : hintAt(text, name.start, name.end, `=${chain}[]`);
}

/** Declaration keywords that leave the type to the value. */
const INFERRED = /^(?:(?:var|auto|val|let|dynamic|final|const auto)\b|:=)/;

/** The first name of a target, `x`, `self.x`, `*p`, `x, err`, `x = 1`, and whether it is an element of that: `x[k]`. */
function variableName(text: string, start: number, end: number): [name: string, isElement: boolean] {
  const head = text.slice(start, Math.min(end, start + 80))
    .replace(/^(?:(?:my|our|mut|ref|const)\s|(?:Some|Ok)\(|[*&\s])+/, "");
  // PHP's `self::$shared`
  const own = ["self::$", "static::$"].find((start) => head.startsWith(start)) ?? "";
  if (own !== "") return variableName(`self.${text.slice(start + own.length, end)}`, 0, end - start);
  const [name = ""] = head.split(/[=,;[:({)]/, 1);
  // Ruby's `Shop::Cart.total = 1`
  if (head.startsWith("::", name.length)) return ["", false];
  return [plainPath(name.replace("#", "")), head[name.length] === "["];
}
