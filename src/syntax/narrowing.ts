import { argumentOf, parametersOf } from "./callback_hints.ts";
import { plainPath } from "./callee.ts";
import { type Source, textOf } from "./source.ts";

/**
 * Type narrowing: replaces the first name of a receiver by the type that an enclosing test implies: `m.Unwrap()` in
 * `case *Error:` of Go's `switch m := err.(type)`, `if isinstance(x, Foo)`, `if (x instanceof Foo)`. The type is
 * written as a call: `Error()`.
 */
export function narrowed(source: Source, row: number, receiver: string): string {
  const { tree, tables, text } = source;
  const [name = ""] = receiver.split(".", 1);
  const holder = name === "this" && tables.nodes.exports === "keyword" ? computedHolder(source, row) : "";
  if (holder !== "") return holder + receiver.slice(name.length);
  const implicit = name === "1" ? 1 : ["it", "0", "_"].includes(name) ? 0 : -1;
  let inner = row;
  for (let at = tree.parent[row]!; at >= 0; inner = at, at = tree.parent[at]!) {
    // Scala's `users.map(_.name)` is a function without a node.
    const isUnnamed = name === "_" && text[tree.start[at]!] === "(";
    const isClosure = tables.isClosure[tree.type[at]!] === 1;
    const parameters = isUnnamed ? [] : isClosure ? parametersOf(text, tree.start[at]!) : undefined;
    const place = parameters?.length === 0 ? implicit : parameters?.indexOf(name) ?? -1;
    if (place >= 0) {
      const value = argumentOf(source, at, place);
      return value === "" ? receiver : value + receiver.slice(name.length);
    }
    if (!tables.isNarrowing[tree.type[at]!]) continue;
    const type = CASES.includes(tables.typeName(tree.type[at]!))
      ? caseType(source, at, name)
      : conditionType(source, at, inner, name);
    if (type !== "") return `${type}()${receiver.slice(name.length)}`;
  }
  return receiver;
}

/** The object of the innermost function if that is a computed member: `app[method] = function () {}`; else "". */
function computedHolder({ tree, tables, text }: Source, row: number): string {
  let at = row;
  while (at >= 0 && !/^(?:function|method|class)/.test(tables.typeName(tree.type[at]!))) {
    at = tree.parent[at]!;
  }
  const assignment = at < 0 ? -1 : tree.parent[at]!;
  const isMember = assignment >= 0 && tables.typeName(tree.type[assignment]!) === "assignment_expression" &&
    tables.typeName(tree.type[assignment + 1]!) === "subscript_expression";
  const object = isMember ? text.slice(tree.start[assignment], tree.end[assignment + 2]) : "";
  return plainPath(object.replace(".prototype", ""));
}

/** Cases of Go's type switch, of Kotlin's `when`, of Python's `match` and of Ruby's `case`. */
const CASES = ["type_case", "when_entry", "case_clause", "when"];

/** The only type of a case in a switch over `name`; "" for several. */
function caseType(source: Source, row: number, name: string): string {
  const { tree, tables } = source;
  const outer = tree.parent[row]!;
  const around = tables.typeName(tree.type[outer]!) === "block" ? tree.parent[outer]! : outer;
  const alias = tree.child(around, tables.fieldId("alias"));
  const subject = alias < 0 ? around + 1 : alias;
  if (plainPath(textOf(source, subject).replace("(", "").replace(")", "")) !== name) return "";
  const head =
    /^(?:case\s+\*?|is\s+|when\s+)([\w.]+(?:::\w+)*)(?:\([^()]*\))?\s*(?:as \w+)?(?::|->|then\b|\n)/.exec(
      source.text.slice(tree.start[row], tree.start[row]! + 200),
    );
  return head?.[1] === "nil" ? "" : head?.[1]?.replaceAll("::", ".") ?? "";
}

/** The type that a branch's condition tests a name for, if `inner` is the branch taken when it holds. */
function conditionType(source: Source, row: number, inner: number, name: string): string {
  const { tree, tables } = source;
  const [first = -1, second = -1] = tree.children(row);
  const isBoth = OPERATORS.has(tables.typeName(tree.type[row]!));
  const sign = source.text.slice(tree.end[first], tree.start[second]).trim();
  if (isBoth && sign !== "&&" && sign !== "and") return "";
  const condition = isBoth ? first : Math.max(first, tree.child(row, tables.fieldId("condition")));
  const branch = isBoth ? second : tree.child(row, tables.fieldId("consequence"));
  if (condition < 0 || inner !== (branch < 0 ? tree.after[condition] : branch)) return "";
  if (tree.end[condition]! - tree.start[condition]! > LONGEST_CONDITION) return "";
  const text = textOf(source, condition);
  if (/\bnot\b|\bor\b|\|\||!(?!=)/.test(text)) return "";
  const found = [...text.matchAll(TEST)].find(([, tested]) => tested?.replace("$", "") === name)?.[2] ?? "";
  return found.replaceAll("\\", ".");
}

/** Nodes whose second operand is evaluated if the first is true. */
const OPERATORS = new Set(["binary_expression", "boolean_operator", "logical_and_expression"]);
const LONGEST_CONDITION = 200;
/** Type tests: `isinstance(x, Foo)`, `x instanceof Foo`, `x is Foo`. */
const TEST =
  /(?:isinstance\(\s*|(?=[\w$]+\s+(?:instanceof|is)\b))([\w$]+)(?:\s*,\s*|\s+(?:instanceof|is(?=\s+(?!None)[A-Z]\w*[a-z]))\s+)([\w$.\\]+)/g;
