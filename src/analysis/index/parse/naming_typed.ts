import type { CompiledDefinition } from "./language_tables.ts";
import { byField, kindIn, type Named, ownedName, type Surroundings } from "./naming.ts";
import type { DefinitionKind } from "./parsed_file.ts";
import { type Source, textOf } from "./source.ts";

/**
 * C and its kin wrap a name in declarators: `int *(*f)(int)[3]`. Follows them to the name; a function declarator on the
 * way makes it a function.
 */
export function declared(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  const { tree, tables } = source;
  const field = tables.fieldId("declarator");
  let at = tree.locate(row, rule.name);
  let isFunction = false;
  while (at >= 0) {
    const type = tables.typeName(tree.type[at]!);
    if (type === "function_declarator") isFunction = true;
    else if (type === "parenthesized_declarator") isFunction = false;
    else if (!/_declarator$/.test(type)) break;
    const next = tree.child(at, field);
    at = next >= 0
      ? next
      : tables.typeName(tree.type[at]!) === "variable_declarator"
      ? tree.child(at, tables.fieldId("name"))
      : tree.firstChild(at);
  }
  if (at < 0 || (around.local && !around.inType)) return undefined;
  const kind = isFunction && rule.rule.kind !== "type" ? "function" : rule.rule.kind;
  const body = isFunction ? tree.locate(row, rule.body) : -1;
  const shown = kind === "type" && holdsStruct(source, row) ? "struct" : kindIn(kind, around);
  const named = ownedName(withoutTemplates(textOf(source, at)), shown, body);
  const isConstant = named?.kind === "field" && /^[A-Z][A-Z0-9_]+$/.test(named.name);
  return isConstant ? { ...named, kind: "constant" } : named;
}

/** `type T struct {...}`: the kind is that of the type behind the name. */
export function goType(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  const named = byField(source, row, rule, around);
  if (named === undefined || named.body < 0) return named;
  const kinds: Readonly<Record<string, DefinitionKind>> = {
    struct_type: "struct",
    interface_type: "interface",
  };
  return { ...named, kind: kinds[source.tables.typeName(source.tree.type[named.body]!)] ?? "type" };
}

/** Go methods belong to the type of their receiver. */
export function receiver(source: Source, row: number, rule: CompiledDefinition): Named | undefined {
  const { tree, tables } = source;
  const at = tree.locate(row, rule.name);
  const from = tree.child(row, tables.fieldId("receiver"));
  if (at < 0 || from < 0) return undefined;
  const owner = /(\w+)\s*(?:\[[^\]]*\])?\s*\)$/.exec(textOf(source, from))?.[1];
  const named: Named = { name: textOf(source, at), kind: "method", body: tree.locate(row, rule.body) };
  return owner === undefined ? named : { ...named, owner };
}

/** Grammars with one node for classes, structs, interfaces and enums: the keyword before the name tells. */
export function keywordKind(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  const named = byField(source, row, rule, around);
  if (named === undefined) return undefined;
  const at = source.tree.locate(row, rule.name);
  const head = source.text.slice(
    source.tree.start[row],
    at < 0 ? source.tree.end[row] : source.tree.start[at],
  );
  const keyword =
    /\b(interface|protocol|enum|struct|extension)\b(?![^]*\b(?:interface|protocol|enum|struct|extension)\b)/
      .exec(head)?.[1];
  return { ...named, kind: KEYWORD_KINDS[keyword ?? ""] ?? rule.rule.kind };
}

/** A constructor parameter that is a field as well: `private repo: Repo`, `val name: String`. */
export function promoted(
  source: Source,
  row: number,
  rule: CompiledDefinition,
  around: Surroundings,
): Named | undefined {
  const at = source.tree.locate(row, rule.name);
  if (at < 0) return undefined;
  const head = source.text.slice(source.tree.start[row], source.tree.start[at]);
  if (!/\b(?:private|public|protected|readonly|val|var)\b/.test(head)) return undefined;
  return byField(source, row, rule, around);
}

const KEYWORD_KINDS: Readonly<Record<string, DefinitionKind>> = {
  interface: "interface",
  protocol: "interface",
  enum: "enum",
  struct: "struct",
};

/** `typedef struct { ... } name`: the struct has no other name. */
function holdsStruct(source: Source, row: number): boolean {
  const at = source.tree.child(row, source.tables.fieldId("type"));
  if (at < 0 || !/^(?:struct|union)_specifier$/.test(source.tables.typeName(source.tree.type[at]!))) {
    return false;
  }
  const { tree, tables } = source;
  return tree.child(at, tables.fieldId("body")) >= 0 && tree.child(at, tables.fieldId("name")) < 0;
}

function withoutTemplates(text: string): string {
  return /operator/.test(text) ? text : text.replace(/<[^<>]*>/g, "");
}
