import { ID_BYTES, type IndexedKind, KINDS } from "../lexical_index.ts";
import { toHex } from "../../model/hex.ts";
import type { CleanIds } from "../../platform/git_index.ts";
import { contentKey, languageFor, readingOf, sourceText } from "../content_indexer.ts";
import type { IndexStore, StoredSegment } from "../index_store.ts";
import { type Merged, mergeSegments } from "../merge_segments.ts";
import type { WorkTree } from "../../platform/work_tree.ts";
import type { FileTimes } from "../../platform/stat_table.ts";
import type { Published, PublishedContent } from "../tree_status.ts";
import type { TreeSnapshot } from "../tree_snapshot.ts";
import type { Part } from "./part.ts";
import type { FileListing, PublishedFile } from "./published_files.ts";
import { fileText } from "../../model/decode.ts";
import type { ParsedFile } from "../../syntax/parsed_file.ts";
import type { FileParser } from "../../syntax/parser.ts";
import { DictionaryWriter, eachEntry } from "../dictionary.ts";
import { compress, decompress } from "../../platform/compression.ts";
import { NameTable } from "../segment_builder.ts";
import { decodeParsed, encodeParsed, LARGEST_RECORD } from "../parsed_codec.ts";
import { DEFINITION, REFERENCE } from "../segment.ts";
import { isAnchored } from "./anchored.ts";

/** Publishing the index of a commit, and using a published index. */

/** Maximum number of chunks of a part, about 20 MB; a blob with more chunks is a part of its own. */
const MOST_CHUNKS = 40_000;

/** A published index's files, matched against this work tree. */
export class FetchedFiles implements Published {
  readonly #numbers: ReadonlyMap<string, number>;

  /** @param clean returns the git object id of a file that is unmodified here */
  constructor(private readonly listing: FileListing, private readonly clean: CleanIds) {
    this.#numbers = new Map(listing.paths.map((path, number) => [path, number]));
  }

  find(path: string, stat: FileTimes): PublishedContent | undefined {
    const number = this.#numberOf(path, stat);
    return number === undefined ? undefined : this.#contentOf(path, number);
  }

  /** Numbers of the parts with blobs of the tree that the store lacks, ascending. */
  missingParts(tree: WorkTree, store: IndexStore): number[] {
    const parts = new Set<number>();
    // Last to first, like the status checks.
    for (const { path } of tree.list().toReversed()) {
      const listed = this.#numbers.get(path);
      const part = listed === undefined ? -1 : this.listing.parts[listed]!;
      if (part < 0 || parts.has(part)) continue;
      const stat = tree.stat(path);
      const key = stat && this.find(path, stat)?.key;
      if (key && store.blobOf(key) === 0) parts.add(part);
    }
    return [...parts].sort((a, b) => a - b);
  }

  /** Index of a file in the listing if it has the same content here. */
  #numberOf(path: string, stat: FileTimes): number | undefined {
    const number = this.#numbers.get(path);
    if (number === undefined || this.listing.sizes[number] !== stat.size) return undefined;
    const id = this.clean(path, stat);
    if (id === undefined) return undefined;
    for (let at = 0; at < ID_BYTES; at++) {
      if (this.listing.ids[number * ID_BYTES + at] !== id[at]) return undefined;
    }
    return number;
  }

  #contentOf(path: string, number: number): PublishedContent {
    const { kinds, languages, languageNames, parts, ids } = this.listing;
    const kind = KINDS[kinds[number]!]!;
    const language = languageNames[languages[number]!]!;
    if (parts[number]! < 0 || (kind !== "source" && kind !== "data")) {
      return { kind, language, key: undefined };
    }
    const id = ids.subarray(number * ID_BYTES, (number + 1) * ID_BYTES);
    return { kind, language, key: contentKey(id, language, readingOf(path, kind, language)) };
  }
}

