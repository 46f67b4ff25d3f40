import data from "../../../config/complexity.json" with { type: "json" };
import type { LanguageTables } from "../language_tables.ts";

/** One entry of `config/complexity.json`: which node types of a grammar count, and as what. */
export interface ComplexityConfig {
  /** Id of the language whose entry is taken over; keys given here replace the inherited ones. */
  readonly inherits?: string;
  /** Functions that are measured on their own. */
  readonly functions?: readonly string[];
  /** Functions without a body are declarations. */
  readonly needsBody?: boolean;
  /** Functions that are measured as part of the one they stand in. */
  readonly closures?: readonly string[];
  readonly ifs?: readonly string[];
  /** `elif` and its kin, where it is no `if` inside an `else`. */
  readonly elseIfs?: readonly string[];
  /** Nodes around an `else` branch, where the grammar has them. */
  readonly elses?: readonly string[];
  readonly loops?: readonly string[];
  readonly switches?: readonly string[];
  /** Cases by node type, with a pattern for the beginning of those that decide nothing (`default`); "": none. */
  readonly cases?: Readonly<Record<string, string>>;
  readonly catches?: readonly string[];
  readonly ternaries?: readonly string[];
  /** Nodes with a `left` and a `right`, and the operators between them that short-circuit. */
  readonly booleans?: Readonly<Record<string, readonly string[]>>;
  /** Those of the operators that cost no understanding. */
  readonly free?: readonly string[];
  /** Assignments and calls that happen only sometimes, by what stands in the middle: they branch, and cost no understanding. */
  readonly assignments?: Readonly<Record<string, readonly string[]>>;
  /** Other branches that cost no understanding, with the field they need to be one; "": none. */
  readonly decisions?: Readonly<Record<string, string>>;
  /** Jumps, with the type of the child that names their target; "": they always have one. */
  readonly jumps?: Readonly<Record<string, string>>;
  /** Nodes whose `condition` is decided before the program runs, and does not count. */
  readonly compileTime?: readonly string[];
}

/** The entries by language id. A test checks the data against the type and the grammars. */
export const COMPLEXITY = data as unknown as Readonly<Record<string, ComplexityConfig>>;

/** What a node type counts as; one type is only one of these. */
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

/** A config with the names of one grammar replaced by numbers. */
export interface ComplexityRules {
  /** A number of {@link Part} by node type id. */
  readonly parts: Uint8Array;
  readonly needsBody: boolean;
  /** By node type id: operators, or the pattern, field id or child type id that the part needs. */
  readonly operators: ReadonlyMap<number, ReadonlySet<string>>;
  readonly skips: ReadonlyMap<number, RegExp>;
  readonly needs: ReadonlyMap<number, number>;
  readonly free: ReadonlySet<string>;
  readonly field: Readonly<
    Record<
      | "condition"
      | "initializer"
      | "alternative"
      | "body"
      | "left"
      | "right"
      | "parameters"
      | "value"
      | "subject"
      | "function"
      | "arguments",
      number
    >
  >;
}

/** The config of a language with inherited keys merged in; undefined when it is not measured. */
export function complexityConfig(language: string): ComplexityConfig | undefined {
  const config = COMPLEXITY[language];
  if (config?.inherits === undefined) return config;
  return { ...complexityConfig(config.inherits), ...config };
}

/** Looks up every name once. */
export function compileRules(config: ComplexityConfig, tables: LanguageTables): ComplexityRules {
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
  const field = (name: string): number => tables.fieldId(name) || -1;
  return {
    parts,
    needsBody: config.needsBody === true,
    operators,
    skips,
    needs,
    free: new Set(config.free),
    field: {
      condition: field("condition"),
      initializer: field("initializer"),
      alternative: field("alternative"),
      body: field("body"),
      left: field("left"),
      right: field("right"),
      parameters: field("parameters"),
      value: field("value"),
      subject: field("subject"),
      function: field("function"),
      arguments: field("arguments"),
    },
  };
}
