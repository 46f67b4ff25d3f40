import { CommentRun, docstring } from "./docs.ts";
import { DecoratorRun } from "./decorators.ts";
import { exportedNames, isExported } from "./exports.ts";
import { basePath, basesOf } from "./heritage.ts";
import { hintOf } from "./hints.ts";
import { IMPORT_READERS } from "./imports.ts";
import { type Callee, plainPath, receiverPath, splitCallee } from "./callee.ts";
import { NOWHERE } from "./flat_tree.ts";
import type { CallRule } from "./language_config.ts";
import { Role } from "./language_tables.ts";
import type { Named, Surroundings } from "./naming.ts";
import { NAMINGS } from "./namings.ts";
import { Output } from "./output.ts";
import type { ParsedFile } from "./parsed_file.ts";
import { oneLine, type Source, textOf } from "./source.ts";

/** Reads everything worth a record out of a syntax tree, in one pass over its rows. */
export function extract(source: Source, language: string): ParsedFile {
  return new Extractor(source).run(language);
}

/** A definition or function that encloses the rows before `after`. */
interface Scope extends Surroundings {
  /** Row behind the last one inside. */
  readonly after: number;
  /** Index of the innermost definition, -1 at the top. */
  readonly definition: number;
  /** Index of the innermost type, -1 outside of types. */
  readonly type: number;
  /** Prefix of qualified names inside, "" or ending with a dot. */
  readonly prefix: string;
  readonly exported: boolean;
  /** Members are public without saying so. */
  readonly isOpen: boolean;
}

class Extractor {
  private readonly out = new Output();
  private readonly comments = new CommentRun();
  private readonly decorators = new DecoratorRun();
  private readonly scopes: Scope[] = [];
  private scope: Scope;
  /** Row of the call that is the head of the definition entered last. */
  private headRow = -1;

  constructor(private readonly source: Source) {
    this.scope = {
      after: source.tree.count,
      definition: -1,
      type: -1,
      prefix: "",
      exported: true,
      inType: false,
      local: false,
      isOpen: false,
    };
  }

  run(language: string): ParsedFile {
    const { tree, tables } = this.source;
    const { type, field } = tree;
    const { roles, fieldRoles } = tables;
    for (let row = 0; row < tree.count; row++) {
      while (row >= this.scope.after) this.scope = this.scopes.pop()!;
      const role = roles[type[row]!]! | fieldRoles[field[row]!]!;
      if (role !== 0) this.visit(row, role);
      else if (type[row] === ERROR) this.out.error(this.source.lines.lineAt(tree.start[row]!));
    }
    return this.out.finish(language, this.source);
  }

  private visit(row: number, role: number): void {
    if (role & Role.comment) return this.comments.add(this.source, row);
    if (role & Role.call) this.call(row);
    if (role & Role.value) this.value(row);
    if (role & Role.hint) this.hint(row);
    if (role & Role.decorator) this.decorator(row);
    if (role & Role.type) this.type(row);
    if (role & Role.import) this.import(row);
    if (role & Role.module) {
      this.out.module ||= plainPath(textOf(this.source, this.source.tree.lastChild(row)));
    }
    if (role & Role.mixin) this.mixin(row);
    if (role & Role.tokens) this.tokens(row);
    if (role & Role.container) this.container(row);
    if (role & Role.definition) this.definition(row);
    if (role & Role.closure) this.closure(row);
  }

  private definition(row: number): void {
    const { source, scope } = this;
    const compiled = source.tables.definitions[source.tree.type[row]!]!;
    const named = NAMINGS[compiled.rule.naming ?? "field"]!(source, row, compiled, scope);
    if (named === undefined) return this.exportNames(row);
    const { parent, prefix } = this.home(named);
    const outer = this.outermost(row);
    const start = source.tree.start[outer]!;
    const decorators = this.decorators.take(source, start, source.tree.start[row]!);
    const docStart = this.comments.before(source, decorators.start);
    const signature = this.signature(row, outer, named, decorators.texts.length > 0);
    const exported = isExported(source, {
      outer,
      name: named.name,
      head: signature,
      parent: scope,
    });
    const { lines } = source;
    const startLine = lines.lineAt(decorators.start);
    const end = source.tree.end[outer]!;
    const index = this.out.define({
      name: named.name,
      qualifiedName: prefix + named.name,
      kind: named.kind,
      startLine,
      endLine: lines.lineAt(Math.max(end - 1, start)),
      docStartLine: docStart < 0 ? startLine : lines.lineAt(docStart),
      startIndex: decorators.start,
      endIndex: end,
      parent,
      signature,
      doc: this.doc(docStart, named.body),
      exported,
      decorators: decorators.texts,
    });
    for (const base of basesOf(source, row)) this.inherit(index, base, startLine);
    this.enter(row, index, named, prefix, exported);
  }

