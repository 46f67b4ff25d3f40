import { collectedType, HIDDEN } from "./annotations.ts";
import { plainPath } from "./callee.ts";
import { type Hint, hintAt, ITSELF, RESULT, YIELDED } from "./hint.ts";
import type { CompiledHint } from "./language_tables.ts";
import { type Source, textOf, typeAt, wordsOf } from "./source.ts";
import { splitList } from "./spans.ts";
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
  const fields = [tables.fieldId("type"), tables.fieldId("name")];
  const types = tree.children(row).filter((at) => fields.includes(tree.field[at]!));
  const written = types.map((at) => textOf(source, at));
  return written.map((text, at) => ({ name: `${at}`, type: declaredType(source, text), isMember: false }));
}

/** `case Some(x)` has the type of the matched value, `Event::Placed(order)` and `.placed(let order)` that of the case. */
function caseHints(source: Source, row: number, rule: CompiledHint): Hint[] {
  const { tree, text } = source;
  const outer = tree.parent[row]!;
  const value = (typeAt(source, outer).startsWith("switch") ? outer : tree.parent[outer]!) + 1;
  const pattern = tree.locate(row, rule.name);
  const isSome = pattern >= 0 && text.startsWith("Some(", tree.start[pattern]);
  const held = pattern < 0 || isSome ? [] : payloadHints(source, pattern, textOf(source, value));
  // Scala's `Some(x: Foo)` has a type of its own.
  if (!isSome || textOf(source, pattern).includes(":")) return held;
  const type = valueTypeOf(source, tree.start[value]!, tree.end[value]!);
  return hintAt(text, tree.start[pattern]!, tree.end[pattern]!, type);
}

/** The names in a pattern: of a case of an enum, and of a type that holds only one other, `State(app): State<App>`. */
export function payloadHints(source: Source, pattern: number, value: string, typeRow = -1): Hint[] {
  const [, path = "", open, list = ""] = PAYLOAD.exec(textOf(source, pattern)) ?? [];
  const chain = plainPath(path.startsWith(".") ? value + path : path);
  const declared = typeRow < 0 ? "" : textOf(source, typeRow);
  const type = collectedType(declared.slice(declared.indexOf("<") + 1 || declared.length, -1));
  return splitList(list).flatMap((one, at) => {
    const words = one.includes("(") ? [] : wordsOf(one);
    const [key, name = ""] = [words.at(one.includes(":") ? 0 : -1), words.at(-1)];
    const held = type || (chain.includes(".") ? `=${chain}${open === "(" ? `()${at}` : `.${key}`}` : "");
    return held === "" || name === "" ? [] : [{ name, type: held, isMember: false }];
  });
}

/** Captures the path of a case, and the names that it binds. */
const PAYLOAD = /^(?:case +)?(?:let +)?([\w:.]+)\s*([({])(.*)[)}]$/s;

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

/** RSpec's `let(:cart) { Cart.new }`, and objects of Rails: `belongs_to :order`, `has_many :lines`. */
function sharedValue(source: Source, row: number): Hint[] {
  const { text, tree: { start: { [row]: start = 0 }, end: { [row]: end = 0 } } } = source;
  const [, many, held, named] = HELD.exec(text.slice(start, end)) ?? [];
  if (held !== undefined) {
    const one = many === "has_many" ? singular(held) : held;
    const type = one.split("_").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
    const path = plainPath(named ?? type);
    return [{ name: held, type: one === held ? path : `=${path}.all()`, isMember: true }];
  }
  const open = ["let", "sub"].includes(text.slice(start, start + 3)) ? text.indexOf("{", start) : -1;
  const [callee = "", name = ""] = text.slice(start, Math.max(start, open)).trim().split("(:");
  if (!["let", "let!", "subject"].includes(callee) || !name.endsWith(")")) return [];
  return [{ name: name.slice(0, -1), type: valueTypeOf(source, open + 1, end - 1), isMember: false }];
}

const HELD = /^(belongs_to|has_one|has_many)[ (]:(\w+)(?:[^]*\bclass_name: *["']:*([\w:]+))?/;

/** `line` for `lines`, `entry` for `entries`. */
const singular = (name: string): string => name.endsWith("ies") ? `${name.slice(0, -3)}y` : name.slice(0, -1);

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
