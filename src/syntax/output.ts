import { CLASS_LIKE } from "./class_kinds.ts";
import type {
  Definition,
  Heritage,
  ImportedName,
  ImportRef,
  ParsedFile,
  Reference,
  TypeHint,
} from "./parsed_file.ts";
import { BUILT_IN, HIDDEN } from "./annotations.ts";
import { type Lines, withAssignedTypes } from "./assigned_types.ts";
import { plainPath } from "./callee.ts";
import { callsOfValues } from "./local_calls.ts";
import type { LocalKind } from "./locals.ts";
import type { Mention } from "./mention.ts";
import { moduleName } from "./imports.ts";
import { recordMentions } from "./known_mentions.ts";
import { gapsOf, type Source, wordsOf } from "./source.ts";

/** Builder of a {@link ParsedFile}. */
export class Output {
  /** The declared package or namespace; "" until one is found. */
  module = "";
  readonly definitions: Definition[] = [];
  references: Reference[] = [];
  readonly imports: ImportRef[] = [];
  private readonly exports: ImportedName[] = [];
  readonly heritage: Heritage[] = [];
  readonly hints: TypeHint[] = [];
  /** Lines of the hints; 0 if unknown. */
  readonly hintLines: number[] = [];
  /** Lines of the blocks in which the variables of the hints are visible. */
  readonly hintBlocks: (Lines | undefined)[] = [];
  private readonly held = new Map<string, TypeHint>();
  private readonly mentions: Mention[] = [];
  private readonly lateHeritage: { readonly type: string; readonly base: string }[] = [];
  /** Types by name, the first of each. */
  readonly typesByName = new Map<string, number>();
  private readonly lastScopeOf = new Map<string, number>();
  private readonly exportedLater = new Set<string>();
  private globals: ReadonlySet<string> | undefined;
  private byName: ReadonlyMap<string, readonly Definition[]> | undefined;
  private definedAt: ReadonlySet<string> | undefined;
  private readonly errorLines: number[] = [];
  private typed: ReadonlySet<string> | undefined;
  private readonly reads = new Set<string>();
  private hasGetters = false;
  private readonly localCalls = new Map<Reference, LocalKind>();

  /** Adds a definition and returns its index. */
  define(definition: Definition): number {
    const index = this.definitions.push(definition) - 1;
    if (!this.typesByName.has(definition.name) && CLASS_LIKE.has(definition.kind)) {
      this.typesByName.set(definition.name, index);
    }
    return index;
  }

  /** Index of the last definition with a name so far; -1 if there is none. */
  lastNamed(name: string): number {
    return this.definitions.findLastIndex((one) => one.name === name);
  }

  /** True if a definition is a function or method. */
  isFunction(index: number): boolean {
    const kind = this.definitions[index]?.kind;
    return kind === "function" || kind === "method";
  }

  /** Qualified name of a definition. */
  qualifiedName(index: number): string {
    return this.definitions[index]!.qualifiedName;
  }

  /** Adds a decorator to a definition. */
  decorate(index: number, text: string): void {
    const definition = this.definitions[index]!;
    this.definitions[index] = { ...definition, decorators: [...definition.decorators, text] };
  }

  /** Adds a use of a name; `local` is the kind of the local variable that is called. */
  refer(use: Reference, local?: LocalKind): void {
    this.references.push(use);
    if (local !== undefined) this.localCalls.set(use, local);
  }

  /** Same as {@link refer}, once per run of uses of a name in one scope. */
  referOnce(use: Reference): void {
    const { name, scope } = use;
    if (this.lastScopeOf.get(name) === scope) return;
    this.lastScopeOf.set(name, scope);
    this.refer(use);
  }

  /** Adds a value passed on by name: recorded only if the file defines or imports the name. */
  mention(mention: Mention): void {
    this.mentions.push(mention);
  }

  /** Adds an export under another name; one of a member of a module, `{ run: tools.run }`, is a re-export. */
  export(name: string, alias: string): void {
    const [module, member] = name.split(".");
    if (member !== undefined) {
      const bound = this.imports.find(({ names }) =>
        names.some((one) => one.alias === module && one.name === "*")
      );
      if (bound) this.imports.push({ ...bound, names: [{ name: member, alias }] });
      return;
    }
    if (!this.exports.some((one) => one.name === name && one.alias === alias)) {
      this.exports.push({ name, alias });
    }
  }

  /** The table that a Lua file returns, the class that a file of GDScript is; the base named before that class. */
  returned: string | undefined;
  base = "";

  /** Adds a base of a definition. */
  inherit(definition: number, base: string): void {
    this.heritage.push({ definition, base });
  }

  /** Adds a base of a type declared before or after this point. */
  inheritLater(type: string, base: string): void {
    if (base !== "") this.lateHeritage.push({ type, base });
  }

  /** Adds names of top-level definitions exported by a later statement. */
  exportLater(names: readonly string[]): void {
    for (const name of names) this.exportedLater.add(name);
  }

  /** Adds a type hint, unless it equals the last one. */
  hint(scope: number, name: string, type: string, line = 0, block?: Lines): void {
    const last = this.hints[this.hints.length - 1];
    if (last?.scope !== scope || last.name !== name || last.type !== type) {
      this.hintLines.push(line);
      this.hintBlocks.push(block);
      this.hints.push({ scope, name, type });
    }
  }

  /** The table of a function that is defined outside of it, Lua's `function App:open()`; otherwise the function itself. */
  holderOf(scope: number): number {
    const own = this.definitions[scope]?.qualifiedName ?? "";
    const path = own.slice(0, own.lastIndexOf("."));
    const holder = this.definitions.findIndex(({ qualifiedName }) => qualifiedName === path);
    return holder < 0 ? scope : holder;
  }

