import type { IndexerTools } from "../content_indexer.ts";
import type { SendableText } from "../../model/brands.ts";
import { fileText } from "../../model/decode.ts";
import type { EmbeddingSpace } from "../../model/semantic.ts";
import { ID_BYTES, type LexicalIndex } from "../lexical_index.ts";
import { embeddedFiles } from "./engine_vectors.ts";
import { cutOf, passagesOf } from "./passages.ts";
import { quantise, storedBytes, unscaledValues } from "./quantise.ts";
import { HASH_BYTES, type Place } from "./vector_pages.ts";
import { toHex } from "../../model/hex.ts";
import { bytesPerChunk, type EmbeddedContent, type VectorTarget } from "./vector_store.ts";

/** Dependencies of a build. */
export interface BuildTools extends Pick<IndexerTools, "tree" | "hash"> {
  readonly index: LexicalIndex;
  readonly store: VectorTarget;
  /** Redacts the secrets of a whole file; undefined if none of it may be sent. */
  readonly cleaned: (text: string) => string | undefined;
  /** Returns the part of a passage that may be sent. */
  readonly sendable: (passage: string) => SendableText;
}

/** Passages waiting for their vectors, in order. */
export interface PassageBatch {
  readonly id: number;
  readonly texts: readonly SendableText[];
}

/** Progress of a build. */
export interface BuildProgress {
  /** Number of chunks processed. */
  readonly done: number;
  /** Number of chunks to process. */
  readonly total: number;
  /** Number of chunks sent to the model. */
  readonly embedded: number;
  /** Number of chunks whose vector was copied from an equal passage. */
  readonly reused: number;
  /** Number of chunks beyond the store's limit; they are found only by their terms. */
  readonly beyond: number;
}

/** Dimension assumed before the first reply; most models have this or fewer. */
const USUAL_DIMENSION = 1024;
/** Number of finished chunks after which they are stored. */
const STORED_AT_ONCE = 512;

/** A blob whose passages are being embedded. */
interface OpenContent extends Pick<EmbeddedContent, "key" | "cut" | "hashes"> {
  readonly vectors: (Float32Array | undefined)[];
  waiting: number;
}

interface Waiting {
  readonly of: OpenContent;
  readonly chunk: number;
  readonly text: SendableText;
}

/**
 * Builds the vectors of a work tree: blobs without vectors are cut into passages, sent in batches, and stored blob by
 * blob when the vectors arrive. Can be interrupted at any time and resumes from the stored state.
 */
export class VectorBuild {
  readonly #todo: readonly number[];
  readonly #beyond: number;
  readonly #total: number;
  #next = 0;
  #done = 0;
  #embedded = 0;
  #reused = 0;
  #dimension: number | undefined;
  #queue: Waiting[] = [];
  readonly #sent = new Map<number, readonly Waiting[]>();
  #lastId = 0;
  #ready: OpenContent[] = [];
  #readyChunks = 0;
  readonly #known: ReadonlyMap<string, Place>;

  /** @param isFresh true: ignore vectors already stored */
  constructor(private readonly tools: BuildTools, private readonly model: EmbeddingSpace, isFresh = false) {
    const { store, index } = tools;
    const { space } = store;
    const isOurs = !isFresh && space?.provider === model.provider && space.model === model.model;
    this.#dimension = isOurs ? space.dimension : undefined;
    const stored = isOurs ? store.contents() : new Map<number, number>();
    const files = missingFiles(index, stored, {
      dimension: this.#dimension ?? USUAL_DIMENSION,
      mostBytes: store.mostBytes,
    });
    this.#todo = files.todo;
    this.#beyond = files.beyond;
    this.#total = this.#todo.reduce((sum, file) => sum + index.files.chunkCount[file]!, 0);
    this.#known = isOurs && this.#todo.length > 0 ? store.passages() : new Map();
  }

  /** Number of files whose blob has no vectors yet. */
  get files(): number {
    return this.#todo.length;
  }

  get progress(): BuildProgress {
    return {
      done: this.#done,
      total: this.#total,
      embedded: this.#embedded,
      reused: this.#reused,
      beyond: this.#beyond,
    };
  }

