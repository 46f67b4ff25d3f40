import type { SendableText } from "../../model/brands.ts";
import { fileText } from "../../model/decode.ts";
import type { EmbeddingSpace } from "../../model/embedding_space.ts";
import type { LexicalIndex } from "../lexical_index.ts";
import type { BlobHash, WorkTree } from "../ports.ts";
import { embeddedFiles } from "./coverage.ts";
import { cutOf, passagesOf } from "./passages.ts";
import { quantise, storedBytes, stretched } from "./quantise.ts";
import type { Place } from "./vector_pages.ts";
import { HASH_BYTES, hex } from "./vector_pages.ts";
import type { EmbeddedContent, VectorTarget } from "./vector_store.ts";
import { bytesPerChunk } from "./vector_store.ts";

/** What a build needs. */
export interface BuildTools {
  readonly index: LexicalIndex;
  readonly store: VectorTarget;
  readonly tree: WorkTree;
  readonly hash: BlobHash;
  /** The whole text of a file with its secrets taken out; undefined when nothing of it may leave. */
  readonly cleaned: (text: string) => string | undefined;
  /** What may be sent of a passage. */
  readonly sendable: (passage: string) => SendableText;
}

/** Passages that wait for their vectors, in order. */
export interface PassageBatch {
  readonly id: number;
  readonly texts: readonly SendableText[];
}

/** How far a build is. */
export interface BuildProgress {
  /** Chunks looked at, and all that are to be looked at. */
  readonly done: number;
  readonly total: number;
  /** Chunks that were sent to the model. */
  readonly embedded: number;
  /** Chunks whose vector was taken over from an equal one. */
  readonly reused: number;
  /** Chunks past the bound of the store: they are found by their words alone. */
  readonly beyond: number;
}

/** Before the first reply the dimension is unknown; most models have this or less. */
const USUAL_DIMENSION = 1024;
/** Chunks after which what is finished is stored. */
const STORED_AT_ONCE = 512;
const KEY_HASH_BYTES = 20;

/** A content whose passages are on their way. */
interface OpenContent {
  readonly key: Uint8Array;
  readonly cut: number;
  readonly hashes: Uint8Array;
  readonly vectors: (Float32Array | undefined)[];
  waiting: number;
}

interface Waiting {
  readonly of: OpenContent;
  readonly chunk: number;
  readonly text: SendableText;
}

/**
 * Builds the vectors of a work tree: what has none yet is cut into passages and handed out in batches, and stored content
 * by content as the vectors come back, so that it can be interrupted at any time and goes on from there.
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

  /** @param isFresh true: vectors that are stored already do not count */
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
    this.#total = chunksIn(index, this.#todo);
    this.#known = isOurs && this.#todo.length > 0 ? store.passages() : new Map();
  }

  /** Files whose content has no vectors yet. */
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

  /** The next passages, at most `most` of them; undefined when all were handed out. */
  next(most: number): PassageBatch | undefined {
    while (this.#queue.length < most && this.#next < this.#todo.length) this.#open(this.#todo[this.#next++]!);
    const batch = this.#queue.splice(0, most);
    if (batch.length === 0) return undefined;
    this.#sent.set(++this.#lastId, batch);
    return { id: this.#lastId, texts: batch.map(({ text }) => text) };
  }

  /**
   * Takes the vectors of a batch. False when they are of another length than those that are stored: the build has to be
   * begun afresh.
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

  /** Stores what is finished. False when it could not be written now; it is kept for the next time. */
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

  /** Cuts a file into passages; one that changed since it was indexed waits for the next build. */
  #open(file: number): void {
    const { index, store, tree, hash, cleaned, sendable } = this.tools;
    const count = index.files.chunkCount[file]!;
    const key = store.keyOf(index.files.blobs[file]!);
    const bytes = tree.read(index.files.paths[file]!);
    const isSame = bytes !== undefined && hash(bytes).every((byte, at) => byte === key[at]);
    const text = isSame && key.length >= KEY_HASH_BYTES
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
    const place = this.#known.get(hex(hash));
    const stored = place && this.tools.store.vectorAt(place);
    if (!stored || stored.length !== storedBytes(this.#dimension ?? 0)) return undefined;
    this.#reused++;
    return stretched(stored);
  }

  #finish(open: OpenContent): void {
    this.#done += open.vectors.length;
    this.#ready.push(open);
    this.#readyChunks += open.vectors.length;
  }
}

/** Chunks that would be embedded, and how long their passages are. */
export interface BuildEstimate {
  readonly files: number;
  readonly passages: number;
  /** UTF-16 units. */
  readonly characters: number;
}

/** What a build would send, without sending anything. */
export function estimateBuild(build: VectorBuild): BuildEstimate {
  let passages = 0;
  let characters = 0;
  for (let batch = build.next(1000); batch; batch = build.next(1000)) {
    passages += batch.texts.length;
    characters += batch.texts.reduce((sum, text) => sum + text.length, 0);
  }
  return { files: build.files, passages, characters };
}

/** The files whose content has no vectors yet, as far as the store's bound allows. */
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

function chunksIn({ files }: LexicalIndex, numbers: readonly number[]): number {
  return numbers.reduce((sum, file) => sum + files.chunkCount[file]!, 0);
}
