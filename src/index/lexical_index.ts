import type { Memo } from "../model/memo.ts";
import type { FileRole, LineRange } from "../model/calls.ts";
import type { PathTraits } from "./path_traits.ts";
import type { DefinitionKind, ParsedFile, Reference } from "../syntax/parsed_file.ts";
import type { HelperJob } from "../platform/index_helper.ts";

/**
 * The queries that ranking and the graph tools run on an index. An instance is an immutable view of one work tree; its
 * file and chunk numbers are valid for that instance only. Everything is synchronous. A damaged index throws no errors:
 * unreadable data is missing.
 *
 * Terms are tokens as emitted by `tokenize` (lower-cased, stemmed). A term with one space is a bigram as emitted by
 * `bigrams`: "foreign key". Names are identifiers as written in the source.
 */
export interface LexicalIndex {
  readonly files: FileTable;
  readonly chunks: ChunkTable;
  /** Traits of the paths. */
  readonly traits: PathTraits;
  /** Cache of values derived from this index. */
  readonly memo: Memo<LexicalIndex>;
  /** Cache of small derived values that hold no records; not cleared by {@link relax}. */
  readonly lasting: Memo<LexicalIndex>;

  /** Posting list of a term; undefined if it occurs nowhere. The arrays are shared: do not write to them. */
  postings(term: string): Postings | undefined;
  /** Number of chunks that contain the term in any field. */
  chunkFrequency(term: string): number;
  /** Files whose path contains the term; undefined if there are none. Paths have no bigrams. */
  pathPostings(term: string): PathPostings | undefined;
  /** Number of tokens in a file's path. */
  pathLength(file: number): number;

  /** Definitions with exactly this name, in file order. */
  definitionsNamed(name: string): readonly DefinitionSite[];
  /** Number of definitions with this name; cheaper than {@link definitionsNamed}. */
  definitionCount(name: string): number;
  /** Number of definitions in all files. */
  definitionTotal(): number;
  /** Uses of a name in all files, in file order, at most `limit` (default 10,000). */
  referencesTo(name: string, limit?: number): readonly ReferenceSite[];
  /** The parsed record of a file; undefined for a file that is only listed. Cached per instance. */
  parsed(file: number): ParsedFile | undefined;
  /**
   * Names of definitions as UTF-8 tables, one name per line, each built on demand; may contain duplicates and names
   * without a live definition.
   */
  nameTables(): readonly (() => Uint8Array)[];
  /** Names of definitions that contain `name` or are spelled almost like it, best first; never `name` itself. */
  nearNames(name: string, limit: number): readonly string[];
  /** Trims the caches between two questions if they exceed `most`; default: a few MB. */
  relax(most?: Kept): void;
}

/** Maximum sizes of the caches of an index, in bytes. */
export interface Kept {
  /** Posting lists and dictionary blocks. */
  readonly postings: number;
  /**
   * Parsed records, packed size; as objects they take about ten times as much. Values derived from the index are
   * dropped with them.
   */
  readonly records: number;
}

/** The fields of a chunk's text, in the order of the columns. */
export const FIELDS = ["code", "doc", "str", "def"] as const;

/**
 * `code`: identifiers outside comments and strings (the name defined by a chunk counts 2 more); `doc`: comments,
 * docstrings, and all text of documents; `str`: string literals; `def`: names defined by the chunk.
 */
export type Field = (typeof FIELDS)[number];

/** The live files in order of their paths (by UTF-16 code unit), in parallel columns. */
export interface FileTable {
  readonly count: number;
  /** Relative to the root, with `/`. */
  readonly paths: readonly string[];
  /** Index into {@link ROLES}. */
  readonly roles: Uint8Array;
  /** Index into {@link KINDS}. */
  readonly kinds: Uint8Array;
  /** Index into `languageNames`. */
  readonly languages: Uint8Array;
  /** Language ids; "" for an unknown language. */
  readonly languageNames: readonly string[];
  /** Blob id in the store: equal content in the same language has the same id; 0 if the file is only listed. */
  readonly blobs: Uint32Array;
  /** The file's first chunk; its chunks are consecutive. */
  readonly firstChunk: Uint32Array;
  readonly chunkCount: Uint32Array;
  /** Number of tokens per field over all chunks. */
  readonly lengths: Readonly<Record<Field, Uint32Array>>;
  /** Number of a path; undefined if it is not live. */
  numberOf(path: string): number | undefined;
}

