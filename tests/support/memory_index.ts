import { roleOf } from "../../src/index/roles.ts";
import { IndexView } from "../../src/index/index_view.ts";
import { KINDS, type LexicalIndex } from "../../src/index/lexical_index.ts";
import { segmentReader } from "../../src/index/segment.ts";
import type { FileParser } from "../../src/syntax/parser.ts";
import { SegmentBuilder } from "../../src/index/segment_builder.ts";
import {
  isStored,
  kindByPath,
  kindOfText,
  languageFor,
  readingOf,
  sourceText,
} from "../../src/index/content_indexer.ts";
import { newSnapshot } from "../../src/index/tree_snapshot.ts";

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
      known.set(key, known.size + 1);
    }
    snapshot.blobs[number] = known.get(key)!;
  });
  return new IndexView({ ...snapshot, languageNames: [...languages.keys()] }, [
    segmentReader(builder.finish()),
  ]);
}
