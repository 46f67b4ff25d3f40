import words from "../../config/library_words.json" with { type: "json" };
import type { Callee } from "./callee.ts";
import { argumentOf, callbackHints } from "./callback_hints.ts";
import { withoutSelf } from "./hint.ts";
import { hintsOf } from "./hints.ts";
import { argumentRows } from "./handovers.ts";
import { literalField } from "./literals.ts";
import { NAMINGS } from "./namings.ts";
import type { Reading } from "./reading.ts";
import { textOf, typeAt } from "./source.ts";
import { valueTypeOf } from "./value_types.ts";

/** Records the type hints of a declaration. */
export function hint(reading: Reading, row: number): void {
  const { source, scope, out } = reading;
  const { tree, tables } = source;
  const rule = tables.hints[tree.type[row]!]!;
  if (rule.means === "field") return literalField(reading, row);
  // The result of an anonymous function is not the result of the enclosing one.
  const isUnnamed = tables.isClosure[tree.type[row]!] === 1 &&
    (scope.after !== tree.after[tree.parent[row]!] || argumentOf(source, row) !== "");
  // At the top level of a file, such as a test, one name is used for the parameters of many such functions.
  const isShared = isUnnamed && scope.definition < 0;
  // A member of a type that is written at a parameter.
  const isInline = typeAt(source, row) === "property_signature";
  if (isInline && out.isFunction(scope.definition)) return inlineMember(reading, row);
  // The table that a file of Lua returns: `return M`.
  if (rule.means === "result" && scope.definition < 0) {
    reading.out.returned = /^return\s+(\w+)\s*$/.exec(textOf(source, row))?.[1];
  }
  for (const hint of isShared ? [] : isUnnamed ? callbackHints(source, row) : hintsOf(source, row, rule)) {
    const isMember = hint.isMember || (scope.local && isField(reading, row));
    const holder = isMember
      ? scope.type >= 0 ? scope.type : out.holderOf(scope.definition)
      : scope.definition;
    // The value of a field is resolved in the scope of the method that assigns it.
    if (rule.means === "alias") {
      const name = hint.type.slice(hint.type.lastIndexOf(".") + 1);
      reading.refer({ name, kind: "import", receiver: "" }, tree.start[row]!);
    }
    const use = { kind: "reference", isRead: true, isPassed: false } as const;
    if (hint.read?.receiver) reading.mention({ ...hint.read, ...use }, tree.start[row]!);
    if (hint.isElement) {
      out.hold(holder, hint.name, hint.type, scope.definition);
      continue;
    }
    const isFromElsewhere = holder !== scope.definition && hint.type.startsWith("=");
    const type = isFromElsewhere ? `${hint.type}@${scope.definition}` : hint.type;
    out.hint(holder, hint.name, type, source.lines.lineAt(tree.start[row]!), reading.linesOf(hint.name, row));
  }
}

/** Records the type of what a call puts into a collection: `this.jobs.push(new Job())`. */
export function collected(
  { source, scope, out }: Reading,
  row: number,
  { name: put, receiver }: Callee,
): void {
  if (!PUTS.has(put)) return;
  const name = withoutSelf(receiver);
  const [first, second] = argumentRows(source, row);
  if (first === undefined || second !== undefined || name.includes(".")) return;
  const holder = name !== receiver && scope.type >= 0 ? scope.type : scope.definition;
  const type = valueTypeOf(source, source.tree.start[first]!, source.tree.end[first]!);
  out.hold(holder, name, type, scope.definition);
}

/** Methods that add their only argument to a collection. */
const PUTS: ReadonlySet<string> = new Set(words.puts.split(" "));

/** A member of a type that is written at a parameter, `deps: { users: Repo }`: `deps.users` is a Repo. */
function inlineMember({ source, scope, out }: Reading, row: number): void {
  const { tree, tables } = source;
  const [hint] = hintsOf(source, row, tables.hints[tree.type[row]!]!);
  const names = [hint?.name ?? ""];
  for (let up = tree.parent[row]!; up >= 0; up = tree.parent[up]!) {
    const { name } = tables.hints[tree.type[up]!] ?? {};
    if (name === undefined) continue;
    const at = tree.locate(up, name);
    if (at < 0 || tree.after[at] !== at + 1) return;
    names.unshift(textOf(source, at));
    if (typeAt(source, up) !== "property_signature") break;
  }
  if (hint && names.length > 1) out.hint(scope.definition, names.join("."), hint.type);
}

/** True if the row was just recorded as a field although it is in a function. */
function isField(reading: Reading, row: number): boolean {
  const rule = reading.source.tables.definitions[reading.source.tree.type[row]!];
  return rule?.rule.kind === "field" &&
    NAMINGS[rule.rule.naming ?? "field"]!({ source: reading.source, row, rule, around: reading.scope }) !==
      undefined;
}

/** The key of a value in an object literal assigned to a JavaScript variable: `const api = { run, stop: end }`. */
export function memberName({ source, scope, out }: Reading, row: number, parent: number): string {
  const { tree, tables, text } = source;
  if (scope.definition < 0 || tables.nodes.exports !== "keyword") return "";
  const isPair = typeAt(source, parent) === "pair";
  const object = isPair ? tree.parent[parent]! : parent;
  const around = tree.parent[object]!;
  // `return [isOpen, toggle] as const`
  const isList = typeAt(source, object) === "array" && out.isFunction(scope.definition) &&
    ["return_statement", "as_expression"].includes(typeAt(source, around));
  if (isList) return `${tree.children(object).indexOf(row)}`;
  if (typeAt(source, object) !== "object") return "";
  // Only a key that differs from its value: `return { put: drop }`.
  const isHolder = out.isFunction(scope.definition)
    ? isPair && typeAt(source, around) === "return_statement"
    : scope.after === tree.after[around];
  if (!isHolder) return "";
  const written = isPair ? text.slice(tree.start[parent], tree.start[row]) : textOf(source, row);
  return /^(?:async\s+)?([\w$]+)\s*:?\s*$/.exec(written)?.[1] ?? "";
}
