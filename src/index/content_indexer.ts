import { fileText } from "../model/decode.ts";
import type { IndexStore } from "./index_store.ts";
import type { BlobHash, IndexedKind } from "./lexical_index.ts";
import type { FileParser } from "../syntax/parser.ts";
import { collectGarbage } from "../platform/memory.ts";
import type { WorkTree } from "../platform/work_tree.ts";
import type { Segment } from "./segment.ts";
import { SegmentBuilder, type SourceText } from "./segment_builder.ts";
import { SOURCE_BYTES } from "../platform/limits.ts";
import { classify, isNeverText } from "../syntax/classify.ts";
import type { LanguageConfig } from "../syntax/language_config.ts";
import { languageConfig, languageOf } from "../syntax/languages.ts";
import { manifestOf } from "../syntax/manifests.ts";
import { emptyRecord, type ParsedFile } from "../syntax/parsed_file.ts";
import { parseMacroTable } from "../syntax/macro_table.ts";
import { hasComments } from "./text_fields.ts";

/** Maximum size of indexed data, in bytes; longer data describes the data rather than the program. */
const DATA_LIMIT = 32 * 1024;
/** Captures the language in the path of a translation: `locale/zh_Hans/LC_MESSAGES/django.po`, `i18n/de.po`. */
const TRANSLATION = /(?:^|[/._-])([a-z]{2,3})(?:[_@-][A-Za-z]+)*(?:\/LC_MESSAGES\/[^/]+)?\.pot?$/;
/** Chinese messages in any format: `locales/zh-CN.json`, `i18n/zh_CN/menu.yaml`. */
const CHINESE =
  /(?:^|[/._-])zh(?:[_-](?:cn|hans))?(?:\/(?:[\w-]+\/)?[\w.-]+)?\.(?:json5?|ya?ml|properties|ini|xml|toml)$/i;

/** Kind of a file, derived from its path and size (bytes) alone. For `source` the text must be classified, too. */
export function kindByPath(path: string, size: number): IndexedKind {
  const kind = classify(path, new Uint8Array(0), "", size);
  return kind === "data" ? dataKind(path, size) : kind;
}

/** True if the path alone determines that a file is only listed, so that it never has to be checked again. */
export function isOnlyListed(path: string): boolean {
  return isNeverText(path) || (path.endsWith(".po") && !isReadTranslation(path));
}

function dataKind(path: string, size: number): IndexedKind {
  if (!path.endsWith(".po")) return size > DATA_LIMIT && !CHINESE.test(path) ? "skipped" : "data";
  return size <= SOURCE_BYTES && isReadTranslation(path) ? "data" : "skipped";
}

function isReadTranslation(path: string): boolean {
  const language = TRANSLATION.exec(path)?.[1];
  return language === "en" || language === "zh";
}

/** The language of a file; "" if unknown. */
export function languageFor(path: string, text: string): string {
  return languageOf(path, text) ?? (path.endsWith(".def") && TABLE_OF_C.test(text) ? "c" : "");
}

/** Start of a C table that other files include; export lists for linkers start differently. */
const TABLE_OF_C = /^\s*(?:\/[/*]|#\s*(?:include|define|if|ifn?def|pragma)\b)/;

/**
 * True if a file's content is stored. Of generated code the names it defines are known; in C, where the output of Bison,
 * flex or scripts calls handwritten functions and contains tables of them, the names it uses.
 */
export function isStored(kind: IndexedKind, language: string): boolean {
  return kind === "source" || kind === "data" ||
    (kind === "generated" && languageConfig(language)?.grammar !== undefined);
}

/**
 * Parsing mode of a text: as code; as prose, all in one field; or, without searchable text, only the names it uses, or
 * only those it defines.
 */
export type Reading = "code" | "doc" | "str" | "uses" | "names";

/** Parsing mode of a file whose content {@link isStored}. */
export function readingOf(path: string, kind: IndexedKind, language: string): Reading {
  if (kind === "data") return "str";
  if (kind === "generated") return ["c", "cpp"].includes(language) ? "uses" : "names";
  const known = languageConfig(language);
  if (isParsed(known) || hasComments(language)) return "code";
  return known?.chunks === "headings" || DOCUMENT.test(path) ? "doc" : "code";
}

/** True if definitions of a language are known: by a grammar, by another language's code inside, or by patterns. */
function isParsed(known: LanguageConfig | undefined): boolean {
  return known?.grammar !== undefined || known?.embedded !== undefined || known?.outline !== undefined;
}

/** Parses a text. The result depends only on text, language and reading. */
export function sourceText(
  text: string,
  options: { readonly language: string; readonly reading: Reading; readonly parser: FileParser },
): SourceText {
  const { language, reading, parser } = options;
  const table = reading === "code" ? parseMacroTable(text, language) : undefined;
  if (table) return { text, parsed: table, prose: undefined, isTable: true };
  const isCode = reading !== "doc" && reading !== "str" && isParsed(languageConfig(language));
  const parsed = isCode ? parser.parse(text, language) : unparsed(language, text);
  const manifest = manifestOf(text, language);
  const known = manifest ? { ...parsed, ...(isCode ? { exports: manifest.exports } : manifest) } : parsed;
  if (reading === "uses" || reading === "names") {
    const part = reading === "uses" ? known : { ...known, references: [] };
    return { text, parsed: part, prose: undefined, only: reading };
  }
  return { text, parsed: known, prose: reading === "code" ? undefined : reading };
}

/** Applies {@link classify} to a file whose path indicates source or data. */
export function kindOfText(path: string, bytes: Uint8Array, text: string): IndexedKind {
  const kind = classify(path, bytes, text);
  return kind === "data" ? dataKind(path, bytes.length) : kind;
}

const DOCUMENT = /\.(?:md|mdx|rst|txt|adoc|org|tex|rtf|1)$|(?:^|\/)[A-Z][A-Z_.-]+$/;

/** The record of an unparsed text: its number of lines. */
export function unparsed(language: string, text: string): ParsedFile {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  if (text !== "" && !text.endsWith("\n")) lines++;
  return emptyRecord(language, lines);
}

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