/** The published data of a commit. */
export interface Publication {
  /** The commit's files that are unmodified here, with their part numbers. */
  readonly files: readonly PublishedFile[];
  /** Builds one part after the other. */
  parts(): Iterable<Part>;
}

/** Selection of the files to publish. */
export interface PublishOptions {
  readonly snapshot: TreeSnapshot;
  readonly clean: CleanIds;
  /** Git object ids of the commit's files by path; no other file is published. */
  readonly committed: ReadonlyMap<string, string>;
  readonly stat: (path: string) => FileTimes | undefined;
}

/** Prepares the index of a commit: its files that are unmodified here, and their stored blobs. */
export function publish(store: IndexStore, options: PublishOptions): Publication {
  const keys = store.contentKeys();
  const files = committedFiles(options, keys);
  const wanted = new Set(files.flatMap(({ number }) => (number > 0 ? [number] : [])));
  const plans = store.segments().map((segment) => ({ segment, ranges: rangesOf(segment, wanted) }));
  const partOf = new Map(
    plans.flatMap(({ ranges }) => ranges).flatMap((contents, part) =>
      [...contents].map((content) => [content, part])
    ),
  );
  return {
    files: files.map(({ file, number }) => ({ ...file, part: partOf.get(number) ?? -1 })),
    *parts() {
      for (const { segment, ranges } of plans) {
        for (const contents of ranges) yield partFrom(segment, contents, keys);
      }
    },
  };
}

/** Splits the wanted blobs of a segment into sets, one per part. */
function rangesOf(segment: StoredSegment, wanted: ReadonlySet<number>): ReadonlySet<number>[] {
  const ranges: ReadonlySet<number>[] = [];
  let contents = new Set<number>();
  let chunks = 0;
  const { blobs, firstChunk } = segment.columns;
  blobs.forEach((content, place) => {
    if (!wanted.has(content)) return;
    const own = firstChunk[place + 1]! - firstChunk[place]!;
    if (contents.size > 0 && chunks + own > MOST_CHUNKS) {
      ranges.push(contents);
      [contents, chunks] = [new Set<number>(), 0];
    }
    contents.add(content);
    chunks += own;
  });
  return contents.size > 0 ? [...ranges, contents] : ranges;
}

function partFrom(
  segment: StoredSegment,
  contents: ReadonlySet<number>,
  keys: ReadonlyMap<number, Uint8Array>,
): Part {
  const blocks: Uint8Array[] = [];
  const merged = mergeSegments([segment], (content) => contents.has(content), (block) => blocks.push(block));
  const { blobs } = merged.columns;
  const parsed: Uint8Array[] = [];
  segment.columns.blobs.forEach((content, place) => {
    if (contents.has(content)) parsed.push(segment.parsed(place) ?? new Uint8Array(0));
  });
  const columns = { ...merged.columns, blobs: blobs.map((_, place) => place + 1) };
  return {
    keys: [...blobs].map((content) => keys.get(content)!),
    segment: { ...merged, columns, blocks, parsed },
  };
}

function committedFiles(
  { snapshot, clean, committed, stat }: PublishOptions,
  keys: ReadonlyMap<number, Uint8Array>,
): { readonly file: PublishedFile; readonly number: number }[] {
  return snapshot.paths.flatMap((path, at) => {
    const kind: IndexedKind = KINDS[snapshot.kinds[at]!] ?? "pending";
    // Generated files are published without their blobs.
    const number = kind === "generated" ? 0 : snapshot.blobs[at]!;
    const id = committed.get(path);
    const times = stat(path);
    const key = keys.get(number);
    // Object id of the indexed blob, or git's if no blob is stored. With converted line endings the two differ, and the
    // file is skipped.
    const own = key ? key.subarray(0, ID_BYTES) : times && clean(path, times);
    const found = own && toHex(own);
    if (!id || !times || found !== id || kind === "pending" || kind === "missing") return [];
    const language = snapshot.languageNames[snapshot.languages[at]!] ?? "";
    return [{ number, file: { path, id, size: times.size, kind, language, part: -1 } }];
  });
}

