import type { Definition } from "../../syntax/parsed_file.ts";
import { tokens } from "../../text/tokens.ts";
import type { View } from "../query/fields.ts";
import { VIEWS } from "../query/fields.ts";
import { CALLABLE, CLASS_KINDS, VALUE_KINDS } from "../../syntax/class_kinds.ts";
import { poolChunks } from "./chunk_pools.ts";
import type { ChunkScores } from "./chunk_scores.ts";
import { scoreIn } from "./chunk_scores.ts";
import { CHUNK_VIEWS } from "./families.ts";
import { CONTENT_SPECS, contentIn } from "./definition_content.ts";
import { EVIDENCE_SPECS, evidenceIn } from "./definition_evidence.ts";
import { LINK_SPECS } from "./definition_links.ts";
import type { FeatureTable } from "./feature_table.ts";
import type { FeatureContext } from "./features.ts";
import { findPath } from "./find_path.ts";
import { memberPlaces } from "./inheritance.ts";
import type { FunctionSpec, Values } from "./definition_evidence.ts";
import type { Weights } from "./model.ts";
import type { FileRanking } from "./rank_files.ts";

/** A definition in one of the best files. */
export interface FunctionCandidate {
  readonly file: number;
  readonly definition: Definition;
  /** Place of the definition in the file's record. */
  readonly at: number;
  /** Its own chunk, the best one when it has several. */
  readonly chunk: number;
  /** Parallel to {@link FUNCTION_SPECS}. */
  readonly values: Float32Array;
}

/** What a definition is scored by. */
export const FUNCTION_SPECS: readonly FunctionSpec[] = [
  ...CHUNK_VIEWS.map((view) => ({
    id: `chunk_${view}`,
    doc: `BM25 of view ${view}, by the best of the repository`,
  })),
  { id: "in_A", doc: "BM25 of view A, by the best of its file" },
  { id: "in_W", doc: "BM25 of view W, by the best of its file" },
  { id: "file_share", doc: "logarithm of the file's share, by 3" },
  { id: "file_rank", doc: "1 / rank of the file" },
  { id: "file_first", doc: "it lies in the best file" },
  { id: "named", doc: "its name is in the question" },
  { id: "named_rare", doc: "the same by how many definitions share the name" },
  { id: "named_inline", doc: "its name is backticked" },
  { id: "named_title", doc: "its name is in the title" },
  { id: "named_prose", doc: "its name, of five letters or more, is in a sentence" },
  { id: "named_called", doc: "its name stands before a parenthesis" },
  { id: "named_dotted", doc: "its name stands after a dot" },
  { id: "qualified", doc: "Owner.name is in the question, directly or by inheritance" },
  { id: "owner", doc: "its class is in the question" },
  { id: "owner_title", doc: "its class is in the title" },
  { id: "framed", doc: "a stack frame names it, nearer the fault more" },
  { id: "framed_line", doc: "a stack frame's line lies in it, nearer the fault more" },
  { id: "cover_A", doc: "share of its name's rarity in the question" },
  { id: "cover_T", doc: "share of its name's rarity in the title" },
  { id: "cover_root", doc: "square root of the covered rarity" },
  { id: "lines", doc: "logarithm of its lines, by 5" },
  { id: "is_class", doc: "a class or its kin" },
  { id: "is_setup", doc: "a constructor" },
  { id: "is_private", doc: "its name begins with one underscore" },
  { id: "is_special", doc: "its name is wrapped in double underscores" },
  { id: "sharing", doc: "1 / definitions of the same name" },
  { id: "parts", doc: "words in its name, by 5" },
  ...EVIDENCE_SPECS,
  ...CONTENT_SPECS,
  ...LINK_SPECS,
];

/** Files whose definitions are looked at. */
const POOL = 12;
const UNSEEN = 8;

/**
 * The definitions of the best files with their features, in file order.
 *
 * @param needs what is not needed stays 0, which saves its time
 */
export function functionCandidates(
  table: FeatureTable,
  ranking: FileRanking,
  needs: CandidateNeeds = ALL_NEEDS,
): FunctionCandidate[] {
  const { context } = table;
  const question = readQuestion(context);
  const shares = logShares(ranking);
  const pool = needs.content ? widePool(ranking, context) : ranking.order.slice(0, POOL);
  const evidence = needs.evidence ? evidenceIn(pool, context) : undefined;
  const content = needs.content ? contentIn(pool, context) : undefined;
  return pool.flatMap((file, rank) => {
    const share = shares(file);
    const best = { A: bestIn(file, "A", context), W: bestIn(file, "W", context) };
    const definitions = definitionsOf(file, context, needs);
    return definitions.map(({ definition, at, chunk }) => {
      const values = new Row();
      for (const { id, scores, peak } of question.views) values.set(id, scoreIn(scores, file, chunk) / peak);
      values.set("in_A", chunkScore(file, chunk, "A", context) / (best.A || 1));
      values.set("in_W", chunkScore(file, chunk, "W", context) / (best.W || 1));
      values.set("file_share", share / 3).set("file_rank", 1 / (1 + rank)).set(
        "file_first",
        rank === 0 ? 1 : 0,
      );
      nameValues({ definition, file, at }, context, question, values);
      frameValues(file, definition, question, values);
      shapeValues(definition, context, values);
      evidence?.({ file, at, chunk, among: definitions.length }, values);
      content?.({ file, at, chunk }, values);
      return {
        file,
        definition,
        at,
        chunk,
        values: values.numbers,
      };
    });
  });
}

