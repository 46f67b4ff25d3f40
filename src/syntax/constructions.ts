import words from "../../config/library_words.json" with { type: "json" };
import { type Callee, plainPath, splitCallee } from "./callee.ts";
import { NOWHERE } from "./flat_tree.ts";
import { basePath } from "./heritage.ts";
import type { Reading } from "./reading.ts";
import { type Source, textOf } from "./source.ts";

/** A constructor's call of another one: `this(1)`, `super(1)`, C#'s `: base(1)`, Dart's `super.empty()`. */
export function constructorCall({ source, scope, out }: Reading, row: number): Callee | undefined {
  const written = textOf(source, row);
  const [word = "", member] = written.slice(0, written.indexOf("(")).replace(":", "").trim().split(".");
  if (scope.type < 0 || !["this", "super", "base"].includes(word)) return undefined;
  const isUnnamed = source.tables.nodes.scopeFunctions !== undefined;
  const base = out.heritage.find(({ definition }) => definition === scope.type)?.base ?? "";
  const type = word === "this" ? out.qualifiedName(scope.type) : base;
  return { name: member ?? (isUnnamed ? "constructor" : type.split(".").at(-1)!), receiver: word };
}

/** The class that the declaration around a value names: C#'s `Order order = new(1)`, C++'s `Order order(1)`. */
export function declaredClass(source: Source, row: number): Callee | undefined {
  const { tree, tables, text } = source;
  const value = tree.child(row, tables.fieldId("value"));
  // C++'s `Order order = other` copies.
  if (value >= 0 && !"({".includes(text[tree.start[value]!]!)) return undefined;
  const returns = tables.fieldId("returns");
  for (let at = tree.parent[row]!; at >= 0; at = tree.parent[at]!) {
    const kind = tree.type[at]!;
    const result = returns === 0 ? -1 : tree.child(at, returns);
    const type = result < 0 ? tree.locate(at, tables.hints[kind]?.type ?? NOWHERE) : result;
    if (type >= 0) {
      // Swift's annotation begins with a colon.
      const path = basePath(source, text[tree.start[type]!] === ":" ? tree.firstChild(type) : type);
      const split = splitCallee(path);
      return split && tables.builtinTypes.has(split.name) ? undefined : split;
    }
    if (!BETWEEN.has(tables.typeName(kind))) return undefined;
  }
  return undefined;
}

/** The class that C++'s `std::make_unique<Order>` constructs. */
export function madeByTemplate(source: Source, row: number): Callee | undefined {
  const [name = "", type = ""] = textOf(source, row).split("<");
  const path = type.endsWith(">") && name.startsWith("std::make_") ? plainPath(type.slice(0, -1)) : "";
  return splitCallee(path);
}

/** Nodes between a value and the declaration of its type. */
const BETWEEN: ReadonlySet<string> = new Set(words.between.split(" "));
