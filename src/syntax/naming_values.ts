import words from "../../config/library_words.json" with { type: "json" };
import {
  byField,
  type EnclosingScope,
  MOST_NAMES,
  NAME_LIMIT,
  type Naming,
  type NamingResult,
  ownedName,
  plainName,
  valueKind,
} from "./naming.ts";
import { testCall } from "./naming_tests.ts";
import type { DefinitionKind } from "./parsed_file.ts";
import { isIdentifier, type Source, textOf } from "./source.ts";

/** Same as `field`, only outside of functions. */
export const variable: Naming = ({ source, row, rule, around }) => {
  if (around.local) return undefined;
  const named = byField({ source, row, rule, around });
  return named === undefined ? undefined : { ...named, body: -1 };
};

/** `NAME = value` outside of functions. */
export const assignment: Naming = ({ source, row, rule, around }) => {
  if (around.local) return undefined;
  const target = source.tree.locate(row, rule.name);
  const name = simpleTarget(source, target);
  if (name === undefined) return unpacked(source, target, around);
  const value = source.tree.locate(row, rule.body);
  const role = value < 0 ? "value" : valueRole(source, value, around);
  if (role === "function") return { name, kind: around.inType ? "method" : "function", body: value };
  if (role === "class") return { name, kind: "class", body: -1 };
  return { name, kind: valueKind(name, around), body: -1 };
};

/** The plain names among several targets: `a, b = 1, 2`, `const { a, b: c } = x`. */
function unpacked(source: Source, targets: number, around: EnclosingScope): NamingResult | undefined {
  const { tree, tables } = source;
  if (targets < 0 || !SEVERAL_TARGETS.has(tables.typeName(tree.type[targets]!))) return undefined;
  const names: string[] = [];
  for (const at of tree.children(targets)) {
    const isPair = tables.typeName(tree.type[at]!) === "pair_pattern";
    const name = simpleTarget(source, isPair ? tree.lastChild(at) : at);
    if (name !== undefined && names.length < MOST_NAMES) names.push(name);
  }
  const [name, ...also] = names;
  return name === undefined ? undefined : { name, kind: valueKind(name, around), body: -1, also };
}

/** Node types that contain several targets of an assignment. */
const SEVERAL_TARGETS: ReadonlySet<string> = new Set(words.severalTargets.split(" "));

/** `const f = () => ...`, `let x = ...`: functions anywhere, other values outside of functions. */
export const binding: Naming = ({ source, row, rule, around }) => {
  const { tree, text } = source;
  const target = tree.locate(row, rule.name);
  const isConstant = text.startsWith("const", tree.start[tree.parent[row]!]!);
  const name = simpleTarget(source, target);
  if (name === undefined) {
    // Destructured names are mere imports unless they are exported.
    if (around.local || !isExportedBinding(source, row)) return undefined;
    const several = unpacked(source, target, around);
    return several && { ...several, kind: isConstant ? "constant" : "variable" };
  }
  const value = tree.locate(row, rule.body);
  const role = value < 0 ? "value" : valueRole(source, value, around);
  if (role === "function") return { name, kind: "function", body: functionBody(source, value) };
  if (role === "class") return { name, kind: "class", body: value };
  if (around.local) return undefined;
  return { name, kind: isConstant ? "constant" : "variable", body: -1, holds: role === "object" };
};

/** True for `export const x = ...`. */
function isExportedBinding({ tree, tables }: Source, row: number): boolean {
  const up = tree.parent[tree.parent[row]!]!;
  return up >= 0 && tables.typeName(tree.type[up]!) === "export_statement";
}

/** A class field; a method if its value is a function. */
export const member: Naming = ({ source, row, rule }) => {
  const at = source.tree.locate(row, rule.name);
  const name = at < 0 ? "" : plainName(textOf(source, at));
  if (name === "") return undefined;
  const value = source.tree.locate(row, rule.body);
  const isFunction = value >= 0 && source.tables.isClosure[source.tree.type[value]!] === 1;
  return isFunction
    ? { name, kind: "method", body: functionBody(source, value) }
    : { name, kind: "field", body: -1 };
};

