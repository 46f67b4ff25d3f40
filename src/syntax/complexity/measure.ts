import { extract } from "../extract.ts";
import type { FileParser } from "../parser.ts";
import type { ParsedFile } from "../parsed_file.ts";
import type { Source } from "../source.ts";
import { FunctionNames } from "./function_names.ts";
import { countParameters } from "./parameters.ts";
import type { ComplexityRules } from "./rules.ts";
import { compileRules, complexityConfig } from "./rules.ts";
import { walkFunctions } from "./walk.ts";

/** The figures of one function. */
export interface FunctionMeasure {
  /** Qualified, or `outer.(anonymous)`. */
  readonly name: string;
  /** One-based, inclusive. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** McCabe: 1 and one more for each branch of its own, without those of functions measured on their own. */
  readonly cyclomatic: number;
  /** Campbell: breaks in the linear flow, dearer the deeper they are nested. See `walkFunctions`. */
  readonly cognitive: number;
  /** Deepest nesting of control structures and functions. */
  readonly nesting: number;
  readonly parameters: number;
  /** It calls itself, which is 1 of {@link cognitive}. */
  readonly isRecursive: boolean;
}

/** What a file measures. */
export interface FileMeasure {
  /** In order of their start. */
  readonly functions: readonly FunctionMeasure[];
  /** What was not looked at, as stable phrases. */
  readonly gaps: readonly string[];
}

/** Measures files one after the other. */
export class Measurer {
  readonly #rules = new Map<string, ComplexityRules | undefined>();

  constructor(private readonly parser: FileParser) {}

  /** Never throws: what cannot be measured is named in `gaps`. */
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
    const { name, isRecursive } = names.claim(row);
    return {
      name,
      startLine: lines.lineAt(tree.start[row]!),
      endLine: lines.lineAt(Math.max(tree.end[row]! - 1, tree.start[row]!)),
      cyclomatic: counts.cyclomatic,
      // Each function in a circle of calls is one more thing to keep in mind; only direct circles are seen.
      cognitive: counts.cognitive + (isRecursive ? 1 : 0),
      nesting: counts.nesting,
      parameters: countParameters(source, row, rules),
      isRecursive,
    };
  });
}
