import { stemOf } from "../../index/path_names.ts";
import { tokens } from "../../text/tokens.ts";
import { VIEWS } from "../query/fields.ts";
import type { FeatureContext } from "./features.ts";
import { kindOf, kindsOf } from "./line_values.ts";

/** What a definition says of the question. */
export interface QuestionShare {
  /** Share of the question's different words, those that stand for others by their weight, in its text, its names, its path and the comment above it, 0 to 1. */
  readonly words: number;
  /** Share of the question's weight in its lines that decide something, without what is in its name, 0 to 1. */
  readonly decided: number;
  /** Share of the question's weight in the name of its owner, or its file's without one, beside its own name, 0 to 1. */
  readonly owner: number;
}

/** Where a definition is and what it is called. */
export interface SharedDefinition {
  readonly path: string;
  /** Its file's. */
  readonly lines: readonly string[];
  readonly qualifiedName: string;
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
}

/** Lines of a definition, and above it, that are looked at. */
const LINES_READ = 200;
const LINES_ABOVE = 30;
const LONGEST_LINE = 2000;

const DECIDES =
  /\b(?:if|elif|unless|switch|match|case|when|while|assert|throw|raise|return)\b|[=!<>]=|&&|\|\|/;
const ATTRIBUTE = /^\s*(?:@|#?\[)/;

/** Reads how much of the question definitions hold. */
export function questionShares(
  { query, text }: FeatureContext,
): (definition: SharedDefinition) => QuestionShare {
  const at = VIEWS.indexOf("W");
  const weights = new Map(
    [...query.terms].map((
      [term, views],
    ): [string, number] => [term, views[at]! * (text.rarity.get(term) ?? 0)])
      .filter(([, weight]) => weight > 0),
  );
  // A word that only stands for one of the question's counts as far as it does so.
  const shares = new Map(weights.keys().map((term) => [term, Math.min(1, query.terms.get(term)![at]!)]));
  const whole = shares.values().reduce((sum, share) => sum + share, 0) || 1;
  const total = weights.values().reduce((sum, weight) => sum + weight, 0) || 1;
  const asked = (words: string): string[] => tokens(words).filter((token) => weights.has(token));
  const weigh = (words: Iterable<string>, but: ReadonlySet<string>): number => {
    let sum = 0;
    for (const word of new Set(words)) if (!but.has(word)) sum += weights.get(word)!;
    return sum / total;
  };
  return ({ path, lines, qualifiedName, startLine, endLine }) => {
    const [name = "", owner] = qualifiedName.split(".").toReversed();
    const named = new Set(asked(name));
    const own = lines.slice(startLine - 1, Math.min(endLine, startLine - 1 + LINES_READ));
    const kinds = kindsOf(own);
    const found = new Set(asked([path, qualifiedName, ...linesAbove(lines, startLine)].join("\n")));
    const decided: string[] = [];
    own.forEach((line, i) => {
      if (line.length > LONGEST_LINE) return;
      const words = asked(line);
      for (const word of words) found.add(word);
      if (kinds[i] === "code" && words.length > 0 && DECIDES.test(line)) decided.push(...words);
    });
    return {
      words: [...found].reduce((sum, word) => sum + shares.get(word)!, 0) / whole,
      decided: weigh(decided, named),
      owner: weigh(asked(owner ?? stemOf(path)), named),
    };
  };
}

/** The comments and attributes right above a definition. */
function linesAbove(lines: readonly string[], startLine: number): string[] {
  let first = startLine - 1;
  const isAbove = (line: string): boolean => kindOf(line) === "comment" || ATTRIBUTE.test(line);
  while (first > 0 && startLine - first <= LINES_ABOVE && isAbove(lines[first - 1]!)) first--;
  return lines.slice(first, startLine - 1);
}
