import { bareName, typeAround } from "./bare_names.ts";
import { namedCallable, TAKES_NAMES } from "./callables.ts";
import { type Callee, cascade, splitCallee } from "./callee.ts";
import { calleeAt, chainHead, isCallee, receiverAt } from "./callee_at.ts";
import { constant } from "./constants.ts";
import { EXPORTS } from "./imports.ts";
import { Role } from "./language_tables.ts";
import { narrowed } from "./narrowing.ts";
import type { Reading } from "./reading.ts";
import { memberName } from "./record_hints.ts";
import { isConstantName, isUpperCase, type Source, textOf, typeAt, unquoted } from "./source.ts";

/** Records a name passed on as a value, or a constant in any position. */
export function value(reading: Reading, row: number): void {
  const { source } = reading;
  const { tree, tables } = source;
  const parent = tree.parent[row]!;
  if (parent < 0 || row === reading.headRow) return;
  const isReference = isMethodReference(source, row);
  const isRead = tables.isRead[tree.type[row]!] === 1;
  if (tables.nodes.values?.fields === "bare") bareName(reading, row);
  if (!tables.isValueParent[tree.type[parent]!] && !isReference) {
    if (isRead) read(reading, row);
    return constant(reading, row);
  }
  // The name in a call is recorded with the call.
  if (isExported(reading, parent) || isLabel(source, row) || isCallee(source, row)) return;
  if (isDeclared(source, row)) return isRead ? read(reading, row) : undefined;
  const split = valueAt(source, row, parent);
  if (split !== undefined) passed(reading, row, split, isReference);
}

/** True for `Job::run` of Java and Kotlin, of any class that the file sees, and for C++'s `&Job::run`. */
function isMethodReference(source: Source, row: number): boolean {
  const type = typeAt(source, row);
  const holder = typeAt(source, source.tree.parent[row]!);
  return type === "method_reference" || type === "constructor_tearoff" || holder === "callable_reference" ||
    (type === "qualified_identifier" && holder === "pointer_expression");
}

/** True for a name that labels something else, as in a list of imports. */
function isLabel(source: Source, row: number): boolean {
  const { tree, tables, text } = source;
  const parent = tree.parent[row]!;
  // PHP's name of a property: `($this->onSave)()`.
  if (typeAt(source, row) === "name" && typeAt(source, parent).startsWith("member_")) return true;
  const pair = tree.parent[parent]!;
  // The name of a field in a Go literal: `Server{run: start}`.
  const isField = pair >= 0 && parent === pair + 1 && tables.hints[tree.type[pair]!]?.means === "field";
  // Haskell's lists of imports and exports: `((<||>), run)`. Clojure's `:rename {total sum}`.
  return isField || (pair >= 0 && ["import_name", "export"].includes(typeAt(source, pair))) ||
    text.startsWith(":rename ", tree.start[parent]! - 8);
}

/** True for the name of a definition, and for the target of an assignment. */
function isDeclared(source: Source, row: number): boolean {
  const { tree, tables } = source;
  const parent = tree.parent[row]!;
  const type = tree.type[parent]!;
  const { name = 0 } = tables.definitions[type] ?? {};
  if (name > 0 ? tree.field[row] === name : name < 0 && tree.locate(parent, name) === row) return true;
  return row === parent + 1 && tables.isTarget[tree.field[row]!] === 1 && tables.calls[type] === undefined &&
    tree.after[row] !== tree.after[parent] &&
    !["binary", "infix"].some((word) => tables.typeName(type).startsWith(word));
}

/** Records a value that is passed on. */
function passed(reading: Reading, row: number, split: Callee, isReference: boolean): void {
  const { source, scope: { definition: scope }, out } = reading;
  const { tree, tables } = source;
  const parent = tree.parent[row]!;
  const start = tree.start[row]!;
  const { name } = split;
  // Java's `Job::new`.
  const made = isReference && name === "new" && splitCallee(split.receiver);
  if (made) return reading.refer({ ...made, kind: "new" }, start);
  // Ruby's `orders.map(&:total)`.
  if (typeAt(source, parent) === "block_argument" && split.receiver !== "") {
    return reading.refer({ ...split, kind: "call" }, start);
  }
  const member = memberName(reading, row, parent);
  if (member !== "") out.hint(scope, member, `=${split.receiver === "" ? "" : `${split.receiver}.`}${name}`);
  const receiver = split.receiver === "" ? "" : narrowed(source, row, split.receiver);
  const use = { name, kind: "reference", receiver } as const;
  if (receiver === "" && reading.localKind(name, row) === "variable") {
    // `const { save } = useDraft()` and `onSubmit={save}`, `onMounted(save)`
    return PASSING.has(typeAt(source, parent)) ? reading.refer(use, start, "variable") : undefined;
  }
  const isTable = isReference || (!out.isFunction(scope) && isInTable(reading, parent));
  if (isTable && !isUpperCase(name)) return reading.refer(use, start);
  const isRead = receiver !== "" && tables.isRead[tree.type[row]!] === 1;
  const kind = { isConstant: isConstantName(name), isRead, isPassed: true, type: typeAround(reading) };
  reading.mention({ ...use, ...kind }, start);
}

