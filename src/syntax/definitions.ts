import { plainPath, splitCallee } from "./callee.ts";
import { describedTypes } from "./doc_types.ts";
import { docstring } from "./docs.ts";
import { exportsOf, isExported } from "./exports.ts";
import { aliasedType, basePath, basesOf } from "./heritage.ts";
import { importReader } from "./imports.ts";
import { nameAt, type NamingResult } from "./naming.ts";
import { NAMINGS } from "./namings.ts";
import type { Reading } from "./reading.ts";
import type { Definition } from "./parsed_file.ts";
import { oneLine, textOf, typeAt } from "./source.ts";

/** Records the definition at `row`, and enters its scope. */
export function definition(reading: Reading, row: number): void {
  const { source, scope } = reading;
  const { tree } = source;
  const compiled = source.tables.definitions[tree.type[row]!]!;
  if (reading.continued.has(row)) {
    // The operator in the head of another equation: Haskell's `a <+> b = c`.
    reading.headRow = nameAt(source, row, compiled.name);
    return;
  }
  if (compiled.rule.inType === true && !scope.inType) return;
  exportNames(reading, row);
  if (compiled.within?.includes(tree.type[tree.parent[row]!]!) === false) return;
  const found = NAMINGS[compiled.rule.naming ?? "field"]!({ source, row, rule: compiled, around: scope });
  if (found === undefined) return;
  // In JavaScript a dollar sign is a letter.
  const hasSigil = found.name.startsWith("$") && source.tables.nodes.exports !== "keyword";
  const named = hasSigil ? { ...found, name: found.name.slice(1) } : found;
  const extent = extentOf(reading, row, named.name);
  const { parent, prefix } = home(reading, named);
  const signature = signatureOf(reading, row, extent, named);
  const one = (name: string): Definition => ({
    name,
    qualifiedName: prefix + name,
    kind: named.kind,
    startLine: extent.startLine,
    endLine: source.lines.lineAt(Math.max(extent.end - 1, extent.start)),
    docStartLine: extent.docStart < 0 ? extent.startLine : source.lines.lineAt(extent.docStart),
    startIndex: extent.start,
    endIndex: extent.end,
    parent,
    signature,
    doc: docOf(reading, extent.docStart, named.body),
    exported: named.isOpen === true
      ? scope.exported
      : isExported(source, { outer: extent.outer, name, head: signature, parent: scope }),
    decorators: extent.decorators,
  });
  const whole = one(named.name);
  const index = reading.out.define(whole);
  describedTypes(reading, index, whole);
  // A class that is the whole file (GDScript) is what an import of the file gets.
  if (compiled.rule.reaches === true && named.kind === "class") reading.out.returned = named.name;
  const { calls, also = [] } = named;
  if (calls !== undefined) {
    reading.out.refer({ ...calls, kind: "call", line: extent.startLine, scope: index });
  }
  for (const name of also) {
    const at = reading.out.define(one(name));
    // Ruby's `delegate :total, :size, to: :cart`
    if (calls?.name === named.name) {
      reading.out.refer({ ...calls, name, kind: "call", line: extent.startLine, scope: at });
    }
  }
  for (const base of basesOf(source, row)) inherit(reading, index, base, extent.startLine);
  if (scope.trait !== undefined) reading.out.inherit(index, scope.trait);
  const aliasedBase = named.kind === "type" ? aliasedType(source, row, compiled) : "";
  if (aliasedBase !== "") reading.out.inherit(index, aliasedBase);
  enter(reading, row, named, { index, prefix, after: extent.after, exported: whole.exported });
}

/** The range of a definition. */
type Extent = Readonly<ReturnType<typeof extentOf>>;

function extentOf(reading: Reading, row: number, name: string) {
  const { tree, lines } = reading.source;
  const outer = outermost(reading, row);
  const trailing = trailingBody(reading, outer, name);
  const last = lastReached(reading, row);
  const { texts, start } = reading.decorators.take(reading.source, tree.start[outer]!, tree.start[row]!);
  return {
    /** Row of the widest wrapper around only this definition. */
    outer,
    /** Row after the last one of the definition. */
    after: tree.after[trailing < 0 ? last : trailing]!,
    /** UTF-16 offset of the first decorator or of the wrapper. */
    start,
    /** UTF-16 offset of the end (exclusive). */
    end: tree.end[trailing >= 0 ? trailing : last === row ? outer : last]!,
    /** One-based. */
    startLine: lines.lineAt(start),
    /** UTF-16 offset of the leading comment; -1 if there is none. */
    docStart: reading.comments.before(reading.source, start),
    decorators: texts,
  };
}

/**
 * Row of the body that follows the definition in `outer` as a sibling; -1 if there is none. Bodies with a name belong
 * to it as long as the name is equal: in Haskell the signature and equations are one definition.
 */
