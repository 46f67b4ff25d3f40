import { lookUp } from "../model/json.ts";
import type { ImportedName } from "./parsed_file.ts";
import { EXPORTS, namesOf, tokensOf } from "./imports.ts";
import type { EnclosingScope } from "./naming.ts";
import { isCapitalized, isIdentifier, type Source, textOf, typeAt, wordsOf } from "./source.ts";

/** Inputs of the export rules. */
export interface ExportSite {
  /** Row of the widest wrapper of the definition. */
  readonly outer: number;
  readonly name: string;
  /** The signature. */
  readonly head: string;
  /** Enclosing scope, and whether its members are accessible from outside. */
  readonly parent: EnclosingScope & { readonly exported: boolean; readonly isOpen: boolean };
}

/**
 * Rules for visibility outside of the file: `keyword`: inside an `export`; `underscore`: the name does not start with `_`;
 * `capital`: it starts with a capital; `pub`/`public`: the head contains that word; `private`/`static`: it does not.
 */
const RULES: Readonly<Record<string, (site: ExportSite, source: Source) => boolean>> = {
  keyword: (site, source) => site.parent.exported && isExportedByKeyword(source, site),
  underscore: ({ name, parent }) =>
    parent.exported && (!name.startsWith("_") || (name.startsWith("__") && name.endsWith("__"))),
  capital: ({ name }) => isCapitalized(name),
  pub: ({ head, parent }) => head.startsWith("pub ") || head.startsWith("pub(") || parent.isOpen,
  public: ({ head, parent }) => wordsOf(head).includes("public") || parent.isOpen,
  private: ({ head, parent }) => parent.exported && !HIDDEN.test(head),
  static: ({ head }) => !head.startsWith("static "),
  always: ({ parent }) => parent.exported,
};

/** True if code outside of the file can use a definition, by the rules of its language. */
export function isExported(source: Source, site: ExportSite): boolean {
  return lookUp(RULES, source.tables.nodes.exports ?? "always")!(site, source);
}

/**
 * Names exported by a statement, `export { a, b as c }`, `export default a`, `module.exports = { a, b: c }`,
 * `exports.b = a`, with the names visible outside. Re-exports from another module export nothing of this file.
 */
export function exportsOf(source: Source, row: number): ImportedName[] {
  const { tree, tables, text } = source;
  const field = (name: string): number => tree.child(row, tables.fieldId(name));
  if (typeAt(source, row) !== "export_statement") return assignedExports(source, row);
  if (field("source") >= 0) return [];
  const [list] = tables.typeIds("export_clause");
  const clause = list === undefined ? -1 : tree.childOfType(row, list);
  if (clause >= 0) return namesOf(tokensOf(textOf(source, clause)).slice(1, -1));
  const start = tree.start[row]!;
  if (!text.startsWith("export default", start) && !text.startsWith("export =", start)) return [];
  const written = Math.max(field("value"), field("declaration"));
  const value = written < 0 ? tree.lastChild(row) : written;
  return typeAt(source, value) === "object" ? propertiesOf(source, value) : asDefault(ownName(source, value));
}

/** The exports of an assignment, also of several: `app = exports = module.exports = {}`. */
function assignedExports(source: Source, row: number): ImportedName[] {
  const { tree, tables } = source;
  const targets: string[] = [];
  let at = typeAt(source, row) === "expression_statement" ? tree.firstChild(row) : row;
  while (ASSIGNMENTS.has(typeAt(source, at))) {
    const [left, right] = typeAt(source, at) === "variable_declarator"
      ? ["name", "value"]
      : ["left", "right"];
    targets.push(textOf(source, tree.child(at, tables.fieldId(left!))));
    at = tree.child(at, tables.fieldId(right!));
  }
  const [first = ""] = targets;
  const member = EXPORTS.exec(first)?.[1];
  if (member !== undefined) return isPath(source, at) ? [{ name: textOf(source, at), alias: member }] : [];
  if (!targets.includes("module.exports")) return [];
  if (first !== "module.exports" && first !== "exports") return asDefault(first.includes(".") ? "" : first);
  return typeAt(source, at) === "object" ? propertiesOf(source, at) : asDefault(ownName(source, at));
}

const ASSIGNMENTS: ReadonlySet<string> = new Set(["assignment_expression", "variable_declarator"]);

const asDefault = (name: string): ImportedName[] => name === "" ? [] : [{ name, alias: "default" }];

/** The name that a value is or declares, or its class: `new Store()`; "" for other values. */
function ownName(source: Source, row: number): string {
  if (row < 0) return "";
  // React's `memo(Button)`, `connect(state)(Page)`.
  if (typeAt(source, row) === "call_expression") {
    const inner = ownName(source, source.tree.lastChild(row) + 1);
    return isCapitalized(inner) ? inner : "";
  }
  const field = typeAt(source, row) === "new_expression" ? "constructor" : "name";
  const name = typeAt(source, row) === "identifier"
    ? row
    : source.tree.child(row, source.tables.fieldId(field));
  const isOwn = source.tables.isClosure[source.tree.type[row]!] === 1 || typeAt(source, row) === "class";
  return name < 0 ? isOwn ? "default" : "" : textOf(source, name);
}

/** The values in an object literal with their keys: `{ a, b: c, d: e.f }`. */
function propertiesOf(source: Source, object: number): ImportedName[] {
  const { tree } = source;
  return tree.children(object).flatMap((at) => {
    const value = typeAt(source, at) === "pair" ? tree.lastChild(at) : at;
    if (!isPath(source, value)) return [];
    return [{ name: textOf(source, value), alias: textOf(source, value === at ? at : at + 1) }];
  });
}

/** True for the name of a variable, or of a member of one. */
function isPath(source: Source, row: number): boolean {
  const type = typeAt(source, row);
  return (type.endsWith("identifier") || type === "member_expression") &&
    textOf(source, row).split(".").every((part, at) => isIdentifier(part) && at < 2);
}

/** Members are exported with their type unless they are private; others need the keyword. */
function isExportedByKeyword(source: Source, site: ExportSite): boolean {
  if (site.parent.inType) {
    return !site.name.startsWith("#") &&
      HIDDEN.exec(site.head)?.[1] !== "private";
  }
  if (
    ["module.exports", "exports.", "export ", "declare module "].some((start) => site.head.startsWith(start))
  ) {
    return true;
  }
  const up = source.tree.parent[site.outer]!;
  return source.text.startsWith("export", source.tree.start[site.outer]) ||
    (up >= 0 && typeAt(source, up) === "object");
}

/** Captures a keyword that hides a definition, after other keywords. */
const HIDDEN = /^(?:[a-z]+ )*(private|local|defp|defmacrop)\b/;
