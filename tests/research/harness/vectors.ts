import type { LexicalIndex } from "../../../src/index/lexical_index.ts";
import { ROLES } from "../../../src/index/lexical_index.ts";
import type { CodePage } from "../../../src/index/vectors/first_pass.ts";
import { LONGEST_PASSAGE, passagesOf } from "../../../src/index/vectors/passages.ts";
import type { Quantised } from "../../../src/index/vectors/quantise.ts";
import { codeBytes, quantise, storedBytes } from "../../../src/index/vectors/quantise.ts";
import type { Vectors, VectorSpace } from "../../../src/index/vectors/vectors.ts";
import { eachBlob } from "./mirror.ts";

/** Makes vectors of texts; all of one length. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Passages per call. */
const BATCH = 256;

/** The vectors of one repository's contents, of all commits asked for so far; in memory. */
export class MemoryVectors implements Vectors {
  space: VectorSpace | undefined;
  readonly #contents = new Map<number, Quantised>();

  constructor(private readonly gitDir: string, private readonly embed: Embed) {}

  /** Embeds what a commit's files hold, as `auto-tools index --semantic` would. */
  async add(index: LexicalIndex, shaOf: (file: number) => string): Promise<void> {
    const files = new Map<string, number[]>();
    const seen = new Set<number>();
    for (let file = 0; file < index.files.count; file++) {
      const content = index.files.blobs[file]!;
      if (content === 0 || ROLES[index.files.roles[file]!] === "data" || index.files.chunkCount[file] === 0) {
        continue;
      }
      if (this.#contents.has(content) || seen.has(content)) continue;
      seen.add(content);
      files.set(shaOf(file), [...files.get(shaOf(file)) ?? [], file]);
    }
    const cut: { content: number; passages: (string | undefined)[] }[] = [];
    await eachBlob(this.gitDir, [...files.keys()], (sha, bytes) => {
      const text = new TextDecoder().decode(bytes);
      for (const file of files.get(sha) ?? []) {
        cut.push({ content: index.files.blobs[file]!, passages: passagesOf(index, file, text) });
      }
    });
    for (const { content, passages } of cut) await this.#store(content, passages);
  }

  *pages(): Generator<CodePage> {
    for (const [content, { codes }] of this.#contents) {
      const width = codeBytes(this.space?.dimension ?? 0);
      yield { contents: Uint32Array.of(content, codes.length / width), codes };
    }
  }

  vector(content: number, chunk: number): Uint8Array {
    const size = storedBytes(this.space?.dimension ?? 0);
    return this.#contents.get(content)?.vectors.subarray(chunk * size, (chunk + 1) * size) ??
      new Uint8Array(0);
  }

  async #store(content: number, passages: readonly (string | undefined)[]): Promise<void> {
    const vectors: (Float32Array | undefined)[] = passages.map(() => undefined);
    const wanted = passages.flatMap((passage, at) => passage === undefined ? [] : [at]);
    for (let from = 0; from < wanted.length; from += BATCH) {
      const places = wanted.slice(from, from + BATCH);
      const made = await this.embed(places.map((at) => passages[at]!.slice(0, LONGEST_PASSAGE)));
      places.forEach((at, i) => vectors[at] = made[i]);
      this.space ??= { provider: "test", model: "test", dimension: made[0]!.length };
    }
    if (this.space) this.#contents.set(content, quantise(vectors, this.space.dimension));
  }
}
