import type { LexicalIndex } from "../../src/analysis/index/lexical_index.ts";
import { nearestChunks } from "../../src/analysis/vectors/nearest.ts";
import { quantise, unit } from "../../src/analysis/vectors/quantise.ts";
import { HASH_BYTES, hex, VectorStore } from "../../src/analysis/vectors/vector_store.ts";
import type { EngineContent, EngineSpace, VectorEngine } from "../../src/model/engine.ts";
import { openStore } from "./index_kit.ts";

/** The store beside the index, seen as an engine: so that one suite holds for all that keeps vectors. */
export function localEngine(folder: string, { provider, model }: EngineSpace): VectorEngine {
  const { database } = openStore(folder)!;
  const store = new VectorStore(database);
  const isOurs = (): boolean => store.space?.provider === provider && store.space.model === model;
  const numberOf = (key: string): number =>
    store.numberOf(key) || Number(database.run("INSERT INTO blob (key) VALUES (?)", bytesOf(key)));
  return {
    known: (contents) => {
      const there = isOurs() ? store.contents() : new Map();
      const known = contents.filter((key) => there.has(store.numberOf(key)));
      return Promise.resolve({ ok: true, known, ...(isOurs() && { dimension: store.space!.dimension }) });
    },
    add: (contents, { dimension }) => {
      const embedded = contents.map((one) => {
        const content = database.write(() => numberOf(one.content))!;
        const vectors = vectorsOf(one, dimension);
        const hashes = new Uint8Array(vectors.length * HASH_BYTES);
        return { content, key: store.keyOf(content), hashes, ...quantise(vectors, dimension) };
      });
      store.add({ provider, model, dimension }, embedded);
      return Promise.resolve({ ok: true, added: contents.length });
    },
    nearest: (query, { most }) => {
      if (!isOurs()) return Promise.resolve({ ok: true, near: [] });
      const contents = [...store.contents()];
      const first = contents.map((_, at) => contents.slice(0, at).reduce((sum, [, count]) => sum + count, 0));
      const files = {
        count: contents.length,
        blobs: contents.map(([number]) => number),
        chunkCount: contents.map(([, count]) => count),
        firstChunk: first,
      };
      const { chunks } = nearestChunks({ files } as unknown as LexicalIndex, store, unit(query)!);
      const near = chunks.slice(0, most).map(({ file, chunk, similarity }) => ({
        content: hex(store.keyOf(files.blobs[file]!)),
        chunk: chunk - first[file]!,
        similarity,
      }));
      return Promise.resolve({ ok: true, near });
    },
  };
}

function vectorsOf({ chunks, values }: EngineContent, dimension: number): (Float32Array | undefined)[] {
  const vectors: (Float32Array | undefined)[] = new Array(Math.max(...chunks) + 1).fill(undefined);
  chunks.forEach((chunk, at) => {
    vectors[chunk] = Float32Array.from(values.subarray(at * dimension, (at + 1) * dimension));
  });
  return vectors;
}

function bytesOf(key: string): Uint8Array {
  return Uint8Array.from(key.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
