import words from "../../config/library_words.json" with { type: "json" };
import type { Language } from "web-tree-sitter";
import { CHAIN_BEFORE, FIRST_CHILD, type Locator, NOWHERE, SECOND_CHILD } from "./flat_tree.ts";
import type {
  CallRule,
  DefiningCall,
  DefinitionRule,
  HintRule,
  NodeTables,
  Place,
} from "./language_config.ts";

/** Roles of a node type; a type may have several. */
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
  operator: 8192,
} as const;

/** {@link NodeTables} compiled for one grammar: names of node types and fields replaced by ids. */
export type LanguageTables = Readonly<ReturnType<typeof compileTables>>;

/** Compiles `nodes` for the grammar `language`. */
export function compileTables(language: Language, nodes: NodeTables) {
  const grammar = new Grammar(language);
  markRoles(grammar, nodes);
  return {
    nodes,
    /** Bits of {@link Role} by node type id. */
    roles: grammar.roles,
    /** Bits of {@link Role} by field id. */
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
    literals: grammar.rows(nodes.literals, 0, (place) => grammar.locate(place)),
    hints: grammar.rows(nodes.hints, Role.hint, (rule) => grammar.hint(rule)),
    /** Places of the names of local variables. */
    locals: grammar.rows(nodes.locals, 0, (places) => places.split(" ").map((one) => grammar.locate(one))),
    isRead: grammar.flags(nodes.reads?.split(" ")),
    isBlock: grammar.flags(nodes.blocks?.split(" ")),
    /** Leaves that are names of variables. */
    isName: Uint8Array.from(language.types, (name) => VARIABLES.has(name) ? 1 : 0),
    /** Fields within a pattern whose names are not bound, by field id: types, defaults. */
    isUnbound: grammar.fields(UNBOUND, 1),
    /** Fields of the targets of bindings, by field id. */
    isTarget: grammar.fields(TARGETS, 1),
    isWrapper: grammar.flags(nodes.wrappers),
    isModifier: grammar.flags(nodes.modifiers),
    isTrailingBody: grammar.flags(nodes.trailingBodies),
    isValueParent: grammar.flags(nodes.values?.parents.split(" ")),
    isOperator: grammar.flags(nodes.operators?.nodes.split(" ")),
    isTable: grammar.flags(nodes.values?.tables?.split(" ")),
    isNarrowing: grammar.flags(nodes.narrowings),
    isHeritage: grammar.flags(nodes.heritage),
    isHeritageField: grammar.fields(nodes.heritage, 1),
    isHeritageGroup: grammar.flags(nodes.heritageGroups),
    isHeritageSkip: grammar.flags(nodes.heritageSkips),
    isClosure: grammar.flags(nodes.closures),
    builtinTypes: new Set(nodes.builtinTypes?.split(" ")),
    /** Calls that define symbols, by callee. */
    definingCalls: definingCalls(nodes),
    /** Calls recorded as imports or bases, or not at all. */
    skipCalls: new Set([
      ...nodes.skipCalls?.split(" ") ?? [],
      ...nodes.mixinCalls ?? [],
      ...Object.keys(nodes.importCalls ?? {}),
    ]),
    /** Methods of function objects that call them. */
    functionMethods: new Set(nodes.functionMethods?.split(" ")),
    /** Functions that run a block as a member of their object. */
    scopeFunctions: new Set(nodes.scopeFunctions?.split(" ")),
    /** Methods of tasks that enqueue them. */
    taskMethods: new Set(nodes.taskMethods?.split(" ")),
    /** Functions that send or listen to an event. */
    eventCalls: {
      send: new Set(nodes.eventCalls?.send.split(" ")),
      listen: new Set(nodes.eventCalls?.listen.split(" ")),
    },
    /** True if calls are recorded with their arguments. */
    hasOverloads: nodes.overloads === true,
    /** Name of a node type; "ERROR" for an error node. */
    typeName: (type: number): string => language.types[type] ?? "ERROR",
    /** Field id of a name; 0 if the grammar has no such field. */
    fieldId: (name: string): number => grammar.fieldId(name),
    /** Ids of the named node types with a name. */
    typeIds: (name: string): readonly number[] => grammar.typeIds(name),
  };
}

