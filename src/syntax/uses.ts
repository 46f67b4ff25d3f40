import { splitCallee } from "./callee.ts";
import { isCallee } from "./callee_at.ts";
import { Role } from "./language_tables.ts";
import type { Reading } from "./reading.ts";
import { oneLine, type Source, textOf, typeAt } from "./source.ts";

/** Records a decorator, and adds it to its definition. */
export function decorator(reading: Reading, row: number): void {
  const { source } = reading;
  const callee = reading.decorators.add(source, row);
  if (callee === undefined) return;
  reading.refer({ ...callee, kind: "decorator" }, source.tree.start[row]!);
  const owner = reading.decorators.ownerOf(source, row);
  if (owner >= 0) reading.out.decorate(owner, reading.decorators.drop());
}

/** Records the names in a type. */
export function typeName(reading: Reading, row: number): void {
  const { source } = reading;
  const { tree, tables, lines } = source;
  if (isOwnName(source, row) || isRecorded(source, row)) return;
  const line = lines.lineAt(tree.start[row]!);
  // Go: the package before the name decides which type it is.
  const isQualified = typeAt(source, tree.parent[row]!) === "qualified_type";
  const text = oneLine(textOf(source, isQualified ? tree.parent[row]! : row), 200);
  const paths = tree.after[row] === row + 1 ? [text] : text.match(/[\p{L}_$][\p{L}\p{N}_$.]*/gu) ?? [];
  for (const path of paths) {
    const split = splitCallee(path);
    if (split === undefined || tables.builtinTypes.has(split.name)) continue;
    reading.out.referOnce({ ...split, kind: "type", line, scope: reading.scope.definition });
  }
}

/** True if the row is the name of the enclosing definition. */
function isOwnName({ tree, tables }: Source, row: number): boolean {
  const rule = tables.definitions[tree.type[tree.parent[row]!]!];
  // `struct x` without a body names another definition.
  if (rule?.rule.needsBody === true && tree.locate(tree.parent[row]!, rule.body) < 0) return false;
  return rule !== undefined && rule.name !== 0 && tree.field[row] === rule.name;
}

/** True if a type is already recorded, as a decorator or with a `new`. */
function isRecorded(source: Source, row: number): boolean {
  const { tree, tables } = source;
  const up = tree.parent[row]!;
  if (tables.calls[tree.type[up]!]?.rule.kind === "new" && isCallee(source, row)) return true;
  const isDecorator = (at: number): boolean =>
    at >= 0 && (tables.roles[tree.type[at]!]! & Role.decorator) !== 0;
  return isDecorator(up) || isDecorator(tree.parent[up]!);
}
