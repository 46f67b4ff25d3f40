import type { CompiledHint } from "./language_tables.ts";
import { literal } from "../model/text.ts";
import { BUILT_IN, HIDDEN } from "./annotations.ts";
import { argumentOf } from "./callback_hints.ts";
import { chainOf } from "./callee.ts";
import { ENTER, type Hint, hintAt } from "./hint.ts";
import { repeated } from "./naming.ts";
import { payloadHints, READERS } from "./node_hints.ts";
import { isIdentifier, type Source, textOf, typeAt } from "./source.ts";
import { type Span, spansOf } from "./spans.ts";
import { declaredType, valueTypeOf } from "./value_types.ts";

/** The type hints of the node at `row`; empty if it is not simple. */
export function hintsOf(source: Source, row: number, rule: CompiledHint): Hint[] {
  const reader = READERS.get(rule.means ?? "");
  if (reader) return reader(source, row, rule);
  const target = targetOf(source, row, rule);
  if (!target) return [];
  if (target.kind === "object_pattern") return objectHints(source, target);
  if (target.kind.endsWith("struct_pattern")) {
    const held = payloadHints(source, target.nameRow, "", target.typeRow);
    if (held.length > 0) return held;
  }
  return [target, ...othersOf(source, target)].flatMap((one) =>
    stateHints(source, one) ?? boundHints(source, one) ?? typedHints(source, one) ?? valueHints(source, one)
  );
}

type Target = NonNullable<ReturnType<typeof targetOf>>;

/** The name, or names, to which a node gives a type. Rows are -1 if there is none. */
function targetOf(source: Source, row: number, rule: CompiledHint) {
  const { tree, text } = source;
  // Python's `case Foo() as foo` has no field.
  const nameRow = isAlias(source, row) ? tree.lastChild(row) : tree.locate(row, rule.name);
  if (nameRow < 0) return undefined;
  // Zig's `if (found) |item|`.
  const bar = text[tree.start[nameRow]!] === "|" ? 1 : 0;
  // PHP's `foreach ($all as $key => $one)`, Ruby's `rescue Foo => one`.
  const key = rule.means === "element" || text.startsWith("=>", tree.start[nameRow])
    ? textOf(source, nameRow).indexOf("=>")
    : -1;
  return {
    row,
    rule,
    nameRow,
    kind: typeAt(source, nameRow),
    valueRow: assigned(source, tree.locate(row, rule.value)),
    typeRow: tree.locate(row, rule.type),
    key,
    start: tree.start[nameRow]! + (key < 0 ? bar : key + 2),
    end: tree.end[nameRow]! - bar,
  };
}

/** The value of `x = y = value`. */
function assigned(source: Source, row: number): number {
  const { tree, tables, text } = source;
  let at = row;
  while (typeAt(source, at).startsWith("assignment") && !text.startsWith("module.exports", tree.start[at])) {
    at = tree.child(at, tables.fieldId("right"));
  }
  return at;
}

/** The other names of a declaration, `Foo a, b`, in Swift with a type and a value of their own. */
function othersOf(source: Source, target: Target): Target[] {
  const { tree } = source;
  const { row, nameRow } = target;
  const parts = tree.children(row).filter((at) => at !== nameRow && PARTS.includes(typeAt(source, at)));
  const named = tree.field[nameRow] === 0 ? [] : repeated(source, row, nameRow);
  return [...named, ...parts].map((at) => {
    const own = { typeRow: target.typeRow, valueRow: -1 };
    for (let next = tree.after[at]!; next < tree.after[row]!; next = tree.after[next]!) {
      if (tree.field[next] === tree.field[at]) break;
      if (typeAt(source, next) === "type_annotation") own.typeRow = next;
      else if (tree.field[next] === source.tables.fieldId("value")) own.valueRow = next;
    }
    return { ...target, ...own, nameRow: at, start: tree.start[at]!, end: tree.end[at]! };
  });
}

/** Parts of a declaration, one for each name, that have no field: in Dart, PHP and C#. */
const PARTS = "initialized_identifier property_element variable_declarator".split(" ");

const isAlias = (source: Source, row: number): boolean => typeAt(source, row) === "as_pattern";