/** File roles by their number in {@link FileTable.roles}. */
export const ROLES: readonly FileRole[] = ["code", "test", "doc", "data"];

/** File kinds by their number in {@link FileTable.kinds}. Only `source` and `data` may have chunks. */
export const KINDS = [
  "source",
  "data",
  "generated",
  "vendored",
  "minified",
  "huge",
  "binary",
  "skipped",
  "pending",
  "missing",
] as const;

/**
 * File kinds as classified by the parser. `vendored`, `minified`, `huge` and `binary` are determined by path alone,
 * `generated` in C also by the names used. `skipped` is unreadable or not indexed data (long, or translations other
 * than Chinese and English); `pending` is not yet indexed, its text is not in the index; `missing` is listed but does
 * not exist, and no view shows it.
 */
export type IndexedKind = (typeof KINDS)[number];

/**
 * The chunks of the live files in parallel columns. The values behind functions are decoded from the stored columns.
 */
export interface ChunkTable {
  readonly count: number;
  readonly file: Uint32Array;
  /** One-based. */
  startLine(chunk: number): number;
  /** One-based, inclusive. */
  endLine(chunk: number): number;
  /** Index into the parsed file's definitions; -1 if the chunk is not a definition. */
  definition(chunk: number): number;
  /** Number of tokens in code, comments and strings together, at most 65,535. */
  readonly length: Uint16Array;
}

/** Chunks that contain a term, ascending, with its frequency per field (255: 255 or more). */
export interface Postings {
  readonly chunks: Uint32Array;
  readonly tf: Readonly<Record<Field, Uint8Array>>;
}

/** Files whose path contains a term, ascending, with its frequency. */
export interface PathPostings {
  readonly files: Uint32Array;
  readonly tf: Uint8Array;
}

/** Location of a definition. */
export interface DefinitionSite extends LineRange {
  readonly file: number;
  /** Index into the parsed file's definitions. */
  readonly definition: number;
  readonly kind: DefinitionKind;
}

/** Location of a use of a name. */
export interface ReferenceSite extends Pick<Reference, "kind" | "line" | "receiver" | "scope"> {
  readonly file: number;
}

/** Keys of the stored blobs: git's hash of the bytes, and how they were parsed. */
export interface ContentKeys {
  /**
   * A JSON object for use in a query of another database: blob number by the hexadecimal digits of the key followed by
   * its stored checksum.
   */
  numbers(): string;
  /** Key of a blob; empty if it is not stored. */
  keyOf(content: number): Uint8Array;
  /** Number of the blob with a key in hexadecimal digits; 0 if it is not stored. */
  numberOf(key: string): number;
}

/** Length of git's object id, in bytes. */
export const ID_BYTES = 20;

/** Git's hash of a file's content: SHA-1 of `blob <size>\0` and the bytes; {@link ID_BYTES} long. */
export type BlobHash = (bytes: Uint8Array) => Uint8Array;

/** Result of indexing a file in the helper thread. */
export interface HelperResult {
  /** Index of the file in the job. */
  readonly at: number;
  readonly kind: string;
  readonly language: string;
  /** Number of the stored blob; 0 if there is none. */
  readonly blob: number;
  /** True if the blob was not stored before. */
  readonly isNew: boolean;
}

/**
 * Runs a helper thread's share of a job, in its own transactions. Never rejects: files it did not finish are missing
 * from the result.
 */
export type Helper = (job: HelperJob) => Promise<readonly HelperResult[]>;

/** Both threads write: timeout of one for the other's transaction, in milliseconds. */
export const WAIT_FOR_HELPER = 3000;
