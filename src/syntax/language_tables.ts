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
  readonly isHeritage: Uint8Array;
  readonly isHeritageField: Uint8Array;
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
  const count = language.types.length;
  const ids = typeIdsByName(language);
  const fieldIds = new Map<string, number>();
  language.fields.forEach((name, id) => name !== null && fieldIds.set(name, id));
  const typeIds = (name: string): readonly number[] => ids.get(name) ?? [];
  const fieldId = (name: string): number => fieldIds.get(name) ?? 0;
  const locate = (place: Place | undefined): Locator => {
    if (place === undefined || place === "") return NOWHERE;
    if (place === "*") return FIRST_CHILD;
    if (place === "<") return CHAIN_BEFORE;
    return place.startsWith("@") ? -(typeIds(place.slice(1))[0] ?? 0) : fieldId(place);
  };
  const roles = new Uint16Array(count);
  const mark = (name: string, role: number): void => typeIds(name).forEach((id) => roles[id]! |= role);
  const flags = (names: readonly string[] | undefined): Uint8Array => {
    const result = new Uint8Array(count);
    for (const name of names ?? []) for (const id of typeIds(name)) result[id] = 1;
    return result;
  };
  const rows = <R, C>(
    rules: Readonly<Record<string, R>> | undefined,
    role: number,
    compile: (rule: R) => C,
  ): (C | undefined)[] => {
    const result: (C | undefined)[] = new Array(count).fill(undefined);
    for (const [name, rule] of Object.entries(rules ?? {})) {
      mark(name, role);
      for (const id of typeIds(name)) result[id] = compile(rule);
    }
    return result;
  };
  const markAll = (names: readonly string[] | undefined, role: number): void =>
    names?.forEach((name) => mark(name, role));
  markAll(nodes.closures, Role.closure);
  markAll(nodes.comments, Role.comment);
  markAll(nodes.decorators, Role.decorator);
  markAll(nodes.types, Role.type);
  markAll(nodes.modules, Role.module);
  markAll(nodes.values?.types.split(" "), Role.value);
  markAll(nodes.tokenTrees, Role.tokens);
  const fieldRoles = new Uint16Array(language.fields.length + 1);
  for (const name of nodes.typeFields ?? []) fieldRoles[fieldId(name)] = Role.type;
  fieldRoles[0] = 0;
  const isHeritageField = new Uint8Array(language.fields.length + 1);
  for (const name of nodes.heritage ?? []) isHeritageField[fieldId(name)] = 1;
  isHeritageField[0] = 0;
  return {
    nodes,
    roles,
    fieldRoles,
    definitions: rows(nodes.definitions, Role.definition, (rule) => ({
      rule,
      name: locate(rule.name ?? "name"),
      body: locate(rule.body ?? "body"),
      within: rule.within === undefined ? undefined : typeIds(rule.within),
    })),
    containers: rows(nodes.containers, Role.container, ({ type, base }) => ({
      type: locate(type),
      base: locate(base),
    })),
    mixins: rows(nodes.mixins, Role.mixin, locate),
    unwrap: rows(nodes.unwrap, 0, locate),
    calls: rows(nodes.calls, Role.call, (rule) => ({
      rule,
      callee: locate(rule.callee),
      name: locate(rule.name),
      receiver: locate(rule.receiver),
    })),
    imports: rows(nodes.imports, Role.import, (strategy) => strategy),
    hints: rows(nodes.hints, Role.hint, ({ name, type, value, means }) => ({
      name: locate(name),
      type: locate(type),
      value: locate(value),
      means,
    })),
    isWrapper: flags(nodes.wrappers),
    isModifier: flags(nodes.modifiers),
    isTrailingBody: flags(nodes.trailingBodies),
    isValueParent: flags(nodes.values?.parents.split(" ")),
    isTable: flags(nodes.values?.tables?.split(" ")),
    isHeritage: flags(nodes.heritage),
    isHeritageField,
    isHeritageGroup: flags(nodes.heritageGroups),
    isHeritageSkip: flags(nodes.heritageSkips),
    isClosure: flags(nodes.closures),
    builtinTypes: new Set(nodes.builtinTypes?.split(" ")),
    definingCalls: new Map(
      Object.entries(nodes.definingCalls ?? {}).flatMap(([names, call]) =>
        names.split(" ").map((name): [string, DefiningCall] => [name, call])
      ),
    ),
    skipCalls: new Set([
      ...nodes.skipCalls?.split(" ") ?? [],
      ...nodes.mixinCalls ?? [],
      ...Object.keys(nodes.importCalls ?? {}),
    ]),
    functionMethods: new Set(nodes.functionMethods?.split(" ")),
    hasOverloads: nodes.overloads === true,
    typeName: (type) => language.types[type] ?? "ERROR",
    fieldId,
    typeIds,
  };
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
