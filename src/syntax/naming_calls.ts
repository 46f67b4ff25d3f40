import type { DefiningCall } from "./language_config.ts";
import { kindIn, MOST_NAMES, type Naming, type NamingResult } from "./naming.ts";
import { testCall } from "./naming_tests.ts";
import { type Source, textOf, typeAt } from "./source.ts";

/** A call that defines the names in its literal arguments: `attr_reader :a, :b`, `define("LIMIT", 5)`. */
export const call: Naming = ({ source, row, rule, around }) => {
  const { tree, tables, text } = source;
  const callee = tree.locate(row, rule.name);
  if (callee < 0 || tree.end[callee]! - tree.start[row]! > LONGEST_CALLEE) return undefined;
  const defining = tables.definingCalls.get(text.slice(tree.start[row], tree.end[callee]));
  if (defining === undefined) return testCall({ source, row, rule, around });
  if (defining.inType === true && !around.inType) return undefined;
  const [name, ...also] = namesOf(source, tree.child(row, tables.fieldId("arguments")), defining.names);
  if (name === undefined) return undefined;
  const { object, held = object, member = name } = DELEGATED.exec(textOf(source, row))?.groups ?? {};
  const named: NamingResult = {
    name,
    kind: kindIn(defining.kind ?? rule.rule.kind, around),
    body: tree.locate(row, rule.body),
    isPassing: defining.inType === true,
    ...(held && { calls: { name: member, receiver: `self.${held}` } }),
  };
  return also.length === 0 ? named : { ...named, also };
};

/**
 * The object of Ruby's `delegate :total, to: :cart` and `def_delegators :@cart, :total`, and the method that has another
 * name: `def_delegator :@cart, :total, :sum`.
 */
const DELEGATED =
  /^(?:delegate\b[^]*\bto: *|def_(?:instance_)?delegators )["':]@?(?<object>\w+)|^def_(?:instance_)?delegator ["':]@?(?<held>\w+)["']?, *["':](?<member>\w+[?!=]?)/;

/** Maximum length of a callee in characters. */
const LONGEST_CALLEE = 48;

function namesOf(source: Source, args: number, which: DefiningCall["names"] = "first"): string[] {
  const rows = args < 0 ? [] : source.tree.children(args);
  if (which === "first") return firstName(source, rows[0]);
  const all = rows.slice(which === "rest" ? 1 : 0).map((row) => literalNames(source, row));
  if (which === "last") return all.findLast((names) => names.length > 0) ?? [];
  return all.flat().slice(0, MOST_NAMES);
}

/** Name in the first argument; the key in `task build: [:compile]`. */
function firstName(source: Source, row: number | undefined): string[] {
  if (row === undefined) return [];
  const isPair = typeAt(source, row) === "pair";
  return (isPair ? [textOf(source, row + 1)].filter(isName) : literalNames(source, row)).slice(0, 1);
}

/** The names in a literal: `:a`, `"a b"`, `["a", "b"]`, `[("a", int)]`. */
function literalNames(source: Source, row: number): string[] {
  const type = typeAt(source, row);
  if (type.includes("symbol") || type.includes("string")) {
    return textOf(source, row).replace(/^:?["']?|["']$/g, "").split(/[\s,]+/).filter(isName);
  }
  if (type === "argument" || type === "tuple") return literalNames(source, row + 1);
  return type === "list" || type === "array"
    ? source.tree.children(row).flatMap((child) => literalNames(source, child))
    : [];
}

function isName(text: string): boolean {
  return text.length < 80 && /^[\p{L}_][\p{L}\p{N}_:.-]*[?!=]?$/u.test(text);
}
