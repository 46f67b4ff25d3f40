import type { ImportedName } from "./parsed_file.ts";
import type { EnclosingScope } from "./naming.ts";
import { type Source, textOf } from "./source.ts";

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

/** True if code outside of the file can use a definition, by the rules of its language. */
export function isExported(source: Source, site: ExportSite): boolean {
  const { name, head, parent } = site;
  switch (source.tables.nodes.exports ?? "always") {
    case "keyword":
      return parent.exported && isExportedByKeyword(source, site);
    case "underscore":
      return parent.exported && (!name.startsWith("_") || /^__\w+__$/.test(name));
    case "capital":
      return /^\p{Lu}/u.test(name);
    case "pub":
      return /^pub\b/.test(head) || parent.isOpen;
    case "public":
      return /\bpublic\b/.test(head) || parent.isOpen;
    case "private":
      return parent.exported && !/^(?:[a-z]+\s+)*(?:private|local|defp|defmacrop)\b/.test(head);
    case "static":
      return !/^static\b/.test(head);
    case "always":
      return parent.exported;
  }
}

/**
 * Names exported by a separate statement: `export { a, b as c }`, `export default a`, `module.exports = { a, b }`.
 * Re-exports from another module export nothing of this file.
 */
export function exportedNames(source: Source, row: number): string[] {
  const { tree } = source;
  const text = statementAt(source, row);
  if (/^module\.exports\s*=\s*\{/.test(text)) return shorthandNames(source, tree.lastChild(row));
  const list = /^export\s*(?:type\s*)?\{([^}]*)\}\s*;?$/.exec(text);
  if (list !== null) {
    return list[1]!.split(",").map((item) => /^\s*(?:type\s+)?([\w$]+)/.exec(item)?.[1] ?? "");
  }
  const single = /^(?:export\s+default|module\.exports\s*=)\s+([\w$]+)\s*;?$/.exec(text);
  return single === null ? [] : [single[1]!];
}

/** The text of a statement, at most 4,000 characters, without comments in a list of names. */
function statementAt({ tree, text }: Source, row: number): string {
  const statement = text.slice(tree.start[row], Math.min(tree.end[row]!, tree.start[row]! + 4000));
  return /^export\s*(?:type\s*)?\{/.test(statement)
    ? statement.replace(/\/\/.*|\/\*[^]*?\*\//g, "")
    : statement;
}

/**
 * Renamed exports of the file: `export { a as b }`, and exports of the whole module: `export default a`,
 * `module.exports = a`, `exports.b = a`.
 */
export function renamedExports(source: Source, row: number): ImportedName[] {
  const text = statementAt(source, row);
  const whole = WHOLE.exec(text)?.slice(1).find((name) => name !== undefined);
  if (whole !== undefined) return NO_NAME.test(whole) ? [] : [{ name: whole, alias: "default" }];
  const one = /^(?:module\.)?exports\.([\w$]+)\s*=\s*(?:(?:module\.)?exports\.[\w$]+\s*=\s*)*([\w$]+)\s*;?$/
    .exec(text);
  if (one !== null) return NO_NAME.test(one[2]!) ? [] : [{ name: one[2]!, alias: one[1]! }];
  const list = /^export\s*(?:type\s*)?\{([^}]*)\}\s*;?$/.exec(text)?.[1] ??
    /^module\.exports\s*=\s*\{([^{}()]*)\}\s*;?$/.exec(text)?.[1];
  return (list ?? "").split(",").flatMap((item) => {
    const renamed = /^\s*(?:type\s+)?([\w$]+)(?:\s+as\s+|\s*:\s*)([\w$]+)\s*$/.exec(item);
    if (renamed === null) return [];
    const [, first = "", second = ""] = renamed;
    return [
      text.startsWith("export ") || text.startsWith("export{")
        ? { name: first, alias: second }
        : { name: second, alias: first },
    ];
  });
}

/** Captures the name exported as the whole module, in each syntax. */
const WHOLE =
  /^(?:export\s+default\s+(?:abstract\s+)?(?:async\s+)?(?:(?:function\b\s*\*?|class)\s+)?([\w$]+)\s*(?:[;({<]|extends\b|implements\b|$)|export\s*=\s*([\w$]+)|module\.exports\s*=\s*(?:(?:async\s+)?function\b\s*\*?\s*|class\s+)([\w$]+)|module\.exports\s*=\s*([\w$]+)\s*;?$|([\w$]+)\s*=\s*(?:exports\s*=\s*)?module\.exports\s*=(?!=))/;
const NO_NAME =
  /^(?:new|require|function|class|async|await|typeof|null|undefined|true|false|exports|void|extends|\d.*)$/;

/** Names in an object literal: `{ a, b: c }` gives a and c. */
function shorthandNames(source: Source, object: number): string[] {
  const { tree, tables } = source;
  const names: string[] = [];
  const end = object < 0 ? 0 : tree.after[object]!;
  for (let at = object + 1; at < end; at = tree.after[at]!) {
    const type = tables.typeName(tree.type[at]!);
    const name = type === "shorthand_property_identifier" ? at : type === "pair" ? tree.lastChild(at) : -1;
    if (name >= 0 && tree.after[name] === name + 1) names.push(textOf(source, name));
  }
  return names;
}

/** Members are exported with their type unless they are private; others need the keyword. */
function isExportedByKeyword(source: Source, site: ExportSite): boolean {
  if (site.parent.inType) {
    return !site.name.startsWith("#") &&
      !/^(?:(?:static|readonly|override|abstract|async)\s+)*private\b/.test(site.head);
  }
  if (/^(?:module\.)?exports(?:\.|\s*=)/.test(site.head) || /^(?:export|declare module)\b/.test(site.head)) {
    return true;
  }
  const up = source.tree.parent[site.outer]!;
  return source.text.startsWith("export", source.tree.start[site.outer]) || isInObject(source, up);
}

/** Methods of an object are exported with it. */
function isInObject(source: Source, row: number): boolean {
  return row >= 0 && source.tables.typeName(source.tree.type[row]!) === "object";
}
