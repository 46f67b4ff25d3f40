import { tokens } from "../../src/text/tokens.ts";
import { roleOf } from "../../src/index/roles.ts";
import { isSensitivePath, isSkippedPath } from "../../src/safety/sensitive.ts";
import { writeWords } from "./harness/learned_embedder.ts";
import { eachBlob, mirrorOf, tree } from "./harness/mirror.ts";

/**
 * Learns a small embedding model from repositories that no case and no question is about: latent semantic analysis
 * (Deerwester et al. 1990) over passages of their code and documents, by orthogonal iteration.
 *
 *     deno run -A tests/research/learn_words.ts MIRRORS OUTPUT [REPOSITORY...]
 */
const [mirrors = "", output = "", ...named] = Deno.args;
const REPOSITORIES = named.length > 0 ? named : [
  "1Panel-dev/1Panel",
  "apache/dolphinscheduler",
  "dromara/hutool",
  "flipped-aurora/gin-vue-admin",
  "fzipp/gocyclo",
  "halo-dev/halo",
  "jumpserver/jumpserver",
  "macrozheng/mall",
  "PanJiaChen/vue-element-admin",
  "SimplyLiz/CodeMCP",
  "uudashr/gocognit",
];
const DIMENSION = 256;
/** Directions that only make the iteration converge. */
const SPARE = 16;
const ROUNDS = 6;
const LINES = 40;
const LARGEST_FILE = 200_000;
const FEWEST_PASSAGES = 4;
const LARGEST_SHARE = 0.15;

const passages = await readPassages();
const vocabulary = vocabularyOf(passages);
console.error(`${passages.length} passages, ${vocabulary.size} words`);
const rows = passages.map((counts) => rowOf(counts));
writeWords(output, { dimension: DIMENSION, rarity: vocabulary, vectors: learn() });

async function readPassages(): Promise<Map<string, number>[]> {
  const found: Map<string, number>[] = [];
  for (const repo of REPOSITORIES) {
    const gitDir = mirrorOf(repo, { mirrors });
    if (gitDir === undefined) throw new Error(`no mirror: ${repo}`);
    const files = tree(gitDir, "HEAD").filter(({ path, size }) =>
      size < LARGEST_FILE && !isSensitivePath(path) && !isSkippedPath(path) &&
      ["code", "test", "doc"].includes(roleOf(path))
    );
    await eachBlob(gitDir, [...new Set(files.map(({ sha }) => sha))], (_, bytes) => {
      if (bytes.includes(0)) return;
      const lines = new TextDecoder().decode(bytes).split("\n");
      for (let from = 0; from < lines.length; from += LINES) {
        found.push(countsOf(lines.slice(from, from + LINES).join("\n").slice(0, 4000)));
      }
    });
  }
  return found.filter((counts) => counts.size > 5);
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of tokens(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function vocabularyOf(
  all: readonly ReadonlyMap<string, number>[],
): Map<string, { place: number; idf: number }> {
  const spread = new Map<string, number>();
  for (const counts of all) for (const word of counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  const kept = new Map<string, { place: number; idf: number }>();
  for (const [word, count] of [...spread].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))) {
    if (count < FEWEST_PASSAGES || count > all.length * LARGEST_SHARE) continue;
    kept.set(word, { place: kept.size, idf: Math.log(all.length / count) });
  }
  return kept;
}

interface Row {
  readonly words: Uint32Array;
  /** Of unit length. */
  readonly weights: Float32Array;
}

function rowOf(counts: ReadonlyMap<string, number>): Row {
  const known = [...counts].flatMap(([word, count]) => {
    const entry = vocabulary.get(word);
    return entry ? [[entry.place, (1 + Math.log(count)) * entry.idf] as const] : [];
  });
  const length = Math.sqrt(known.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return {
    words: Uint32Array.from(known, ([place]) => place),
    weights: Float32Array.from(known, ([, weight]) => weight / length),
  };
}

/** The words in the space of the strongest directions but the first, which is what all texts have in common. */
function learn(): Float32Array {
  const width = DIMENSION + SPARE;
  let basis = Float32Array.from({ length: vocabulary.size * width }, seeded(1));
  orthonormalise(basis, width);
  let strengths = new Float64Array(width);
  for (let round = 0; round < ROUNDS; round++) {
    basis = spread(basis, width);
    strengths = orthonormalise(basis, width);
    console.error(
      `round ${round + 1}: strengths ${strengths[0]!.toFixed(1)} to ${strengths[255]!.toFixed(3)}`,
    );
  }
  const words = new Float32Array(vocabulary.size * DIMENSION);
  // Turned at random, so that each dimension says as much as any other: the first pass keeps one bit of each.
  const turn = Float32Array.from({ length: DIMENSION * DIMENSION }, seeded(2));
  orthonormalise(turn, DIMENSION);
  for (let word = 0; word < vocabulary.size; word++) {
    const from = word * width + 1;
    const scaled = Float32Array.from(
      { length: DIMENSION },
      (_, at) => basis[from + at]! / Math.sqrt(Math.sqrt(strengths[at + 1]!)),
    );
    const turned = words.subarray(word * DIMENSION, (word + 1) * DIMENSION);
    scaled.forEach((value, at) => {
      for (let to = 0; to < DIMENSION; to++) turned[to]! += value * turn[at * DIMENSION + to]!;
    });
    const length = Math.sqrt(turned.reduce((sum, value) => sum + value * value, 0)) || 1;
    turned.forEach((value, at) => turned[at] = value / length);
  }
  return words;
}

/** Passages' transposed times passages times the basis, row by row. */
function spread(basis: Float32Array, width: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(basis.length);
  const seen = new Float32Array(width);
  for (const { words, weights } of rows) {
    seen.fill(0);
    for (let i = 0; i < words.length; i++) {
      const from = words[i]! * width;
      const weight = weights[i]!;
      for (let at = 0; at < width; at++) seen[at]! += weight * basis[from + at]!;
    }
    for (let i = 0; i < words.length; i++) {
      const from = words[i]! * width;
      const weight = weights[i]!;
      for (let at = 0; at < width; at++) result[from + at]! += weight * seen[at]!;
    }
  }
  return result;
}

/** Gram and Schmidt, column after column; answers the lengths the columns had. */
function orthonormalise(matrix: Float32Array, width: number): Float64Array<ArrayBuffer> {
  const height = matrix.length / width;
  const columns = Array.from(
    { length: width },
    (_, column) => Float32Array.from({ length: height }, (_, row) => matrix[row * width + column]!),
  );
  const lengths = new Float64Array(width);
  columns.forEach((column, at) => {
    for (let before = 0; before < at; before++) {
      const other = columns[before]!;
      let dot = 0;
      for (let row = 0; row < height; row++) dot += column[row]! * other[row]!;
      for (let row = 0; row < height; row++) column[row]! -= dot * other[row]!;
    }
    let squares = 0;
    for (let row = 0; row < height; row++) squares += column[row]! * column[row]!;
    const length = lengths[at] = Math.sqrt(squares) || 1;
    for (let row = 0; row < height; row++) matrix[row * width + at] = column[row]! /= length;
  });
  return lengths;
}

/** Numbers from -1 to 1, the same every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = state + 0x6d2b79f5 | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}