  /** Adds the type of a value that is put into a collection, or of the local variable with it. */
  hold(scope: number, name: string, type: string, from: number): void {
    const known = this.hints.findLast((one) => one.scope === from && `=${one.name}` === type)?.type ?? type;
    const key = `${scope} ${name}`;
    const { type: other = known } = this.held.get(key) ?? {};
    if (plainPath(known) === known) this.held.set(key, { scope, name, type: other === known ? known : "" });
  }

  /** Records the one-based line of a syntax error. */
  error(line: number): void {
    if (this.errorLines[this.errorLines.length - 1] !== line) this.errorLines.push(line);
  }

  /** The finished record. */
  finish(language: string, source: Source): ParsedFile {
    this.hasGetters = language === "groovy";
    if (this.returned !== undefined) this.inheritLater(this.returned, this.base);
    for (const { type, base } of this.lateHeritage) {
      const definition = this.typesByName.get(type);
      if (definition !== undefined) this.heritage.push({ definition, base });
    }
    for (const { scope, name, type } of this.held.values()) {
      if (type !== "") this.hint(scope, name, `${type}[]`);
    }
    if (this.returned !== undefined) this.export(this.returned, "default");
    if (this.localCalls.size > 0) this.resolveLocalCalls(source.tables.nodes.invoke);
    this.keepKnownMentions(source);
    this.references = withAssignedTypes(this.references, this);
    this.referToOriginals(source);
    if (this.exportedLater.size > 0) this.applyExports();
    return {
      language,
      lines: source.lines.count,
      module: this.module,
      definitions: this.definitions,
      references: this.references,
      imports: this.imports,
      heritage: this.heritage,
      hints: this.hints.filter(({ type, name }) => type !== HIDDEN || this.isGlobal(name)),
      exports: this.exports,
      gaps: gapsOf(source, this.errorLines),
    };
  }

  private resolveLocalCalls(invoke: string | undefined): void {
    const { definitions, hints, imports } = this;
    const isGlobal = (name: string): boolean => this.isGlobal(name);
    const calls = callsOfValues(this.localCalls, { definitions, hints, imports, isGlobal, invoke });
    this.references = this.references.flatMap((use) => calls.has(use) ? calls.get(use) ?? [] : use);
  }

  private applyExports(): void {
    const opened = new Set<number>();
    this.definitions.forEach((definition, index) => {
      const { parent } = definition;
      const isMember = opened.has(parent) && definition.kind !== "function";
      const isNamed = parent < 0 && !definition.exported && this.exportedLater.has(definition.name);
      if (
        isNamed ||
        (isMember && !definition.signature.startsWith("#") &&
          !wordsOf(definition.signature).includes("private"))
      ) {
        this.definitions[index] = { ...definition, exported: true };
        opened.add(index);
      }
    });
  }

  private keepKnownMentions(source: Source): void {
    if (this.mentions.length === 0) return;
    const before = this.references.length;
    recordMentions(this, source, this.mentions);
    if (this.references.length > before) this.references.sort((a, b) => a.line - b.line);
  }

  /** True if a name has a type of the repository, or a value whose type may be one. */
  isTyped(scope: number, name: string): boolean {
    this.typed ??= new Set(
      this.hints.flatMap(({ scope, name, type }) =>
        type.startsWith(BUILT_IN) || type === HIDDEN ? [] : [`${scope} ${name}`]
      ),
    );
    if (name.endsWith("()")) return name !== "require()" && name !== "import()";
    const [variable] = name.split("[", 1);
    for (let at = scope; at >= 0; at = this.definitions[at]!.parent) {
      if (this.typed.has(`${at} ${variable}`)) return true;
    }
    return false;
  }

  /** Adds the read of a member, once per line and scope. */
  referRead(use: Reference): void {
    const key = `${use.line} ${use.scope} ${use.receiver} ${use.name}`;
    if (this.reads.has(key)) return;
    this.reads.add(key);
    this.references.push(use);
    // Groovy's `order.total` calls `getTotal`.
    const name = `get${use.name.slice(0, 1).toUpperCase()}${use.name.slice(1)}`;
    if (this.hasGetters) this.references.push({ ...use, name });
  }

  /** True for the name of a definition in this definition. */
  isOwnName(name: string, index: number): boolean {
    this.byName ??= Map.groupBy(this.definitions, (one) => one.name);
    return this.byName.get(name)?.some((one) => one.startIndex <= index && index < one.endIndex) === true;
  }

  /** True if a name is defined in a line. */
  isDefinedAt(line: number, name: string): boolean {
    this.definedAt ??= new Set(this.definitions.map((one) => `${one.startLine} ${one.name}`));
    return this.definedAt.has(`${line} ${name}`);
  }

  /** True if a name is defined at the top level or imported. */
  isGlobal(name: string): boolean {
    this.globals ??= new Set([
      ...this.definitions.filter(({ parent }) => parent < 0).map((one) => one.name),
      ...this.imports.flatMap(({ names }) => names.map(({ alias }) => alias)),
    ]);
    return this.globals.has(name);
  }

  /** Adds uses of the original names of renamed imports. */
  private referToOriginals(source: Source): void {
    const isScript = source.tables.nodes.exports === "keyword";
    const refer = (name: string, line: number): void =>
      this.refer({ name, kind: "import", receiver: "", line, scope: -1 });
    for (const { module, names, line } of this.imports) {
      for (const { name, alias } of names) {
        const isWhole = name === "default" || (name === "*" && alias !== "*");
        if (isWhole && isScript) refer(moduleName(module), line);
        else if (!isWhole && name !== alias) refer(name, line);
      }
    }
  }
}
