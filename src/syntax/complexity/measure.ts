import { extract } from "../extract.ts";
import type { FileParser } from "../parser.ts";
import type { ParsedFile } from "../parsed_file.ts";
import type { Source } from "../source.ts";
import { FunctionNames } from "./function_names.ts";
import { countParameters } from "./parameters.ts";
import type { ComplexityRules } from "./rules.ts";
import { compileRules, complexityConfig } from "./rules.ts";
import { walkFunctions } from "./walk.ts";

/** The measures of one function. */
export interface FunctionMeasure {
  /** Qualified name, or `outer.(anonymous)`. */
  readonly name: string;
  /** One-based, inclusive. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** McCabe: 1 plus the number of branches, without those of separately measured functions. */
  readonly cyclomatic: number;
  /** Campbell: breaks in the linear flow, weighted by nesting. See `walkFunctions`. */
  readonly cognitive: number;
  /** Maximum nesting of control structures and functions. */
  readonly nesting: number;
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