/** `key: function` in an object literal; other pairs are data. */
export const pair: Naming = ({ source, row, rule, around }) => {
  const named = member({ source, row, rule, around });
  return named?.kind === "method" ? named : undefined;
};

/**
 * `exports.f = function`, `A.prototype.f = () => ...`, `M.f = function`, `exports.LIMIT = 3`, and objects with
 * functions: `A.prototype = { f() {} }`, `ns.util = { f() {} }`.
 */
export const assigned: Naming = ({ source, row, rule, around }) => {
  const { tree } = source;
  const left = tree.locate(row, rule.name);
  const value = tree.locate(row, rule.body);
  if (left < 0 || value < 0 || tree.end[left]! - tree.start[left]! > NAME_LIMIT) return undefined;
  const target = textOf(source, left);
  if (!/^[\w$]+(?:\.[\w$]+){0,4}$/.test(target) || (around.local && !target.includes("."))) return undefined;
  const role = valueRole(source, value, { inType: false, local: true });
  if (target === "exports" || target === "module.exports") return ownNamed(source, value, role);
  const module = ["module.exports.", "exports.", "this."].find((start) => target.startsWith(start));
  const path = target.slice(module?.length ?? 0).split(".").filter((part, at) =>
    at === 0 || part !== "prototype"
  ).join(".");
  if (role === "object") {
    if (!holdsFunctions(source, value)) return undefined;
    return ofPath(path, target.endsWith(".prototype") ? "class" : "variable", value);
  }
  if (role === "function") return ofPath(path, "function", functionBody(source, value));
  if (role === "class") return ofPath(path, "class", value);
  const isValue = module !== undefined && module !== "this." && !around.local;
  return isValue && !isName(source, value) ? ofPath(path, valueKind(path, around), -1) : undefined;
};

/** A function or class that is the whole module, by its own name if it has one: `module.exports = function run() {}`. */
function ownNamed(source: Source, value: number, role: ValueRole): NamingResult | undefined {
  if (role !== "function" && role !== "class") return undefined;
  const at = source.tree.child(value, source.tables.fieldId("name"));
  const name = at < 0 ? "default" : textOf(source, at);
  return { name, kind: role, body: functionBody(source, value) };
}

/** `export default function () {}`, `export default class {}`. */
export const defaultValue: Naming = ({ source, row, around }) =>
  ownNamed(source, row, valueRole(source, row, around));

/** `Object.assign(A.prototype, { f() {} })` as `A.prototype = { f() {} }`; other calls may be tests. */
export const scriptCall: Naming = ({ source, row, rule, around }) => {
  const { tree, tables, text } = source;
  const args = tree.lastChild(row);
  if (args < 0 || !COPYING_CALLS.has(text.slice(tree.start[row], tree.start[args]))) {
    return testCall({ source, row, rule, around });
  }
  const [first = -1, value = -1] = tree.children(args);
  const [path = "", rest] = first < 0 ? [] : textOf(source, first).split(".prototype");
  const isObject = value >= 0 && tables.typeName(tree.type[value]!) === "object";
  return rest === "" && isObject ? ofPath(path, "class", value) : undefined;
};

/** Functions that copy the members of one object to another. */
const COPYING_CALLS: ReadonlySet<string> = new Set(words.copyingCalls.split(" "));

function ofPath(path: string, kind: DefinitionKind, body: number): NamingResult | undefined {
  const dot = path.lastIndexOf(".");
  const name = path.slice(dot + 1);
  const holds = kind === "variable" && body >= 0;
  // The value of `A.prototype =` is the body of A.
  if (dot < 0) return { name, kind, body, holds };
  return { name, kind: kind === "function" ? "method" : kind, body, owner: path.slice(0, dot), holds };
}

/** True if a value is a name, another module or empty, and so defines nothing. */
function isName(source: Source, value: number): boolean {
  return /identifier|undefined|null|^member_expression|unary|assignment/.test(
    source.tables.typeName(source.tree.type[value]!),
  ) || source.text.startsWith("require(", source.tree.start[value]);
}

