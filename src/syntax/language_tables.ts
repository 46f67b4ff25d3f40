import type { Language } from "web-tree-sitter";
import { CHAIN_BEFORE, FIRST_CHILD, type Locator, NOWHERE } from "./flat_tree.ts";
import type {
  CallRule,
  DefiningCall,
  DefinitionRule,
  HintRule,
  NodeTables,
  Place,
} from "./language_config.ts";

/** Roles of a node type; one type may have several. */
export const Role = {
  definition: 1,
  container: 2,
  closure: 4,
  call: 8,
  comment: 16,
  decorator: 32,
  type: 64,
  import: 128,
  module: 256,
  hint: 512,
  value: 1024,
  mixin: 2048,
  tokens: 4096,
} as const;

/** {@link NodeTables} with the names of node types and fields replaced by the numbers of one grammar. */
export interface LanguageTables {
  readonly nodes: NodeTables;
  /** Bits of {@link Role} by node type id. */
  readonly roles: Uint16Array;
  /** Bits of {@link Role} by field id. */
  readonly fieldRoles: Uint16Array;
  readonly definitions: readonly (CompiledDefinition | undefined)[];
  readonly containers: readonly ({ readonly type: Locator; readonly base: Locator } | undefined)[];
  readonly mixins: readonly (Locator | undefined)[];
  readonly unwrap: readonly (Locator | undefined)[];
  readonly calls: readonly (CompiledCall | undefined)[];
  readonly imports: readonly (string | undefined)[];
  readonly hints: readonly (CompiledHint | undefined)[];
  readonly isWrapper: Uint8Array;
  readonly isModifier: Uint8Array;
  readonly isTrailingBody: Uint8Array;
  readonly isValueParent: Uint8Array;
  readonly isTable: Uint8Array;
  readonly isNarrowing: Uint8Array;
  readonly isHeritage: Uint8Array;
  readonly isHeritageField: Uint16Array;
  readonly isHeritageGroup: Uint8Array;
  readonly isHeritageSkip: Uint8Array;
  readonly isClosure: Uint8Array;
  readonly builtinTypes: ReadonlySet<string>;
  /** Calls that define something, by callee. */
  readonly definingCalls: ReadonlyMap<string, DefiningCall>;
  /** Calls that are kept as imports or bases, or not at all. */
  readonly skipCalls: ReadonlySet<string>;
  /** Methods of functions that call them. */
  readonly functionMethods: ReadonlySet<string>;
  /** Methods of tasks that put them into a queue. */
  readonly taskMethods: ReadonlySet<string>;
  /** Functions that send an event or listen to one. */
  readonly eventCalls: { readonly send: ReadonlySet<string>; readonly listen: ReadonlySet<string> };
  /** Calls are kept with what they hand over. */
  readonly hasOverloads: boolean;
  /** Name of a node type; "ERROR" for an error node. */
  typeName(type: number): string;
  /** Field id of a name, 0 when the grammar has no such field. */
  fieldId(name: string): number;
  /** Node type ids with a name, only named ones. */
  typeIds(name: string): readonly number[];
}

/** A rule for definitions with its names looked up. */
export interface CompiledDefinition {
  readonly rule: DefinitionRule;
  readonly name: Locator;
  readonly body: Locator;
  /** Node type ids of the only parents, undefined when any will do. */
  readonly within: readonly number[] | undefined;
}

/** A rule for calls with its names looked up. */
export interface CompiledCall {
  readonly rule: CallRule;
  readonly callee: Locator;
  readonly name: Locator;
  readonly receiver: Locator;
}

/** A rule for type hints with its names looked up. */
export interface CompiledHint {
  readonly name: Locator;
  readonly type: Locator;
  readonly value: Locator;
  readonly means: HintRule["means"];
}

/** Looks up every name of `nodes` in `language` once. */
export function compileTables(language: Language, nodes: NodeTables): LanguageTables {
  const grammar = new Grammar(language);
  markRoles(grammar, nodes);
  return {
    nodes,
    roles: grammar.roles,
    fieldRoles: grammar.fields(nodes.typeFields, Role.type),
    definitions: grammar.rows(nodes.definitions, Role.definition, (rule) => grammar.definition(rule)),
    containers: grammar.rows(nodes.containers, Role.container, ({ type, base }) => ({
      type: grammar.locate(type),
      base: grammar.locate(base),
    })),
    mixins: grammar.rows(nodes.mixins, Role.mixin, (place) => grammar.locate(place)),
    unwrap: grammar.rows(nodes.unwrap, 0, (place) => grammar.locate(place)),
    calls: grammar.rows(nodes.calls, Role.call, (rule) => grammar.call(rule)),
    imports: grammar.rows(nodes.imports, Role.import, (strategy) => strategy),
    hints: grammar.rows(nodes.hints, Role.hint, (rule) => grammar.hint(rule)),
    isWrapper: grammar.flags(nodes.wrappers),
    isModifier: grammar.flags(nodes.modifiers),
    isTrailingBody: grammar.flags(nodes.trailingBodies),
    isValueParent: grammar.flags(nodes.values?.parents.split(" ")),
    isTable: grammar.flags(nodes.values?.tables?.split(" ")),
    isNarrowing: grammar.flags(nodes.narrowings),
    isHeritage: grammar.flags(nodes.heritage),
    isHeritageField: grammar.fields(nodes.heritage, 1),
    isHeritageGroup: grammar.flags(nodes.heritageGroups),
    isHeritageSkip: grammar.flags(nodes.heritageSkips),
    isClosure: grammar.flags(nodes.closures),
    builtinTypes: new Set(nodes.builtinTypes?.split(" ")),
    definingCalls: definingCalls(nodes),
    skipCalls: new Set([
      ...nodes.skipCalls?.split(" ") ?? [],
      ...nodes.mixinCalls ?? [],
      ...Object.keys(nodes.importCalls ?? {}),
    ]),
    functionMethods: new Set(nodes.functionMethods?.split(" ")),
    taskMethods: new Set(nodes.taskMethods?.split(" ")),
    eventCalls: {
      send: new Set(nodes.eventCalls?.send.split(" ")),
      listen: new Set(nodes.eventCalls?.listen.split(" ")),
    },
    hasOverloads: nodes.overloads === true,
    typeName: (type) => language.types[type] ?? "ERROR",
    fieldId: (name) => grammar.fieldId(name),
    typeIds: (name) => grammar.typeIds(name),
  };
}

