import { endsWithAny } from "../model/text.ts";
import { impliedType } from "./callee_at.ts";
import type { Reading } from "./reading.ts";
import { isCapitalized, isConstantName, textOf, typeAt, wordsOf } from "./source.ts";

/**
 * Records a name that may be a field, property or variable of the file, or one that the enclosing class inherits:
 * `total + 1`. Labels, members of other objects and local variables are none.
 */
export function bareName(reading: Reading, row: number): void {
  const { source, scope } = reading;
  const { tree, tables, text } = source;
  const start = tree.start[row]!;
  const before = text[start - 1]!;
  // Kotlin's `"$total items"` is no node of its own.
  const isWithin = before === "$" && typeAt(source, row) === "string_content";
  if ((tables.isName[tree.type[row]!] !== 1 && !isWithin) || scope.definition === scope.type) return;
  const field = tree.field[row]!;
  if (
    (tables.isTarget[field] === 1 || (field !== 0 && field === tables.fieldId("type"))) &&
    field !== tables.fieldId("left") && field !== tables.fieldId("lhs")
  ) {
    return;
  }
  const name = isWithin ? wordsOf(textOf(source, row))[0] ?? "" : textOf(source, row);
  const end = start + name.length;
  const parent = typeAt(source, tree.parent[row]!);
  // Swift's `.idle` of a type that the context gives.
  if (
    before === "." && IMPLICIT.has(parent) && BEFORE_MEMBER.includes(text[start - 2]!) && text[end] !== "("
  ) {
    return reading.refer({ name, kind: "reference", receiver: impliedType(source, row) }, start);
  }
  if (".:@".includes(before) || (before === ">" && text[start - 2] === "-")) return;
  if (tables.unwrap[tree.type[tree.parent[row]!]!] !== undefined) return;
  const isLabel = parent.includes("label") || parent === "name_colon" ||
    endsWithAny(parent, ["_type", "_list", "_name"]);
  if (isLabel || (ARGUMENTS.has(parent) && tree.after[row]! < tree.after[tree.parent[row]!]!)) return;
  if (OBJECTS.has(name) || isConstantName(name)) return;
  if (text[end] === "(") return;
  const isOwn = text[end] === "." && isCapitalized(name);
  if (reading.localKind(name, row) !== undefined) return;
  const use = { name, kind: "reference", receiver: "", isRead: true, isPassed: false } as const;
  reading.mention({ ...use, isBare: true, isOwn, type: typeAround(reading) }, start);
}

/** The type around the current row; in C++ the method that is defined outside of it. */
export function typeAround({ scope, out }: Reading): number {
  const isOutside = scope.type < 0 && out.isFunction(scope.definition) &&
    out.qualifiedName(scope.definition).includes(".");
  return isOutside ? scope.definition : scope.type;
}

const OBJECTS: ReadonlySet<string> = new Set(["this", "self", "super", "it"]);
/** Nodes around members of a type that the context gives, and the characters before them. */
const IMPLICIT = new Set("prefix_expression switch_pattern pattern if_statement guard_statement".split(" "));
const BEFORE_MEMBER = " \n\t(,[:={&|!";
/** Nodes whose first name is the label if there is another child. */
const ARGUMENTS: ReadonlySet<string> = new Set(["value_argument", "named_argument", "argument"]);
