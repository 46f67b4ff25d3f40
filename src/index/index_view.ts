import { BoundedMap, Memo, remember } from "../model/memo.ts";
import { DEFINITION_KINDS, type ParsedFile, REFERENCE_KINDS } from "../syntax/parsed_file.ts";
import { blockOf, findEntry } from "./dictionary.ts";
import {
  type ChunkTable,
  type DefinitionSite,
  type FileTable,
  type Kept,
  type LexicalIndex,
  type PathPostings,
  type Postings,
  type ReferenceSite,
} from "./lexical_index.ts";
import { LiveChunks } from "./live_chunks.ts";
import { eachNameRow, type NameRow } from "./name_rows.ts";
import { eachDefinitionEntry, namesToCompare } from "./names_beginning.ts";
import { nearest } from "./near_names.ts";
import { lowerBound } from "../model/lower_bound.ts";
import { verifiedRecord } from "./team/anchored.ts";
import { RowCheck } from "./team/row_check.ts";
import { decodeParsed, LARGEST_RECORD } from "./parsed_codec.ts";
import { decompress } from "../platform/compression.ts";
import { PathTerms } from "./path_terms.ts";
import { type PathTraits, traitsOf } from "./path_traits.ts";
import { PostingsReader } from "./postings_reader.ts";
import { DEFINITION, REFERENCE, type SegmentReader } from "./segment.ts";
import type { TreeSnapshot } from "./tree_snapshot.ts";

/** Stored facts about a listing's paths; undefined if they do not fit the view. */
export interface KnownPaths {
  terms(): PathTerms | undefined;
  traits(): PathTraits | undefined;
}

const POSTING_BYTES = 8;
const NOTHING = new Uint8Array(0);
const MOST_REFERENCES = 10_000;
/** Maximum size of the cached dictionary blocks of a view, in bytes. */
const MOST_BLOCK_BYTES = 16 * 1024 * 1024;
/** Default cache limits between questions. */
const CACHE_LIMITS: Kept = { postings: 4 * 1024 * 1024, records: 2.5 * 1024 * 1024 };

/** The index of one work tree: a view of the segments that contain its blobs. */
export class IndexView implements LexicalIndex {
  readonly files: FileTable;
  readonly chunks: ChunkTable;
  readonly memo: Memo<LexicalIndex> = new Memo(this);
  readonly lasting: Memo<LexicalIndex> = new Memo(this);
  readonly #live: LiveChunks;
  readonly #reader: PostingsReader;
  #paths: PathTerms | undefined;
  #traits: PathTraits | undefined;
  readonly #postings = new Map<string, Postings | undefined>();
  readonly #pathPostings = new Map<string, PathPostings | undefined>();
  readonly #parsed = new Map<number, ParsedFile>();
  readonly #counts = new BoundedMap<string, number>();
  readonly #hasFetched: boolean;
  /** Verifies entries of segments built on another machine. */
  readonly #rows: RowCheck;
  readonly #blocks = new Map<SegmentReader, Map<number, Uint8Array>>();
  #blockBytes = 0;
  #postingBytes = 0;
  #recordBytes = 0;
  /** The last looked-up definitions: a walk over the uses of a name needs them at each use. */
  #lastNamed: { readonly name: string; readonly sites: readonly DefinitionSite[] } | undefined;
  /** The last rows read: a caller that counts a name's definitions often reads them next. */
  #last: { readonly key: string; readonly rows: readonly Uint8Array[] } | undefined;

  /**
   * @param known stored terms and traits of the paths; computed if absent
   * @param read reads a file whose segment was built on another machine; without it such files have no records
   */
  constructor(
    snapshot: TreeSnapshot,
    private readonly segments: readonly SegmentReader[],
    private readonly known?: KnownPaths,
    read?: (path: string) => Uint8Array | undefined,
  ) {
    const columns = segments.map((segment) => segment.columns);
    this.#hasFetched = segments.some((segment) => segment.isFetched === true);
    this.#rows = new RowCheck(read ?? (() => undefined));
    const live = new LiveChunks(snapshot, columns);
    this.#live = live;
    this.#reader = new PostingsReader(live);
    this.chunks = chunkTable(live);
    this.files = fileTable(snapshot, live);
  }