/** Node types of variable names; names of types, fields and properties are none. */
const VARIABLES: ReadonlySet<string | null> = new Set(words.variables.split(" "));
const TARGETS = "left name key pattern declarator label lhs property attrpath bound_identifier".split(" ");
const UNBOUND = words.unbound.split(" ");

function markRoles(grammar: Grammar, nodes: NodeTables): void {
  grammar.mark(nodes.closures, Role.closure);
  grammar.mark(nodes.comments, Role.comment);
  grammar.mark(nodes.decorators, Role.decorator);
  grammar.mark(nodes.types, Role.type);
  grammar.mark(nodes.modules, Role.module);
  grammar.mark(nodes.values?.types.split(" "), Role.value);
  grammar.mark(nodes.reads?.split(" "), Role.value);
  grammar.mark(nodes.tokenTrees, Role.tokens);
  grammar.mark(nodes.operators?.nodes.split(" "), Role.operator);
}

function definingCalls({ definingCalls }: NodeTables): Map<string, DefiningCall> {
  const entries = Object.entries(definingCalls ?? {});
  return new Map(
    entries.flatMap(([names, call]) => names.split(" ").map((name): [string, DefiningCall] => [name, call])),
  );
}

/** A compiled rule for definitions. */
export type CompiledDefinition = Readonly<ReturnType<Grammar["definition"]>>;

/** A compiled rule for type hints. */
export type CompiledHint = Readonly<ReturnType<Grammar["hint"]>>;

/** Ids of node types and fields in a grammar, and tables indexed by them. */
class Grammar {
  /** See {@link LanguageTables}. */
  readonly roles: Uint16Array;
  readonly #ids: ReadonlyMap<string | null | undefined, readonly number[]>;
  readonly #fieldIds = new Map<string, number>();

  constructor(private readonly language: Language) {
    this.roles = new Uint16Array(language.types.length);
    const named = [...language.types.keys()].filter((id) => language.nodeTypeIsNamed(id));
    this.#ids = Map.groupBy(named, (id) => language.types[id]);
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
    if (place === "+") return SECOND_CHILD;
    if (place === "<") return CHAIN_BEFORE;
    return place.startsWith("@") ? -(this.typeIds(place.slice(1))[0] ?? 0) : this.fieldId(place);
  }

  /** Adds a role to node types. */
  mark(names: readonly string[] = [], role: number): void {
    for (const name of names) for (const id of this.typeIds(name)) this.roles[id]! |= role;
  }

  /** Flags by node type id: 1 for the named ones. */
  flags(names: readonly string[] = []): Uint8Array {
    const result = new Uint8Array(this.language.types.length);
    for (const name of names) for (const id of this.typeIds(name)) result[id] = 1;
    return result;
  }

  /** Values by field id: `value` for the named ones, 0 for others. */
  fields(names: readonly string[] = [], value: number): Uint16Array {
    const result = new Uint16Array(this.language.fields.length + 1);
    for (const name of names) result[this.fieldId(name)] = value;
    result[0] = 0;
    return result;
  }

  /** Compiled rules by node type id; adds the role to types with a rule. */
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

  definition(rule: DefinitionRule) {
    return {
      rule,
      name: this.locate(rule.name ?? "name"),
      body: this.locate(rule.body ?? "body"),
      /** Required node type ids of the parent; undefined: any. */
      within: rule.within === undefined ? undefined : this.typeIds(rule.within),
    };
  }

  call(rule: CallRule) {
    const { callee, name, receiver } = rule;
    return { rule, callee: this.locate(callee), name: this.locate(name), receiver: this.locate(receiver) };
  }

  hint({ name, type, value, means }: HintRule) {
    return { name: this.locate(name), type: this.locate(type), value: this.locate(value), means };
  }
}