function trailingBody(reading: Reading, outer: number, name: string): number {
  const { tree, tables } = reading.source;
  let last = outer;
  while (tables.isWrapper[tree.type[tree.parent[last]!]!]) last = tree.parent[last]!;
  for (let body = -1;;) {
    const next = tree.after[body < 0 ? last : body]!;
    if (next >= tree.count || tree.parent[next] !== tree.parent[last]) return body;
    if (!tables.isTrailingBody[tree.type[next]!]) return body;
    const rule = tables.definitions[tree.type[next]!];
    if (rule === undefined) return next;
    const at = nameAt(reading.source, next, rule.name);
    if (at < 0 || textOf(reading.source, at).split(" ", 1)[0] !== name) return body;
    reading.continued.add(next);
    body = next;
  }
}

/** Last row of a definition that extends to the next sibling of its kind; the definition's own row for others. */
function lastReached(reading: Reading, row: number): number {
  const { tree, tables } = reading.source;
  if (tables.definitions[tree.type[row]!]!.rule.reaches !== true) return row;
  let last = row;
  for (
    let at = tree.after[row]!;
    at < tree.count && tree.parent[at] === tree.parent[row];
    at = tree.after[at]!
  ) {
    if (tree.type[at] === tree.type[row]) break;
    last = at;
  }
  return last;
}

/**
 * Parent of a definition: its named owner, the type for fields declared in a constructor, otherwise the enclosing
 * scope.
 */
function home(reading: Reading, named: NamingResult): { readonly parent: number; readonly prefix: string } {
  const { scope } = reading;
  if (named.kind === "field" && scope.type >= 0 && reading.out.isFunction(scope.definition)) {
    return { parent: scope.type, prefix: `${reading.out.qualifiedName(scope.type)}.` };
  }
  if (named.owner === undefined) return { parent: scope.definition, prefix: scope.prefix };
  const owner = reading.out.typesByName.get(named.owner);
  return { parent: owner ?? scope.definition, prefix: `${scope.prefix}${named.owner}.` };
}

/** The definition just recorded. */
interface DefinitionEntry {
  readonly index: number;
  /** Prefix of its qualified name. */
  readonly prefix: string;
  /** Row after its last one. */
  readonly after: number;
  readonly exported: boolean;
}

function enter(
  reading: Reading,
  row: number,
  named: NamingResult,
  { index, prefix, after, exported }: DefinitionEntry,
): void {
  const { scope } = reading;
  reading.decorators.open(row, index);
  reading.headRow = named.head ?? -1;
  const rule = reading.source.tables.definitions[reading.source.tree.type[row]!]!.rule;
  if (named.isPassing === true || rule.passing === true) return;
  // A type alias has no members: definitions inside belong to the enclosing scope.
  if (named.kind === "type" && named.holds !== true) {
    return reading.push({ ...scope, after, definition: index });
  }
  const inType = TYPE_KINDS.has(named.kind) || named.kind === "type";
  const local = !inType && named.holds !== true && named.kind !== "module";
  reading.push({
    after,
    definition: index,
    type: inType ? index : scope.type,
    prefix: `${prefix}${named.name}.`,
    exported: exported && !local,
    inType,
    local,
    isOpen: exported && OPEN_KINDS.has(named.kind),
  });
}

/** The widest wrapper around only this definition. */
function outermost(reading: Reading, row: number): number {
  const { tree, tables } = reading.source;
  let outer = row;
  for (let up = tree.parent[row]!; up >= 0 && tables.isWrapper[tree.type[up]!]; up = tree.parent[up]!) {
    if (tree.after[up] !== tree.after[row] || tree.childOfType(up, tree.type[outer]!) !== outer) break;
    outer = up;
  }
  return outer;
}