/** Which features are computed beside the plain ones. */
export interface CandidateNeeds {
  /** {@link EVIDENCE_SPECS}. */
  readonly evidence: boolean;
  /**
   * {@link CONTENT_SPECS}; then files further down that hold one of the best definitions are looked at too, and tables
   * and lists are candidates.
   */
  readonly content: boolean;
}

const ALL_NEEDS: CandidateNeeds = { evidence: true, content: true };

/** What a model's weights need. */
export function needsOf(model: Weights): CandidateNeeds {
  const hasAny = (specs: readonly FunctionSpec[]): boolean =>
    specs.some(({ id }) => Object.hasOwn(model, id));
  return { evidence: hasAny(EVIDENCE_SPECS), content: hasAny(CONTENT_SPECS) };
}

/** Chunks whose files join the best files, and how far behind the last of these a file may be. */
const BEST_CHUNKS = 12;
const FURTHEST_BEHIND = 4;

/** The best files, and those not far behind that hold one of the best chunks. */
function widePool({ order, scores }: FileRanking, { text, index }: FeatureContext): number[] {
  const pool = new Set(order.slice(0, POOL));
  const chunks = text.wholeChunks;
  const least = scores[order[POOL - 1]!]! - FURTHEST_BEHIND;
  const { firstChunk, chunkCount } = index.files;
  const near = order.filter((file) => scores[file]! >= least).sort((a, b) => firstChunk[a]! - firstChunk[b]!);
  const best: number[] = [];
  for (const file of near) {
    for (let chunk = firstChunk[file]!; chunk < firstChunk[file]! + chunkCount[file]!; chunk++) {
      const isLess = best.length === BEST_CHUNKS && chunks[chunk]! <= chunks[best[BEST_CHUNKS - 1]!]!;
      if (isLess || index.chunks.definition(chunk) < 0) continue;
      best.splice(best.findLastIndex((one) => chunks[one]! >= chunks[chunk]!) + 1, 0, chunk);
      if (best.length > BEST_CHUNKS) best.pop();
    }
  }
  for (const chunk of best) pool.add(index.chunks.file[chunk]!);
  return order.filter((file) => pool.has(file));
}

const PLACES: ReadonlyMap<string, number> = new Map(FUNCTION_SPECS.map(({ id }, place) => [id, place]));

/** The features of one definition, 0 where nothing was set. */
class Row implements Values {
  readonly numbers = new Float32Array(FUNCTION_SPECS.length);

  set(id: string, value: number): this {
    this.numbers[PLACES.get(id)!] = value;
    return this;
  }
}

interface Question {
  /** The views that have terms, with the highest score of a chunk that is no test's. */
  readonly views: readonly { readonly id: string; readonly scores: ChunkScores; readonly peak: number }[];
  readonly called: ReadonlySet<string>;
  readonly dotted: ReadonlySet<string>;
  /** `file:definition` of what Owner.member pairs mean. */
  readonly qualified: ReadonlySet<string>;
  /** Frames inside the repository, the last one first. */
  readonly frames: readonly { files: ReadonlySet<number>; name: string | undefined; line: number }[];
}