/** `const { a } = value`, `({ a }: Foo) => {}` */
function objectHints(source: Source, { row, nameRow, typeRow, valueRow }: Target): Hint[] {
  const { tree, text } = source;
  if (valueRow >= 0) {
    return destructured(source, nameRow, chainOf(text, tree.start[valueRow]!, tree.end[valueRow]!));
  }
  const type = typeRow < 0 ? "" : textOf(source, typeRow);
  return destructured(source, nameRow, declaredType(source, type) || elementAt(source, row), type);
}

/** React's `const [rows, setRows] = useState<Row[]>()`, `useState(() => new Cart())`. */
function stateHints(source: Source, { kind, valueRow, start, end }: Target): Hint[] | undefined {
  if (valueRow < 0 || kind !== "array_pattern") return undefined;
  const argument = source.tree.child(valueRow, source.tables.fieldId("type_arguments"));
  const value = textOf(source, valueRow);
  const [head = "", made = ""] = value.split("useState(");
  if (argument < 0 && head.replace("React.", "") !== "") return undefined;
  const from = source.tree.end[valueRow]! - made.replace("() => ", "").length;
  const type = argument < 0
    ? valueTypeOf(source, from, source.tree.end[valueRow]! - 1)
    : declaredType(source, textOf(source, argument).slice(1, -1));
  return hintAt(source.text, start + 1, end, type);
}

/** Names that an operator binds: `x = value`, `list << value`. */
function boundHints(source: Source, { rule, nameRow, valueRow, start, end }: Target): Hint[] | undefined {
  const { tree, text } = source;
  if (rule.means !== "bound" && rule.means !== "put") return undefined;
  const isPut = rule.means === "put";
  const value = isPut ? valueRow : tree.after[nameRow]!;
  const sign = text.slice(end, tree.start[value]);
  if (isPut ? sign.trim() !== "<<" : !sign.includes("=")) return [];
  const hints = hintAt(text, start, end, valueTypeOf(source, tree.start[value]!, tree.end[value]!));
  return isPut ? hints.map((hint) => ({ ...hint, isElement: true })) : hints;
}

/** Names with a declared type. */
function typedHints(source: Source, target: Target): Hint[] | undefined {
  const { tree, text } = source;
  const { row, rule, typeRow, key, start, end } = target;
  // Kotlin's `val cart: Cart = ...`
  const isTyped = target.kind === "variable_declaration" && text.slice(start, end).includes(":");
  if (rule.means === "typed" || isTyped) {
    const [, type = ""] = /^[^:=]*::?\s*([^=]+)/.exec(text.slice(start, tree.end[row])) ?? [];
    return hintAt(text, start, end, declaredType(source, type));
  }
  const kind = typeAt(source, row);
  // A type parameter without a bound has no members.
  if (typeRow < 0) {
    const isOpen = kind === "type_parameter" && target.valueRow < 0;
    return isOpen ? hintAt(text, start, end, BUILT_IN) : undefined;
  }
  const declared = declaredText(source, typeRow);
  if (INFERRED.test(declared)) return undefined;
  if (key === 0 && declared.includes(",")) return [];
  const type = declaredType(source, declared);
  const isMany = kind.startsWith("variadic") || (kind === "typed_parameter" && text[start] === "*");
  const whole = isMany && type !== "" && !type.startsWith(BUILT_IN) ? `${type}[]` : type;
  // Dart's `Foo a, b`.
  const names = target.kind.endsWith("_list") ? spansOf(text, start, end) : [target];
  return names.flatMap((one) => hintAt(text, one.start, one.end, whole));
}

/** A declared type as written. */
function declaredText(source: Source, typeRow: number): string {
  const { tree, text } = source;
  // The parts of Dart's `p.Plant<int>` are nodes of their own.
  let last = typeRow;
  while (text[tree.end[last]!] === ".") last = tree.after[last]!;
  const list = tree.after[last]!;
  const isGeneric = typeAt(source, list) === "type_arguments";
  return text.slice(tree.start[typeRow], tree.end[isGeneric ? list : last]);
}

