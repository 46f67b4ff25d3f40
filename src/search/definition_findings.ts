import type { Finding, Snippet } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import type { Definition, DefinitionKind } from "../syntax/parsed_file.ts";
import { CLASS_KINDS, VALUE_KINDS } from "../syntax/class_kinds.ts";
import type { FeatureContext } from "./rank/features.ts";
import type { DefinitionCandidate } from "./rank/definition_features.ts";
import { piecesOf } from "./rank/pieces.ts";
import type { FileHit, SearchResult } from "./rank/search_result.ts";
import { tokenize } from "../text/tokens.ts";
import { claimOf } from "./claims.ts";
import { bodyOf } from "./body_of.ts";
import { callersLine, helpersOf } from "./companions.ts";
import { linesOf } from "./file_lines.ts";
import { asksForTexts, isTextTable, textsBehind } from "./text_tables.ts";

/** How the findings are made. */
export interface DefinitionOptions {
  /** Definitions and files at most. */
  readonly most: number;
  /** Lines of code of the best definition; the others get {@link LINE_SHARES} of it. */
  readonly lines: number;
}

/** Definitions beyond this are pointers. */
const WITH_CODE = 9;
/**
 * Lines of code by rank, as shares of the best one's: about a dozen lines of a definition that was asked for are enough to see
 * what it does.
 */
const LINE_SHARES = [1, 0.28] as const;
/** With no more than this share of what speaks for all, the best one is a guess and gets so much of its lines. */
const GUESSED = 0.4;
const LINES_OF_GUESS = 0.5;
/** Where the code of a place takes more room than it is worth, so many lines of it may be worth theirs; fewer say too little. */
const FEWER_LINES = 12;
/**
 * The chance that a place was asked for, as a logarithm: by its rank, by its share of what speaks for all and whether another
 * of the first places lies in its file; and how much of that its code's room takes, from the size that most have. Fitted
 * on 497 questions over 55 repositories, company and the least on 250 over 50 more; below the least it is a pointer.
 */
const WORTH = { rank: -0.16, share: 0.4, beside: 0.9, room: -0.5 };
/** Places whose shares are told. */
const SHARING = 14;
const FIRST_PLACES = 3;
const BEFORE_HELPERS = 5;
/** UTF-16 units. */
const USUAL_SIZE = 400;
const SMALLEST_SIZE = 60;
const LEAST_WORTH = -1.7;
/** Lines longer than this hold data. */
const LONGEST_LINE = 2000;
const REASONS = 8;
/** What is declared among so many of the best is shown by its body. */
const RESOLVED = 12;

/**
 * The best definitions of all files, several of one file where they rank so, each with its code; and the files that
 * have none, such as documents, in the place of their rank.
 */
export function definitionFindings(
  result: SearchResult,
  files: RepositoryFiles,
  { most, lines }: DefinitionOptions,
): Finding[] {
  const { paths } = result.table.context.index.files;
  const textOf = (file: number): readonly string[] | undefined => linesOf(paths[file]!, files);
  const weigh = lineWeights(result.table.context);
  const all = placesOf(result);
  const ranked = withHelpers(all, result.table.context)
    .filter(({ file }) => textOf(file) !== undefined);
  const places = withTexts(
    ranked,
    result.table.context,
    (place) => saysMost(textOf(place.file)!, place, weigh),
  )
    .slice(0, most);
  const best = Math.max(...places.map(({ score }) => score));
  const sum = places.slice(0, SHARING).reduce((all, { score }) => all + Math.exp(score - best), 0);
  let holding = 0;
  return places.map((place, at): Finding => {
    const text = textOf(place.file)!;
    const { startLine, endLine, definition } = place;
    const confidence = Math.exp(place.score - best);
    // What has no code to show leaves its room to the next.
    const rank = holding;
    const isBeside = places.slice(0, FIRST_PLACES).some((one) => one !== place && one.file === place.file);
    const piecesIn = (most: number): Snippet[] =>
      rank < WITH_CODE && text.length > 0 ? piecesOf(text, { startLine, endLine, most, weigh }) : [];
    const share = confidence / sum;
    const room = linesAt(rank, lines, share);
    const whole = piecesIn(room);
    if (whole.length > 0) holding++;
    const fewer = rank > 0 && FEWER_LINES < room ? [FEWER_LINES] : [];
    const least = rank === 0 ? -Infinity : LEAST_WORTH;
    const chance = { rank, share, isBeside };
    const pieces = whole.length === 0
      ? undefined
      : [whole, ...fewer.map(piecesIn)].find((one) => worth(one, chance) >= least);
    const relation = at === 0 && place.at !== undefined
      ? callersLine({ file: place.file, definition: place.at }, result.table.context)
      : undefined;
    return {
      path: paths[place.file]!,
      startLine,
      endLine,
      ...(place.symbol !== undefined && { symbol: place.symbol }),
      claim: claimOf(definition, text, startLine),
      isReason: true,
      ...(relation !== undefined && { relation }),
      score: place.score,
      confidence,
      reasons: place.reasons,
      ...(pieces && { code: pieces }),
    };
  });
}

