import { fromHex, toHex } from "../../src/model/hex.ts";
import { withChecksum } from "../../src/platform/checksum.ts";
import type { ContentKeys, LexicalIndex } from "../../src/index/lexical_index.ts";
import { nearestChunks } from "../../src/index/vectors/nearest.ts";
import { quantise, unit } from "../../src/index/vectors/quantise.ts";
import { HASH_BYTES } from "../../src/index/vectors/vector_pages.ts";
import { vectorsName } from "../../src/index/vectors/vector_files.ts";
import { VectorStore } from "../../src/index/vectors/vector_store.ts";
import type { EngineContent, EngineSpace, VectorEngine } from "../../src/model/semantic.ts";
import { openVectors } from "./index_kit.ts";

/** The store beside the index, seen as an engine: so that one suite holds for all that keeps vectors. */
export function localEngine(folder: string, { provider, model }: EngineSpace): VectorEngine {
  const keys = new EveryKey();
  const name = vectorsName({ provider, model });
  const open = (): VectorStore =>
    new VectorStore(keys, () => new Map(), (create) => openVectors(folder, name, create));
  return {
    known: (contents) => {
      contents.forEach((key) => keys.numberOf(key));
      const store = open();
      const there = store.contents();
      const known = contents.filter((key) => there.has(keys.numberOf(key)));
      return Promise.resolve({ ok: true, known, ...(store.space && { dimension: store.space.dimension }) });
    },
    add: (contents, { dimension }) => {
      const embedded = contents.map((one) => {
        const vectors = vectorsOf(one, dimension);
        const hashes = new Uint8Array(vectors.length * HASH_BYTES);
        return {
          key: keys.keyOf(keys.numberOf(one.content)),
          cut: 0,
          hashes,
          ...quantise(vectors, dimension),
        };
      });
      open().add({ provider, model, dimension }, embedded);
      return Promise.resolve({ ok: true, added: contents.length });
    },
    nearest: (query, { most }) => {
      const store = open();
      if (!store.space) return Promise.resolve({ ok: true, near: [] });
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
        content: toHex(store.keyOf(files.blobs[file]!)),
        chunk: chunk - first[file]!,
        similarity,
      }));
      return Promise.resolve({ ok: true, near });
    },
  };
}

/** An index that knows every content it was ever asked for. */
class EveryKey implements ContentKeys {
  readonly #numbers = new Map<string, number>();

  numbers(): string {
    // As a database has them: with the checksum that is stored behind each.
    const stored = (key: string): string => toHex(withChecksum(fromHex(key)));
    return JSON.stringify(
      Object.fromEntries([...this.#numbers].map(([key, number]) => [stored(key).toUpperCase(), number])),
    );
  }

  keyOf(content: number): Uint8Array {
    const key = [...this.#numbers].find(([, number]) => number === content)?.[0] ?? "";
    return fromHex(key);
  }

  numberOf(key: string): number {
    if (!this.#numbers.has(key)) this.#numbers.set(key, this.#numbers.size + 1);
    return this.#numbers.get(key)!;
  }
}

function vectorsOf({ chunks, values }: EngineContent, dimension: number): (Float32Array | undefined)[] {
  const vectors: (Float32Array | undefined)[] = new Array(Math.max(...chunks) + 1).fill(undefined);
  chunks.forEach((chunk, at) => {
    vectors[chunk] = Float32Array.from(values.subarray(at * dimension, (at + 1) * dimension));
  });
  return vectors;
}
