import table from "../../../config/definition_features.json" with { type: "json" };
import type { LexicalIndex } from "../../index/lexical_index.ts";
import { CALLABLE, CLASS_KINDS, VALUE_KINDS } from "../../syntax/class_kinds.ts";
import { type Definition, parentOf } from "../../syntax/parsed_file.ts";
import { isTestCode } from "../../syntax/test_code.ts";
import { nameParts } from "../../text/tokens.ts";
import type { FeatureTable, FileRanking } from "./feature_table.ts";
import { type FeatureContext, UNSEEN } from "./features.ts";
import { heldIn } from "./held_in.ts";
import { memberPlaces } from "./members.ts";

/** A definition in one of the best files. */
export interface DefinitionCandidate {
  readonly file: number;
  readonly definition: Definition;
  /** Place of the definition in the file's record. */
  readonly at: number;
  /** Its own chunk, the best one when it has several. */
  readonly chunk: number;
  /** Parallel to {@link DEFINITION_FEATURES}. */
  readonly values: Float32Array;
}

/** The features of a definition: id and meaning. */
export const DEFINITION_FEATURES = table;

/** Id of a feature. */
export type DefinitionFeature = keyof typeof DEFINITION_FEATURES;

const IDS = Object.keys(DEFINITION_FEATURES) as readonly DefinitionFeature[];
const PLACES = new Map(IDS.map((id, place) => [id, place]));

/** Value of a feature of a candidate. */
export function valueOf(values: Float32Array, id: DefinitionFeature): number {
  return values[PLACES.get(id)!]!;
}

/** Files whose definitions are looked at. */
export const POOL = 12;
/** Uses of a name that are looked at. */
const MOST_USES = 100;

/** The definitions of the best files with their features, in file order. */
export function definitionCandidates(table: FeatureTable, ranking: FileRanking): DefinitionCandidate[] {
  const { context } = table;
  const pool = poolOf(context, ranking);
  const found = pool.flatMap((file) => definitionsOf(file, context).map((one) => ({ file, ...one })));
  const question = namedPlaces(context);
  const held = heldIn(pool, context);
  const most = Math.max(1e-9, ...found.map(({ file, chunk }) => held.all(file, chunk)));
  const shares = logShares(ranking);
  const namesakes = Map.groupBy(found, ({ definition }) => definition.name);
  const crowds = Map.groupBy(found, ({ file }) => file);
  const uses = new Map(pool.map((file) => [file, usesPerDefinition(file, context.index)]));
  return found.map((one) => {
    const { file, definition, at, chunk } = one;
    const values = new Float32Array(IDS.length);
    const set = (id: DefinitionFeature, value: number): void => void (values[PLACES.get(id)!] = value);
    set("file_share", shares(file) / 3);
    set("chunk", context.text.chunks[chunk]! / question.peak);
    set("in_code", held.code(file, chunk));
    set("holds", held.all(file, chunk) / most);
    set("name", nameShare(definition.name, context));
    shapeValues(definition, set);
    set(
      "is_test_code",
      context.paths.test[file] === 1 || isTestCode(context.index.parsed(file)!, at) ? 1 : 0,
    );
    set("uses", Math.log1p(uses.get(file)![at] ?? 0) / 5);
    set("unused", isUsed(one, context) ? 0 : 1);
    set("namesakes", Math.log(namesakes.get(definition.name)!.length));
    set("crowd", Math.log1p(crowds.get(file)!.length) / 5);
    set("qualified", question.qualified.has(`${file}:${at}`) ? 1 : 0);
    return { ...one, values };
  });
}

/** The best files, behind those that define the name which is all that a question asks about. */
function poolOf({ query, index, paths }: FeatureContext, { order }: FileRanking): readonly number[] {
  const names = query.isNameAlone ? [...query.mentions.identifiers] : [];
  const defining = new Set(names.flatMap((name) => index.definitionsNamed(name).map(({ file }) => file)));
  const named = order.filter((file) => defining.has(file) && paths.test[file] === 0);
  return [...new Set([...named.slice(0, POOL), ...order.slice(0, POOL)])];
}

