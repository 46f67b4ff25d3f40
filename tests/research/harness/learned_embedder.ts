import { readFileSync, writeFileSync } from "node:fs";
import { tokens } from "../../../src/text/tokens.ts";
import type { Embed } from "./vectors.ts";

/** A model of words: what `learn_words.ts` learns and `semantic.ts` embeds with. */
export interface WordModel {
  readonly dimension: number;
  /** How rare each word is, by its place in {@link vectors}. */
  readonly rarity: ReadonlyMap<string, { readonly place: number; readonly idf: number }>;
  /** One after the other, of unit length. */
  readonly vectors: Float32Array;
}

/** Share of a word that is its own and not its neighbours': equal names stay near, also those never seen before. */
const OWN = 0.6;
const LEARNED = 0.8;

/** A text is the sum of its words, the rare ones more. */
export function wordEmbedder({ dimension, rarity, vectors }: WordModel): Embed {
  const rarest = Math.max(...[...rarity.values()].map(({ idf }) => idf));
  const known = new Map<string, Float32Array>();
  const vectorOf = (word: string): Float32Array => {
    const found = known.get(word);
    if (found) return found;
    const own = randomUnit(word, dimension);
    const learned = rarity.get(word);
    const weight = learned?.idf ?? rarest;
    const from = (learned?.place ?? 0) * dimension;
    const vector = own.map((value, at) =>
      weight * (learned ? OWN * value + LEARNED * vectors[from + at]! : OWN * value)
    );
    known.set(word, vector);
    return vector;
  };
  const one = (text: string): Float32Array => {
    const counts = new Map<string, number>();
    for (const word of tokens(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
    const sum = new Float32Array(dimension);
    for (const [word, count] of counts) {
      const vector = vectorOf(word);
      const weight = 1 + Math.log(count);
      for (let at = 0; at < dimension; at++) sum[at]! += weight * vector[at]!;
    }
    if (counts.size === 0) sum[0] = 1;
    return sum;
  };
  return (texts) => Promise.resolve(texts.map(one));
}

/** Keeps a model in one file: a line of JSON, then the vectors as signed bytes. */
export function writeWords(path: string, { dimension, rarity, vectors }: WordModel): void {
  const head = JSON.stringify({ dimension, words: [...rarity].map(([word, { idf }]) => [word, idf]) });
  const line = new TextEncoder().encode(`${head}\n`);
  const bytes = new Uint8Array(line.length + vectors.length);
  bytes.set(line);
  vectors.forEach((value, at) => bytes[line.length + at] = Math.round(value * BYTE) & 0xff);
  writeFileSync(path, bytes);
}

/** Reads what {@link writeWords} wrote. */
export function readWords(path: string): WordModel {
  const bytes = readFileSync(path);
  const end = bytes.indexOf(10);
  const { dimension, words } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  const rarity = new Map<string, { place: number; idf: number }>();
  words.forEach(([word, idf]: [string, number], place: number) => rarity.set(word, { place, idf }));
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + end + 1, words.length * dimension);
  return { dimension, rarity, vectors: Float32Array.from(values, (value) => value / BYTE) };
}

/** Of unit length, no value of 256 is much above a third. */
const BYTE = 127;

/** A direction of a word's own, the same on every machine. */
function randomUnit(word: string, dimension: number): Float32Array {
  let state = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) state = Math.imul(state ^ word.charCodeAt(at), 0x01000193);
  const vector = new Float32Array(dimension);
  for (let at = 0; at < dimension; at++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    vector[at] = ((state ^ (state >>> 13)) & 1 ? 1 : -1) / Math.sqrt(dimension);
  }
  return vector;
}