function holdsFunctions(source: Source, object: number): boolean {
  const { tree, tables } = source;
  for (const at of tree.children(object)) {
    if (tables.typeName(tree.type[at]!) === "method_definition") return true;
    const last = tree.lastChild(at);
    if (last >= 0 && tables.isClosure[tree.type[last]!]) return true;
  }
  return false;
}

/** A member of a TypeScript `enum`. */
export const enumMember: Naming = ({ source, row }) => {
  const name = plainName(textOf(source, source.tree.firstChild(row) < 0 ? row : row + 1));
  return name === "" ? undefined : { name, kind: "field", body: -1 };
};

/** `type T = { ... }` has members; other type aliases have none. */
export const alias: Naming = ({ source, row, rule, around }) => {
  const named = byField({ source, row, rule, around });
  if (named === undefined || named.body < 0) return named;
  return { ...named, holds: source.tables.typeName(source.tree.type[named.body]!) === "object_type" };
};

/** Lua: `M.f = function`, `x = 1`; only the first target and value of an assignment. */
export const assignedList: Naming = ({ source, row, rule, around }) => {
  const { tree } = source;
  const [targets, values] = [tree.locate(row, rule.name), tree.locate(row, rule.body)];
  if (targets < 0 || values < 0) return undefined;
  const target = textOf(source, targets).replace(/\[["'](\w+)["']\]$/, ".$1");
  const value = tree.firstChild(values);
  if (value >= 0 && source.tables.isClosure[source.tree.type[value]!]) {
    return ownedName(target, target.includes(".") ? "method" : "function", functionBody(source, value));
  }
  if (around.local) return undefined;
  if (/^\w+(?:\.\w+)+$/.test(target)) return ownedName(target, valueKind(target, INSIDE), -1);
  if (simpleTarget(source, targets) === undefined) return unpacked(source, targets, around);
  if (value >= 0 && valueRole(source, value, around) === "class") {
    return { name: target, kind: "class", body: -1 };
  }
  return { name: target, kind: valueKind(target, around), body: -1 };
};

const INSIDE: EnclosingScope = { inType: true, local: false };

/** Calls whose function argument is the actual definition (`memo(() => ...)`), by the last name of the callee. */
const WRAPPING_CALL =
  /^(?:[\w$]+\.)?(?:memo|forwardRef|observer|debounce|throttle|useCallback|asyncHandler)\b/;

/** Calls that create a class. */
const CLASS_CALL =
  /^(?:(?:Struct|Data|Class|Module)\.(?:new|define)\b|(?:\w+\.)?(?:namedtuple|NamedTuple|TypedDict|NewType|make_dataclass|(?:Int|Str)?Enum)\(\s*["']|type\(\s*["']|[cC]lass\()/;

const CALL_TYPES: ReadonlySet<string> = new Set(["call_expression", "call", "function_call"]);
const CLASS_TYPES: ReadonlySet<string> = new Set(["class", "class_expression"]);

type ValueRole = "function" | "class" | "object" | "value";

function valueRole(source: Source, value: number, around: EnclosingScope): ValueRole {
  const { tree, tables, text } = source;
  const type = tree.type[value]!;
  if (tables.isClosure[type]) return "function";
  const name = tables.typeName(type);
  if (CLASS_TYPES.has(name)) return "class";
  if (name === "object") return "object";
  if (!CALL_TYPES.has(name)) return "value";
  const head = text.slice(tree.start[value], Math.min(tree.end[value]!, tree.start[value]! + 60));
  if (!around.local && CLASS_CALL.test(head)) return "class";
  return name === "call_expression" && WRAPPING_CALL.test(head) ? "function" : "value";
}

function functionBody(source: Source, value: number): number {
  const body = source.tree.child(value, source.tables.fieldId("body"));
  return body < 0 ? value : body;
}

/** The text of an assignment's target if it is one plain name. */
function simpleTarget(source: Source, row: number): string | undefined {
  if (row < 0 || source.tree.end[row]! - source.tree.start[row]! > NAME_LIMIT) return undefined;
  const text = textOf(source, row);
  return isIdentifier(text) ? text : undefined;
}
