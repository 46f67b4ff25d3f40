import { collectedType } from "./annotations.ts";
import { plainPath } from "./callee.ts";
import type { CompiledDefinition } from "./language_tables.ts";
import { NAME_LIMIT } from "./naming.ts";
import { type Source, textOf, unquoted } from "./source.ts";

/** The bases, interfaces and mixins in the head of the definition at `row`. */
export function basesOf(source: Source, row: number): string[] {
  const { tree, tables } = source;
  const bases: string[] = [];
  for (const at of tree.children(row)) {
    if (tables.isHeritageField[tree.field[at]!] || tables.isHeritage[tree.type[at]!]) {
      collect(source, at, bases);
    }
  }
  return bases;
}

function collect(source: Source, list: number, bases: string[]): void {
  const { tree, tables } = source;
  const end = tree.after[list]!;
  if (end === list + 1) return add(source, list, bases);
  for (let at = list + 1; at < end; at = tree.after[at]!) {
    const type = tree.type[at]!;
    if (tables.isHeritageSkip[type]) continue;
    if (tables.isHeritageGroup[type]) collect(source, at, bases);
    else add(source, at, bases);
  }
}

function add(source: Source, row: number, bases: string[]): void {
  const base = basePath(source, row);
  if (base !== "") bases.push(base);
}

/** The node's text as a plain path without type and constructor arguments; "" if it is none, or `row` is -1. */
export function basePath(source: Source, row: number): string {
  if (row < 0) return "";
  return plainPath(
    unquoted(textOf(source, row).slice(0, 200)).replace(
      /^(?:&|\*|'\w+\s+|mut\s+|dyn\s+|public\s+|virtual\s+|\(\w+:\s*)+|[<[({)\s].*$/gs,
      "",
    ),
  );
}

/** The class of a type alias: `using Ptr = std::shared_ptr<Foo>`, `type Shared = Arc<Foo>`; "" for others. */
export function aliasedType(source: Source, row: number, { rule, body }: CompiledDefinition): string {
  const value = source.tree.locate(row, body);
  const whole = textOf(source, value < 0 ? row : value);
  // Swift and Dart have no node for it.
  const written = value < 0 ? whole.slice(whole.indexOf("=") + 1).replace(";", "") : whole;
  // A Go type defined by another type has none of its methods.
  if (written === whole && value < 0 || rule.naming === "goType" || written.length > NAME_LIMIT) return "";
  const type = collectedType(written);
  const [path = ""] = type.split("<", 1);
  return !type.endsWith("]") && /^[\w.]+$/.test(path) && !source.tables.builtinTypes.has(path) ? path : "";
}
