import { byField, NAME_LIMIT, type Naming, valueKind } from "./naming.ts";
import { textOf, typeAt, unquoted } from "./source.ts";

/** Languages whose definitions are values, blocks or titles rather than declarations with a name. */

/** Zig: `const Point = struct {...};` defines a struct; other values are recorded outside of functions. */
export const typeValue: Naming = ({ source, row, rule, around }) => {
  const { tree, text } = source;
  const at = tree.locate(row, rule.name);
  const value = tree.lastChild(row);
  if (at < 0 || value <= at || text.startsWith("@import", tree.start[value])) return undefined;
  const name = textOf(source, at);
  const type = typeAt(source, value);
  // Those of enumerations and sets of errors begin with the same letter.
  if (type.endsWith("_declaration")) {
    return { name, kind: type.startsWith("e") ? "enum" : "struct", body: value };
  }
  return around.local ? undefined : { name, kind: valueKind(name, around), body: -1 };
};

/** Zig: `fn List(comptime T: type) type` makes a struct. */
export const typeMaker: Naming = (site) => {
  const { source: { tree, tables, text }, row } = site;
  const named = byField(site);
  const result = tree.child(row, tables.fieldId("type"));
  return named && text.slice(tree.start[result], tree.end[result]) === "type"
    ? { ...named, kind: "struct" }
    : named;
};

/** A quoted title including spaces: Zig's `test "it works" {}`. */
export const title: Naming = ({ source, row, rule }) => {
  const at = source.tree.locate(row, rule.name);
  const name = at < 0 ? "" : unquoted(textOf(source, at)).slice(0, NAME_LIMIT);
  return name === "" ? undefined : { name, kind: rule.rule.kind, body: source.tree.locate(row, rule.body) };
};

/** R: `name <- value`, `name = function() {}` in a list of members; a dot is part of the name. */
export const arrow: Naming = ({ source, row, rule, around }) => {
  const { tree, tables, text } = source;
  const [at, value] = [tree.locate(row, rule.name), tree.locate(row, rule.body)];
  if (at < 0 || value < 0 || !ARROWS.has(text.slice(tree.end[at], tree.start[value]).trim())) {
    return undefined;
  }
  const name = unquoted(textOf(source, at));
  if (!/^[\p{L}._][\p{L}\p{N}._]*$/u.test(name)) return undefined;
  const isFunction = tables.isClosure[tree.type[value]!];
  const isMember = typeAt(source, row) === "argument";
  if (isMember && !(isFunction && around.inType)) return undefined;
  if (isFunction) {
    return { name, kind: isMember ? "method" : "function", body: tree.child(value, tables.fieldId("body")) };
  }
  if (around.local || around.inType) return undefined;
  const isClass = CLASS_CALLS.has(textOf(source, value).split("(", 1)[0]!);
  return isClass ? { name, kind: "class", body: value } : { name, kind: valueKind(name, around), body: -1 };
};

const ARROWS: ReadonlySet<string> = new Set(["<-", "<<-", "=", ":="]);
const CLASS_CALLS = new Set(["R6Class", "R6::R6Class", "setRefClass", "setClass", "new_class"]);

/** Terraform: a block is named by its kind and labels (`var.region`, `aws_instance.web`), a local by its name. */
export const block: Naming = ({ source, row, rule }) => {
  const { tree } = source;
  const words: string[] = [];
  for (let at = row + 1; at < tree.after[row]!; at = tree.after[at]!) {
    const type = typeAt(source, at);
    if (type !== "identifier" && type !== "string_lit") break;
    words.push(unquoted(textOf(source, at)));
  }
  const [kind = "", ...labels] = words;
  const body = tree.locate(row, rule.body);
  if (rule.rule.within !== undefined) {
    const around = tree.parent[tree.parent[row]!]!;
    const isLocal = around >= 0 && source.text.startsWith("locals", tree.start[around]);
    return isLocal ? { name: kind, kind: rule.rule.kind, body: -1, owner: "local" } : undefined;
  }
  const name = labels.at(-1);
  const owner = OWNERS.get(kind) ?? (kind === "resource" ? "" : kind);
  if (name === undefined) return undefined;
  const path = [owner, ...labels.slice(0, -1)].filter((part) => part !== "").join(".");
  return {
    name,
    kind: kind === "resource" || kind === "data" ? "constant" : rule.rule.kind,
    body,
    owner: path,
  };
};

/** Names of block kinds in expressions. */
const OWNERS: ReadonlyMap<string, string> = new Map([["variable", "var"]]);

/** Dart: a constructor has the last of its names (`App`, `App.named`). */
export const lastName: Naming = ({ source, row, rule, around }) => {
  const { tree } = source;
  const named = byField({ source, row, rule, around });
  const first = tree.locate(row, rule.name);
  if (named === undefined || first < 0) return named;
  let last = first;
  for (let at = first; at < tree.after[row]!; at = tree.after[at]!) {
    if (tree.type[at] === tree.type[first]) last = at;
  }
  return { ...named, name: textOf(source, last) };
};

/** Rust: a function that a macro makes of its arguments, `test_case!(name, |x| { ... })`. */
export const macroItem: Naming = ({ source, row, rule, around }) => {
  const body = source.tree.locate(row, rule.body);
  const text = body < 0 || around.local ? "" : textOf(source, body).slice(0, 200);
  const name = /^[({]\s*([a-z_]\w*)\s*,\s*(?:move\s*)?\|/.exec(text)?.[1];
  return name === undefined ? undefined : { name, kind: "function", body };
};
