import { lowerBound } from "./term_lookup.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import { parentOf } from "../../syntax/parsed_file.ts";
import { VIEWS } from "../query/fields.ts";
import { rarity } from "./bm25.ts";
import { namedDefinitions, usedNames } from "./call_features.ts";
import type { FeatureContext } from "./features.ts";

/** One feature of a definition. */
export interface FunctionSpec {
  readonly id: string;
  readonly doc: string;
}

/** The features of one definition by their ids, to be written to. */
export interface Values {
  set(id: string, value: number): unknown;
}

/** What the code of a definition tells beyond its score as a text. */
export const EVIDENCE_SPECS: readonly FunctionSpec[] = [
  { id: "in_code", doc: "the question's words in its code alone, by the best of its file" },
  { id: "used_by_named", doc: "definitions that the question names use its name" },
  { id: "crowd", doc: "logarithm of the definitions in its file, by 5" },
  { id: "uses", doc: "logarithm of the different names used in it, by 5" },
];

/** A definition by its file, its place in the file's record and its chunk, and how many the file has. */
interface Place {
  readonly file: number;
  readonly at: number;
  readonly chunk: number;
  readonly among: number;
}

/** Collects the evidence in some files; the answer adds what it knows of one definition there. */
export function evidenceIn(
  files: readonly number[],
  context: FeatureContext,
): (place: Place, values: Values) => void {
  const { index } = context;
  const inCode = codeScores(files, context);
  const used = usedByNamed(context);
  const uses = new Map(files.map((file) => [file, usesPerDefinition(file, index)]));
  return ({ file, at, chunk, among }, values) => {
    const definitions = index.parsed(file)?.definitions ?? [];
    values.set("in_code", inCode(file, chunk));
    values.set("used_by_named", Math.min(1, used.get(definitions[at]?.name ?? "") ?? 0));
    values.set("crowd", Math.log1p(among) / 5);
    values.set("uses", Math.log1p(uses.get(file)?.[at] ?? 0) / 5);
  };
}

/** Share of a chunk in the best one of its file: rarity of the question's words in code, repetition worth little. */
function codeScores(
  files: readonly number[],
  { query, index }: FeatureContext,
): (file: number, chunk: number) => number {
  const { firstChunk, chunkCount } = index.files;
  const at = VIEWS.indexOf("A");
  const scores = new Map(files.map((file) => [file, new Float32Array(chunkCount[file]!)]));
  for (const [term, weights] of query.terms) {
    const postings = weights[at]! > 0 ? index.postings(term) : undefined;
    if (!postings) continue;
    const { chunks, tf } = postings;
    const value = weights[at]! * rarity(index.chunks.count, chunks.length);
    for (const [file, column] of scores) {
      const from = firstChunk[file]!;
      for (let p = lowerBound(chunks, from); chunks[p]! < from + column.length; p++) {
        const count = tf.code[p]!;
        if (count > 0) column[chunks[p]! - from]! += value * count / (count + 1);
      }
    }
  }
  const peaks = new Map([...scores].map(([file, column]) => [file, peakOf(column, file, index)]));
  return (file, chunk) => scores.get(file)![chunk - firstChunk[file]!]! / (peaks.get(file) || 1);
}

/** The best of the chunks that are definitions. */
function peakOf(column: Float32Array, file: number, { files, chunks }: LexicalIndex): number {
  const from = files.firstChunk[file]!;
  return column.reduce(
    (peak, value, i) => value > peak && chunks.definition(from + i) >= 0 ? value : peak,
    0,
  );
}

/** Names used in the definitions that the question names, each by how sure it is which one is meant. */
function usedByNamed(context: FeatureContext): Map<string, number> {
  const names = new Map<string, number>();
  for (const start of namedDefinitions(context)) {
    const own = context.index.parsed(start.file)?.definitions[start.definition]?.name;
    for (const name of usedNames(start, context.index)) {
      if (name !== own) names.set(name, (names.get(name) ?? 0) + start.weight);
    }
  }
  return names;
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
