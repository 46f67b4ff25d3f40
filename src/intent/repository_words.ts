import model from "../../config/gate.json" with { type: "json" };
import type { Intent, KnownSymbols } from "../model/intent.ts";
import { hasCjk, isHan } from "../text/chars.ts";
import { baseForms } from "./lexicon.ts";

/**
 * The gate for prompts whose own words do not decide: logistic regression over the weights of their signals and the
 * spread of their words over the names of the repository, fitted by `tests/intent/fit_gate.ts`.
 */

type Names = Pick<KnownSymbols, "level">;

/** True if a prompt is more likely about this repository than not. */
export async function isAboutNames(intent: Intent, symbols: Names): Promise<boolean> {
  if (intent.terms.words.length === 0) return false;
  const features = await featuresOf(intent, symbols);
  return features.reduce((sum, feature, at) => sum + feature * model.weights[at]!, model.bias) > 0;
}

/** The features of the model, in their order. */
export async function featuresOf({ signals, terms }: Intent, symbols: Names): Promise<readonly number[]> {
  const counts = { words: 0, some: 0, special: 0 };
  const common = await commonWords();
  const isCommon = (phrase: string): boolean =>
    phrase.split(" ").every((word) => common.includes(` ${word.toLowerCase()} `));
  const names = new Set<string>();
  // A textbook question's subject, such as TCP, is a special word wherever it is used.
  const isSubject = (word: string): boolean =>
    signals.some(({ type, weight, match }) => type === "explicit" && weight < 0 && match.includes(word));
  for (const { word, english } of await meaningsOf(terms.words)) {
    const known = english.filter((phrase) => levelOf(phrase, symbols) > 0);
    if (known.some((phrase) => levelOf(phrase, symbols) > 1)) names.add(word);
    counts.words++;
    counts.some += Number(known.length > 0);
    counts.special += Number(!isSubject(word) && !known.every(isCommon));
  }
  const sums = { for: 0, topics: 0, against: 0 };
  for (const { type, weight, match } of signals) {
    if (weight > 0) sums.for += weight;
    else if (type !== "implicit") sums.against += weight;
    else if (!match.split(" ").some((word) => names.has(word))) sums.topics += weight;
  }
  const isCode = signals.some(({ type, weight }) => type === "code" && weight >= 0.5);
  const { words, some, special } = counts;
  return [
    Math.min(model.strongest, sums.for),
    sums.topics,
    sums.against,
    Number(isCode),
    ...[words, some, names.size, special].map(Math.log1p),
    ...[some, names.size, special].map((count) => count / Math.max(1, words)),
  ];
}

/** Common words of any text, with spaces around each. */
export async function commonWords(): Promise<string> {
  return (await import("../../config/common_words.json", { with: { type: "json" } })).default.words;
}

/** Level of a phrase: that of its rarest word. */
function levelOf(phrase: string, symbols: Names): number {
  const words = phrase.split(" ");
  return Math.min(...words.map((word) => Math.max(...baseForms(word).map((form) => symbols.level(form)))));
}

/** A word of a prompt with its translations. */
interface Meaning {
  readonly word: string;
  readonly english: readonly string[];
}

async function meaningsOf(words: readonly string[]): Promise<readonly Meaning[]> {
  const others = words.filter((word) => !hasCjk(word)).map((word) => ({ word, english: [word] }));
  const chinese = words.filter((word) => isHan(word.charCodeAt(0)));
  if (chinese.length === 0) return others;
  const [{ lexicon, segment }, { simplify }] = await Promise.all([
    import("../text/segment.ts"),
    import("../text/traditional.ts"),
  ]);
  const known = lexicon();
  const pieces = chinese.flatMap((run) => segment(simplify(run), known)).filter(({ kind }) =>
    kind !== "stop"
  );
  const english = (word: string): readonly string[] =>
    (known.english(word) ?? []).slice(0, model.translations);
  return [...others, ...pieces.map(({ text }) => ({ word: text, english: english(text) }))];
}
