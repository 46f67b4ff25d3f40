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
import { sharedNames } from "./shared_names.ts";
import { gapsOf, isCapitalized, isConstantName, type Source, wordsOf } from "./source.ts";

/** Builder of a {@link ParsedFile}. */
export class Output {
  /** The declared package or namespace; "" until one is found. */
  module = "";
  readonly definitions: Definition[] = [];
  private references: Reference[] = [];
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
    const known = new Set<string>();
    const members = new Set<string>();
    const methods = new Set<string>();
    const unnamed = new Set<string>();
    const { values } = source.tables.nodes;
    const isImplicitSelf = values?.implicitSelf === true;
    for (const { kind, name, parent } of this.definitions) {
      if (kind === "method" && parent < 0) unnamed.add(name);
      if (kind === "method" || (kind === "field" && isImplicitSelf)) methods.add(name);
      const isMember = kind === "field" || (kind === "method" && !values?.implicitMembers);
      (isMember || kind === "method" ? members : known).add(name);
      if (kind === "method" && !isMember) known.add(name);
    }
    const isGo = source.tables.nodes.manyResults === true;
    const isPhp = source.tables.nodes.invoke === "__invoke";
    const isPython = source.tables.nodes.invoke === "__call__";
    const packages = new Set(
      isGo ? this.imports.map(({ module, names }) => names[0]?.alias ?? module.split("/").at(-1)) : [],
    );
    for (const { module, names } of this.imports) {
      // Go's `x/algo` binds its last part, Python's `a.b` its first one.
      if (names.length === 0) { for (const part of module.replaceAll("/", ".").split(".")) known.add(part); }
      for (const { alias } of names) known.add(alias);
    }
    const imports = this.imports.filter(({ module }) => module.startsWith("."));
    const shared = sharedNames(this, isPython);
    const objects = new Set(imports.flatMap(({ names }) => names.map(({ alias }) => alias)));
    const before = this.references.length;
    const types = new Set(
      this.references.map(({ kind, line, name }) => kind === "type" && `${line} ${name}`),
    );
    // A sourced file may define any command, and so may the one that sources this.
    const isSourced = !source.text.startsWith("#!") ||
      this.imports.some(({ names }) => names.some(({ alias }) => alias === "*"));
    const fields = values?.fields === undefined ? undefined : this.fields();
    // A variable of C may be that of another file.
    const isAnywhere = values?.elsewhere === true && values.implicitMembers !== true;
    const heirs = new Set(this.heritage.map(({ definition }) => definition));
    this.definitions.forEach(({ signature }, at) => signature.includes("partial ") && heirs.add(at));
    for (const mention of this.mentions) {
      const { name, receiver, index, scope, kind, type = -1 } = mention;
      if (receiver === "" && packages.has(name)) continue;
      // `Status.Closed` beside `Status Status`
      const isType = mention.isOwn && this.hints.some((one) => one.name === name && one.type === name);
      if (mention.isOwn && (isType || !fields?.has(name))) continue;
      const isOwn = receiver === "" ? values?.fields === "bare" : mention.isRead && OWN.has(receiver);
      if (fields && isOwn && !mention.isConstant && (type >= 0 || isAnywhere || fields.has(name))) {
        const isWithin = type !== scope || this.isFunction(type);
        const isField = isAnywhere || fields.has(name) ||
          (isWithin && (heirs.has(type) || this.isFunction(type)) && !this.isGlobal(name));
        if (isField && isWithin && !this.isOwnName(name, index)) {
          this.referRead({ name, kind, receiver, line: source.lines.lineAt(index), scope });
        }
        if (isField || mention.isBare) continue;
      }
      if (mention.isConstant || mention.isObject) {
        // A constant is often imported with its whole module or header.
        const use = { name, kind, receiver, line: source.lines.lineAt(index), scope };
        if (this.isDefinedAt(use.line, name)) continue;
        if (mention.isConstant) this.referOnce(use);
        else if (shared.has(name)) this.referRead(use);
        continue;
      }
      // Attributes often have the name of a parameter.
      if (isImplicitSelf && receiver === "") {
        const own = { name, receiver, line: source.lines.lineAt(index), scope };
        const isSymbol = source.text[index] === ":";
        // Ruby's `before_action :sign_in` names a method that a class may inherit.
        const isInherited = isSymbol && type >= 0 && type === scope;
        // A bare name that is no local variable is a call of a method, of any file.
        const isBare = !isSymbol && !isCapitalized(name) && (scope < 0 || this.isFunction(scope));
        const isKnown = methods.has(name);
        if (isKnown && !this.isDefinedAt(own.line, name)) this.refer({ ...own, kind: "call" });
        else if (!isKnown && isInherited) this.refer({ ...own, kind, receiver: "self" });
        else if (!isKnown && isBare) this.refer({ ...own, kind });
        if (isKnown || isInherited || isBare) continue;
      }
      const [root = "", member = ""] = receiver === "" ? [name] : receiver.split(".", 2);
      const isSelf = root === "self" || root === "this";
      // A method value: `router.Handle("/", server.index)`.
      const isMethod = isGo && receiver !== "" && methods.has(name) && !known.has(name);
      // Ruby's `Cart.new`: any file may define a constant.
      const isOpen = values?.elsewhere === true ||
        (isImplicitSelf && isCapitalized(name) && !types.has(`${source.lines.lineAt(index)} ${name}`));
      const isElsewhere = kind === "call" ? isSourced : isOpen && receiver === "";
      // PHP's `['Shop\\Orders', 'show']`
      const isOfClass = isPhp && receiver !== "" && isCapitalized(root) && mention.isRead !== true;
      const isKnown = isSelf
        ? (mention.isPassed ? members : methods).has(name)
        : isElsewhere || isMethod || isOfClass ||
          (mention.isPassed !== false &&
            (known.has(root) ||
              (scope < 0 ? unnamed : isPython && !this.isFunction(scope) ? methods : known).has(root)));
      const use = { name, kind, receiver, line: source.lines.lineAt(index), scope };
      // `Status.Closed` of a known class; where members are called without parentheses `registry.size` and, as a value,
      // `Sort.byName` of any file.
      const isOfObject = values?.implicitMembers === true
        ? known.has(root === "?" ? name : root) || (mention.isPassed === true && isCapitalized(root))
        : mention.isWritten !== true &&
          (objects.has(root) || (isCapitalized(root) && known.has(root) && name !== "prototype"));
      const isOfValue = this.isTyped(scope, isSelf ? member : root) ||
        (values?.fields === "bare" && fields?.has(root) === true);
      // `Registry.size` of any class of the repository.
      const isStatic = fields !== undefined && values?.fields !== "own" && isCapitalized(root) &&
        !isConstantName(name);
      if (mention.isRead && (isKnown || isOfObject || isStatic || isOfValue)) this.referRead(use);
      else if (isKnown) this.refer(use);
    }
    if (this.references.length > before) this.references.sort((a, b) => a.line - b.line);
  }

  /** Names of the variables, fields and properties of the file. */
  private fields(): Set<string> {
    const isField = ({ kind, parent, name, signature }: Definition): boolean =>
      kind === "method"
        ? !signature.includes(`${name}(`) && !signature.includes(`${name}<`)
        : VALUES.has(kind) && !this.isFunction(parent);
    return new Set(this.definitions.flatMap((one) => isField(one) ? [one.name] : []));
  }

  /** True if a name has a type of the repository, or a value whose type may be one. */
  private isTyped(scope: number, name: string): boolean {
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

  private referRead(use: Reference): void {
    const key = `${use.line} ${use.scope} ${use.receiver} ${use.name}`;
    if (this.reads.has(key)) return;
    this.reads.add(key);
    this.references.push(use);
    // Groovy's `order.total` calls `getTotal`.
    const name = `get${use.name.slice(0, 1).toUpperCase()}${use.name.slice(1)}`;
    if (this.hasGetters) this.references.push({ ...use, name });
  }

  /** True for the name of a definition in this definition. */
  private isOwnName(name: string, index: number): boolean {
    this.byName ??= Map.groupBy(this.definitions, (one) => one.name);
    return this.byName.get(name)?.some((one) => one.startIndex <= index && index < one.endIndex) === true;
  }

  private isDefinedAt(line: number, name: string): boolean {
    this.definedAt ??= new Set(this.definitions.map((one) => `${one.startLine} ${one.name}`));
    return this.definedAt.has(`${line} ${name}`);
  }

  /** True if a name is defined at the top level or imported. */
  private isGlobal(name: string): boolean {
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

const OWN: ReadonlySet<string> = new Set(["self", "this"]);
const VALUES: ReadonlySet<string> = new Set(["variable", "constant", "field"]);