  get traits(): PathTraits {
    return this.#traits ??= this.known?.traits() ?? traitsOf(this.files.paths);
  }

  postings(term: string): Postings | undefined {
    const known = this.#postings.get(term);
    if (known !== undefined || this.#postings.has(term)) return known;
    const found = this.#reader.read(this.segments.map((segment) => this.#lookUp(segment, term)));
    this.#postings.set(term, found);
    this.#postingBytes += (found?.chunks.length ?? 0) * POSTING_BYTES;
    return found;
  }

  chunkFrequency(term: string): number {
    return this.postings(term)?.chunks.length ?? 0;
  }

  pathPostings(term: string): PathPostings | undefined {
    return remember(this.#pathPostings, term, () => this.#allPaths().postings(term));
  }

  pathLength(file: number): number {
    return this.#allPaths().length(file);
  }

  definitionsNamed(name: string): readonly DefinitionSite[] {
    if (this.#lastNamed?.name !== name) this.#lastNamed = { name, sites: this.#findNamed(name) };
    return this.#lastNamed.sites;
  }

  #findNamed(name: string): readonly DefinitionSite[] {
    const sites: DefinitionSite[] = [];
    this.#eachRow(DEFINITION, name, ({ index, kind, line, span }, file) => {
      const named = DEFINITION_KINDS[kind] ?? "variable";
      sites.push({ file, definition: index, kind: named, startLine: line, endLine: line + span });
    });
    sites.sort((a, b) => a.file - b.file || a.definition - b.definition);
    if (!this.#hasFetched) return sites;
    return sites.filter((site) =>
      this.#isVerified(site.file, (path) => this.#rows.hasDefinition(path, name, site))
    );
  }

  definitionCount(name: string): number {
    return remember(this.#counts, name, () => {
      let count = 0;
      this.#eachRow(DEFINITION, name, () => count++);
      return count;
    });
  }

  definitionTotal(): number {
    let total = 0;
    this.segments.forEach((segment, number) => {
      const filesAt = Array.from(
        segment.columns.blobs,
        (_, place) => this.#live.filesOf(number, place).length,
      );
      const count = ({ blob }: NameRow): void => void (total += filesAt[blob] ?? 0);
      eachDefinitionEntry(segment, ({ data }) => eachNameRow(data, true, count));
    });
    return total;
  }