  /** Where a definition belongs: to its owner, to the type for fields declared in a constructor, else where it stands. */
  private home(named: Named): { readonly parent: number; readonly prefix: string } {
    const { scope } = this;
    if (named.kind === "field" && scope.type >= 0 && this.out.isFunction(scope.definition)) {
      return { parent: scope.type, prefix: `${this.out.qualifiedName(scope.type)}.` };
    }
    if (named.owner === undefined) return { parent: scope.definition, prefix: scope.prefix };
    const owner = this.out.typeNamed(named.owner);
    return { parent: owner ?? scope.definition, prefix: `${scope.prefix}${named.owner}.` };
  }

  private inherit(index: number, base: string, line: number): void {
    this.out.inherit(index, base);
    const split = splitCallee(base, 0, base.length);
    if (split !== undefined) this.out.referOnce(split.name, "type", split.receiver, line, index);
  }

  private enter(row: number, index: number, named: Named, prefix: string, exported: boolean): void {
    const { scope } = this;
    const after = this.source.tree.after[row]!;
    this.decorators.open(row, index);
    this.headRow = named.head ?? -1;
    // A name for a type has no members of its own: what is defined inside belongs to the surroundings.
    if (named.kind === "type") return this.push({ ...scope, after, definition: index });
    const inType = TYPE_KINDS.has(named.kind);
    const local = !inType && named.holds !== true && named.kind !== "module";
    this.push({
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

  /** The widest wrapper that holds this definition and nothing else. */
  private outermost(row: number): number {
    const { tree, tables } = this.source;
    let outer = row;
    for (let up = tree.parent[row]!; up >= 0 && tables.isWrapper[tree.type[up]!]; up = tree.parent[up]!) {
      if (tree.after[up] !== tree.after[row] || tree.childOfType(up, tree.type[outer]!) !== outer) break;
      outer = up;
    }
    return outer;
  }

  private signature(row: number, outer: number, named: Named, isDecorated: boolean): string {
    const { tree, text } = this.source;
    const start = tree.start[isDecorated ? row : outer]!;
    const end = named.body >= 0 && tree.start[named.body]! > start ? tree.start[named.body]! : tree.end[row]!;
    const head = oneLine(text.slice(start, Math.min(end, start + SIGNATURE_LIMIT * 3)), SIGNATURE_LIMIT);
    return head.replace(LEADING_MARKS, "").replace(/\s*(?:=>|[{:=])$/, "");
  }

  private doc(docStart: number, body: number): string {
    if (this.source.tables.nodes.docs === "docstring" && body >= 0) {
      const doc = docstring(this.source, body);
      if (doc !== "") return doc;
    }
    return docStart < 0 ? "" : this.comments.text(this.source);
  }

  private container(row: number): void {
    const { source } = this;
    const rule = source.tables.containers[source.tree.type[row]!]!;
    const name = basePath(source, source.tree.locate(row, rule.type));
    if (name === "") return;
    const type = this.out.typeNamed(name) ?? -1;
    this.out.inheritLater(name, basePath(source, source.tree.locate(row, rule.base)));
    const prefix = `${this.scope.prefix}${name}.`;
    const after = source.tree.after[row]!;
    this.push({
      after,
      definition: type,
      type,
      prefix,
      exported: true,
      inType: true,
      local: false,
      isOpen: false,
    });
  }

  private mixin(row: number): void {
    const { source, scope } = this;
    const { tree, tables } = source;
    if (scope.type < 0 || tree.locate(row, tables.mixins[tree.type[row]!]!) >= 0) return;
    const line = source.lines.lineAt(tree.start[row]!);
    const end = tree.after[row]!;
    for (let at = row + 1; at < end; at = tree.after[at]!) {
      const base = basePath(source, at);
      if (base !== "") this.inherit(scope.type, base, line);
    }
  }

  private module(row: number): void {
    const { tree, tables } = this.source;
    const name = tree.child(row, tables.fieldId("name"));
    const at = name >= 0 ? name : tree.lastChild(row);
    if (at >= 0) this.out.module ||= plainPath(textOf(this.source, at));
  }

  /** Calls among loose tokens: a name right before brackets. */
  private tokens(row: number): void {
    const { tree, text, lines } = this.source;
    const end = tree.after[row]!;
    for (let at = row + 1; at < end; at = tree.after[at]!) {
      const next = tree.end[at]!;
      if (text.charCodeAt(next) !== 40 || tree.after[at]! >= end || tree.start[tree.after[at]!] !== next) {
        continue;
      }
      const split = splitCallee(text, tree.start[at]!, next);
      if (split !== undefined) {
        this.out.refer(split.name, "call", "", lines.lineAt(next), this.scope.definition);
      }
    }
  }

  private closure(row: number): void {
    const { scope } = this;
    if (!scope.local) {
      this.push({ ...scope, after: this.source.tree.after[row]!, inType: false, local: true, isOpen: false });
    }
  }

  private call(row: number): void {
    const { source } = this;
    const { tree, tables, text } = source;
    if (row === this.headRow) return;
    // The use is on record as a decorator.
    if (tables.roles[tree.type[tree.parent[row]!]!]! & Role.decorator) return;
    const { rule, callee, name, receiver } = tables.calls[tree.type[row]!]!;
    if (callee === NOWHERE) {
      const at = tree.locate(row, name);
      if (at < 0) return;
      const on = tree.locate(row, receiver);
      const called = textOf(source, at).replace(/^\$/, "");
      return this.called(row, at, { name: called, receiver: on < 0 ? "" : receiverPath(source, on) }, rule);
    }
    let at = tree.locate(row, callee);
    while (at >= 0 && tables.unwrap[tree.type[at]!] !== undefined) {
      at = tree.locate(at, tables.unwrap[tree.type[at]!]!);
    }
    if (at < 0) return;
    const split = splitCallee(text, tree.start[at]!, tree.end[at]!);
    if (split === undefined || split.name === "super") return;
    if (rule.capital !== true || /^[A-Z]/.test(split.name)) this.called(row, at, split, rule);
  }

  private called(row: number, at: number, { name, receiver }: Callee, rule: CallRule): void {
    const { tree, lines, tables } = this.source;
    const kind = rule.kind ?? "call";
    if (receiver === "" && tables.skipCalls.has(name)) return this.keyword(row, name);
    if (rule.known === true) this.out.mention(name, receiver, tree.start[at]!, this.scope.definition, kind);
    else this.out.refer(name, kind, receiver, lines.lineAt(tree.end[at]! - 1), this.scope.definition);
  }

  /** A call that is syntax: an import, a base, or nothing. */
  private keyword(row: number, name: string): void {
    const { mixinCalls, importCalls } = this.source.tables.nodes;
    if (mixinCalls?.includes(name)) this.mixinCall(row);
    const reader = importCalls?.[name];
    if (reader !== undefined) this.importCall(row, reader);
  }

  private importCall(row: number, reader: string): void {
    const { tree, lines } = this.source;
    // `const x = require("m")` binds a name; the call alone does not.
    let whole = row;
    for (let up = tree.parent[row]!; up >= 0 && tree.end[up] === tree.end[row]; up = tree.parent[up]!) {
      if (tree.end[up]! - tree.start[up]! < 300) whole = up;
    }
    const line = lines.lineAt(tree.start[row]!);
    const found = IMPORT_READERS[reader]!(textOf(this.source, whole), line);
    this.out.import(found.length > 0 ? found : IMPORT_READERS[reader]!(textOf(this.source, row), line));
  }

  private mixinCall(row: number): void {
    const { source, scope } = this;
    if (scope.definition < 0 || scope.local) return;
    const words = textOf(source, row).slice(0, 200).split(/[\s,()]+/).slice(1);
    for (const word of words) {
      const base = plainPath(word);
      if (/^[A-Z]/.test(base)) {
        this.inherit(scope.definition, base, source.lines.lineAt(source.tree.start[row]!));
      }
    }
  }

  private value(row: number): void {
    const { tree, tables, text } = this.source;
    const parent = tree.parent[row]!;
    if (parent < 0 || !tables.isValueParent[tree.type[parent]!]) return;
    // The first child of a binding or an argument's name is the target, not the value.
    if (row === parent + 1 && tree.field[row] !== 0 && tree.after[row] !== tree.after[parent]) return;
    const split = splitCallee(text, tree.start[row]!, tree.end[row]!);
    if (split !== undefined) {
      this.out.mention(split.name, split.receiver, tree.start[row]!, this.scope.definition, "reference");
    }
  }

  private hint(row: number): void {
    const { source, scope } = this;
    const hint = hintOf(source, row, source.tables.hints[source.tree.type[row]!]!);
    if (hint === undefined) return;
    const isMember = hint.isMember || (scope.local && this.isField(row));
    this.out.hint(isMember && scope.type >= 0 ? scope.type : scope.definition, hint.name, hint.type);
  }

  /** Whether the row was just recorded as a field although it stands in a function. */
  private isField(row: number): boolean {
    const rule = this.source.tables.definitions[this.source.tree.type[row]!];
    return rule?.rule.kind === "field" &&
      NAMINGS[rule.rule.naming ?? "field"]!(this.source, row, rule, this.scope) !== undefined;
  }

  private decorator(row: number): void {
    const { source } = this;
    const name = this.decorators.add(source, row);
    if (name === undefined) return;
    const line = source.lines.lineAt(source.tree.start[row]!);
    this.out.refer(name.name, "decorator", name.receiver, line, this.scope.definition);
    const owner = this.decorators.ownerOf(source, row);
    if (owner >= 0) this.out.decorate(owner, this.decorators.drop());
  }

  private type(row: number): void {
    const { tree, tables, lines } = this.source;
    if (this.isOwnName(row) || this.isRecorded(row)) return;
    const line = lines.lineAt(tree.start[row]!);
    const note = (path: string): void => {
      const split = splitCallee(path, 0, path.length);
      if (split === undefined || tables.builtinTypes.has(split.name)) return;
      this.out.referOnce(split.name, "type", split.receiver, line, this.scope.definition);
    };
    const text = oneLine(textOf(this.source, row), 200);
    if (tree.after[row] === row + 1) note(text);
    else for (const path of text.match(/[\p{L}_$][\p{L}\p{N}_$.]*/gu) ?? []) note(path);
  }

  /** Whether the row is the name of the definition around it. */
  private isOwnName(row: number): boolean {
    const { tree, tables } = this.source;
    const rule = tables.definitions[tree.type[tree.parent[row]!]!];
    return rule !== undefined && rule.name !== 0 && tree.field[row] === rule.name;
  }

  /** Whether a type is on record already, as a decorator or as what a `new` makes. */
  private isRecorded(row: number): boolean {
    const { tree, tables } = this.source;
    const up = tree.parent[row]!;
    const call = tables.calls[tree.type[up]!];
    if (call?.rule.kind === "new" && tree.locate(up, call.callee) === row) return true;
    const isDecorator = (at: number): boolean =>
      at >= 0 && (tables.roles[tree.type[at]!]! & Role.decorator) !== 0;
    return isDecorator(up) || isDecorator(tree.parent[up]!);
  }

  private import(row: number): void {
    const { tree, tables, lines } = this.source;
    const reader = IMPORT_READERS[tables.imports[tree.type[row]!]!]!;
    const end = Math.min(tree.end[row]!, tree.start[row]! + IMPORT_LIMIT);
    const text = this.source.text.slice(tree.start[row], end);
    this.out.import(reader(text, lines.lineAt(tree.start[row]!)));
    this.exportNames(row);
  }

  private exportNames(row: number): void {
    if (this.scope.definition < 0 && this.source.tables.nodes.exports === "keyword") {
      this.out.exportLater(exportedNames(this.source, row));
    }
  }

  private push(scope: Scope): void {
    this.scopes.push(this.scope);
    this.scope = scope;
  }
}

const ERROR = 0xffff;
const SIGNATURE_LIMIT = 200;
const IMPORT_LIMIT = 8000;
const TYPE_KINDS: ReadonlySet<string> = new Set(["class", "struct", "interface", "trait", "enum"]);

const OPEN_KINDS: ReadonlySet<string> = new Set(["interface", "trait", "enum"]);

/** Annotations and attributes before the declaration proper. */
const LEADING_MARKS = /^(?:@[\w.:]+(?:\([^()]*\))?\s+|#?\[[^\]]*\]\s+)+/;