/** Dependencies of {@link vouch}. */
export interface VouchTools {
  readonly store: IndexStore;
  readonly snapshot: TreeSnapshot;
  readonly read: (path: string) => Uint8Array | undefined;
  readonly parser: FileParser;
}

/**
 * Verifies segments from another machine and marks them as local: every record is checked against its file, reparsed if
 * it fails, and the name tables are rebuilt from the records. Only the term frequencies remain unverified; they affect
 * ranking and are never displayed. Blobs outside the work tree are dropped.
 */
export function vouch(tools: VouchTools): void {
  const { store, snapshot } = tools;
  const paths = new Map<number, string>();
  snapshot.paths.forEach((path, file) => snapshot.blobs[file]! > 0 && paths.set(snapshot.blobs[file]!, path));
  for (const segment of store.segments().filter(({ isFetched }) => isFetched)) {
    const live = store.referencedBlobs();
    const records = recordsOf(segment, paths, tools);
    const keeps = (content: number): boolean => live.has(content);
    // Another work tree references unverified blobs: the segment is left unchanged.
    if (segment.columns.blobs.some((content) => live.has(content) && !records.has(content))) continue;
    const known = { collected: store.collected(), live, isFetched: false };
    store.replace([segment], keeps, known, (block) => {
      const blocks: Uint8Array[] = [];
      const merged = mergeSegments([segment], keeps, (made) => blocks.push(made));
      return withNames(merged, blocks, { records, block });
    });
  }
}

/** The verified records of the segment's blobs in the work tree. */
function recordsOf(
  segment: StoredSegment,
  paths: ReadonlyMap<number, string>,
  tools: VouchTools,
): ReadonlyMap<number, ParsedFile> {
  const records = new Map<number, ParsedFile>();
  segment.columns.blobs.forEach((content, place) => {
    const path = paths.get(content);
    const bytes = path === undefined ? undefined : tools.read(path);
    if (path === undefined || bytes === undefined) return;
    const text = fileText(path, bytes);
    const packed = segment.parsed(place);
    const record = packed && decompress(packed, LARGEST_RECORD);
    const parsed = record && decodeParsed(record);
    records.set(
      content,
      parsed && isAnchored(parsed, text) ? parsed : parsedAnew(content, { path, text }, tools),
    );
  });
  return records;
}

function parsedAnew(
  content: number,
  { path, text }: { readonly path: string; readonly text: string },
  { store, parser }: VouchTools,
): ParsedFile {
  const language = languageFor(path, text);
  // Data is indexed as one string and has no names.
  const reading = readingOf(path, "source", language);
  const { parsed } = sourceText(text, { language, reading, parser });
  store.setRecord(content, compress(encodeParsed(parsed)));
  return parsed;
}

/** Rebuilds the name tables of a segment from records; a blob without a record has no names. */
function withNames(
  merged: Merged,
  blocks: readonly Uint8Array[],
  { records, block: store }: {
    readonly records: ReadonlyMap<number, ParsedFile>;
    readonly block: (block: Uint8Array) => void;
  },
): Merged {
  const definitions = new NameTable();
  const references = new NameTable();
  merged.columns.blobs.forEach((content, place) => {
    const parsed = records.get(content);
    parsed?.definitions.forEach((definition, index) => definitions.addDefinition(place, index, definition));
    for (const reference of parsed?.references ?? []) references.addReference(place, reference);
  });
  const dictionary = new DictionaryWriter(store);
  definitions.write(DEFINITION, dictionary);
  references.write(REFERENCE, dictionary);
  for (const block of blocks) {
    eachEntry(block, (key, data) => {
      if (!key.startsWith(DEFINITION) && !key.startsWith(REFERENCE)) dictionary.add(key, data);
    });
  }
  dictionary.finish();
  return { ...merged, firstKeys: dictionary.firstKeys };
}
