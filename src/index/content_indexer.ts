import { fileText } from "../model/decode.ts";
import type { IndexStore } from "./index_store.ts";
import type { IndexedKind } from "./lexical_index.ts";
import type { FileParser } from "../syntax/parser.ts";
import { collectGarbage } from "../platform/memory.ts";
import type { BlobHash, WorkTree } from "./ports.ts";
import type { Segment } from "./segment.ts";
import { SegmentBuilder } from "./segment_builder.ts";
import {
  isStored,
  kindByPath,
  kindOfText,
  languageFor,
  type Reading,
  readingOf,
  sourceText,
} from "./source_text.ts";

/** Garbage is collected once in so many batches. After every second one Linux 6.12 takes some seconds more, and 40 MB less. */
const BATCHES_PER_COLLECTION = 4;

/** What reads and parses files. */
export interface IndexerTools {
  readonly tree: WorkTree;
  readonly hash: BlobHash;
  readonly parser: FileParser;
}

/** What became of a file. */
export interface Taken {
  readonly kind: IndexedKind;
  readonly language: string;
  /** Number of the content in the store, 0 when it has none (yet). */
  readonly blob: number;
  /** Place among the contents that are not stored yet, -1 when it is none of them. */
  readonly place: number;
}

/** A segment that is not stored, with the keys of its contents. */
export interface Batch {
  readonly segment: Segment;
  readonly keys: readonly Uint8Array[];
}

/** Reads files one by one; contents that the store does not know are parsed and collected for the next segment. */
export class ContentIndexer {
  #builder = new SegmentBuilder();
  #keys: Uint8Array[] = [];
  readonly #places = new Map<string, number>();
  /** Files whose content had to be parsed. */
  parsed = 0;
  /** Batches that were finished. */
  #finished = 0;

  constructor(private readonly store: IndexStore | undefined, private readonly tools: IndexerTools) {}

  /** Characters collected for the next segment. */
  get characters(): number {
    return this.#builder.characters;
  }

  /** Contents collected for the next segment. */
  get count(): number {
    return this.#keys.length;
  }

  /** Reads one file of a size known from its directory entry. */
  take(path: string, size: number): Taken {
    const byPath = kindByPath(path, size);
    if (byPath !== "source" && byPath !== "data") return { kind: byPath, language: "", blob: 0, place: -1 };
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

  /** The collected contents as a segment; the next ones begin another. */
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
    // What is left of the batches before is large, and nothing of it is needed any more.
    if (this.#keys.length === 0 && this.#finished % BATCHES_PER_COLLECTION === BATCHES_PER_COLLECTION - 1) {
      collectGarbage();
    }
    this.#builder.add(sourceText(text, { language, reading, parser: this.tools.parser }));
    this.parsed++;
    this.#places.set(name, this.#keys.length);
    return this.#keys.push(key) - 1;
  }
}

/** The key of a content: git's hash of its bytes (20 bytes), then how they are read. */
export function contentKey(hash: Uint8Array, language: string, reading: Reading): Uint8Array {
  const suffix = new TextEncoder().encode(`${language}:${reading}`);
  const key = new Uint8Array(hash.length + suffix.length);
  key.set(hash);
  key.set(suffix, hash.length);
  return key;
}
