import type { CodeGraph, Edge } from "../graph/edges.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import { LEAST_CONFIDENCE, symbolKey } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { linesOf } from "./file_lines.ts";
import { countTerms, VIEWS } from "./query/fields.ts";
import type { FeatureContext } from "./rank/features.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";
import { hasCjk } from "../text/chars.ts";
import { simplify } from "../text/traditional.ts";
import { usedNames } from "./rank/call_features.ts";
import { questionShares } from "./rank/question_share.ts";
import { lowerBound } from "./rank/term_lookup.ts";
import { verbGroups, verbMatch } from "./rank/verb_groups.ts";

/** What the second pass looks at beside the question. */
export interface SecondPass {
  readonly graph: CodeGraph;
  readonly files: RepositoryFiles;
}

/** Definitions that are ranked again, and how many of the best are followed along their calls. */
const RANKED_AGAIN = 30;
const FOLLOWED = 12;
/** Longer texts are reports, in which a clause says little. UTF-16 units. */
const LONGEST_PROMPT = 2000;
const MOST_CLAUSES = 6;
/** UTF-16 units. */
const SHORTEST_CLAUSE = 8;
const SHORTEST_CHINESE = 4;
/** Rarity of a word that the index does not know. */
const UNKNOWN = 4;
/** Lines of a definition at most that say nothing by themselves, and lines looked at for branches. */
const SHORT = 6;
const TINY = 3;
const LINES_READ = 200;
/** Lines that are many. */
const LONG = 60;
/** Uses of a name looked at. */
const MOST_USES = 100;

