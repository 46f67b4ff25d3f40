import { fromHex, toHex } from "../../model/hex.ts";
import type { CleanIds } from "../../platform/git_index.ts";
import type { Batch } from "../content_indexer.ts";
import { contentKey } from "../content_indexer.ts";
import type { IndexStore, StoredSegment } from "../index_store.ts";
import { type IndexedKind, KINDS } from "../lexical_index.ts";
import type { FileStat, WorkTree } from "../ports.ts";
import type { Published, PublishedContent } from "../refresh_options.ts";
import { readingOf } from "../source_text.ts";
import { type Cut, splitSegment } from "../split_segment.ts";
import type { TreeSnapshot } from "../tree_snapshot.ts";
import { nameOf } from "./bulk_load.ts";
import type { PublishedFile } from "./published_files.ts";

/** Publishing the index of a commit, and taking one over. */

/** Chunks of a part, at most, but for contents that have more alone: some 20 MB. */
const MOST_CHUNKS = 40_000;
/** Digits of a content's id. */
const ID_DIGITS = 40;

/** The files of a published index as this work tree may use them. */
export class FetchedFiles implements Published {
  readonly #files: ReadonlyMap<string, PublishedFile>;
  /** Numbers of contents that are stored, by {@link nameOf} their keys; of a store of which nothing was collected. */
  numbers: ReadonlyMap<string, number> | undefined;

  /** @param clean says which files here are as git wrote them */
  constructor(files: readonly PublishedFile[], private readonly clean: CleanIds) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  find(path: string, stat: FileStat): PublishedContent | undefined {
    const file = this.#files.get(path);
    if (file?.size !== stat.size || this.clean(path, stat) !== file.id) return undefined;
    const content = contentOf(file);
    const number = content.key && this.numbers?.get(nameOf(content.key));
    return number === undefined ? content : { ...content, number };
  }

  /** Numbers of the parts that hold contents of the tree which the store does not have, ascending. */
  missingParts(tree: WorkTree, store: IndexStore): number[] {
    const parts = new Set<number>();
    // From the last to the first, as the times of files are looked up.
    for (const { path } of tree.list().toReversed()) {
      const part = this.#files.get(path)?.part ?? -1;
      if (part < 0 || parts.has(part)) continue;
      const stat = tree.stat(path);
      const key = stat && this.find(path, stat)?.key;
      if (key && store.blobOf(key) === 0) parts.add(part);
    }
    return [...parts].sort((a, b) => a - b);
  }
}

function contentOf({ path, id, kind, language, part }: PublishedFile): PublishedContent {
  const isStored = part >= 0 && (kind === "source" || kind === "data");
  const key = isStored ? contentKey(fromHex(id), language, readingOf(path, kind, language)) : undefined;
  return { kind, language, key };
}

/** What is published of a commit. */
export interface Publication {
  /** Without the numbers of their parts, which are known once all parts are made. */
  readonly files: readonly PublishedFile[];
  /** One part after the other; those of one segment are in memory together. */
  parts(): Iterable<Batch>;
}

/** What of a work tree may be published. */
export interface PublishOptions {
  readonly snapshot: TreeSnapshot;
  readonly clean: CleanIds;
  /** Ids of the commit's files by their paths: nothing else is published. */
  readonly committed: ReadonlyMap<string, string>;
  readonly stat: (path: string) => FileStat | undefined;
}

/** The index of a commit: its files that are unchanged here, with the contents the store has of them. */
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
        const cuts = ranges.length > 0 ? splitSegment(segment, ranges) : [];
        for (const [at, cut] of cuts.entries()) yield partFrom(segment, ranges[at]!, { cut, keys });
      }
    },
  };
}

/** Cuts the wanted contents of a segment into ranges, one for each part. */
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
  { cut, keys }: { readonly cut: Cut; readonly keys: ReadonlyMap<number, Uint8Array> },
): Batch {
  const { blobs } = cut.columns;
  const parsed: Uint8Array[] = [];
  segment.columns.blobs.forEach((content, place) => {
    if (contents.has(content)) parsed.push(segment.parsed(place) ?? new Uint8Array(0));
  });
  const columns = { ...cut.columns, blobs: blobs.map((_, place) => place + 1) };
  return { keys: [...blobs].map((content) => keys.get(content)!), segment: { ...cut, columns, parsed } };
}

function committedFiles(
  { snapshot, clean, committed, stat }: PublishOptions,
  keys: ReadonlyMap<number, Uint8Array>,
): { readonly file: PublishedFile; readonly number: number }[] {
  return snapshot.paths.flatMap((path, at) => {
    const kind: IndexedKind = KINDS[snapshot.kinds[at]!] ?? "pending";
    // Of generated files only their names are published.
    const number = kind === "generated" ? 0 : snapshot.blobs[at]!;
    const id = committed.get(path);
    const times = stat(path);
    const key = keys.get(number);
    // The content that was read, or git's word where nothing is kept of it; with other line ends it is not what git keeps.
    const found = key ? toHex(key).slice(0, ID_DIGITS) : times && clean(path, times);
    if (!id || !times || found !== id || kind === "pending" || kind === "missing") return [];
    const language = snapshot.languageNames[snapshot.languages[at]!] ?? "";
    return [{ number, file: { path, id, size: times.size, kind, language, part: -1 } }];
  });
}
