import type { Finding, RepositoryFiles } from "../../model/calls.ts";
import type { Definition, DefinitionKind } from "../../syntax/parsed_file.ts";
import { CALLABLE, CLASS_KINDS, VALUE_KINDS } from "../../syntax/class_kinds.ts";
import type { FeatureContext } from "../../search/rank/features.ts";
import type { RankedDefinition } from "../../search/rank/hybrid.ts";
import { piecesOf, SLACK } from "../../search/rank/pieces.ts";
import type { FileHit, SearchResult } from "../../search/rank/search_result.ts";
import { tokens } from "../../text/tokens.ts";
import { fitting } from "../../model/counted.ts";
import { claimOf } from "../../search/claims.ts";
import { linesOf } from "../../search/file_lines.ts";
import { MOST_USER_FILES } from "../../graph/context.ts";
import { LEAST_CERTAIN, LEAST_CONFIDENCE } from "../../graph/edges.ts";
import { graphOver } from "../../graph/open_graph.ts";
import { symbolKey, type SymbolRef } from "../../graph/symbol_ref.ts";
import { isTestSymbol } from "../../graph/test_symbols.ts";

/** Callers that are named. */
const MOST_CALLERS = 3;
/** Uses of a name beyond which they are not looked at: for callers, or for the value of a field. */
export const MOST_LOOKED_AT = 12;

/**
 * Callers of a definition, each with its place, so that it can be followed upwards; undefined if nothing of the
 * product calls it or its name is too common.
 */
export function callersLine(symbol: SymbolRef, { index }: FeatureContext): string | undefined {
  const graph = graphOver(index);
  const called = graph.definition(symbol);
  if (index.referencesTo(called?.name ?? "", MOST_LOOKED_AT + 1).length > MOST_LOOKED_AT) return undefined;
  const callers = new Map<string, string>();
  for (const { from, line, confidence } of graph.callers(symbol, MOST_USER_FILES)) {
    const caller = graph.definition(from);
    if (!caller || !CALLABLE.has(caller.kind) || confidence < LEAST_CONFIDENCE) continue;
    if (callers.has(symbolKey(from)) || isTestSymbol(graph, from)) continue;
    const mark = confidence < LEAST_CERTAIN ? "~" : "";
    const place = from.file === symbol.file ? `line ${line}` : `${index.files.paths[from.file]}:${line}`;
    callers.set(symbolKey(from), `${mark}${caller.qualifiedName} (${place})`);
  }
  if (callers.size === 0) return undefined;
  const more = callers.size > MOST_CALLERS ? `, ${callers.size - MOST_CALLERS} more` : "";
  const verb = called && CALLABLE.has(called.kind) ? "called" : "used";
  return `${verb} by ${[...callers.values()].slice(0, MOST_CALLERS).join(", ")}${more}`;
}

/** Size limits of the findings. */
export interface DefinitionOptions {
  /** Definitions and files at most. */
  readonly most: number;
  /** Lines of code by rank; places behind have none. */
  readonly lines: readonly number[];
  /** See {@link Room}; default: all that have code. */
  readonly inParts?: number;
}

/** Lines longer than this, also of a document, hold data. UTF-16 units. */
const LONGEST_WEIGHED = 2000;
/** Characters of the list of a class's members. */
const LONGEST_MEMBERS = 350;
/** Maximum number of reasons of a place. */
export const REASONS = 8;

/**
 * The best definitions of all files, several of one file where they rank so, and the files that have none, such as documents,
 * in the place of their rank; the first ones with their code.
 */
export function definitionFindings(
  result: SearchResult,
  files: RepositoryFiles,
  { most, lines, inParts = lines.length }: DefinitionOptions,
): Finding[] {
  const { context } = result.table;
  const { paths } = context.index.files;
  const textOf = (file: number): readonly string[] | undefined => linesOf(paths[file]!, files);
  const weigh = lineWeights(context);
  const ranked = placesOf(result).filter(({ file }) => textOf(file) !== undefined);
  const best = ranked[0]?.score ?? 0;
  let holding = 0;
  return ranked.slice(0, most).map((place, at): Finding => {
    const text = textOf(place.file)!;
    const { startLine, endLine, definition } = place;
    // A place without code to show leaves its room to the next.
    const room = text.length > 0 ? lines[holding] : undefined;
    const isWhole = holding >= inParts || (holding > 0 && !definition);
    const isLong = room !== undefined && endLine - startLine >= room * SLACK;
    const isCut = isLong && definition !== undefined && isListed(definition, context);
    const shown = { startLine, endLine: isCut ? startLine + room / SLACK - 1 : endLine };
    const pieces = room === undefined ? [] : piecesOf(text, { ...shown, most: room, isWhole, weigh });
    if (pieces.length > 0) holding++;
    const relation = relationOf(place, at === 0, context);
    return {
      path: paths[place.file]!,
      startLine,
      endLine,
      ...(place.symbol !== undefined && { symbol: place.symbol }),
      claim: claimOf(definition, text, startLine),
      isReason: true,
      ...(relation !== undefined && { relation }),
      score: place.score,
      confidence: Math.exp(place.score - best),
      reasons: place.reasons,
      ...(pieces.length > 0 && { code: pieces }),
    };
  });
}

