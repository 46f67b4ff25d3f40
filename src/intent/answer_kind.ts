import model from "../../config/answer_kinds.json" with { type: "json" };
import { once } from "../model/once.ts";
import type { Intent } from "../model/intent.ts";
import { ANSWER_KINDS, type AnswerKind } from "../model/question.ts";
import { hasCjk } from "../text/chars.ts";

/**
 * A classifier of what kind of answer a prompt asks for: multinomial logistic regression over words, pairs of words and
 * pieces of Chinese, fitted by `tests/intent/fit_answer_kinds.ts` on thousands of wordings by several authors.
 */

/** Probability from which a kind is believed; more for those that answer with other things than places of the search. */
const SURE = 0.5;
const SURER = 0.7;
const ELSEWHERE: ReadonlySet<AnswerKind> = new Set(["overview", "risk", "tests"]);
/** Words of a prompt that are read: the request is at its beginning. */
const MOST_WORDS = 120;
const MOST_GAP = 2;
/** Lengths of the pieces of Chinese. */
const PIECES = [1, 2, 3];
const TOKEN = /\ue000|[a-z]+(?:'[a-z]+)?|[\u4e00-\u9fff]+|[?!:？]|\d+/g;
const ENDINGS = ["ing", "ies", "ed", "es", "s"];
const SHORTEST_STEM = 3;

/** The kind of answer that the sentences of a prompt ask for; `place` unless another one is likely. */
export function answerKind({ prose }: Pick<Intent, "prose">): AnswerKind {
  const shares = probabilities(prose);
  const best = shares.indexOf(Math.max(...shares));
  const kind = ANSWER_KINDS[best]!;
  return shares[best]! >= (ELSEWHERE.has(kind) ? SURER : SURE) ? kind : "place";
}

/** Probabilities of {@link ANSWER_KINDS}, in their order. */
function probabilities(prose: string): number[] {
  const { rows, weights } = loaded();
  const known = [...featuresOf(prose)].flatMap((feature) => rows.get(feature) ?? []);
  const width = ANSWER_KINDS.length;
  const factor = model.scale / Math.sqrt(Math.max(1, known.length));
  const scores = ANSWER_KINDS.map((_, kind) =>
    factor * known.reduce((sum, row) => sum + weights[row * width + kind]!, 0)
  );
  const peak = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - peak));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** The features of a prompt's own sentences: names and paths are one word each, whatever they are. */
export function featuresOf(prose: string): Set<string> {
  const found = new Set<string>();
  const words = ["^"];
  for (const [word] of prose.toLowerCase().slice(0, MOST_WORDS * 10).matchAll(TOKEN)) {
    if (hasCjk(word)) {
      addPieces(word, found);
      words.push("漢");
    } else words.push(Number.isNaN(Number(word)) ? stem(word) : "0");
  }
  words.splice(MOST_WORDS);
  words.push("$");
  words.forEach((word, at) => {
    found.add(word);
    for (let gap = 1; gap <= MOST_GAP; gap++) {
      const next = words[at + gap];
      if (next !== undefined) found.add(`${word}${" ".repeat(gap)}${next}`);
    }
  });
  return found;
}

function addPieces(run: string, found: Set<string>): void {
  for (const size of PIECES) {
    for (let at = 0; at + size <= run.length; at++) found.add(run.slice(at, at + size));
  }
  found.add(`^${run.slice(0, 2)}`);
  found.add(`$${run.slice(-2)}`);
}

function stem(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST_STEM);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

const loaded = once(() => ({
  rows: new Map(model.features.split("\n").map((feature, row) => [feature, row])),
  weights: new Int8Array(Uint8Array.from(atob(model.weights), (char) => char.charCodeAt(0)).buffer),
}));
