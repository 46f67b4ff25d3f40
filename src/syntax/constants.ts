import { chainOf, plainPath, splitCallee } from "./callee.ts";
import { Role } from "./language_tables.ts";
import type { Reading } from "./reading.ts";
import { isConstantName, type Source } from "./source.ts";

/** Maximum number of characters searched before a name for its path. */
const LONGEST_PATH = 100;

/**
 * Records a constant used as an operand, bound, case or receiver: `x > MAX`, `KEYS.len()`, `crate::MAX`; where names of
 * values have no such form also an object of the file: `limiter.pass()`.
 */
export function constant(reading: Reading, row: number): void {
  const { tree, text, tables } = reading.source;
  const start = tree.start[row]! + (text[tree.start[row]!] === "." ? 1 : 0);
  const split = splitCallee(text, start, tree.end[row]!);
  if (split === undefined) return;
  const { name } = split;
  const isConstant = isConstantName(name);
  const around = tree.type[tree.parent[row]!]!;
  const isObject = tables.nodes.values?.fields === "own" && tree.after[row] === row + 1 &&
    text[start - 1] !== "." && !tables.isHeritage[around] && !tables.isHeritageGroup[around] &&
    !tables.typeName(around).endsWith("_pattern");
  if (!(isConstant || isObject) || isOnRecord(reading.source, row)) return;
  const local = split.receiver === "" ? reading.localKind(name, row) : undefined;
  if (local === "variable" || (local !== undefined && !isConstant)) return;
  const receiver = split.receiver || pathBefore(text, start) || switchedOn(reading.source, row);
  const use = { name, kind: "reference", receiver } as const;
  reading.mention(isConstant ? { ...use, isConstant } : { ...use, receiver: "", isObject }, start);
}

/** The value of a Java switch whose type may define a case's name, as a receiver with a final dot; else "". */
function switchedOn({ tree, tables, text }: Source, row: number): string {
  if (tables.typeName(tree.type[tree.parent[row]!]!) !== "switch_label") return "";
  let value = -1;
  for (let at = row; at >= 0 && value < 0; at = tree.parent[at]!) {
    value = tree.child(at, tables.fieldId("condition"));
  }
  const chain = chainOf(text, tree.start[value]!, tree.end[value]!);
  return chain.startsWith("?") ? "" : `${chain}.`;
}

/** The path before the name at `start`: `crate.limits` in `crate::limits::MAX`; `?` if it is not a path of names. */
function pathBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - LONGEST_PATH), start);
  if (!/(?:[^.]\.|::|->|\\)$/.test(before)) return "";
  const [path] = /(?:[\p{L}_$][\p{L}\p{N}_]*(?:\.|::|->|\\))+$/u.exec(before) ?? ["?"];
  return plainPath(path.replace(/(?:\.|::|->|\\)$/, "")) || "?";
}

/**
 * True if the name at `row` is recorded otherwise: defined, called, imported, a type, or the end of a recorded path.
 */
function isOnRecord({ tree, tables }: Source, row: number): boolean {
  const field = tree.field[row]!;
  if (field !== 0 && tables.definitions[tree.type[tree.parent[row]!]!]?.name === field) return true;
  for (let at = row, up = tree.parent[row]!; up >= 0; at = up, up = tree.parent[up]!) {
    const type = tree.type[up]!;
    const call = tables.calls[type];
    const isEnd = tree.end[at] === tree.end[row];
    if (isEnd && call && (tree.locate(up, call.callee) === at || tree.locate(up, call.name) === at)) {
      return true;
    }
    const role = tables.roles[type]!;
    if (role & Role.import) return true;
    if (tree.end[up] === tree.end[row] && role & (Role.value | Role.type)) return true;
    if (role & Role.definition) return false;
  }
  return false;
}
