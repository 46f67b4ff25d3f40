import type { EngineContent } from "../../model/semantic.ts";
import { type ContentKeys, type LexicalIndex, ROLES } from "../lexical_index.ts";
import { cutOf } from "./passages.ts";
import { SCALE_BYTES, storedBytes } from "./quantise.ts";
import type { Place } from "./vector_pages.ts";
import { toHex } from "../../model/hex.ts";
import type { EmbeddedContent, VectorTarget } from "./vector_store.ts";
import type { VectorSpace } from "./vectors.ts";

/** Returns the key of a blob. */
type KeyOf = (content: number) => Uint8Array;

/** The blobs of a tree to embed, by their name in the vector engine. */
export function embeddedKeys(index: LexicalIndex, keyOf: KeyOf): Map<string, number> {
  const keys = embeddedFiles(index).flatMap((file): [string, number][] => {
    const content = index.files.blobs[file]!;
    const key = keyOf(content);
    return key.length > 0 ? [[nameOf(key, cutOf(index, file)), content]] : [];
  });
  return new Map(keys);
}

/** Blob number of an engine's name if the blob is chunked the same way now; 0 otherwise. */
export function contentNamed(
  name: string,
  keys: Pick<ContentKeys, "numberOf">,
  cuts: ReadonlyMap<number, number>,
): number {
  const content = keys.numberOf(name.slice(0, -CUT_DIGITS));
  return cuts.get(content) === parseInt(name.slice(-CUT_DIGITS), 16) ? content : 0;
}

const CUT_DIGITS = 8;

function nameOf(key: Uint8Array, cut: number): string {
  return toHex(key) + cut.toString(16).padStart(CUT_DIGITS, "0");
}

/** Buffer for vectors that a remote engine stores: finished blobs wait here until the main thread sends them. */
export class EngineVectors implements VectorTarget {
  #waiting: EngineContent[] = [];
  /** The engine has its own limits. */
  readonly mostBytes = Infinity;

  /**
   * @param keyOf returns the key of a blob number of the index
   * @param known blobs the engine has, by number
   * @param space vector space of the engine; undefined if it has none
   */
  constructor(
    readonly keyOf: KeyOf,
    private readonly known: ReadonlyMap<number, number>,
    readonly space: VectorSpace | undefined,
  ) {}

  contents(): ReadonlyMap<number, number> {
    return this.known;
  }

  /** Empty: the engine is not queried for vectors of equal passages, so a changed file is embedded completely. */
  passages(): ReadonlyMap<string, Place> {
    return new Map();
  }

  vectorAt(): Uint8Array {
    return new Uint8Array(0);
  }

  add({ dimension }: VectorSpace, contents: readonly EmbeddedContent[]): boolean {
    this.#waiting.push(
      ...contents.map((one) => outgoing(one, dimension)).filter(({ chunks }) => chunks.length > 0),
    );
    return true;
  }

  /** Returns the blobs finished since the last call. */
  take(): readonly EngineContent[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }
}

/** Omits chunks without a vector. The signed bytes suffice, because the cosine does not depend on scale. */
function outgoing({ key, cut, vectors }: EmbeddedContent, dimension: number): EngineContent {
  const size = storedBytes(dimension);
  const view = new DataView(vectors.buffer, vectors.byteOffset, vectors.length);
  const chunks = Array.from({ length: vectors.length / size }, (_, chunk) => chunk)
    .filter((chunk) => view.getFloat32(chunk * size, true) > 0);
  const values = new Int8Array(chunks.length * dimension);
  chunks.forEach((chunk, at) => {
    const from = vectors.byteOffset + chunk * size + SCALE_BYTES;
    values.set(new Int8Array(vectors.buffer, from, dimension), at * dimension);
  });
  return { content: nameOf(key, cut), chunks, values };
}

/** Roles of embedded files, in embedding order. Data files are found only by their terms. */
const EMBEDDED_ROLES = ["code", "test", "doc"] as const;
/**
 * Fraction of embedded chunks that counts as complete: some chunks never get a vector, because their file must not be
 * sent or exceeds the store's limit.
 */
const NEARLY_ALL = 0.95;

/** The files to embed, one per blob: code, then tests, then documents, by path. */
export function embeddedFiles({ files }: LexicalIndex): number[] {
  const seen = new Set<number>();
  const chosen: number[] = [];
  for (const role of EMBEDDED_ROLES) {
    for (let file = 0; file < files.count; file++) {
      const content = files.blobs[file]!;
      if (ROLES[files.roles[file]!] !== role || content === 0 || files.chunkCount[file] === 0) continue;
      if (seen.has(content)) continue;
      seen.add(content);
      chosen.push(file);
    }
  }
  return chosen;
}

/**
 * Number of chunks with a vector, and number of all that get one; undefined once nearly all have one.
 *
 * @param stored blobs that have vectors, by number
 */
export function missingVectors(
  index: LexicalIndex,
  stored: ReadonlyMap<number, number>,
): { readonly done: number; readonly total: number } | undefined {
  let done = 0;
  let total = 0;
  for (const file of embeddedFiles(index)) {
    const chunks = index.files.chunkCount[file]!;
    total += chunks;
    if (stored.has(index.files.blobs[file]!)) done += chunks;
  }
  return done < total * NEARLY_ALL ? { done, total } : undefined;
}