function signatureOf(
  reading: Reading,
  row: number,
  { outer, decorators }: Extent,
  { body }: NamingResult,
): string {
  const { tree, text } = reading.source;
  const start = tree.start[decorators.length > 0 ? row : outer]!;
  const end = body >= 0 && tree.start[body]! > start ? tree.start[body]! : tree.end[row]!;
  const head = oneLine(text.slice(start, Math.min(end, start + SIGNATURE_LIMIT * 3)), SIGNATURE_LIMIT);
  return withResult(reading, row, head).replace(LEADING_MARKS, "").replace(/\s*(?:=>|[{:=])$/, "");
}

/** A cut signature with fewer parameters and the declared result: `def stream(self, ...) -> Response`. */
function withResult({ source: { tree, tables, text } }: Reading, row: number, head: string): string {
  const result = head.length < SIGNATURE_LIMIT ? -1 : tree.child(row, tables.fieldId("return_type"));
  const open = head.indexOf("(");
  if (result < 0 || open < 0) return head;
  const tail = oneLine(
    text.slice(text.lastIndexOf(")", tree.start[result]), tree.end[result]),
    SIGNATURE_LIMIT / 2,
  );
  let [depth, cut] = [0, open + 1];
  for (let at = open; at < SIGNATURE_LIMIT - tail.length - 4; at++) {
    if (/[([{<]/.test(head[at]!)) depth++;
    else if (/[)\]}>]/.test(head[at]!)) depth--;
    else if (head[at] === "," && depth === 1) cut = at + 2;
  }
  return `${head.slice(0, cut)}...${tail}`;
}

function docOf(reading: Reading, docStart: number, body: number): string {
  if (reading.source.tables.nodes.docs === "docstring" && body >= 0) {
    const doc = docstring(reading.source, body);
    if (doc !== "") return doc;
  }
  return docStart < 0 ? "" : reading.comments.text(reading.source);
}

/** Enters a block whose members belong to a type named elsewhere. */
export function container(reading: Reading, row: number): void {
  const { source } = reading;
  const rule = source.tables.containers[source.tree.type[row]!]!;
  const name = basePath(source, source.tree.locate(row, rule.type));
  const base = basePath(source, source.tree.locate(row, rule.base));
  if (name === "") return;
  const type = reading.out.typesByName.get(name) ?? -1;
  reading.out.inheritLater(name, base);
  // Rust's `impl Deref for Guard { type Target = Door; }`
  const [, target = ""] = base === "Deref" ? TARGET.exec(textOf(source, row)) ?? [] : [];
  reading.out.inheritLater(name, plainPath(target));
  const prefix = `${reading.scope.prefix}${name}.`;
  const after = source.tree.after[row]!;
  reading.push({
    after,
    definition: type,
    type,
    prefix,
    exported: true,
    inType: true,
    local: false,
    isOpen: false,
    ...(base !== "" && { trait: base }),
  });
}

const TARGET = /type Target = ([\w:]+);/;

/** Records the bases added by a statement inside a type. */
export function mixin(reading: Reading, row: number): void {
  const { source, scope } = reading;
  const { tree, tables } = source;
  const type = scope.type < 0 && !reading.out.isFunction(scope.definition) ? scope.definition : scope.type;
  if (tree.locate(row, tables.mixins[tree.type[row]!]!) >= 0) return;
  const line = source.lines.lineAt(tree.start[row]!);
  for (const at of tree.children(row)) {
    // Scala's `self: Audit =>`
    const base = typeAt(source, at) === "identifier" ? "" : basePath(source, at);
    if (type < 0) reading.out.base = base;
    else if (base !== "") inherit(reading, type, base, line);
  }
}

/** Records the package or namespace declared by the file. */
export function module(reading: Reading, row: number): void {
  const { tree, tables } = reading.source;
  const name = tree.child(row, tables.fieldId("name"));
  const at = name >= 0 ? name : tree.lastChild(row);
  if (at >= 0) reading.out.module ||= plainPath(textOf(reading.source, at));
}

/** Enters an anonymous function: its definitions are local. */
export function closure(reading: Reading, row: number): void {
  const { scope } = reading;
  if (!scope.local) {
    reading.push({
      ...scope,
      after: reading.source.tree.after[row]!,
      inType: false,
      local: true,
      isOpen: false,
    });
  }
}

/** Records a base of a definition, and its use. */
export function inherit(reading: Reading, index: number, base: string, line: number): void {
  reading.out.inherit(index, base);
  const split = splitCallee(base);
  if (split === undefined) return;
  const { name, receiver } = split;
  reading.out.referOnce({ name, kind: "type", receiver, line, scope: index });
}

/** Records an import statement. */
export function importStatement(reading: Reading, row: number): void {
  const { tree, tables, lines } = reading.source;
  const reader = importReader(tables.nodes, tables.imports[tree.type[row]!]!);
  const end = Math.min(tree.end[row]!, tree.start[row]! + IMPORT_LIMIT);
  const text = reading.source.text.slice(tree.start[row], end);
  const found = reader(text, lines.lineAt(tree.start[row]!));
  // Each use of PHP's `\Exception` imports it.
  const isKnown = text[0] === "\\" && reading.out.imports.some(({ module }) => module === found[0]?.module);
  if (!isKnown) reading.out.imports.push(...found);
  exportNames(reading, row);
}

/** Records the exports of a statement outside of functions. */
function exportNames({ source, scope, out }: Reading, row: number): void {
  if (scope.definition >= 0 || source.tables.nodes.exports !== "keyword") return;
  const names = exportsOf(source, row);
  out.exportLater(names.map(({ name }) => name));
  const isList = typeAt(source, row) === "export_statement";
  for (const { name, alias } of names) if (name !== alias || !isList) out.export(name, alias);
}

const SIGNATURE_LIMIT = 200;
const IMPORT_LIMIT = 8000;
const TYPE_KINDS: ReadonlySet<string> = new Set(["class", "struct", "interface", "trait", "enum"]);

const OPEN_KINDS: ReadonlySet<string> = new Set(["interface", "trait", "enum"]);

/** Annotations and attributes before a declaration. */
const LEADING_MARKS = /^(?:@[\w.:]+(?:\([^()]*\))?\s+|#?\[[^\]]*\]\s+)+/;
