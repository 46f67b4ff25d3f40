import { fileText } from "../../model/decode.ts";
import type { ParsedFile } from "../../syntax/parsed_file.ts";
import type { FileParser } from "../../syntax/parser.ts";
import { DictionaryWriter, eachEntry } from "../dictionary.ts";
import type { IndexStore, StoredSegment } from "../index_store.ts";
import { type Merged, mergeSegments } from "../merge_segments.ts";
import { compress, decompress } from "../../platform/compression.ts";
import { NameTable } from "../name_table.ts";
import { decodeParsed, encodeParsed, LARGEST_RECORD } from "../parsed_codec.ts";
import { DEFINITION, REFERENCE } from "../segment.ts";
import { languageFor, readingOf, sourceText } from "../source_text.ts";
import type { TreeSnapshot } from "../tree_snapshot.ts";
import { isAnchored } from "./anchored.ts";

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
