import data from "../../../config/complexity.json" with { type: "json" };
import type { LanguageTables } from "../language_tables.ts";

/** An entry of `config/complexity.json`: the counted node types of a grammar, by kind. */
export interface ComplexityConfig {
  /** Id of the language whose entry is inherited; keys given here replace the inherited ones. */
  readonly inherits?: string;
  /** Functions measured separately. */
  readonly functions?: readonly string[];
  /** True if functions without a body are declarations. */
  readonly needsBody?: boolean;
  /** Functions measured as part of the enclosing one. */
  readonly closures?: readonly string[];
  readonly ifs?: readonly string[];
  /** `elif` and similar, if it is not an `if` inside an `else`. */
  readonly elseIfs?: readonly string[];
  /** Nodes around an `else` branch, if the grammar has them. */
  readonly elses?: readonly string[];
  readonly loops?: readonly string[];
  readonly switches?: readonly string[];
  /** Case node types, with a pattern for the start of those that decide nothing (`default`); "": none. */
  readonly cases?: Readonly<Record<string, string>>;
  readonly catches?: readonly string[];
  readonly ternaries?: readonly string[];
  /** Nodes with the fields `left` and `right`, and the short-circuit operators between them. */
  readonly booleans?: Readonly<Record<string, readonly string[]>>;
  /** Operators without cognitive cost. */
  readonly free?: readonly string[];
  /** Conditional assignments and calls by operator: they branch, without cognitive cost. */
  readonly assignments?: Readonly<Record<string, readonly string[]>>;
  /** Other branches without cognitive cost, with the field they require; "": none. */
  readonly decisions?: Readonly<Record<string, string>>;
  /** Jumps, with the type of the child that names their target; "": always with a target. */
  readonly jumps?: Readonly<Record<string, string>>;
  /** Nodes whose `condition` is evaluated at compile time and does not count. */
  readonly compileTime?: readonly string[];
}

/** The entries by language id. A test checks the data against the type and the grammars. */
export const COMPLEXITY = data as unknown as Readonly<Record<string, ComplexityConfig>>;

/** Kind of a counted node type; a type has exactly one. */
export const Part = {
  none: 0,
  function: 1,
  closure: 2,
  if: 3,
  elseIf: 4,
  else: 5,
  loop: 6,
  switch: 7,
  case: 8,
  catch: 9,
  ternary: 10,
  boolean: 11,
  assignment: 12,
  decision: 13,
  jump: 14,
  compileTime: 15,
} as const;

const FIELDS = [
  ...["condition", "initializer", "alternative", "body", "left", "right"] as const,
  ...["parameters", "value", "subject", "function", "arguments"] as const,
];

/** The config of a language including inherited keys; undefined if it is not measured. */
export function complexityConfig(language: string): ComplexityConfig | undefined {
  const config = COMPLEXITY[language];
  if (config?.inherits === undefined) return config;
  return { ...complexityConfig(config.inherits), ...config };
}

/** A config compiled for one grammar: names replaced by ids. */
export type ComplexityRules = Readonly<ReturnType<typeof compileRules>>;

/** Compiles a config for a grammar. */
export function compileRules(config: ComplexityConfig, tables: LanguageTables) {
  const parts = new Uint8Array(1 << 16);
  const operators = new Map<number, ReadonlySet<string>>();
  const skips = new Map<number, RegExp>();
  const needs = new Map<number, number>();
  const mark = (names: Iterable<string> | undefined, part: number): void => {
    for (const name of names ?? []) for (const id of tables.typeIds(name)) parts[id] = part;
  };
  const each = <T>(
    values: Readonly<Record<string, T>> | undefined,
    part: number,
    put: (id: number, value: T) => void,
  ): void => {
    for (const [name, value] of Object.entries(values ?? {})) {
      mark([name], part);
      for (const id of tables.typeIds(name)) put(id, value);
    }
  };
  mark(config.functions, Part.function);
  mark(config.closures, Part.closure);
  mark(config.ifs, Part.if);
  mark(config.elseIfs, Part.elseIf);
  mark(config.elses, Part.else);
  mark(config.loops, Part.loop);
  mark(config.switches, Part.switch);
  mark(config.catches, Part.catch);
  mark(config.ternaries, Part.ternary);
  mark(config.compileTime, Part.compileTime);
  each(config.cases, Part.case, (id, skip) => skip !== "" && skips.set(id, new RegExp(skip)));
  each(config.booleans, Part.boolean, (id, list) => operators.set(id, new Set(list)));
  each(config.assignments, Part.assignment, (id, list) => operators.set(id, new Set(list)));
  each(config.decisions, Part.decision, (id, field) => field !== "" && needs.set(id, tables.fieldId(field)));
  each(config.jumps, Part.jump, (id, child) => child !== "" && needs.set(id, tables.typeIds(child)[0] ?? -1));
  const fields = FIELDS.map((name) => [name, tables.fieldId(name) || -1]);
  return {
    /** {@link Part} by node type id. */
    parts,
    needsBody: config.needsBody === true,
    /** By node type id: operators of booleans and assignments. */
    operators,
    /** By node type id: pattern of cases that decide nothing. */
    skips,
    /** By node type id: required field id or child type id. */
    needs,
    free: new Set(config.free),
    /** Field ids by name; -1 for fields that the grammar lacks. */
    field: Object.fromEntries(fields) as Readonly<Record<typeof FIELDS[number], number>>,
  };
}