type SetValue = (id: DefinitionFeature, value: number) => void;

interface NamedPlaces {
  /** The highest score of a chunk that is no test's. */
  readonly peak: number;
  /** `file:definition` of the definitions that Owner.member pairs name. */
  readonly qualified: ReadonlySet<string>;
}

function namedPlaces(context: FeatureContext): NamedPlaces {
  const { query: { mentions }, index } = context;
  const places = mentions.qualified.flatMap(([owner, member]) => memberPlaces(owner, member, index));
  return {
    peak: bestChunk(context) || 1,
    qualified: new Set(places.map(({ file, definition }) => `${file}:${definition}`)),
  };
}

/** The highest score of a chunk of the candidates that are no tests; of all where only tests have one. */
function bestChunk({ index: { files: { firstChunk, chunkCount } }, text, paths }: FeatureContext): number {
  let [best, ofTests] = [0, 0];
  for (const file of text.candidates) {
    const end = firstChunk[file]! + chunkCount[file]!;
    for (let chunk = firstChunk[file]!; chunk < end; chunk++) {
      if (paths.test[file] === 1) ofTests = Math.max(ofTests, text.chunks[chunk]!);
      else best = Math.max(best, text.chunks[chunk]!);
    }
  }
  return best || ofTests;
}

/** Logarithm of a file's share in the softmax over all matching files. */
export function logShares({ order, scores }: FileRanking): (file: number) => number {
  const peak = scores[order[0]!]!;
  const total = order.reduce((sum, file) => sum + Math.exp(scores[file]! - peak), 0);
  return (file) => scores[file]! - peak - Math.log(total);
}

/** Functions, methods, classes, and values so long that they are chunks of their own, with their best chunk. */
function definitionsOf(
  file: number,
  { index, text }: FeatureContext,
): { definition: Definition; at: number; chunk: number }[] {
  const parsed = index.parsed(file);
  const chunkOf = new Map<number, number>();
  const from = index.files.firstChunk[file]!;
  for (let chunk = from; chunk < from + index.files.chunkCount[file]!; chunk++) {
    const at = index.chunks.definition(chunk);
    const known = chunkOf.get(at);
    if (known === undefined || text.chunks[chunk]! > text.chunks[known]!) chunkOf.set(at, chunk);
  }
  return [...chunkOf].flatMap(([at, chunk]) => {
    const definition = parsed?.definitions[at];
    const isRanked = definition &&
      [CALLABLE, CLASS_KINDS, VALUE_KINDS].some((kinds) => kinds.has(definition.kind));
    return isRanked ? [{ definition, at, chunk }] : [];
  });
}

function nameShare(name: string, { query, text }: FeatureContext): number {
  let covered = 0;
  for (const part of nameParts(name)) {
    if (query.terms.has(part)) covered += text.rarity.get(part) ?? UNSEEN;
  }
  return Math.sqrt(covered);
}

function shapeValues({ kind, startLine, endLine }: Definition, set: SetValue): void {
  const lines = Math.max(1, endLine - startLine + 1);
  set("lines", Math.log(lines) / 5);
  set("is_short", lines < 7 ? 1 : 0);
  set("too_long", Math.max(0, Math.log(lines / 60)));
  set("is_class", CLASS_KINDS.has(kind) ? 1 : 0);
}

/** Checks if code that is no test uses the name outside of its definition. */
function isUsed(
  { file, at, definition }: Pick<DefinitionCandidate, "file" | "at" | "definition">,
  { index, paths }: FeatureContext,
): boolean {
  return index.referencesTo(definition.name, MOST_USES).some((use) =>
    paths.test[use.file] === 0 && !(use.file === file && use.scope === at)
  );
}

/** Different names used per definition, those in inner definitions too. */
function usesPerDefinition(file: number, index: LexicalIndex): readonly number[] {
  const parsed = index.parsed(file);
  const names = (parsed?.definitions ?? []).map(() => new Set<string>());
  for (const { name, scope } of parsed?.references ?? []) {
    for (let at = scope; at >= 0; at = parentOf(parsed!, at)) names[at]?.add(name);
  }
  return names.map((set) => set.size);
}
