import type { CompiledDefinition } from "./language_tables.ts";
import type { DefinitionKind } from "./parsed_file.ts";
import { type Source, textOf } from "./source.ts";

/** What a strategy found out about a node. */
export interface Named {
  readonly name: string;
  readonly kind: DefinitionKind;
  /** Row of the body, where the signature ends; -1 when there is none. */
  readonly body: number;
  /** Type the definition belongs to although it stands elsewhere (`void A::b() {}`, Go receivers). */
  readonly owner?: string;
  /** The members are not local variables although this is not a type (object literals). */
  readonly holds?: boolean;
}

/** Where a node stands. */
export interface Place {
  /** Directly inside a type. */
  readonly inType: boolean;
  /** Inside a function. */
  readonly local: boolean;
}

/** Names the definition at `row`; undefined when the node defines nothing worth a record. */
export type Naming = (
  source: Source,
  row: number,
  rule: CompiledDefinition,
  place: Place,
) => Named | undefined;

/** The strategies that `naming` in `config/languages.json` can name. */
export const NAMINGS: Readonly<Record<string, Naming>> = {
  field: byField,
  assignment,
  binding,
  member,
  pair,
  assigned,
};

/** The text of the name field. */
function byField(source: Source, row: number, rule: CompiledDefinition, place: Place): Named | undefined {
  const at = source.tree.child(row, rule.name);
  if (at < 0) return undefined;
  const name = plainName(textOf(source, at));
  if (name === "") return undefined;
  return { name, kind: kindIn(rule.rule.kind, place), body: source.tree.child(row, rule.body) };
}

/** `NAME = value` outside of functions. */
function assignment(source: Source, row: number, rule: CompiledDefinition, place: Place): Named | undefined {
  if (place.local) return undefined;
  const { tree, text } = source;
  const left = tree.child(row, rule.name);
  if (left < 0 || tree.after[left] !== left + 1 || !isIdentifier(text, tree.start[left]!, tree.end[left]!)) {
    return undefined;
  }
  const name = textOf(source, left);
  const value = tree.child(row, rule.body);
  if (value >= 0 && source.tables.isClosure[tree.type[value]!]) {
    return { name, kind: place.inType ? "method" : "function", body: value };
  }
  return { name, kind: valueKind(name, place), body: -1 };
}

/** `const f = () => ...`, `let x = ...`: functions anywhere, other values outside of functions. */
function binding(source: Source, row: number, rule: CompiledDefinition, place: Place): Named | undefined {
  const { tree, text } = source;
  const left = tree.child(row, rule.name);
  if (left < 0 || tree.after[left] !== left + 1 || !isIdentifier(text, tree.start[left]!, tree.end[left]!)) {
    return undefined;
  }
  const name = textOf(source, left);
  const value = tree.child(row, rule.body);
  const role = value < 0 ? "value" : valueRole(source, value, place);
  if (role === "function") return { name, kind: "function", body: functionBody(source, value) };
  if (role === "class") return { name, kind: "class", body: value };
  if (place.local) return undefined;
  const isConstant = text.startsWith("const", tree.start[tree.parent[row]!]!);
  return { name, kind: isConstant ? "constant" : "variable", body: -1, holds: role === "object" };
}

/** A class field; a method when it holds a function. */
function member(source: Source, row: number, rule: CompiledDefinition): Named | undefined {
  const at = source.tree.child(row, rule.name);
  if (at < 0) return undefined;
  const name = plainName(textOf(source, at));
  if (name === "") return undefined;
  const value = source.tree.child(row, rule.body);
  const isFunction = value >= 0 && source.tables.isClosure[source.tree.type[value]!] === 1;
  return isFunction
    ? { name, kind: "method", body: functionBody(source, value) }
    : { name, kind: "field", body: -1 };
}

/** `key: function` in an object literal; other pairs are data. */
function pair(source: Source, row: number, rule: CompiledDefinition): Named | undefined {
  const named = member(source, row, rule);
  return named?.kind === "method" ? named : undefined;
}

/** `exports.f = function`, `A.prototype.f = () => ...`, `module.exports = { ... }`. */
function assigned(source: Source, row: number, rule: CompiledDefinition, place: Place): Named | undefined {
  const { tree } = source;
  const left = tree.child(row, rule.name);
  const value = tree.child(row, rule.body);
  if (left < 0 || value < 0 || tree.end[left]! - tree.start[left]! > 120) return undefined;
  const role = valueRole(source, value, { inType: false, local: true });
  if (role !== "function" && role !== "class") return undefined;
  const path = /^(?:(?:(?:module\.)?exports|([\w$]+)(?:\.prototype)?)\.)?([\w$]+)$/.exec(
    textOf(source, left),
  );
  if (path === null || path[2] === "exports") return undefined;
  const [, owner, name] = path;
  if (owner === undefined && !textOf(source, left).includes(".") && place.local) return undefined;
  const body = role === "class" ? value : functionBody(source, value);
  const kind = role === "class" ? "class" : owner === undefined ? "function" : "method";
  return owner === undefined || owner === "this"
    ? { name: name!, kind, body }
    : { name: name!, kind, body, owner };
}

/** Calls whose function argument is the thing itself (`memo(() => ...)`), by the last name of the callee. */
const WRAPPING_CALL =
  /^(?:[\w$]+\.)?(?:memo|forwardRef|observer|lazy|debounce|throttle|useCallback|asyncHandler)\b/;

function valueRole(source: Source, value: number, place: Place): "function" | "class" | "object" | "value" {
  const { tree, tables, text } = source;
  const type = tree.type[value]!;
  if (tables.isClosure[type]) return "function";
  const name = tables.typeName(type);
  if (name === "class") return "class";
  if (name === "object") return "object";
  if (
    name === "call_expression" && !place.local &&
    WRAPPING_CALL.test(text.slice(tree.start[value], tree.start[value]! + 60))
  ) {
    return "function";
  }
  return "value";
}

function functionBody(source: Source, value: number): number {
  const body = source.tree.child(value, source.tables.fieldId("body"));
  return body < 0 ? value : body;
}

/** A name without quotes and type parameters; "" for computed and overlong ones. */
function plainName(text: string): string {
  if (text.length > NAME_LIMIT) return "";
  const quoted = /^["'`](.*)["'`]$/.exec(text);
  const bare = quoted === null ? text : quoted[1]!;
  return bare.startsWith("[") ? "" : bare.replace(/\s+/g, " ");
}

const NAME_LIMIT = 120;

function kindIn(kind: DefinitionKind, place: Place): DefinitionKind {
  if (!place.inType) return kind;
  if (kind === "function") return "method";
  return kind === "variable" || kind === "constant" ? "field" : kind;
}

function valueKind(name: string, place: Place): DefinitionKind {
  if (place.inType) return "field";
  return /^_*[A-Z][A-Z0-9_]*$/.test(name) ? "constant" : "variable";
}

function isIdentifier(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 46 || code === 91 || code === 40 || code === 123 || code === 32) return false;
  }
  return end > start;
}
