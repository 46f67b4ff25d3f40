import { Role } from "../language_tables.ts";
import type { Source } from "../source.ts";
import { textOf } from "../source.ts";
import type { ComplexityRules } from "./rules.ts";

/** Number of declared parameters of a function, including declared receivers such as `self`. */
export function countParameters(source: Source, row: number, rules: ComplexityRules): number {
  const { tree, tables } = source;
  const list = parameterList(source, row, rules);
  if (list < 0) return 0;
  if (isLeaf(source, list)) return 1;
  const name = tables.fieldId("name");
  let count = 0;
  for (const at of tree.children(list)) {
    if (tables.roles[tree.type[at]!]! & (Role.comment | Role.decorator)) continue;
    if (textOf(source, at) === "void") continue;
    // Go: one declaration may declare several names.
    const names = name === 0 ? [] : tree.children(at).filter((child) => tree.field[child] === name);
    count += Math.max(1, names.length);
  }
  return count;
}

/**
 * Row of the parameter list: the field `parameters` of the function, or of its declarator in C; the single parameter of
 * an arrow function; -1 if there is none.
 */
function parameterList(source: Source, row: number, { field }: ComplexityRules): number {
  const { tree, tables } = source;
  const body = tree.child(row, field.body);
  const end = body < 0 ? tree.after[row]! : body;
  const own = tree.child(row, field.parameters);
  if (own >= 0) return own;
  const lone = tree.child(row, tables.fieldId("parameter") || -1);
  if (lone >= 0) return lone;
  for (let at = row + 1; at < end; at++) if (tree.field[at] === field.parameters) return at;
  return -1;
}

function isLeaf(source: Source, row: number): boolean {
  return source.tree.firstChild(row) < 0 && !/^[([|]/.test(textOf(source, row));
}
