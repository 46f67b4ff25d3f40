import { attempt } from "../model/attempt.ts";
import { columnBytes } from "./column.ts";
import { decodeDirectory, encodeDirectory } from "./dictionary.ts";
import type { Merged } from "./merge_segments.ts";
import { fromHex } from "../model/hex.ts";
import { definitionNames } from "./names_beginning.ts";
import type { ContentKeys } from "./lexical_index.ts";
import type { StoreValue } from "../platform/store.ts";
import { decodeColumns, encodeColumns } from "./segment.ts";
import type { Segment, SegmentColumns, SegmentReader } from "./segment.ts";
import { type TreeAddition, TreeStore } from "./tree_store.ts";

/** A segment in the database. */
export interface StoredSegment extends SegmentReader {
  readonly id: number;
  readonly firstBlock: number;
  readonly blockCount: number;
  readonly chunks: number;
}

/** The changes of one transaction: a segment with the keys of its blobs, the state of a work tree, or both. */
export interface Addition {
  readonly segment?: {
    readonly segment: Omit<Segment, "names">;
    readonly keys: readonly Uint8Array[];
    /** True if the segment was built on another machine; default: false. */
    readonly isFetched?: boolean;
  };
  /** Returns the state of the tree, given the ids of the segment's blobs. */
  readonly tree?: (numbers: readonly number[]) => TreeAddition;
}

/** The tables of the index. Blobs, segments and blocks are only added here; `compact.ts` deletes them. */
export class IndexStore extends TreeStore implements ContentKeys {
  /**
   * True if all checksums are correct and the tables are consistent: every blob has its record, every segment its
   * blocks, every tree its state. Reads the whole database.
   */
  isWhole(): boolean {
    const misfits =
      "SELECT (SELECT count(*) FROM blob FULL JOIN parsed ON blob = id WHERE id IS NULL OR blob IS NULL) + " +
      "(SELECT count(*) FROM segment WHERE blocks <> (SELECT count(*) FROM block " +
      "WHERE block.id >= first_block AND block.id < first_block + blocks)) + " +
      "(SELECT abs(count(*) - (SELECT total(blocks) FROM segment)) FROM block) + " +
      "(SELECT count(*) FROM tree LEFT JOIN tree_state ON tree_state.tree = id " +
      "LEFT JOIN tree_paths ON tree_paths.tree = id WHERE state IS NULL OR terms IS NULL) AS count";
    return attempt(() =>
      this.database.isWhole() && Number(this.database.get(misfits)?.["count"]) === 0 &&
      this.segments().every(({ columns, chunks }) => columns.startLine.length === chunks)
    ) ?? false;
  }

  /** Number of segments. */
  segmentCount(): number {
    return Number(this.database.get("SELECT count(*) AS count FROM segment")?.["count"] ?? 0);
  }

  /** All segments. Their blocks are read on demand. */
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

  /** Id of the blob with a key; 0 if it is not stored. */
  blobOf(key: Uint8Array): number {
    return Number(this.database.get("SELECT id FROM blob WHERE key = ?", key)?.["id"] ?? 0);
  }

  numberOf(key: string): number {
    return this.blobOf(fromHex(key));
  }

  keyOf(content: number): Uint8Array {
    return columnBytes(this.database.get("SELECT key FROM blob WHERE id = ?", content)?.["key"]);
  }

  numbers(): string {
    const sql = "SELECT json_group_object(hex(key), id) AS numbers FROM blob";
    return String(this.database.get(sql)?.["numbers"] ?? "{}");
  }

  /** Git object id of every blob by its number, as hexadecimal digits. */
  contentIds(): Map<number, string> {
    const rows = this.database.all("SELECT id, lower(hex(substr(key, 1, 20))) AS name FROM blob");
    return new Map(rows.map((row) => [Number(row["id"]), String(row["name"])]));
  }

  /** Key of every blob by its number. */
  contentKeys(): Map<number, Uint8Array> {
    const rows = this.database.all("SELECT id, key FROM blob");
    return new Map(rows.map((row) => [Number(row["id"]), columnBytes(row["key"])]));
  }

  /** Number of blob collections so far; see `counter` in the schema. */
  collected(): number {
    return Number(this.database.get("SELECT value FROM counter WHERE name = 'collected'")?.["value"] ?? 0);
  }

