import { plainPath } from "./callee.ts";
import { NOWHERE } from "./flat_tree.ts";
import type { Reading } from "./reading.ts";
import { textOf } from "./source.ts";
import { declaredType } from "./value_types.ts";

/** Records the use of a field in the literal of a type: `Store{limit: 3}`, `[]Store{{limit: 3}}`, `new Store { Limit = 3 }`. */
export function literalField(reading: Reading, row: number): void {
  const { source } = reading;
  const { tree, tables } = source;
  const list = tree.parent[row]!;
  const name = plainPath(textOf(source, row + 1));
  let [depth, at] = [0, list];
  for (; tables.literals[tree.type[at]!] === undefined; at = tree.parent[at]!) {
    if (tree.parent[at]! < 0 || tables.isBlock[tree.type[at]!] === 1) return;
    if (at !== list && tree.type[at] === tree.type[list]) depth++;
  }
  const place = tables.literals[tree.type[at]!]!;
  const typeRow = tree.locate(at, place);
  // C++ initializes the fields of the object itself. An element of a collection is a literal without its type.
  const type = place === NOWHERE ? "this" : typeRow < 0 ? "" : declaredType(source, textOf(source, typeRow));
  const bare = type.endsWith("[]".repeat(depth)) ? type.slice(0, type.length - 2 * depth) : type;
  const receiver = plainPath(bare);
  if (name === "" || name.includes(".") || receiver === "") return;
  reading.refer({ name, kind: "reference", receiver }, tree.start[row]!);
}