function markRoles(grammar: Grammar, nodes: NodeTables): void {
  grammar.mark(nodes.closures, Role.closure);
  grammar.mark(nodes.comments, Role.comment);
  grammar.mark(nodes.decorators, Role.decorator);
  grammar.mark(nodes.types, Role.type);
  grammar.mark(nodes.modules, Role.module);
  grammar.mark(nodes.values?.types.split(" "), Role.value);
  grammar.mark(nodes.tokenTrees, Role.tokens);
}

function definingCalls({ definingCalls }: NodeTables): Map<string, DefiningCall> {
  const entries = Object.entries(definingCalls ?? {});
  return new Map(
    entries.flatMap(([names, call]) => names.split(" ").map((name): [string, DefiningCall] => [name, call])),
  );
}

/** The numbers that one grammar gives to the names of node types and fields, and the rows of tables by them. */
class Grammar {
  /** See {@link LanguageTables.roles}. */
  readonly roles: Uint16Array;
  readonly #ids: ReadonlyMap<string, readonly number[]>;
  readonly #fieldIds = new Map<string, number>();

  constructor(private readonly language: Language) {
    this.roles = new Uint16Array(language.types.length);
    this.#ids = typeIdsByName(language);
    language.fields.forEach((name, id) => name !== null && this.#fieldIds.set(name, id));
  }

  typeIds(name: string): readonly number[] {
    return this.#ids.get(name) ?? [];
  }

  fieldId(name: string): number {
    return this.#fieldIds.get(name) ?? 0;
  }

  locate(place: Place | undefined): Locator {
    if (place === undefined || place === "") return NOWHERE;
    if (place === "*") return FIRST_CHILD;
    if (place === "<") return CHAIN_BEFORE;
    return place.startsWith("@") ? -(this.typeIds(place.slice(1))[0] ?? 0) : this.fieldId(place);
  }

  /** Gives a role to node types. */
  mark(names: readonly string[] = [], role: number): void {
    for (const name of names) for (const id of this.typeIds(name)) this.roles[id]! |= role;
  }

  /** 1 for the node types with one of the names. */
  flags(names: readonly string[] = []): Uint8Array {
    const result = new Uint8Array(this.language.types.length);
    for (const name of names) for (const id of this.typeIds(name)) result[id] = 1;
    return result;
  }

  /** The value for the fields with one of the names, 0 for the others. */
  fields(names: readonly string[] = [], value: number): Uint16Array {
    const result = new Uint16Array(this.language.fields.length + 1);
    for (const name of names) result[this.fieldId(name)] = value;
    result[0] = 0;
    return result;
  }

  /** Compiled rules by node type id; the types that have one get the role. */
  rows<R, C>(
    rules: Readonly<Record<string, R>> = {},
    role: number,
    compile: (rule: R) => C,
  ): (C | undefined)[] {
    const result: (C | undefined)[] = new Array(this.language.types.length).fill(undefined);
    this.mark(Object.keys(rules), role);
    for (const [name, rule] of Object.entries(rules)) {
      for (const id of this.typeIds(name)) result[id] = compile(rule);
    }
    return result;
  }

  definition(rule: DefinitionRule): CompiledDefinition {
    return {
      rule,
      name: this.locate(rule.name ?? "name"),
      body: this.locate(rule.body ?? "body"),
      within: rule.within === undefined ? undefined : this.typeIds(rule.within),
    };
  }

  call(rule: CallRule): CompiledCall {
    const { callee, name, receiver } = rule;
    return {
      rule,
      callee: this.locate(callee),
      name: this.locate(name),
      receiver: this.locate(receiver),
    };
  }

  hint({ name, type, value, means }: HintRule): CompiledHint {
    return { name: this.locate(name), type: this.locate(type), value: this.locate(value), means };
  }
}

function typeIdsByName(language: Language): Map<string, number[]> {
  const ids = new Map<string, number[]>();
  language.types.forEach((name, id) => {
    if (!name || !language.nodeTypeIsNamed(id)) return;
    const known = ids.get(name);
    if (known === undefined) ids.set(name, [id]);
    else known.push(id);
  });
  return ids;
}
