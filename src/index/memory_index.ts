import { roleOf } from "./roles.ts";
import { IndexView } from "./index_view.ts";
import { KINDS, type LexicalIndex } from "./lexical_index.ts";
import type { FileParser } from "../syntax/parser.ts";
import type { Segment } from "./segment.ts";
import { SegmentBuilder } from "./segment_builder.ts";
import { isStored, kindByPath, kindOfText, languageFor, readingOf, sourceText } from "./source_text.ts";
import { newSnapshot } from "./tree_snapshot.ts";

/** A file in memory. */
export interface MemoryFile {
  readonly path: string;
  readonly text: string;
}

/** Builds an index of in-memory texts; equivalent to the stored index of the same files. */
export function buildMemoryIndex(files: Iterable<MemoryFile>, parser: FileParser): LexicalIndex {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const snapshot = newSnapshot(sorted.map(({ path }) => ({ path, role: roleOf(path) })), 0);
  const languages = new Map<string, number>([["", 0]]);
  const builder = new SegmentBuilder();
  const known = new Map<string, number>();
  sorted.forEach(({ path, text }, number) => {
    const bytes = new TextEncoder().encode(text);
    let kind = kindByPath(path, bytes.length);
    if (kind === "source" || kind === "data" || kind === "generated") kind = kindOfText(path, bytes, text);
    snapshot.kinds[number] = KINDS.indexOf(kind);
    const language = languageFor(path, text);
    if (!isStored(kind, language)) return;
    if (!languages.has(language)) languages.set(language, languages.size);
    snapshot.languages[number] = languages.get(language)!;
    const reading = readingOf(path, kind, language);
    const key = `${language}\0${reading}\0${text}`;
    if (!known.has(key)) {
      builder.add(sourceText(text, { language, reading, parser }));
      known.set(key, builder.count);
    }
    snapshot.blobs[number] = known.get(key)!;
  });
  return new IndexView({ ...snapshot, languageNames: [...languages.keys()] }, [
    segmentReader(builder.finish()),
  ]);
}

/** A reader of an in-memory segment. */
export function segmentReader(segment: Segment): ConstructorParameters<typeof IndexView>[1][number] {
  return {
    columns: segment.columns,
    firstKeys: segment.firstKeys,
    names: () => new TextEncoder().encode(segment.names),
    block: (number) => segment.blocks[number] ?? new Uint8Array(0),
    parsed: (place) => segment.parsed[place],
  };
}