  referencesTo(name: string, limit: number = MOST_REFERENCES): readonly ReferenceSite[] {
    const sites: ReferenceSite[] = [];
    this.#eachRow(REFERENCE, name, ({ index, kind, line, receiver }, file) => {
      sites.push({ file, kind: REFERENCE_KINDS[kind] ?? "reference", line, scope: index - 1, receiver });
    });
    sites.sort((a, b) => a.file - b.file || a.line - b.line);
    return this.#hasFetched ? this.#firstVerified(sites, name, limit) : sites.slice(0, limit);
  }

  #firstVerified(sites: readonly ReferenceSite[], name: string, limit: number): readonly ReferenceSite[] {
    const first: ReferenceSite[] = [];
    for (const site of sites) {
      if (first.length >= limit) break;
      if (this.#isVerified(site.file, (path) => this.#rows.hasReference(path, name, site))) first.push(site);
    }
    return first;
  }

  /** True if an entry is verified; always true for segments built on this machine. */
  #isVerified(file: number, holds: (path: string) => boolean): boolean {
    return this.segments[this.#live.segmentOf[file]!]?.isFetched !== true || holds(this.files.paths[file]!);
  }

  parsed(file: number): ParsedFile | undefined {
    const blob = this.files.blobs[file] ?? 0;
    const segment = this.#live.segmentOf[file] ?? -1;
    if (blob === 0 || segment < 0) return undefined;
    let parsed = this.#parsed.get(blob);
    if (parsed === undefined) {
      const reader = this.segments[segment]!;
      const packed = reader.parsed(this.#live.placeOf[file]!);
      const record = packed && decompress(packed, LARGEST_RECORD);
      if (record === undefined) return undefined;
      this.#recordBytes += packed!.length;
      parsed = decodeParsed(record);
      // Of another machine's record only the parts verified against the file count.
      if (reader.isFetched) {
        parsed = verifiedRecord(parsed, () => this.#rows.anchorsOf(this.files.paths[file]!));
      }
      this.#parsed.set(blob, parsed);
    }
    return parsed;
  }

  nameTables(): readonly (() => Uint8Array)[] {
    return this.segments.map((segment) => () => segment.names());
  }

  nearNames(name: string, limit: number): readonly string[] {
    return nearest(name, namesToCompare(name, this.segments), {
      limit,
      // Names are displayed: those of another machine's segments count only if a file verifies them.
      isLive: (candidate) =>
        this.definitionCount(candidate) > 0 &&
        (!this.#hasFetched || this.definitionsNamed(candidate).length > 0),
    });
  }

  relax(most: Kept = CACHE_LIMITS): void {
    if (this.#postingBytes + this.#blockBytes > most.postings) {
      this.#forgetBlocks();
      this.#postings.clear();
      this.#pathPostings.clear();
      this.#last = undefined;
      this.#lastNamed = undefined;
      this.#postingBytes = 0;
    }
    this.#rows.clear();
    if (this.#recordBytes <= most.records) return;
    // Values derived from records may reference them.
    this.#parsed.clear();
    this.memo.clear();
    this.#recordBytes = 0;
  }

  #lookUp(segment: SegmentReader, key: string): Uint8Array {
    const number = blockOf(segment.firstKeys, key);
    if (number < 0) return NOTHING;
    const blocks = remember(this.#blocks, segment, () => new Map<number, Uint8Array>());
    let block = blocks.get(number);
    if (block === undefined) {
      blocks.set(number, block = segment.block(number));
      if ((this.#blockBytes += block.length) > MOST_BLOCK_BYTES) this.#forgetBlocks();
    }
    return findEntry(block, key);
  }

  #forgetBlocks(): void {
    for (const blocks of this.#blocks.values()) blocks.clear();
    this.#blockBytes = 0;
  }

  #allPaths(): PathTerms {
    return this.#paths ??= this.known?.terms() ?? PathTerms.of(this.files.paths);
  }

  /** Visits the rows of a name, by file. */
  #eachRow(prefix: string, name: string, visit: (row: NameRow, file: number) => void): void {
    this.#rowsOf(prefix + name).forEach((rows, number) => {
      let place = -1;
      let files: readonly number[] = [];
      eachNameRow(rows, prefix === DEFINITION, (row) => {
        if (row.blob !== place) files = this.#live.filesOf(number, place = row.blob);
        for (const file of files) visit(row, file);
      });
    });
  }

  #rowsOf(key: string): readonly Uint8Array[] {
    if (this.#last?.key !== key) {
      this.#last = { key, rows: this.segments.map((segment) => this.#lookUp(segment, key)) };
    }
    return this.#last.rows;
  }
}

function chunkTable(live: LiveChunks): ChunkTable {
  let lengths: Uint16Array | undefined;
  return {
    count: live.count,
    file: live.file,
    startLine: (chunk) => live.valueAt(chunk, ({ startLine }) => startLine),
    endLine: (chunk) => live.valueAt(chunk, ({ endLine }) => endLine),
    definition: (chunk) => live.valueAt(chunk, ({ definition }) => definition),
    get length(): Uint16Array {
      return lengths ??= live.lengths();
    },
  };
}

function fileTable(snapshot: TreeSnapshot, live: LiveChunks): FileTable {
  const { paths } = snapshot;
  const lengths = (field: number): Uint32Array => live.gatherFiles((segment) => segment.lengths[field]!);
  return {
    count: paths.length,
    paths,
    roles: snapshot.roles,
    kinds: snapshot.kinds,
    languages: snapshot.languages,
    languageNames: snapshot.languageNames,
    blobs: snapshot.blobs,
    firstChunk: live.firstChunk,
    chunkCount: live.chunkCount,
    lengths: { code: lengths(0), doc: lengths(1), str: lengths(2), def: lengths(3) },
    numberOf(path): number | undefined {
      const at = lowerBound(paths.length, (at) => paths[at]! < path);
      return paths[at] === path ? at : undefined;
    },
  };
}
