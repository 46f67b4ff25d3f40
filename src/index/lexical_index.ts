import type { Memo } from "../model/memo.ts";
import type { FileRole } from "../model/ports.ts";
import type { PathTraits } from "./path_traits.ts";
import type { DefinitionKind, ParsedFile, ReferenceKind } from "../syntax/parsed_file.ts";

/**
 * What ranking and the graph tools may ask of an index. One instance is a frozen view of one work tree; numbers of
 * files and chunks are valid for that instance only. Everything is synchronous; nothing throws for a damaged index:
 * what cannot be read is missing.
 *
 * Terms are tokens as `tokenize` emits them (lower-cased, stemmed). A term with one space in it is a bigram as
 * `bigrams` emits it: "foreign key". Names are identifiers as written in the source.
 */
export interface LexicalIndex {
  readonly files: FileTable;
  readonly chunks: ChunkTable;
  /** What the paths alone tell. */
  readonly traits: PathTraits;
  /** What others derive from this index. */
  readonly memo: Memo<LexicalIndex>;
  /** The same for what holds no records, and not much else: it outlives {@link relax}. */
  readonly lasting: Memo<LexicalIndex>;

  /** Reads all given terms in one go. Optional: {@link postings} loads a missing term by itself, only slower. */
  load(terms: Iterable<string>): void;
  /** Where a term occurs; undefined when it occurs nowhere. The arrays are shared: do not write to them. */
  postings(term: string): Postings | undefined;
  /** Number of chunks with the term in any field. */
  chunkFrequency(term: string): number;
  /** Number of files with the term in any field; paths do not count. */
  fileFrequency(term: string): number;
  /** Files whose path has the term; undefined when none has. Paths have no bigrams. */
  pathPostings(term: string): PathPostings | undefined;
  /** Number of tokens in a file's path. */
  pathLength(file: number): number;

  /** Definitions with exactly this name, in file order. */
  definitionsNamed(name: string): readonly DefinitionSite[];
  /** Number of definitions with this name, cheaper than {@link definitionsNamed}. */
  definitionCount(name: string): number;
  /** Number of definitions in all files. */
  definitionTotal(): number;
  /** Uses of a name in any file, in file order, at most `limit` (default 10,000). */
  referencesTo(name: string, limit?: number): readonly ReferenceSite[];
  /** The record of a file; undefined for a file that was only listed. Cached per instance. */
  parsed(file: number): ParsedFile | undefined;
  /** Names of definitions, one per line; some may have no live definition any more, some may stand there twice. */
  definitionNames(): string;
  /** The same in tables as UTF-8. */
  nameTables(): readonly Uint8Array[];
  /** Names of definitions that contain `name` or are spelled almost like it, best first; never `name` itself. */
  nearNames(name: string, limit: number): readonly string[];
  /** Between two questions: forgets what was read and derived, if that is more than may be kept; default: some MB. */
  relax(most?: Kept): void;
}

/** What an index may keep of what it read, in bytes. */
export interface Kept {
  /** Posting lists and blocks of dictionaries. */
  readonly postings: number;
  /** Records of files; as objects they take some ten times as much. What is derived of the index goes with them. */
  readonly records: number;
}

/** The fields of a chunk's text, in the order of the columns. */
export const FIELDS = ["code", "doc", "str", "def"] as const;

/**
 * `code` identifiers outside comments and strings (the name a chunk defines counts 2 more), `doc` comments and
 * docstrings and all text of documents, `str` string literals, `def` names the chunk defines.
 */
export type Field = (typeof FIELDS)[number];

/** The live files in order of their paths (by UTF-16 code unit); the columns run parallel. */
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
  /** Ids of languages; "" for an unknown one. */
  readonly languageNames: readonly string[];
  /** Number of the content in the store: equal content in equal language has equal numbers; 0 when it is only listed. */
  readonly blobs: Uint32Array;
  /** The file's first chunk; its chunks are consecutive. */
  readonly firstChunk: Uint32Array;
  readonly chunkCount: Uint32Array;
  /** Tokens per field, all chunks together. */
  readonly lengths: Readonly<Record<Field, Uint32Array>>;
  /** The number of a path; undefined when it is not live. */
  numberOf(path: string): number | undefined;
}

/** Roles by the number in {@link FileTable.roles}. */
export const ROLES: readonly FileRole[] = ["code", "test", "doc", "data"];

/** Kinds by the number in {@link FileTable.kinds}. Only `source` and `data` may have chunks. */
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
 * As the parser classifies files; `vendored`, `minified`, `huge` and `binary` ones are known by path alone, `generated`
 * ones also by what they use if they are of C. `skipped` is data not worth indexing (long, or translations other than
 * Chinese and English) or unreadable; `pending` is not indexed yet: its text must be searched live. `missing` is listed
 * but not there; no view shows it.
 */
export type IndexedKind = (typeof KINDS)[number];

/** The chunks of the live files; the columns run parallel. What a function tells is looked up in the store's bytes. */
export interface ChunkTable {
  readonly count: number;
  readonly file: Uint32Array;
  /** One-based. */
  startLine(chunk: number): number;
  /** One-based, inclusive. */
  endLine(chunk: number): number;
  /** Index into the parsed file's definitions, -1 when the chunk is no definition. */
  definition(chunk: number): number;
  /** Tokens of code, comments and strings together, at most 65,535. */
  readonly length: Uint16Array;
}

/** Chunks that hold a term, ascending, and how often per field (255 stands for 255 or more). */
export interface Postings {
  readonly chunks: Uint32Array;
  readonly tf: Readonly<Record<Field, Uint8Array>>;
}

/** Files whose path holds a term, ascending, and how often. */
export interface PathPostings {
  readonly files: Uint32Array;
  readonly tf: Uint8Array;
}

/** Where a name is defined. */
export interface DefinitionSite {
  readonly file: number;
  /** Index into the parsed file's definitions. */
  readonly definition: number;
  readonly kind: DefinitionKind;
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
}

/** Where a name is used. */
export interface ReferenceSite {
  readonly file: number;
  readonly kind: ReferenceKind;
  /** One-based. */
  readonly line: number;
  /** Index of the innermost enclosing definition in the parsed file, -1 at the top. */
  readonly scope: number;
  /** As in the parsed file: `self`, `os.path`, or "". */
  readonly receiver: string;
}