  /**
   * Adds everything in one transaction. Returns the ids of the segment's blobs in its order; undefined if the database
   * could not be written, or if blobs were collected since `collected` was read.
   */
  add(addition: Addition, collected: number): readonly number[] | undefined {
    return this.database.write(() => {
      if (this.collected() !== collected) return undefined;
      const numbers = addition.segment ? this.#addSegment(addition.segment) : [];
      if (addition.tree) this.putTree(addition.tree(numbers));
      return numbers;
    });
  }

  /**
   * Replaces several segments by one that `merge` builds, and deletes the blobs it drops. Returns false if the database
   * could not be written, or if another process changed the segments or referenced a dropped blob since `known` was
   * read.
   *
   * @param keeps whether `merge` keeps a blob
   * @param merge stores the new segment's blocks and frees the old ones as it reads them, so that the new blocks reuse
   * their pages and the file does not grow
   */
  replace(
    old: readonly StoredSegment[],
    keeps: (blob: number) => boolean,
    known: {
      readonly collected: number;
      readonly live: ReadonlySet<number>;
      /** True if the data comes from another machine; default: true if any old segment does. */
      readonly isFetched?: boolean;
    },
    merge: (store: (block: Uint8Array) => void, segments: readonly SegmentReader[]) => Merged,
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
      // Added before the old segments are deleted: the numbers of segments and blocks are never reused.
      const firstBlock = this.next("SELECT max(id) AS value FROM block");
      let blocks = 0;
      const merged = merge(
        (block) => this.#putBlock(firstBlock + blocks++, block),
        old.map((one) => this.#consumed(one)),
      );
      const isFetched = known.isFetched ?? old.some((segment) => segment.isFetched);
      const place = { firstBlock, blocks, isFetched };
      this.#putHead(this.next("SELECT max(id) AS value FROM segment"), merged, place);
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

  /** A block by its number in the store; empty if it cannot be read. */
  block(id: number): Uint8Array {
    return this.#bytes("SELECT data FROM block WHERE id = ?", id) ?? new Uint8Array(0);
  }

  #isThere({ id, firstBlock }: StoredSegment): boolean {
    return this.database.get("SELECT first_block FROM segment WHERE id = ?", id)?.["first_block"] ===
      firstBlock;
  }

  /** A segment whose blocks are deleted as they are read; for use within a transaction. */
  #consumed(segment: StoredSegment): SegmentReader {
    const block = (number: number): Uint8Array => {
      const bytes = segment.block(number);
      this.database.run("DELETE FROM block WHERE id = ?", segment.firstBlock + number);
      return bytes;
    };
    return { ...segment, block };
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

  #reader(row: Record<string, StoreValue>, columns: SegmentColumns): StoredSegment {
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

  /** First column of the first row; undefined if it cannot be read, so that the query continues without it. */
  #bytes(sql: string, key: number): Uint8Array | undefined {
    const value = attempt(() => Object.values(this.database.get(sql, key) ?? {})[0]);
    return value instanceof Uint8Array ? value : undefined;
  }

  #addSegment({ segment, keys, isFetched = false }: NonNullable<Addition["segment"]>): number[] {
    const { database } = this;
    const id = this.next("SELECT max(id) AS value FROM segment");
    const numbers: number[] = [];
    const blobs = new Uint32Array(keys.length);
    keys.forEach((key, place) => {
      const known = this.blobOf(key);
      numbers.push(known || database.run("INSERT INTO blob (key) VALUES (?)", key));
      // Another process has stored this blob already: in this segment it is dead.
      if (known) return;
      blobs[place] = numbers[place]!;
      database.run(
        "INSERT OR REPLACE INTO parsed (blob, data) VALUES (?, ?)",
        blobs[place],
        segment.parsed[place]!,
      );
    });
    const firstBlock = this.next("SELECT max(id) AS value FROM block");
    segment.blocks.forEach((block, at) => this.#putBlock(firstBlock + at, block));
    const columns = { ...segment.columns, blobs };
    this.#putHead(id, { ...segment, columns }, { firstBlock, blocks: segment.blocks.length, isFetched });
    return numbers;
  }

  /** Replaces the record of a blob by a packed one. */
  setRecord(content: number, record: Uint8Array): void {
    const sql = "INSERT OR REPLACE INTO parsed (blob, data) VALUES (?, ?)";
    this.database.write(() => this.database.run(sql, content, record));
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
}
