import type { CompiledDefinition } from "./language_tables.ts";
import { byField, NAME_LIMIT, type Named, ownedName, plainName, type Surroundings } from "./naming.ts";
import type { DefinitionKind } from "./parsed_file.ts";
import { type Source, textOf } from "./source.ts";

/** Like `field`, outside of functions only. */
export function variable(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  if (around.local) return undefined;
  const named = byField(source, row, rule, around);
  return named === undefined ? undefined : { ...named, body: -1 };
}

/** `NAME = value` outside of functions. */
export function assignment(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  if (around.local) return undefined;
  const name = simpleTarget(source, source.tree.locate(row, rule.name));
  if (name === undefined) return undefined;
  const value = source.tree.locate(row, rule.body);
  const role = value < 0 ? "value" : valueRole(source, value, around);
  if (role === "function") return { name, kind: around.inType ? "method" : "function", body: value };
  if (role === "class") return { name, kind: "class", body: -1 };
  return { name, kind: valueKind(name, around), body: -1 };
}

/** `const f = () => ...`, `let x = ...`: functions anywhere, other values outside of functions. */
export function binding(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  const { tree, text } = source;
  const name = simpleTarget(source, tree.locate(row, rule.name));
  if (name === undefined) return undefined;
  const value = tree.locate(row, rule.body);
  const role = value < 0 ? "value" : valueRole(source, value, around);
  if (role === "function") return { name, kind: "function", body: functionBody(source, value) };
  if (role === "class") return { name, kind: "class", body: value };
  if (around.local) return undefined;
  const isConstant = text.startsWith("const", tree.start[tree.parent[row]!]!);
  return { name, kind: isConstant ? "constant" : "variable", body: -1, holds: role === "object" };
}

/** A class field; a method when it holds a function. */
export function member(source: Source, row: number, rule: CompiledDefinition): Named | undefined {
  const at = source.tree.locate(row, rule.name);
  const name = at < 0 ? "" : plainName(textOf(source, at));
  if (name === "") return undefined;
  const value = source.tree.locate(row, rule.body);
  const isFunction = value >= 0 && source.tables.isClosure[source.tree.type[value]!] === 1;
  return isFunction
    ? { name, kind: "method", body: functionBody(source, value) }
    : { name, kind: "field", body: -1 };
}

/** `key: function` in an object literal; other pairs are data. */
export function pair(source: Source, row: number, rule: CompiledDefinition): Named | undefined {
  const named = member(source, row, rule);
  return named?.kind === "method" ? named : undefined;
}

/** `exports.f = function`, `A.prototype.f = () => ...`, `M.f = function`. */
export function assigned(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  const { tree } = source;
  const left = tree.locate(row, rule.name);
  const value = tree.locate(row, rule.body);
  if (left < 0 || value < 0 || tree.end[left]! - tree.start[left]! > NAME_LIMIT) return undefined;
  const role = valueRole(source, value, { inType: false, local: true });
  if (role !== "function" && role !== "class") return undefined;
  const target = textOf(source, left);
  const path = /^(?:(?:(?:module\.)?exports|this|([\w$]+)(?:\.prototype)?)\.)?([\w$]+)$/.exec(target);
  if (path === null || path[2] === "exports" || (around.local && target === path[2])) return undefined;
  const [, owner, name] = path;
  const kind = role === "class"
    ? "class"
    : target.includes(".") && owner !== undefined
    ? "method"
    : "function";
  const body = role === "class" ? value : functionBody(source, value);
  return owner === undefined ? { name: name!, kind, body } : { name: name!, kind, body, owner };
}

/** Lua: `M.f = function`, `x = 1`; the first target and the first value count. */
export function assignedList(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  const { tree } = source;
  const [targets, values] = [tree.locate(row, rule.name), tree.locate(row, rule.body)];
  if (targets < 0 || values < 0) return undefined;
  const target = textOf(source, targets);
  const value = tree.firstChild(values);
  if (value >= 0 && source.tables.isClosure[source.tree.type[value]!]) {
    return ownedName(target, target.includes(".") ? "method" : "function", functionBody(source, value));
  }
  if (around.local || simpleTarget(source, targets) === undefined) return undefined;
  return { name: target, kind: valueKind(target, around), body: -1 };
}

/** Calls whose function argument is the thing itself (`memo(() => ...)`), by the last name of the callee. */
const WRAPPING_CALL =
  /^(?:[\w$]+\.)?(?:memo|forwardRef|observer|lazy|debounce|throttle|useCallback|asyncHandler)\b/;

/** Calls that make a class. */
const CLASS_CALL =
  /^(?:(?:Struct|Data|Class|Module)\.(?:new|define)\b|(?:\w+\.)?(?:namedtuple|NamedTuple|TypedDict|NewType|make_dataclass)\()/;

const CALL_TYPES: ReadonlySet<string> = new Set(["call_expression", "call"]);
const CLASS_TYPES: ReadonlySet<string> = new Set(["class", "class_expression"]);

function valueRole(
  source: Source,
  value: number,
  around: Surroundings,
): "function" | "class" | "object" | "value" {
  const { tree, tables, text } = source;
  const type = tree.type[value]!;
  if (tables.isClosure[type]) return "function";
  const name = tables.typeName(type);
  if (CLASS_TYPES.has(name)) return "class";
  if (name === "object") return "object";
  if (!CALL_TYPES.has(name) || around.local) return "value";
  const head = text.slice(tree.start[value], Math.min(tree.end[value]!, tree.start[value]! + 60));
  if (CLASS_CALL.test(head)) return "class";
  return name === "call_expression" && WRAPPING_CALL.test(head) ? "function" : "value";
}

function functionBody(source: Source, value: number): number {
  const body = source.tree.child(value, source.tables.fieldId("body"));
  return body < 0 ? value : body;
}

function valueKind(name: string, around: Surroundings): DefinitionKind {
  if (/^_*[A-Z][A-Z0-9_]+$/.test(name)) return "constant";
  return around.inType ? "field" : "variable";
}

/** The text of an assignment's target when it is one plain name. */
function simpleTarget(source: Source, row: number): string | undefined {
  if (row < 0 || source.tree.end[row]! - source.tree.start[row]! > NAME_LIMIT) return undefined;
  const text = textOf(source, row);
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text) ? text : undefined;
}