/** What stands for a place, beside the room that its code takes. */
interface Chance {
  readonly rank: number;
  readonly share: number;
  readonly isBeside: boolean;
}

function worth(code: readonly Snippet[], { rank, share, isBeside }: Chance): number {
  const size = code.reduce((sum, { text }) => sum + text.length, 0);
  return WORTH.rank * rank + WORTH.share * Math.log(share) + (isBeside ? WORTH.beside : 0) +
    WORTH.room * Math.log(Math.max(SMALLEST_SIZE, size) / USUAL_SIZE);
}

function linesAt(rank: number, lines: number, share: number): number {
  const part = rank === 0 && share <= GUESSED
    ? LINES_OF_GUESS
    : LINE_SHARES[Math.min(rank, LINE_SHARES.length - 1)]!;
  return Math.max(1, Math.round(lines * part));
}

/** A definition or a file without any. */
export interface ToldPlace {
  readonly file: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly definition?: Pick<Definition, "kind">;
}

/** The same with its score among both. */
interface RankedPlace extends ToldPlace {
  readonly symbol?: string;
  readonly definition?: Definition;
  /** Place of the definition in the file's record. */
  readonly at?: number;
  readonly score: number;
  readonly reasons: Finding["reasons"];
}

function placesOf(result: SearchResult): RankedPlace[] {
  const { functions, files } = result;
  const places: RankedPlace[] = [];
  const { index } = result.table.context;
  for (const [rank, declared] of functions.entries()) {
    const candidate = rank < RESOLVED ? bodyOf(declared, index) : declared;
    if (!isTold(candidate, places)) places.push(placeOfDefinition(candidate, files));
  }
  const withDefinitions = new Set(functions.map(({ file }) => file));
  files.forEach((hit, rank) => {
    const { startLine, endLine, symbol, file } = hit;
    if (withDefinitions.has(file)) return;
    // The n-th file stands where its definitions would: behind two of each better file.
    const at = Math.min(2 * rank, places.length);
    const score = places[at]?.score ?? places.at(-1)?.score ?? 0;
    const reasons = hit.reasons.slice(0, REASONS);
    places.splice(at, 0, {
      file,
      startLine,
      endLine,
      ...(symbol !== undefined && { symbol }),
      score,
      reasons,
    });
  });
  return [...namedFirst(places, files)];
}

function placeOfDefinition(
  { file, definition, at, score }: Pick<DefinitionCandidate, "file" | "definition" | "at"> & {
    score: number;
  },
  files: readonly FileHit[],
): RankedPlace {
  const { startLine, endLine, qualifiedName } = definition;
  const reasons = files.find((hit) => hit.file === file)?.reasons.slice(0, REASONS) ?? [];
  return { file, startLine, endLine, symbol: qualifiedName, definition, at, score, reasons };
}

