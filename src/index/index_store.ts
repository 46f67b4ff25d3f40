import { columnBytes } from "./column.ts";
import { decodeDirectory, encodeDirectory } from "./dictionary.ts";
import type { SegmentReader } from "./index_view.ts";
import { insertMany } from "./insert_many.ts";
import type { Merged } from "./merge_segments.ts";
import { definitionNames } from "./names_beginning.ts";
import { PathTerms } from "./path_terms.ts";
import { pathFacts } from "./path_facts.ts";
import { decodeTraits, encodeTraits, type PathTraits } from "./path_traits.ts";
import type { Database, Value } from "./ports.ts";
import { decodeColumns, encodeColumns, type Segment, type SegmentColumns } from "./segment.ts";
import {
  blobsOfState,
  decodePaths,
  decodeState,
  encodePaths,
  encodeState,
  type TreeSnapshot,
} from "./tree_snapshot.ts";
import { type UsedSegment, usedUp } from "./used_segment.ts";

/** A work tree as stored. */
export interface StoredTree {
  readonly id: number;
  readonly rules: string;
  readonly listing: string;
  readonly snapshot: TreeSnapshot;
  /** Days since the epoch. */
  readonly day: number;
}

/** A segment as stored. */
export interface StoredSegment extends SegmentReader {
  readonly id: number;
  readonly firstBlock: number;
  readonly blockCount: number;
  readonly chunks: number;
}

/** What a transaction adds: a segment with the keys of its contents, the state of a tree, or both. */
export interface Addition {
  readonly segment?: {
    readonly segment: Omit<Segment, "names">;
    readonly keys: readonly Uint8Array[];
    /** Whether another machine made it; default: no. */
    readonly isFetched?: boolean;
  };
  /** Makes the tree's state, once the numbers of the segment's contents are known. */
  readonly tree?: (numbers: readonly number[]) => TreeAddition;
}

/** A work tree to be stored. */
export interface TreeAddition {
  readonly root: string;
  readonly rules: string;
  readonly listing: string;
  readonly snapshot: TreeSnapshot;
  /** Days since the epoch. */
  readonly day: number;
  /** Whether paths, rules or listing differ from what is stored. */
  readonly pathsChanged: boolean;
}

/** The tables of the index. Contents, segments and blocks are only ever added here; `compact.ts` deletes. */
export class IndexStore {
  constructor(readonly database: Database) {}

  /** The stored state of a work tree; undefined when there is none. */
  tree(root: string): StoredTree | undefined {
    const row = this.database.get(
      "SELECT id, rules, listing, used, paths, state FROM tree JOIN tree_state ON tree = id WHERE root = ?",
      root,
    );
    if (row === undefined) return undefined;
    const snapshot = decodeState(columnBytes(row["state"]), decodePaths(columnBytes(row["paths"])));
    if (snapshot === undefined) return undefined;
    return {
      id: Number(row["id"]),
      rules: String(row["rules"]),
      listing: String(row["listing"]),
      day: Number(row["used"]),
      snapshot,
    };
  }

  /** The terms of a stored tree's paths; undefined when they do not fit its snapshot. */
  pathTerms(tree: StoredTree): PathTerms | undefined {
    const terms = this.database.get("SELECT terms FROM tree_paths WHERE tree = ?", tree.id)?.["terms"];
    return PathTerms.decode(columnBytes(terms), tree.snapshot.paths.length);
  }

  /** The traits of a stored tree's paths; undefined when they do not fit its snapshot. */
  pathTraits(tree: StoredTree): PathTraits | undefined {
    const traits = this.database.get("SELECT traits FROM tree_paths WHERE tree = ?", tree.id)?.["traits"];
    return decodeTraits(columnBytes(traits), tree.snapshot.paths.length);
  }