/** Parents of values that are functions of a local variable. */
const PASSING: ReadonlySet<string> = new Set(["jsx_expression", "arguments", "array"]);

/** True for a parent of names that a file exports, `exports.a = b` or `module.exports = { a, b: c }`: that is no use of them. */
function isExported({ source, scope }: Reading, parent: number): boolean {
  const { tree, tables } = source;
  if (scope.definition >= 0 || tables.nodes.exports !== "keyword") return false;
  const object = typeAt(source, parent) === "pair" ? tree.parent[parent]! : parent;
  return [parent, tree.parent[object] ?? -1].some((row) => {
    const left = row < 0 ? -1 : tree.child(row, tables.fieldId("left"));
    return left >= 0 && EXPORTS.test(textOf(source, left));
  });
}

/** The name of a value, or the function that a literal names. */
function valueAt(source: Source, row: number, parent: number): Callee | undefined {
  const { tree, text, tables } = source;
  const isCallable = tables.nodes.callables?.split(" ").includes(typeAt(source, row));
  if (isCallable !== true) return calleeAt(source, row);
  // The shell's `trap stop EXIT` has no list of arguments.
  const isWord = tables.calls[tree.type[parent]!] !== undefined;
  // Laravel's `'Orders@show'` names a method anywhere.
  const isText = isWord || ("\"'".includes(text[tree.start[row]!]!) && !textOf(source, row).includes("@"));
  const call = isWord ? parent : tree.parent[tree.parent[parent]!]!;
  const callee = call < 0 ? undefined : tables.calls[tree.type[call]!]?.callee;
  const at = callee === undefined ? -1 : tree.locate(call, callee);
  // Ruby's `private :check`
  if (tables.skipCalls.has(textOf(source, tree.parent[parent]! + 1))) return undefined;
  if (isText && (at < 0 || !TAKES_NAMES.test(textOf(source, at)))) return undefined;
  if (isWord) return { name: unquoted(textOf(source, row)).split(" ", 1)[0]!, receiver: "" };
  const named = namedCallable(textOf(source, row));
  const object = typeAt(source, parent) === "block_argument" && call >= 0
    ? receiverAt(source, call, tables.calls[tree.type[call]!]!.receiver)
    : "";
  return named && object !== "" ? { name: named.name, receiver: `${object}[]` } : named;
}

/** Records the read of a member, unless it is the callee of a call. */
function read(reading: Reading, row: number): void {
  const { source } = reading;
  const { tree, tables } = source;
  const type = tree.type[tree.parent[row]!]!;
  // Bases and decorators are recorded as such.
  const isHead = tables.isHeritage[type] || tables.isHeritageGroup[type] ||
    tables.roles[type]! & Role.decorator;
  const split = isHead || isCallee(source, row) ? undefined : memberAt(source, row);
  if (split === undefined || split.receiver === "") return;
  // Of literals only where members are called without parentheses: `3.twice`.
  const isLiteral = split.receiver === "?" && tables.nodes.values?.implicitMembers === true;
  if (split.receiver.startsWith("?") && !isLiteral) return;
  const use = { ...split, kind: "reference", receiver: narrowed(source, row, split.receiver) } as const;
  const isWritten = tables.isTarget[tree.field[row]!] === 1 &&
    tables.typeName(type).startsWith("assignment");
  const kind = { isRead: true, isPassed: false, isWritten, type: typeAround(reading) };
  reading.mention({ ...use, ...kind }, tree.start[row]!);
}

/** The member at a row with its object; undefined if there is none, or if it is called. */
function memberAt(source: Source, row: number): Callee | undefined {
  const { tree, text } = source;
  const type = typeAt(source, row);
  if (type === "qualified_identifier" && !isQualifiedRead(source, row)) return undefined;
  const cascaded = cascade(source, row);
  // Dart's links are siblings.
  if (!cascaded && !type.endsWith("_assignable_selector")) return calleeAt(source, row);
  if (text[tree.end[row]!] === "(") return undefined;
  if (cascaded) return { name: textOf(source, row), ...cascaded };
  const chain = chainHead(source, row);
  return chain && splitCallee(text, chain.start, tree.end[row]!);
}

/** True for the C++ name of a value: `Limits::most`; false for a declared name, a type, or a part of a path. */
function isQualifiedRead(source: Source, row: number): boolean {
  const { tree, tables, text } = source;
  const field = tree.field[row]!;
  return typeAt(source, tree.lastChild(row)) === "identifier" && tables.isTarget[field] !== 1 &&
    field !== tables.fieldId("type") && !text.startsWith("std::", tree.start[row]) &&
    typeAt(source, tree.parent[row]!) !== "using_declaration";
}

/** True if a node is in a C table, also through a macro: `{COMMAND("get", getCommand)}`. */
function isInTable({ source: { tree, tables } }: Reading, row: number): boolean {
  if (tables.isTable[tree.type[row]!] === 1) return true;
  const call = tree.parent[row]!;
  return call >= 0 && tables.calls[tree.type[call]!] !== undefined && tree.parent[call]! >= 0 &&
    tables.isTable[tree.type[tree.parent[call]!]!] === 1;
}