/** Members of a class that is all that a question asks about, and callers or users of the first definition. */
function relationOf({ file, at, definition }: RankedPlace, isFirst: boolean, context: FeatureContext) {
  if (at === undefined || definition === undefined) return undefined;
  const isOutlined = isListed(definition, context);
  const members = isOutlined ? membersOf(definition, context.index.parsed(file)?.definitions ?? []) : [];
  const all = [
    ...(members.length > 0 ? [`members ${fitting(members, LONGEST_MEMBERS)}`] : []),
    ...(isFirst ? [callersLine({ file, definition: at }, context)] : []),
  ].filter((one) => one !== undefined);
  return all.length > 0 ? all.join("; ") : undefined;
}

/** True if a definition is a class and all that the question asks about: shown by its first lines and its members. */
function isListed({ kind }: Definition, { query }: FeatureContext): boolean {
  return query.isNameAlone && CLASS_KINDS.has(kind);
}

/** `getPrevious (63)` of a class: its methods in the order of their lines, then its fields and types. */
function membersOf({ qualifiedName, startLine, endLine }: Definition, all: readonly Definition[]): string[] {
  const own = all.filter((one) =>
    one.qualifiedName === `${qualifiedName}.${one.name}` && startLine <= one.startLine &&
    one.endLine <= endLine
  );
  const { true: methods = [], false: others = [] } = Object.groupBy(
    own,
    ({ kind }) => `${CALLABLE.has(kind)}`,
  );
  return [...methods, ...others].map((one) => `${one.name} (${one.startLine})`);
}

/** A definition or a file without any. */
interface PlaceRange extends Pick<FileHit, "file" | "startLine" | "endLine"> {
  readonly definition?: Pick<Definition, "kind">;
}

/** The same with its score among both. */
interface RankedPlace extends PlaceRange {
  readonly symbol?: string;
  readonly definition?: Definition;
  /** Place of the definition in the file's record. */
  readonly at?: number;
  readonly score: number;
  readonly reasons: Finding["reasons"];
}

function placesOf(result: SearchResult): RankedPlace[] {
  const { functions, values, files } = result;
  const places: RankedPlace[] = [];
  for (const candidate of functions) {
    if (!isCovered(candidate, places)) places.push(placeOfDefinition(candidate, files));
  }
  const withDefinitions = new Set([...functions, ...values].map(({ file }) => file));
  files.forEach((hit, rank) => {
    if (withDefinitions.has(hit.file)) return;
    // The n-th file takes the position of its definitions: behind two of each better file.
    const at = Math.min(2 * rank, places.length);
    const score = places[at]?.score ?? places.at(-1)?.score ?? 0;
    places.splice(at, 0, { ...hit, score, reasons: hit.reasons.slice(0, REASONS) });
  });
  return [...namedFirst(besideValues(places, result), files)];
}

/** The places with the values before them. */
function besideValues(places: readonly RankedPlace[], { values, files }: SearchResult): RankedPlace[] {
  const all = values.map((value, rank) =>
    placeOfDefinition({ ...value, score: (places[rank] ?? places.at(-1))?.score ?? 0 }, files)
  );
  const others = places.filter((place) =>
    !all.some(({ file, at }) => place.file === file && place.at === at)
  );
  return [...all, ...others];
}

function placeOfDefinition(
  { file, definition, at, score }: Pick<RankedDefinition, "file" | "definition" | "at" | "score">,
  files: readonly FileHit[],
): RankedPlace {
  const { startLine, endLine, qualifiedName } = definition;
  const reasons = files.find((hit) => hit.file === file)?.reasons.slice(0, REASONS) ?? [];
  return { file, startLine, endLine, symbol: qualifiedName, definition, at, score, reasons };
}

/** A class whose member is there already, and what lies inside a definition that is, add nothing. */
function isCovered(
  { file, definition }: { file: number; definition: Pick<Definition, "kind" | "startLine" | "endLine"> },
  places: readonly PlaceRange[],
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

/** A class, or a value such as an object of functions, holds definitions of their own. */
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

/** Returns the weights of a definition's lines: a word on many of them weighs less. */
export function lineWeights({ query, text }: FeatureContext): (lines: readonly string[]) => number[] {
  const weightOf = (word: string): number => (query.terms.get(word) ?? 0) * (text.rarity.get(word) ?? 0);
  return (lines) => {
    const found = lines.map((line) => new Set(line.length > LONGEST_WEIGHED ? [] : tokens(line)));
    const counts = new Map<string, number>();
    for (const words of found) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return found.map((words) =>
      [...words].reduce((sum, word) => sum + weightOf(word) / Math.sqrt(counts.get(word)!), 0)
    );
  };
}