  /** Returns the next passages, at most `most`; undefined after the last batch. */
  next(most: number): PassageBatch | undefined {
    while (this.#queue.length < most && this.#next < this.#todo.length) this.#open(this.#todo[this.#next++]!);
    const batch = this.#queue.splice(0, most);
    if (batch.length === 0) return undefined;
    this.#sent.set(++this.#lastId, batch);
    return { id: this.#lastId, texts: batch.map(({ text }) => text) };
  }

  /**
   * Accepts the vectors of a batch. Returns false if their dimension differs from the stored ones: the build must be
   * restarted with `isFresh`.
   */
  take(id: number, vectors: readonly Float32Array[], dimension: number): boolean {
    this.#dimension ??= dimension;
    if (dimension !== this.#dimension) return false;
    const batch = this.#sent.get(id) ?? [];
    this.#sent.delete(id);
    batch.forEach(({ of, chunk }, at) => {
      of.vectors[chunk] = vectors[at];
      of.waiting--;
      this.#embedded++;
      if (of.waiting === 0) this.#finish(of);
    });
    if (this.#readyChunks >= STORED_AT_ONCE) this.store();
    return true;
  }

  /** Stores the finished blobs. Returns false if they could not be written now; they are retained for the next call. */
  store(): boolean {
    if (this.#ready.length === 0 || this.#dimension === undefined) return true;
    const { provider, model } = this.model;
    const space = { provider, model, dimension: this.#dimension };
    const contents = this.#ready.map(({ key, cut, hashes, vectors }): EmbeddedContent => ({
      key,
      cut,
      hashes,
      ...quantise(vectors, space.dimension),
    }));
    if (!this.tools.store.add(space, contents)) return false;
    this.#ready = [];
    this.#readyChunks = 0;
    return true;
  }

  /** Cuts a file into passages; a file changed since it was indexed is left to the next build. */
  #open(file: number): void {
    const { index, store, tree, hash, cleaned, sendable } = this.tools;
    const count = index.files.chunkCount[file]!;
    const key = store.keyOf(index.files.blobs[file]!);
    const bytes = tree.read(index.files.paths[file]!);
    const isSame = bytes !== undefined && hash(bytes).every((byte, at) => byte === key[at]);
    const text = isSame && key.length >= ID_BYTES
      ? cleaned(fileText(index.files.paths[file]!, bytes))
      : undefined;
    if (text === undefined) {
      this.#done += count;
      return;
    }
    const hashes = new Uint8Array(count * HASH_BYTES);
    const cut = cutOf(index, file);
    const open: OpenContent = { key, cut, hashes, vectors: new Array(count).fill(undefined), waiting: 0 };
    passagesOf(index, file, text).forEach((passage, chunk) => {
      if (passage === undefined) return;
      const sent = sendable(passage);
      const name = hash(new TextEncoder().encode(sent)).subarray(0, HASH_BYTES);
      hashes.set(name, chunk * HASH_BYTES);
      const known = this.#storedVector(name);
      if (known) open.vectors[chunk] = known;
      else {
        open.waiting++;
        this.#queue.push({ of: open, chunk, text: sent });
      }
    });
    if (open.waiting === 0) this.#finish(open);
  }

  #storedVector(hash: Uint8Array): Float32Array | undefined {
    const place = this.#known.get(toHex(hash));
    const stored = place && this.tools.store.vectorAt(place);
    if (!stored || stored.length !== storedBytes(this.#dimension ?? 0)) return undefined;
    this.#reused++;
    return unscaledValues(stored);
  }

  #finish(open: OpenContent): void {
    this.#done += open.vectors.length;
    this.#ready.push(open);
    this.#readyChunks += open.vectors.length;
  }
}

/** Estimated size of a build. */
export interface BuildEstimate {
  readonly files: number;
  readonly passages: number;
  /** Length of the passages in UTF-16 code units. */
  readonly characters: number;
}

/** Estimates a build without sending anything. */
export function estimateBuild(build: VectorBuild): BuildEstimate {
  let passages = 0;
  let characters = 0;
  for (let batch = build.next(1000); batch; batch = build.next(1000)) {
    passages += batch.texts.length;
    characters += batch.texts.reduce((sum, text) => sum + text.length, 0);
  }
  return { files: build.files, passages, characters };
}

/** Files whose blob has no vectors yet, within the store's limit. */
function missingFiles(
  index: LexicalIndex,
  stored: ReadonlyMap<number, number>,
  { dimension, mostBytes }: { readonly dimension: number; readonly mostBytes: number },
): { readonly todo: readonly number[]; readonly beyond: number } {
  const todo: number[] = [];
  let room = Math.floor(mostBytes / bytesPerChunk(dimension));
  let beyond = 0;
  for (const file of embeddedFiles(index)) {
    const chunks = index.files.chunkCount[file]!;
    if (chunks > room) beyond += chunks;
    else {
      room -= chunks;
      if (!stored.has(index.files.blobs[file]!)) todo.push(file);
    }
  }
  return { todo, beyond };
}
