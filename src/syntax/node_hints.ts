import { HIDDEN } from "./annotations.ts";
import { plainPath } from "./callee.ts";
import { type Hint, hintAt, ITSELF, RESULT, YIELDED } from "./hint.ts";
import type { CompiledHint } from "./language_tables.ts";
import { type Source, textOf, typeAt } from "./source.ts";
import { declaredType, valueTypeOf } from "./value_types.ts";

type Reader = (source: Source, row: number, rule: CompiledHint) => Hint[];

/** The result of a function: `return value`, and the last expression of a Ruby method. */
function resultHints(source: Source, row: number, rule: CompiledHint): Hint[] {
  const { tree } = source;
  const isBody = typeAt(source, row) === "body_statement";
  const isBlock = isBody && typeAt(source, tree.parent[row]!) === "do_block";
  const end = isBlock ? -1 : isBody ? tree.lastChild(row) : tree.locate(row, rule.value);
  const isAssigned = end >= 0 && typeAt(source, end).endsWith("assignment");
  const last = isAssigned ? tree.lastChild(end) : end;
  const type = last < 0 ? "" : resultType(source, last);
  const name = typeAt(source, row).startsWith("yield") ? YIELDED : RESULT;
  return type === "" ? [] : [{ name, type, isMember: false }];
}

/** The fields of a tuple by their number. */
function tupleHints(source: Source, row: number): Hint[] {
  const { tree, tables } = source;
  const types = tree.children(row).filter((at) => tree.field[at] === tables.fieldId("type"));
  const written = types.map((at) => textOf(source, at));
  return written.map((text, at) => ({ name: `${at}`, type: declaredType(source, text), isMember: false }));
}

/** `case Some(x)` has the type of the matched value. */
function caseHints(source: Source, row: number, rule: CompiledHint): Hint[] {
  const { tree, text } = source;
  const value = tree.child(tree.parent[tree.parent[row]!]!, source.tables.fieldId("value"));
  const pattern = tree.locate(row, rule.name);
  const isSome = pattern >= 0 && text.startsWith("Some(", tree.start[pattern]);
  // Scala's `Some(x: Foo)` has a type of its own.
  if (value < 0 || !isSome || textOf(source, pattern).includes(":")) return [];
  const type = valueTypeOf(source, tree.start[value]!, tree.end[value]!);
  return hintAt(text, tree.start[pattern]!, tree.end[pattern]!, type);
}

/** Parameters without a type hide names outside of their function. */
function hiddenHints(source: Source, row: number): Hint[] {
  return parameterNames(source, row).map((name) => ({ name, type: HIDDEN, isMember: false }));
}

function resultType(source: Source, row: number): string {
  const { tree, text } = source;
  const [start, end] = [tree.start[row]!, tree.end[row]!];
  if (end - start <= 40 && RECEIVER.test(text.slice(start, end))) return ITSELF;
  return typeAt(source, row) === "statement_block" ? "" : valueTypeOf(source, start, end);
}

/** The receiver, or a new instance of its class. */
const RECEIVER =
  /^(?:self|\$?this|(?:cls|type\(self\)|self\.__class__|new (?:this|static|self))(?:\(.*\))?);?$/s;

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
  if (alias === row || typeAt(source, alias) !== "name") return [];
  const trait = source.tree.firstChild(source.tree.parent[source.tree.parent[row]!]!);
  const path = plainPath(textOf(source, first));
  const type = path.includes(".") ? path : `${plainPath(textOf(source, trait))}.${path}`;
  return [{ name: textOf(source, alias), type: `=${type}`, isMember: true }];
}

/** Names of parameters without a type. */
function parameterNames(source: Source, row: number): string[] {
  const { tree } = source;
  const names: string[] = [];
  for (const at of tree.children(row)) {
    const type = typeAt(source, at);
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

/** Readers of the type hints of nodes that are more than a name with a type or a value, by meaning. */
export const READERS: ReadonlyMap<string, Reader> = new Map(Object.entries({
  result: resultHints,
  fields: tupleHints,
  case: caseHints,
  memo: sharedValue,
  alias: methodAlias,
  hidden: hiddenHints,
}));