const CLAUSE_END = /[,;:?.!—](?=\s|$)|\b(?:and|then)\b|[，。；：？！]/;
const BRANCH = /\b(?:if|elif|unless|switch|match|case|when)\b|\?/g;
const QUOTED = /["“`']([^"”`'\n]{4,60})["”`']/g;
const ACCESSOR = /^(?:get|set|is|has|with|to|as|new|from)(?:[A-Z_]|$)/;

/**
 * The mean of what two sets of questions taught, about 67 and about 50 repositories; see docs/decisions/second-pass.md. They
 * are fitted again by `tests/research/fit_second_pass.ts`.
 */
export const WEIGHTS = {
  first: 0.68,
  short: -0.47,
  tiny: -1,
  accessor: -0.49,
  type: -0.93,
  calledByBest: 0.59,
  callsBest: 0.26,
  called: 0.68,
  branches: 0.3,
  clause: 0.19,
  verb: 0.54,
  quoted: 0.46,
  words: 6.16,
  decided: 4.54,
  owner: 6.13,
  long: -1.11,
  unused: -0.37,
  namesakes: -0.59,
  uses: 0.32,
} as const;

/** What {@link WEIGHTS} weigh, of one definition. */
export type SecondValues = Record<keyof typeof WEIGHTS, number>;

/**
 * The definitions ranked again by what only their code and the call graph tell: one that the best call, that decides
 * something by the question's words and that answers a clause of it is what was asked for, rather than an accessor, a
 * type, one line that hands on to it, one of many with the same name or one that nothing uses.
 */
export function rankAgain(
  ranked: readonly RankedFunction[],
  context: FeatureContext,
  pass: SecondPass,
): readonly RankedFunction[] {
  const best = bestOf(ranked, context);
  if (best.length === 0) return ranked;
  const values = secondValues(best, context, pass);
  const again = best.map((candidate, i) => ({ ...candidate, score: scoreOf(values[i]!) }))
    .sort((a, b) => b.score - a.score);
  const least = again.at(-1)!.score;
  const behind = ranked[best.length]?.score ?? 0;
  const others = ranked.slice(best.length).map((one) => ({ ...one, score: least + one.score - behind }));
  return [...again, ...others];
}

/** The definitions that are ranked again; none where there is no choice or the question is a long report. */
export function bestOf(
  ranked: readonly RankedFunction[],
  context: FeatureContext,
): readonly RankedFunction[] {
  const isReport = context.query.segments.all.length > LONGEST_PROMPT;
  return ranked.length < 2 || isReport ? [] : ranked.slice(0, RANKED_AGAIN);
}

/** The score of a definition by its values and the program's weights or others. */
export function scoreOf(values: SecondValues, weights: Readonly<SecondValues> = WEIGHTS): number {
  let sum = 0;
  for (const id of Object.keys(WEIGHTS) as (keyof SecondValues)[]) sum += weights[id] * values[id];
  return sum;
}

/** The values of definitions that are ranked, best first. */
export function secondValues(
  best: readonly RankedFunction[],
  context: FeatureContext,
  { graph, files }: SecondPass,
): SecondValues[] {
  const calls = callsAmong(best, graph);
  const clauses = clausesOf(context);
  const verbs = verbsIn(context);
  const quotes = quotesIn(context);
  const { index } = context;
  const shareOf = questionShares(context);
  const uses = usesAmong(best, index);
  const isUsed = isUsedIn(context);
  const namesakes = Map.groupBy(best, ({ definition }) => definition.name);
  return best.map(({ file, definition, at, chunk, score }, i) => {
    const { name, qualifiedName, startLine, endLine, kind } = definition;
    const path = index.files.paths[file]!;
    const lines = linesOf(path, files) ?? [];
    const text = lines.slice(startLine - 1, Math.min(endLine, startLine - 1 + LINES_READ)).join("\n");
    const shares = clauses.map((clause) => heldShare(clause, chunk, index));
    return {
      first: score,
      short: endLine - startLine < SHORT ? 1 : 0,
      tiny: endLine - startLine < TINY ? 1 : 0,
      accessor: ACCESSOR.test(name) || name === "to" ? 1 : 0,
      type: CLASS_KINDS.has(kind) ? 1 : 0,
      ...calls[i]!,
      branches: Math.log1p(text.match(BRANCH)?.length ?? 0),
      clause: Math.max(0, ...shares),
      verb: verbs(name),
      quoted: quotes.some((quote) => text.toLowerCase().includes(quote)) ? 1 : 0,
      ...shareOf({ path, lines, qualifiedName, startLine, endLine }),
      long: Math.max(0, Math.log((endLine - startLine + 1) / LONG)),
      unused: isUsed(name, { file, definition: at }) ? 0 : 1,
      namesakes: Math.log(namesakes.get(name)!.length),
      uses: Math.log1p(uses[i]!),
    };
  });
}

/** How many of the others each of the definitions uses by name. */
function usesAmong(best: readonly RankedFunction[], index: LexicalIndex): number[] {
  const names = new Set(best.map(({ definition }) => definition.name));
  return best.map(({ file, at, definition }) => {
    const used = usedNames({ file, definition: at }, index).intersection(names);
    return used.size - (used.has(definition.name) ? 1 : 0);
  });
}

/** Whether code that is no test uses a name outside of the definition that has it. */
function isUsedIn({ index, paths }: FeatureContext): (name: string, own: SymbolRef) => boolean {
  return (name, own) =>
    index.referencesTo(name, MOST_USES).some(({ file, scope }) =>
      paths.test[file] === 0 && !(file === own.file && scope === own.definition)
    );
}

type CallValues = Pick<SecondValues, "calledByBest" | "callsBest" | "called">;

/** How the definitions call each other, by their shares in the first ranking; types are used, not called. */
function callsAmong(best: readonly RankedFunction[], graph: CodeGraph): CallValues[] {
  const top = best[0]!.score;
  const total = best.reduce((sum, { score }) => sum + Math.exp(score - top), 0);
  const places = new Map(best.map(({ file, at }, i) => [symbolKey({ file, definition: at }), i]));
  const names = new Set(best.map(({ definition }) => definition.name));
  const values = best.map(() => ({ calledByBest: 0, callsBest: 0, called: 0 }));
  best.slice(0, FOLLOWED).forEach((caller, i) => {
    if (CLASS_KINDS.has(caller.definition.kind)) return;
    for (
      const [callee, confidence] of calleesOf(
        graph.calleesNamed({ file: caller.file, definition: caller.at }, names),
        places,
      )
    ) {
      if (callee === i || CLASS_KINDS.has(best[callee]!.definition.kind)) continue;
      values[callee]!.calledByBest += confidence * Math.exp(caller.score - top) / total;
      values[callee]!.called++;
      values[i]!.callsBest += confidence * Math.exp(best[callee]!.score - top) / total;
    }
  });
  return values.map(({ calledByBest, callsBest, called }) => ({
    calledByBest: Math.sqrt(calledByBest),
    callsBest: Math.sqrt(callsBest),
    called: Math.log1p(called),
  }));
}

/** Which of the places it calls, with the surest edge's confidence. */
function calleesOf(edges: readonly Edge[], places: ReadonlyMap<string, number>): Map<number, number> {
  const found = new Map<number, number>();
  for (const { to, confidence } of edges) {
    const place = places.get(symbolKey(to));
    if (place === undefined || confidence < LEAST_CONFIDENCE) continue;
    found.set(place, Math.max(found.get(place) ?? 0, confidence));
  }
  return found;
}

/** A clause as its words, each as the terms that say the same, with their weights; a single word counts half. */
export interface Clause {
  readonly words: readonly ReadonlyMap<string, number>[];
  readonly total: number;
}

function clausesOf(context: FeatureContext): Clause[] {
  const parts = context.query.segments.all.split(CLAUSE_END).filter((part) => part.length > shortest(part));
  return parts.slice(0, MOST_CLAUSES).map((part) => clauseOf(part, context));
}

function shortest(part: string): number {
  return hasCjk(part) ? SHORTEST_CHINESE : SHORTEST_CLAUSE;
}

/** A part of the question as its words: what is not English by its translations, of which one is enough. */
export function clauseOf(
  part: string,
  { query, text, index }: Omit<FeatureContext, "paths" | "wanted">,
): Clause {
  const own = [...countTerms(part).keys()].filter((term) => term.length > 2);
  index.load(own);
  const words = own.map((term) => new Map([[term, text.rarity.get(term) ?? UNKNOWN]]));
  if (query.translated.size > 0) words.push(...translatedWords(simplify(part), { query, text, index }));
  const total = words.reduce((sum, terms) => sum + Math.max(...terms.values()), 0);
  return { words, total: words.length === 1 ? 2 * total : total };
}

/** The words that are translated, by those of their translations that the index knows. */
function translatedWords(
  part: string,
  { query, text, index }: Omit<FeatureContext, "paths" | "wanted">,
): Map<string, number>[] {
  const words: Map<string, number>[] = [];
  for (const [source, terms] of query.translated) {
    if (!part.includes(source)) continue;
    const known = new Map<string, number>();
    for (const { term, weight } of terms) {
      const rarity = text.rarity.get(term);
      if (rarity !== undefined && index.postings(term)) known.set(term, Math.min(1, weight) * rarity);
    }
    if (known.size > 0) words.push(known);
  }
  return words;
}

/** Share of a clause's weight in a chunk of the index, 0 to 1. */
export function heldShare({ words, total }: Clause, chunk: number, index: LexicalIndex): number {
  let held = 0;
  for (const terms of words) {
    let best = 0;
    for (const [term, weight] of terms) {
      if (weight <= best) continue;
      const chunks = index.postings(term)?.chunks;
      if (chunks && chunks[lowerBound(chunks, chunk)] === chunk) best = weight;
    }
    held += best;
  }
  return total === 0 ? 0 : held / total;
}

/** How well the verb of a name is what the question asks for. */
function verbsIn({ query }: FeatureContext): (name: string) => number {
  const at = VIEWS.indexOf("W");
  const asks = (word: string): boolean => (query.terms.get(word)?.[at] ?? 0) > 0;
  const groups = verbGroups([...query.terms.keys()].filter(asks));
  return (name) => verbMatch(name, asks, groups);
}

/** What the question quotes, such as a message, in lower case. */
function quotesIn({ query }: FeatureContext): string[] {
  return [...query.segments.all.matchAll(QUOTED)].map(([, text]) => text!.toLowerCase());
}
