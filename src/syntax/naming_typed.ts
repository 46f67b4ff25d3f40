import { lookUp } from "../model/json.ts";
import { byField, kindIn, type Naming, type NamingResult, ownedName, repeated } from "./naming.ts";
import type { DefinitionKind } from "./parsed_file.ts";
import { isIdentifier, isUpperCase, type Source, textOf, wordsOf } from "./source.ts";

/**
 * C and related languages wrap a name in declarators: `int *(*f)(int)[3]`. Follows them to the name; a function
 * declarator in the chain, or a function as value, makes it a function.
 */
export const declared: Naming = ({ source, row, rule, around }) => {
  const first = source.tree.locate(row, rule.name);
  if (first < 0 || (around.local && !around.inType)) return undefined;
  const { at, isFunction, value } = innermost(source, first);
  if (at < 0) return undefined;
  if (isFunction && source.text[source.tree.end[row]! - 1] === ")") return madeByMacro(source, row);
  const kind = isFunction && rule.rule.kind !== "type" ? "function" : rule.rule.kind;
  const body = value >= 0 ? value : isFunction ? source.tree.locate(row, rule.body) : -1;
  const shown = kind === "type" && holdsStruct(source, row) ? "struct" : kindIn(kind, around);
  const text = textOf(source, at);
  if (shown === "function" && text.length > 2 && isUpperCase(text)) {
    return macroDefinition(source, row, at, body);
  }
  const named = ownedName(declaredName(source, at), shown, body);
  if (named === undefined) return undefined;
  const isConstant = named.kind === "field" && isUpperCase(named.name);
  const also = repeated(source, row, first).flatMap((other) => {
    const { at, isFunction } = innermost(source, other);
    return at < 0 || isFunction ? [] : [declaredName(source, at)];
  });
  return { ...named, ...(isConstant && { kind: "constant" }), ...(also.length > 0 && { also }) };
};

/** Follows declarators to the name. `value` is the row of the function assigned to the name, -1 if there is none. */
function innermost(source: Source, first: number): { at: number; isFunction: boolean; value: number } {
  const { tree, tables } = source;
  const field = tables.fieldId("declarator");
  let [at, isFunction, value] = [first, false, -1];
  while (at >= 0) {
    const type = tables.typeName(tree.type[at]!);
    if (type === "function_declarator") isFunction = true;
    else if (type === "parenthesized_declarator") isFunction = false;
    else if (type === "operator_cast") return { at, isFunction: true, value };
    else if (!type.endsWith("_declarator")) break;
    const last = type === "init_declarator" ? tree.lastChild(at) : -1;
    if (last >= 0 && tables.isClosure[tree.type[last]!]) [isFunction, value] = [true, last];
    const next = tree.child(at, field);
    at = next >= 0 ? next : tree.firstChild(at);
  }
  return { at, isFunction, value };
}

/** Name of a declarator: `operator bool() const` is `operator_bool`; template arguments are removed. */
function declaredName(source: Source, at: number): string {
  const text = textOf(source, at);
  const cast = /^((?:[\w]+::)*)operator\s+([\w:]+(?:\s*[*&])*)/.exec(text);
  if (cast !== null) return `${cast[1]}operator_${cast[2]!.split("::").at(-1)!.replaceAll(" ", "")}`;
  return text.includes("operator") ? text : text.replace(/<[^<>]*>/g, "");
}

/**
 * The definition by a macro: `TEST(Suite, Name) {}` of a test framework, `SYSCALL_DEFINE2(open, ...) {}` of a kernel,
 * the name inside of \`int PRIV(name)(int a) {}\`.
 */
function macroDefinition(source: Source, row: number, at: number, body: number): NamingResult | undefined {
  const { tree, tables } = source;
  const macro = textOf(source, at);
  const wrapped = wrappedName(source, at);
  if (wrapped !== "") return { name: wrapped, kind: "function", body };
  // With a type before it, it is a function in capitals.
  if (tree.child(row, tables.fieldId("type")) >= 0 || body < 0) {
    return { name: macro, kind: "function", body };
  }
  const args = /^\(([^()]*)\)/.exec(source.text.slice(tree.end[at]!, tree.start[body]!).trimStart())?.[1];
  const names = args?.split(",").map((arg) => arg.trim()).filter((arg) => isIdentifier(arg)) ?? [];
  const [name, second] = names;
  if (name === undefined) return { name: macro, kind: "function", body };
  return second !== undefined && /TEST|BENCHMARK|FIXTURE/.test(macro)
    ? { name: second, kind: "function", body, owner: name }
    : { name, kind: "function", body };
}

