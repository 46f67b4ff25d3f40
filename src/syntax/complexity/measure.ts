import type { LineRange } from "../../model/calls.ts";
import { extract } from "../extract.ts";
import type { FileParser } from "../parser.ts";
import type { ParsedFile } from "../parsed_file.ts";
import { Role } from "../language_tables.ts";
import { type Source, textOf } from "../source.ts";
import { FunctionNames } from "./function_names.ts";
import type { ComplexityRules } from "./rules.ts";
import { compileRules, complexityConfig } from "./rules.ts";
import { type FunctionCounts, walkFunctions } from "./walk.ts";

/** The measures of one function. */
export interface FunctionMeasure extends LineRange, Omit<FunctionCounts, "row"> {
  /** Qualified name, or `outer.(anonymous)`. */
  readonly name: string;
  readonly parameters: number;
  /** True if it calls itself, which adds 1 to {@link cognitive}. */
  readonly isRecursive: boolean;
}

/** The measures of one file. */
export interface FileMeasure {
  /** Functions in order of their start. */
  readonly functions: readonly FunctionMeasure[];
  /** Parts not measured, as messages with stable wording. */
  readonly gaps: readonly string[];
}

/** Measures files. */
export class Measurer {
  readonly #rules = new Map<string, ComplexityRules | undefined>();

  constructor(private readonly parser: FileParser) {}

  /** Never throws: `gaps` names what cannot be measured. */
  measure(text: string, language: string | undefined): FileMeasure {
    const config = language === undefined ? undefined : complexityConfig(language);
    if (language === undefined || !config) {
      return { functions: [], gaps: [`complexity is not measured for ${language ?? "this kind of file"}`] };
    }
    const source = this.parser.source(text, language);
    if (typeof source === "string") return { functions: [], gaps: [source] };
    let rules = this.#rules.get(language);
    if (!rules) this.#rules.set(language, rules = compileRules(config, source.tables));
    const parsed = extract(source, language);
    return { functions: measureSource(source, rules, parsed), gaps: parsed.gaps };
  }
}

function measureSource(source: Source, rules: ComplexityRules, parsed: ParsedFile): FunctionMeasure[] {
  const { tree, lines } = source;
  const names = new FunctionNames(parsed, tree);
  return walkFunctions(source, rules).map(({ row, ...counts }) => {
    const { name, isRecursive } = names.match(row);
    return {
      name,
      startLine: lines.lineAt(tree.start[row]!),
      endLine: lines.lineAt(Math.max(tree.end[row]! - 1, tree.start[row]!)),
      cyclomatic: counts.cyclomatic,
      // Recursion adds 1 per function in a cycle; only direct recursion is detected.
      cognitive: counts.cognitive + (isRecursive ? 1 : 0),
      nesting: counts.nesting,
      parameters: countParameters(source, row, rules),
      isRecursive,
    };
  });
}

/** Number of declared parameters of a function, including declared receivers such as `self`. */
function countParameters(source: Source, row: number, rules: ComplexityRules): number {
  const { tree, tables } = source;
  const list = parameterList(source, row, rules);
  if (list < 0) return 0;
  if (source.tree.firstChild(list) < 0 && !/^[([|]/.test(textOf(source, list))) return 1;
  const name = tables.fieldId("name");
  let count = 0;
  for (const at of tree.children(list)) {
    if (tables.roles[tree.type[at]!]! & (Role.comment | Role.decorator)) continue;
    if (textOf(source, at) === "void") continue;
    // Go: one declaration may declare several names.
    const names = name === 0 ? [] : tree.children(at).filter((child) => tree.field[child] === name);
    count += Math.max(1, names.length);
  }
  return count;
}

/**
 * Row of the parameter list: the field `parameters` of the function, or of its declarator in C; the single parameter of
 * an arrow function; -1 if there is none.
 */
function parameterList(source: Source, row: number, { field }: ComplexityRules): number {
  const { tree, tables } = source;
  const body = tree.child(row, field.body);
  const end = body < 0 ? tree.after[row]! : body;
  const own = tree.child(row, field.parameters);
  if (own >= 0) return own;
  const lone = tree.child(row, tables.fieldId("parameter") || -1);
  if (lone >= 0) return lone;
  for (let at = row + 1; at < end; at++) if (tree.field[at] === field.parameters) return at;
  return -1;
}