function readQuestion({ query, index, text, paths }: FeatureContext): Question {
  const { all } = query.segments;
  const views = [...text.chunks].map(([view, scores]) => ({
    id: `chunk_${view}`,
    scores,
    peak: peakOf(poolChunks(scores, { index, text }).best, text.candidates, paths.test),
  }));
  const frames = query.mentions.frames.toReversed().flatMap((frame) => {
    const files = new Set(findPath(frame.path, index).filter((file) => paths.test[file] === 0));
    if (files.size === 0) return [];
    return [{ files, line: frame.line, name: frame.function }];
  });
  return {
    views,
    called: new Set([...all.matchAll(/\b(\w+)\(/g)].map((match) => match[1]!)),
    dotted: new Set([...all.matchAll(/(?:\.|#|::|->)(\w+)\b/g)].map((match) => match[1]!)),
    qualified: new Set(
      query.mentions.qualified.flatMap(([owner, member]) => memberPlaces(owner, member, index))
        .map((place) => `${place.file}:${place.definition}`),
    ),
    frames,
  };
}

/** The best value of the files that are no tests; of all files where only tests have one. */
function peakOf(best: Float32Array, files: Uint32Array, test: Uint8Array): number {
  let peak = 0;
  let testPeak = 0;
  for (let at = 0; at < files.length; at++) {
    const file = files[at]!;
    const value = best[file]!;
    if (value > testPeak) testPeak = value;
    if (value > peak && test[file] === 0) peak = value;
  }
  return peak || testPeak || 1;
}

/** Logarithm of a file's share in the softmax over all matching files. */
function logShares({ order, scores }: FileRanking): (file: number) => number {
  const peak = scores[order[0]!]!;
  const total = order.reduce((sum, file) => sum + Math.exp(scores[file]! - peak), 0);
  return (file) => scores[file]! - peak - Math.log(total);
}

function chunkScore(file: number, chunk: number, view: View, { text }: FeatureContext): number {
  const scores = text.chunks.get(view);
  return scores ? scoreIn(scores, file, chunk) : 0;
}

function bestIn(file: number, view: View, { text, index }: FeatureContext): number {
  const scores = text.chunks.get(view);
  const from = index.files.firstChunk[file]!;
  let best = 0;
  if (!scores) return best;
  for (let chunk = from; chunk < from + index.files.chunkCount[file]!; chunk++) {
    best = Math.max(best, scoreIn(scores, file, chunk));
  }
  return best;
}

/** Functions, methods, classes and, if needed, values so long that they are chunks of their own, with their best chunk. */
function definitionsOf(
  file: number,
  context: FeatureContext,
  { content }: CandidateNeeds,
): { definition: Definition; at: number; chunk: number }[] {
  const { index, text } = context;
  const parsed = index.parsed(file);
  const scores = text.wholeChunks;
  const chunkOf = new Map<number, number>();
  const from = index.files.firstChunk[file]!;
  for (let chunk = from; chunk < from + index.files.chunkCount[file]!; chunk++) {
    const at = index.chunks.definition(chunk);
    const known = chunkOf.get(at);
    if (known === undefined || scores[chunk]! > scores[known]!) chunkOf.set(at, chunk);
  }
  return [...chunkOf].flatMap(([at, chunk]) => {
    const definition = parsed?.definitions[at];
    if (definition === undefined) return [];
    const { kind } = definition;
    const isCandidate = CALLABLE.has(kind) || CLASS_KINDS.has(kind) || (content && VALUE_KINDS.has(kind));
    return isCandidate ? [{ definition, at, chunk }] : [];
  });
}

function nameValues(
  { definition: { name, qualifiedName }, file, at }: { definition: Definition; file: number; at: number },
  { query, index, text }: FeatureContext,
  question: Question,
  values: Row,
): void {
  const set = (id: string, yes: boolean | undefined): void => void (yes && values.set(id, 1));
  const places = query.mentions.words.get(name);
  const owner = qualifiedName.split(".").at(-2);
  set("named", places !== undefined);
  values.set("named_rare", places ? 1 / Math.max(1, index.definitionCount(name)) : 0);
  set("named_inline", places?.has("inline"));
  set("named_title", places?.has("title"));
  set("named_prose", places?.has("prose") && name.length > 4);
  set("named_called", question.called.has(name));
  set("named_dotted", question.dotted.has(name));
  set("qualified", question.qualified.has(`${file}:${at}`));
  set("owner", owner !== undefined && query.mentions.words.has(owner));
  set("owner_title", owner !== undefined && query.mentions.words.get(owner)?.has("title"));
  const parts = tokens(name);
  const covered = { all: 0, A: 0, T: 0 };
  for (const part of parts.length > 1 ? parts.slice(1) : parts) {
    const rarity = text.rarity.get(part) ?? UNSEEN;
    const weights = query.terms.get(part);
    covered.all += rarity;
    if (weights && weights[VIEWS.indexOf("A")]! > 0) covered.A += rarity;
    if (weights && weights[VIEWS.indexOf("T")]! > 0) covered.T += rarity;
  }
  values.set("cover_A", covered.A / (covered.all || 1)).set("cover_T", covered.T / (covered.all || 1));
  values.set("cover_root", Math.sqrt(covered.A)).set("parts", parts.length / 5);
}

function frameValues(
  file: number,
  definition: Definition,
  { frames }: Question,
  values: Row,
): void {
  let named = 0;
  let inside = 0;
  frames.forEach((frame, distance) => {
    if (!frame.files.has(file)) return;
    const near = 1 / (1 + distance);
    if (frame.name === definition.name) named = Math.max(named, near);
    if (frame.line >= definition.startLine && frame.line <= definition.endLine) {
      inside = Math.max(inside, near);
    }
  });
  values.set("framed", named).set("framed_line", inside);
}

function shapeValues(
  { name, kind, startLine, endLine }: Definition,
  { index }: FeatureContext,
  values: Row,
): void {
  values.set("lines", Math.log(Math.max(1, endLine - startLine + 1)) / 5);
  values.set("is_class", CLASS_KINDS.has(kind) ? 1 : 0);
  values.set("is_setup", name === "__init__" || name === "constructor" ? 1 : 0);
  values.set("is_private", /^_(?!_)/.test(name) ? 1 : 0);
  values.set("is_special", /^__.+__$/.test(name) ? 1 : 0);
  values.set("sharing", 1 / Math.max(1, index.definitionCount(name)));
}