  /**
   * Whether what is stored is as it was written, and the tables fit each other: every content has its record, every
   * segment its blocks, every tree its state. Reads all of it.
   */
  isWhole(): boolean {
    const misfits =
      "SELECT (SELECT count(*) FROM blob FULL JOIN parsed ON blob = id WHERE id IS NULL OR blob IS NULL) + " +
      "(SELECT count(*) FROM segment WHERE blocks <> (SELECT count(*) FROM block " +
      "WHERE block.id >= first_block AND block.id < first_block + blocks)) + " +
      "(SELECT abs(count(*) - (SELECT total(blocks) FROM segment)) FROM block) + " +
      "(SELECT count(*) FROM tree LEFT JOIN tree_state ON tree_state.tree = id " +
      "LEFT JOIN tree_paths ON tree_paths.tree = id WHERE state IS NULL OR terms IS NULL) AS count";
    try {
      return this.database.isWhole() && Number(this.database.get(misfits)?.["count"]) === 0 &&
        this.segments().every(({ columns, chunks }) => columns.startLine.length === chunks);
    } catch {
      return false;
    }
  }

  /** Number of segments. */
  segmentCount(): number {
    return Number(this.database.get("SELECT count(*) AS count FROM segment")?.["count"] ?? 0);
  }

  /** Every segment. Blocks are read when asked for. */
  segments(): StoredSegment[] {
    const segments: StoredSegment[] = [];
    const rows = this.database.all(
      "SELECT id, chunks, first_block, blocks, columns, directory, fetched FROM segment ORDER BY id",
    );
    for (const row of rows) {
      const columns = decodeColumns(columnBytes(row["columns"]));
      if (columns === undefined) continue;
      segments.push(this.#reader(row, columns));
    }
    return segments;
  }

  /** Number of the content with a key, 0 when it is not stored. */
  blobOf(key: Uint8Array): number {
    return Number(this.database.get("SELECT id FROM blob WHERE key = ?", key)?.["id"] ?? 0);
  }

  /** Git's ids of all contents by their numbers, as hexadecimal digits. */
  contentIds(): Map<number, string> {
    const rows = this.database.all("SELECT id, lower(hex(substr(key, 1, 20))) AS name FROM blob");
    return new Map(rows.map((row) => [Number(row["id"]), String(row["name"])]));
  }

  /** The keys of all contents by their numbers. */
  contentKeys(): Map<number, Uint8Array> {
    const rows = this.database.all("SELECT id, key FROM blob");
    return new Map(rows.map((row) => [Number(row["id"]), columnBytes(row["key"])]));
  }

  /** See `counter` in the schema. */
  collected(): number {
    return Number(this.database.get("SELECT value FROM counter WHERE name = 'collected'")?.["value"] ?? 0);
  }

  /**
   * Adds everything in one transaction. Returns the numbers of the segment's contents, in its order; undefined when it
   * could not be written now, or when contents were collected since `collected` was read.
   */
  add(addition: Addition, collected: number): readonly number[] | undefined {
    return this.database.write(() => {
      if (this.collected() !== collected) return undefined;
      const numbers = addition.segment ? this.#addSegment(addition.segment) : [];
      if (addition.tree) this.#putTree(addition.tree(numbers));
      return numbers;
    });
  }

  /** Numbers of the contents that some work tree refers to. */
  referencedBlobs(): Set<number> {
    const live = new Set<number>();
    for (const row of this.database.all("SELECT state FROM tree_state")) {
      for (const number of blobsOfState(columnBytes(row["state"]))) if (number > 0) live.add(number);
    }
    return live;
  }

  /**
   * Puts one segment, which `merge` makes, in the place of several and deletes the contents it leaves out. False when it
   * could not be written, or when another process changed the segments or came to need a content since `known` was read.
   *
   * @param keeps which contents `merge` keeps
   * @param merge stores the new segment's blocks and uses the old ones up, so that new ones take their pages instead of making
   * the file longer
   */
  replace(
    old: readonly StoredSegment[],
    keeps: (blob: number) => boolean,
    known: {
      readonly collected: number;
      readonly live: ReadonlySet<number>;
      /** Whether another machine's word is in it; default: if it is in one of the old ones. */
      readonly isFetched?: boolean;
    },
    merge: (store: (block: Uint8Array) => void, segments: readonly UsedSegment[]) => Merged,
  ): boolean {
    const dropped = old.flatMap(({ columns }) => [...columns.blobs]).filter((blob) =>
      blob > 0 && !keeps(blob)
    );
    const done = this.database.write(() => {
      if (this.collected() !== known.collected || !old.every((segment) => this.#isThere(segment))) {
        return false;
      }
      if (dropped.length > 0) {
        const live = this.referencedBlobs();
        if (dropped.some((number) => live.has(number))) return false;
      }
      // Added before the old ones go: the numbers of segments and blocks are never used twice.
      const firstBlock = this.#next("SELECT max(id) AS value FROM block");
      let blocks = 0;
      const merged = merge(
        (block) => this.#putBlock(firstBlock + blocks++, block),
        old.map((one) => usedUp(one, this.database)),
      );
      const isFetched = known.isFetched ?? old.some((segment) => segment.isFetched);
      const place = { firstBlock, blocks, isFetched };
      this.#putHead(this.#next("SELECT max(id) AS value FROM segment"), merged, place);
      this.#deleteSegments(old);
      for (const number of dropped) {
        this.database.run("DELETE FROM blob WHERE id = ?", number);
        this.database.run("DELETE FROM parsed WHERE blob = ?", number);
      }
      if (dropped.length > 0) this.#countCollection();
      return true;
    });
    return done ?? false;
  }

  /** Whether any work tree was last used before a day. */
  hasTreesBefore(day: number): boolean {
    return this.database.get("SELECT id FROM tree WHERE used < ?", day) !== undefined;
  }

  /** Forgets the work trees last used before a day; call inside a transaction. Their contents become dead. */
  deleteTreesBefore(day: number): void {
    for (const row of this.database.all("SELECT id FROM tree WHERE used < ?", day)) {
      const id = Number(row["id"]);
      this.database.run("DELETE FROM tree_state WHERE tree = ?", id);
      this.database.run("DELETE FROM tree_paths WHERE tree = ?", id);
      this.database.run("DELETE FROM tree WHERE id = ?", id);
    }
  }

  /** A block by its number in the store; empty when it cannot be read. */
  block(id: number): Uint8Array {
    return this.#bytes("SELECT data FROM block WHERE id = ?", id) ?? new Uint8Array(0);
  }

  #isThere({ id, firstBlock }: StoredSegment): boolean {
    return this.database.get("SELECT first_block FROM segment WHERE id = ?", id)?.["first_block"] ===
      firstBlock;
  }

  #deleteSegments(segments: readonly StoredSegment[]): void {
    for (const { id, firstBlock, blockCount } of segments) {
      this.database.run("DELETE FROM block WHERE id >= ? AND id < ?", firstBlock, firstBlock + blockCount);
      this.database.run("DELETE FROM segment WHERE id = ?", id);
    }
  }

