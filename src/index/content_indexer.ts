import { fileText } from "../model/decode.ts";
import type { IndexStore } from "./index_store.ts";
import type { IndexedKind } from "./lexical_index.ts";
import type { FileParser } from "../syntax/parser.ts";
import { collectGarbage } from "../platform/memory.ts";
import type { BlobHash } from "./ports.ts";
import type { WorkTree } from "../platform/work_tree.ts";
import type { Segment } from "./segment.ts";
import { SegmentBuilder } from "./segment_builder.ts";
import { isStored, kindByPath, kindOfText, languageFor, readingOf, sourceText } from "./source_text.ts";
import type { Reading } from "./source_text.ts";

/**
 * Batches per garbage collection. Collecting after every second batch takes some seconds longer on Linux 6.12 and saves
 * 40 MB.
 */
const BATCHES_PER_COLLECTION = 4;

/** Dependencies for reading and parsing files. */
export interface IndexerTools {
  readonly tree: WorkTree;
  readonly hash: BlobHash;
  readonly parser: FileParser;
}

/** Result of indexing one file. */
export interface FileResult {
  readonly kind: IndexedKind;
  readonly language: string;
  /** Id of the blob in the store; 0 if it is not (yet) stored. */
  readonly blob: number;
  /** Position in the current batch of new blobs; -1 if it is not in the batch. */
  readonly place: number;
}

/** A segment not yet stored, and the keys of its blobs. */
export interface Batch {
  readonly segment: Segment;
  readonly keys: readonly Uint8Array[];
}

/** Reads files one by one; parses blobs unknown to the store and collects them for the next segment. */
export class ContentIndexer {
  #builder = new SegmentBuilder();
  #keys: Uint8Array[] = [];
  readonly #places = new Map<string, number>();
  /** Number of files that had to be parsed. */
  parsed = 0;
  /** Number of finished batches. */
  #finished = 0;

  constructor(private readonly store: IndexStore | undefined, private readonly tools: IndexerTools) {}

  /** Number of characters collected for the next segment. */
  get characters(): number {
    return this.#builder.characters;
  }

  /** Number of blobs collected for the next segment. */
  get count(): number {
    return this.#keys.length;
  }

  /** Reads one file; `size` comes from its directory entry, in bytes. */
  take(path: string, size: number): FileResult {
    const byPath = kindByPath(path, size);
    if (byPath !== "source" && byPath !== "data" && byPath !== "generated") {
      return { kind: byPath, language: "", blob: 0, place: -1 };
    }
    const bytes = this.tools.tree.read(path);
    if (bytes === undefined) return { kind: "skipped", language: "", blob: 0, place: -1 };
    const text = fileText(path, bytes);
    const kind = kindOfText(path, bytes, text);
    const language = languageFor(path, text);
    if (!isStored(kind, language)) return { kind, language, blob: 0, place: -1 };
    const reading = readingOf(path, kind, language);
    const key = contentKey(this.tools.hash(bytes), language, reading);
    const blob = this.store?.blobOf(key) ?? 0;
    return { kind, language, blob, place: blob > 0 ? -1 : this.#place(key, text, language, reading) };
  }

  /** Returns the collected blobs as a segment and starts a new one. */
  finish(): Batch {
    const batch = { segment: this.#builder.finish(), keys: this.#keys };
    this.#builder = new SegmentBuilder();
    this.#keys = [];
    this.#places.clear();
    this.#finished++;
    return batch;
  }

  #place(key: Uint8Array, text: string, language: string, reading: Reading): number {
    const name = String.fromCharCode(...key);
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    // The memory of the batches before is large and no longer referenced.
    if (this.#keys.length === 0 && this.#finished % BATCHES_PER_COLLECTION === BATCHES_PER_COLLECTION - 1) {
      collectGarbage();
    }
    this.#builder.add(sourceText(text, { language, reading, parser: this.tools.parser }));
    this.parsed++;
    this.#places.set(name, this.#keys.length);
    return this.#keys.push(key) - 1;
  }
}

/** Key of a blob: its git hash (20 bytes), then `language:reading`. */
export function contentKey(hash: Uint8Array, language: string, reading: Reading): Uint8Array {
  const suffix = new TextEncoder().encode(`${language}:${reading}`);
  const key = new Uint8Array(hash.length + suffix.length);
  key.set(hash);
  key.set(suffix, hash.length);
  return key;
}