/** Names with the type of a value. */
function valueHints(source: Source, target: Target): Hint[] {
  const { tree, text } = source;
  const { row, rule, nameRow, valueRow, start, end } = target;
  if (rule.means === "element") {
    const first = valueRow < 0 ? tree.after[nameRow]! : valueRow;
    const last = (valueRow >= 0 && tree.field[first] && repeated(source, row, first).at(-1)) || first;
    return elementHints(source, target, { start: tree.start[first]!, end: tree.end[last]! });
  }
  if (valueRow < 0) return unnamedValueHints(source, target);
  const value: Span = { start: tree.start[valueRow]!, end: tree.end[valueRow]! };
  // `const [isOpen, toggle] = useToggle()`, `let (a, b) = (x, y)`
  const all = spansOf(text, start, end);
  const isList = all.length === 1 && "[(".includes(text[start]!);
  const names = isList ? spansOf(text, start + 1, end - 1) : all;
  if (isList && !"[(".includes(text[value.start]!)) {
    const each = text.slice(value.start, value.end).indexOf("all([") + 5;
    if (each > 4) return severalHints(source, names, spansOf(text, value.start + each, value.end - 2));
    // Rust's `let (a, b) = both()?`
    const chain = `=${chainOf(text, value.start, value.end - (text[value.end - 1] === "?" ? 1 : 0))}`;
    const isScript = source.tables.nodes.exports === "keyword";
    if (!isScript && !isCall(chain)) return [];
    return names.flatMap(({ start, end }, at) => {
      const element = !isScript ? `${at}` : chain.endsWith(")") ? `.${at}` : "[]";
      return hintAt(text, start, end, chain + element);
    });
  }
  if ((names.length === 1 && !isList) || target.kind === "identifiers") {
    const type = valueTypeOf(source, value.start, value.end);
    const whole = isAlias(source, row) && isCall(type) ? `${type}.${ENTER}()` : type;
    return names.flatMap((one) => hintAt(text, one.start, one.end, whole));
  }
  const values = isList
    ? spansOf(text, value.start + 1, value.end - 1)
    : spansOf(text, value.start, value.end);
  return severalHints(source, names, values);
}

/** The value behind the sign `=`, or of Kotlin's `by lazy { value }`, which has no field. */
function unnamedValueHints(source: Source, { row, typeRow, start, end }: Target): Hint[] {
  const { tree, text } = source;
  // C#'s `all.TryGetValue(key, out var found)`
  const isOut = typeAt(source, row) === "declaration_expression";
  if (isOut) return hintAt(text, start, end, `=${argumentOf(source, tree.parent[row]!, "o") || "?"}`);
  const inner = text.slice(start, end).indexOf("=") + 1;
  if (inner > 0) return hintAt(text, start, end, valueTypeOf(source, start + inner, end));
  const sign = text.slice(end, tree.end[row]).includes("by lazy") ? "{" : "=";
  const from = text.indexOf(sign, typeRow < 0 ? end : tree.start[typeRow]) + 1;
  const to = tree.end[row]! - (sign === "{" ? 1 : 0);
  if (from === 0 || from > to || text[from + 1] === "@") return [];
  return hintAt(text, start, end, valueTypeOf(source, from, to));
}

/** True for the hint of a call's result. */
const isCall = (type: string): boolean => type.startsWith("=") && type.endsWith("()");

/** `a, b := x, y` declares pairs; in `a, err := open()` each name has one result. */
function severalHints(source: Source, names: readonly Span[], values: readonly Span[]): Hint[] {
  const { text, tables } = source;
  return names.flatMap(({ start, end }, at) => {
    const value = values[values.length === names.length ? at : 0]!;
    let type = valueTypeOf(source, value.start, value.end);
    if (values.length !== names.length) {
      if (values.length > 1 || (!tables.nodes.manyResults && !isCall(type))) {
        return hintAt(text, start, end, HIDDEN);
      }
      if (at > 0 || !tables.nodes.manyResults) type = isCall(type) ? `${type}${at}` : "";
    }
    return hintAt(text, start, end, type);
  });
}

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
  const { tree } = source;
  // Destructuring of a module is an import.
  if (chain.startsWith("require()") || chain.startsWith("import()")) return [];
  const hints: Hint[] = [];
  for (const at of tree.children(row)) {
    const [key, name = key] = textOf(source, at).split("=", 1)[0]!.split(":").map((part) => part.trim());
    if (typeAt(source, at) === "rest_pattern" && chain !== "") {
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
  // `for job in [Job(1), Job(2)]`, `for (const job of jobs ?? [])`
  const type = chain.startsWith("?") ? valueTypeOf(source, start, end) : `=${chain}`;
  if (type.startsWith("=")) return hintAt(text, name.start, name.end, `${type}[]`);
  return type.endsWith("[]") ? hintAt(text, name.start, name.end, type.slice(0, -2)) : [];
}

/** Declaration keywords that leave the type to the value. */
const INFERRED = /^(?:(?:var|auto|val|let|dynamic|final|const auto)\b|:=)/;