/** Behind the first places what the best one hands a part of its work to. */
function withHelpers(places: readonly RankedPlace[], context: FeatureContext): RankedPlace[] {
  const [best] = places;
  const leading = places.slice(0, BEFORE_HELPERS);
  const { score } = leading.at(-1) ?? { score: 0 };
  if (best?.definition === undefined || best.at === undefined || CLASS_KINDS.has(best.definition.kind)) {
    return [...places];
  }
  const helpers = helpersOf({ file: best.file, definition: best.at }, context).flatMap((symbol) => {
    const { file, definition: at } = symbol;
    const definition = context.index.parsed(file)?.definitions[at];
    if (definition === undefined || leading.some((place) => holds(place, file, definition))) return [];
    return [placeOfDefinition({ file, definition, at, score }, [])];
  });
  const isHelper = (place: RankedPlace): boolean =>
    helpers.some(({ file, at }) => place.file === file && place.at === at);
  return [...leading, ...helpers, ...places.slice(BEFORE_HELPERS).filter((place) => !isHelper(place))];
}

/** Of tables of texts one line, behind the code, unless the question wants those. */
function withTexts(
  places: readonly RankedPlace[],
  { index, query }: FeatureContext,
  lineOf: (place: RankedPlace) => number,
): RankedPlace[] {
  if (asksForTexts(query.terms)) return [...places];
  const isText = ({ file }: RankedPlace): boolean => isTextTable(index.files.paths[file]!);
  return textsBehind(places, isText, (text, { score }) => {
    const line = lineOf(text);
    const { file, reasons } = text;
    return { file, reasons, startLine: line, endLine: line, score: Math.min(score, text.score) };
  });
}

/** The line of a place that says most of the question, the first one where none does. */
function saysMost(
  lines: readonly string[],
  { startLine, endLine }: RankedPlace,
  weigh: (line: string) => number,
): number {
  const weights = lines.slice(startLine - 1, endLine).map(weigh);
  return startLine + Math.max(0, weights.indexOf(Math.max(...weights)));
}

function holds(place: RankedPlace, file: number, { startLine, endLine }: Definition): boolean {
  return place.file === file && place.startLine <= startLine && endLine <= place.endLine;
}

/** A class whose member is there already, and what lies inside a definition that is, add nothing. */
export function isTold(
  { file, definition }: { file: number; definition: Pick<Definition, "kind" | "startLine" | "endLine"> },
  places: readonly ToldPlace[],
): boolean {
  const { startLine, endLine, kind } = definition;
  return places.some((place) => {
    if (place.file !== file) return false;
    const holds = startLine <= place.startLine && place.endLine <= endLine;
    if (holds) return isHolder(kind);
    const lies = place.startLine <= startLine && endLine <= place.endLine;
    return lies && place.definition !== undefined && !isHolder(place.definition.kind);
  });
}

/** A class, or a value such as an object of functions, holds definitions that stand for themselves. */
function isHolder(kind: DefinitionKind): boolean {
  return CLASS_KINDS.has(kind) || VALUE_KINDS.has(kind);
}

/** The line that a question names comes before everything. */
function namedFirst(places: readonly RankedPlace[], files: readonly FileHit[]): RankedPlace[] {
  const named = files.filter(({ isNamedLine }) => isNamedLine);
  const isNamed = (place: RankedPlace): boolean =>
    named.some(({ file, startLine }) => file === place.file && startLine === place.startLine);
  const best = places[0]?.score ?? 0;
  const first = places.filter(isNamed).map((place) => ({ ...place, score: Math.max(best, place.score) }));
  return [...first, ...places.filter((place) => !isNamed(place))];
}

/** What a line holds of the question's weight. */
export function lineWeights({ query, text }: FeatureContext): (line: string) => number {
  return (line) => {
    if (line.length > LONGEST_LINE) return 0;
    const found = new Set<string>();
    tokenize(line, (token) => found.add(token));
    let sum = 0;
    for (const token of found) sum += (query.terms.get(token) ?? 0) * (text.rarity.get(token) ?? 0);
    return sum;
  };
}