  #countCollection(): void {
    this.database.run(
      "INSERT OR REPLACE INTO counter (name, value) VALUES ('collected', ?)",
      this.collected() + 1,
    );
  }

  #reader(row: Record<string, Value>, columns: SegmentColumns): StoredSegment {
    const firstBlock = Number(row["first_block"]);
    const firstKeys = decodeDirectory(columnBytes(row["directory"]));
    const block = (number: number): Uint8Array => this.block(firstBlock + number);
    return {
      id: Number(row["id"]),
      firstBlock,
      blockCount: Number(row["blocks"]),
      chunks: Number(row["chunks"]),
      isFetched: row["fetched"] !== 0,
      columns,
      firstKeys,
      block,
      names: () => definitionNames({ firstKeys, block }),
      parsed: (place) => this.#bytes("SELECT data FROM parsed WHERE blob = ?", columns.blobs[place] ?? 0),
    };
  }

  /** The first column of the first row. What cannot be read any more is missing: the answer goes on without it. */
  #bytes(sql: string, key: number): Uint8Array | undefined {
    try {
      const value = Object.values(this.database.get(sql, key) ?? {})[0];
      return value instanceof Uint8Array ? value : undefined;
    } catch {
      return undefined;
    }
  }

  #addSegment({ segment, keys, isFetched = false }: NonNullable<Addition["segment"]>): number[] {
    const { database } = this;
    const id = this.#next("SELECT max(id) AS value FROM segment");
    const numbers: number[] = [];
    const blobs = new Uint32Array(keys.length);
    keys.forEach((key, place) => {
      const known = this.blobOf(key);
      numbers.push(known || database.run("INSERT INTO blob (key) VALUES (?)", key));
      // Another process was faster with this content: here it is dead.
      if (known) return;
      blobs[place] = numbers[place]!;
      database.run(
        "INSERT OR REPLACE INTO parsed (blob, data) VALUES (?, ?)",
        blobs[place],
        segment.parsed[place]!,
      );
    });
    this.putSegment(id, { ...segment, columns: { ...segment.columns, blobs } }, { isFetched });
    return numbers;
  }

  /** Puts a packed record in the place of a content's. */
  setRecord(content: number, record: Uint8Array): void {
    const sql = "INSERT OR REPLACE INTO parsed (blob, data) VALUES (?, ?)";
    this.database.write(() => this.database.run(sql, content, record));
  }

  /** Stores a segment's columns and blocks, with their checksums behind them if `isSealed`; call inside a transaction. */
  putSegment(
    id: number,
    segment: Merged & Pick<Segment, "blocks">,
    { isFetched, isSealed }: { readonly isFetched: boolean; readonly isSealed?: boolean },
  ): void {
    const firstBlock = this.#next("SELECT max(id) AS value FROM block");
    const rows = segment.blocks.map((block, at) => [firstBlock + at, block]);
    insertMany(this.database, "block (id, data)", rows, isSealed);
    this.#putHead(id, segment, { firstBlock, blocks: segment.blocks.length, isFetched });
  }

  #putBlock(id: number, block: Uint8Array): void {
    this.database.run("INSERT INTO block (id, data) VALUES (?, ?)", id, block);
  }

  #putHead(
    id: number,
    { columns, firstKeys }: Merged,
    { firstBlock, blocks, isFetched }: {
      readonly firstBlock: number;
      readonly blocks: number;
      readonly isFetched: boolean;
    },
  ): void {
    this.database.run(
      "INSERT INTO segment (id, chunks, first_block, blocks, columns, directory, fetched) VALUES (?, ?, ?, ?, ?, ?, ?)",
      id,
      columns.startLine.length,
      firstBlock,
      blocks,
      encodeColumns(columns),
      encodeDirectory(firstKeys),
      isFetched ? 1 : 0,
    );
  }

  #putTree(addition: TreeAddition): void {
    const { root, rules, listing, snapshot, day, pathsChanged } = addition;
    const known = this.database.get("SELECT id FROM tree WHERE root = ?", root)?.["id"];
    const id = known === undefined ? this.#next("SELECT max(id) AS value FROM tree") : Number(known);
    if (known === undefined || pathsChanged) {
      const stored = this.database.get(
        "SELECT paths, terms, traits FROM tree JOIN tree_paths ON tree = id WHERE id = ?",
        id,
      );
      const { terms, traits } = pathFacts(snapshot.paths, stored);
      const values = [id, root, rules, listing, day, encodePaths(snapshot.paths)];
      const columns = "(id, root, rules, listing, used, paths)";
      this.database.run(`INSERT OR REPLACE INTO tree ${columns} VALUES (?, ?, ?, ?, ?, ?)`, ...values);
      this.database.run(
        "INSERT OR REPLACE INTO tree_paths (tree, terms, traits) VALUES (?, ?, ?)",
        id,
        terms.encode(),
        encodeTraits(traits),
      );
    }
    this.database.run(
      "INSERT OR REPLACE INTO tree_state (tree, state) VALUES (?, ?)",
      id,
      encodeState(snapshot),
    );
  }

  #next(highest: string): number {
    return Number(this.database.get(highest)?.["value"] ?? 0) + 1;
  }
}