/** A function made by a macro, named as the macro of the file joins its parts, otherwise as written. */
function madeByMacro(source: Source, row: number): NamingResult | undefined {
  const [, macro = "", list = ""] = /^(\w+)\((.*)\)$/.exec(textOf(source, row)) ?? [];
  if (macro === "") return undefined;
  const args = list.split(",").map((arg) => arg.trim());
  const define = new RegExp(
    `#[ \\t]*define[ \\t]+${macro}\\(([^)]*)\\)(?:.*\\\\\\r?\\n)*?.*?(\\w+(?:\\s*##\\s*\\w+)+)\\s*\\(`,
  );
  const [, parameters = "", joined = ""] = define.exec(source.text) ?? [];
  const names = parameters.split(",").map((name) => name.trim());
  const parts = joined.split("##").map((part) => part.trim());
  const name = parts.map((part) => args[names.indexOf(part)] ?? part).join("");
  return {
    name: joined === "" ? `${macro}(${list})` : name,
    kind: "function",
    body: -1,
    calls: { name: macro, receiver: "" },
  };
}

/** The name decorated by a macro: in parentheses directly after it, followed by the parameter list. */
function wrappedName({ tree, tables, text }: Source, at: number): string {
  const inner = tree.parent[at]!;
  const outer = inner < 0 ? -1 : tree.parent[inner]!;
  const isDeclarator = (row: number): boolean =>
    row >= 0 && tables.typeName(tree.type[row]!) === "function_declarator";
  if (!isDeclarator(inner) || !isDeclarator(outer)) return "";
  return /^\(\s*(\w+)\s*\)$/.exec(text.slice(tree.end[at], tree.end[inner]).trim())?.[1] ?? "";
}

/** Go: `type T struct {...}` has the kind of the type after the name. */
export const goType: Naming = ({ source, row, rule, around }) => {
  const named = byField({ source, row, rule, around });
  if (named === undefined || named.body < 0) return named;
  const kinds: Readonly<Record<string, DefinitionKind>> = {
    struct_type: "struct",
    interface_type: "interface",
  };
  const kind = lookUp(kinds, source.tables.typeName(source.tree.type[named.body]!));
  // The signature of other types shows the aliased type.
  return kind === undefined ? { ...named, kind: "type", body: -1 } : { ...named, kind };
};

/** Go: methods belong to the type of their receiver. */
export const receiver: Naming = ({ source, row, rule }) => {
  const { tree, tables } = source;
  const at = tree.locate(row, rule.name);
  const from = tree.child(row, tables.fieldId("receiver"));
  if (at < 0 || from < 0) return undefined;
  const owner = /(\w+)\s*(?:\[[^\]]*\])?\s*\)$/.exec(textOf(source, from))?.[1];
  const named: NamingResult = { name: textOf(source, at), kind: "method", body: tree.locate(row, rule.body) };
  return owner === undefined ? named : { ...named, owner };
};

/**
 * For grammars with one node for classes, structs, interfaces and enums: the keyword before the name determines the
 * kind.
 */
export const keywordKind: Naming = ({ source, row, rule, around }) => {
  const named = byField({ source, row, rule, around });
  if (named === undefined) return undefined;
  const at = source.tree.locate(row, rule.name);
  const head = source.text.slice(
    source.tree.start[row],
    at < 0 ? source.tree.end[row] : source.tree.start[at],
  );
  const kinds = wordsOf(head).map((word) =>
    word === "extension" ? rule.rule.kind : lookUp(KEYWORD_KINDS, word)
  );
  return { ...named, kind: kinds.findLast((kind) => kind !== undefined) ?? rule.rule.kind };
};

/** Kotlin: an extension function belongs to the type of its receiver, `fun Cart.total()`. */
export const extension: Naming = ({ source, row, rule, around }) => {
  const named = byField({ source, row, rule, around });
  const at = source.tree.locate(row, rule.name);
  const owner = at < 0 ? undefined : receiverType(source, row, at);
  return named === undefined || owner === undefined ? named : { ...named, kind: "method", owner };
};

/** The type before the name at a row: `Cart` of `fun Cart.total()`. */
function receiverType({ tree, text }: Source, row: number, at: number): string | undefined {
  return /(\w+)(?:<[^<>]*>)?\??(?:\.Companion)?\.\s*$/.exec(text.slice(tree.start[row], tree.start[at]))?.[1];
}

/** A constructor parameter that is also a field: `private repo: Repo`, `val name: String`. */
export const promoted: Naming = ({ source, row, rule, around }) => {
  const at = source.tree.locate(row, rule.name);
  if (at < 0) return undefined;
  const head = source.text.slice(source.tree.start[row], source.tree.start[at]);
  if (!wordsOf(head).some((word) => MODIFIERS.has(word))) return undefined;
  return byField({ source, row, rule, around });
};

const MODIFIERS: ReadonlySet<string> = new Set(["private", "public", "protected", "readonly", "val", "var"]);

/** A parameter of a record or case class, which is also a field. */
export const component: Naming = ({ source, row, rule, around }) => {
  const { tree, tables } = source;
  const owner = tree.parent[tree.parent[row]!]!;
  if (owner < 0 || tables.typeName(tree.type[owner]!) !== "record_declaration") return undefined;
  const named = byField({ source, row, rule, around });
  return named && { ...named, isOpen: true };
};

/** Same as `promoted`; parameters of a Scala case class need no keyword. */
export const caseParameter: Naming = ({ source, row, rule, around }) => {
  const { tree } = source;
  const owner = tree.parent[tree.parent[row]!]!;
  const isCase = owner >= 0 &&
    wordsOf(source.text.slice(tree.start[owner], tree.start[tree.parent[row]!])).includes("case");
  return isCase ? byField({ source, row, rule, around }) : promoted({ source, row, rule, around });
};

/** C#: operators are named `operator_+`, `operator_int`. */
export const operator: Naming = ({ source, row, rule }) => {
  const sign = /\boperator\s*([^\s(]+)/.exec(source.text.slice(source.tree.start[row], source.tree.end[row]))
    ?.[1];
  const body = source.tree.locate(row, rule.body);
  return sign === undefined ? undefined : { name: `operator_${sign}`, kind: "method", body };
};

/** Kotlin: the name is inside the node with the type; `val (a, b) = pair` has several names. */
export const property: Naming = ({ source, row, rule, around }) => {
  if (around.local && !around.inType) return undefined;
  const { tree } = source;
  const at = tree.locate(row, rule.name);
  const names: string[] = [];
  if (at >= 0) names.push(textOf(source, tree.firstChild(at) < 0 ? at : at + 1));
  const several = tree.locate(row, rule.body);
  for (let one = several + 1; several >= 0 && one < tree.after[several]!; one = tree.after[one]!) {
    names.push(textOf(source, tree.firstChild(one) < 0 ? one : one + 1));
  }
  const [name, ...also] = names;
  const owner = at < 0 ? undefined : receiverType(source, row, at);
  if (name && owner) return { name, kind: "field", body: -1, owner };
  return name === undefined ? undefined : { name, kind: kindIn(rule.rule.kind, around), body: -1, also };
};

const KEYWORD_KINDS: Readonly<Record<string, DefinitionKind>> = {
  interface: "interface",
  protocol: "interface",
  enum: "enum",
  struct: "struct",
};

/** True for `typedef struct { ... } name`, whose struct has no other name. */
function holdsStruct(source: Source, row: number): boolean {
  const at = source.tree.child(row, source.tables.fieldId("type"));
  const { tree, tables } = source;
  const type = at < 0 ? "" : tables.typeName(tree.type[at]!);
  return (type === "struct_specifier" || type === "union_specifier") &&
    tree.child(at, tables.fieldId("body")) >= 0 && tree.child(at, tables.fieldId("name")) < 0;
}
