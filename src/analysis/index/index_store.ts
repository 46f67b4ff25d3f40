import { decodeDirectory, encodeDirectory } from "./dictionary.ts";
import type { SegmentReader } from "./index_view.ts";
import { PathTerms } from "./path_terms.ts";
import type { Database, Value } from "./ports.ts";
import { decodeColumns, encodeColumns, type Segment, type SegmentColumns } from "./segment.ts";
import { decodePaths, decodeState, encodePaths, encodeState, type TreeSnapshot } from "./tree_snapshot.ts";

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
}

/** What a transaction adds: a segment with the keys of its contents, the state of a tree, or both. */
export interface Addition {
  readonly segment?: { readonly segment: Segment; readonly keys: readonly Uint8Array[] };
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
    const snapshot = decodeState(blob(row["state"]), decodePaths(blob(row["paths"])));
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
    return PathTerms.decode(blob(terms), tree.snapshot.paths.length);
  }

  /** Every segment. Blocks are read when asked for. */
  segments(): StoredSegment[] {
    const segments: StoredSegment[] = [];
    const rows = this.database.all(
      "SELECT id, first_block, blocks, columns, directory FROM segment ORDER BY id",
    );
    for (const row of rows) {
      const columns = decodeColumns(blob(row["columns"]));
      if (columns === undefined) continue;
      segments.push(this.#reader(row, columns));
    }
    return segments;
  }

  /** Number of the content with a key, 0 when it is not stored. */
  blobOf(key: Uint8Array): number {
    return Number(this.database.get("SELECT id FROM blob WHERE key = ?", key)?.["id"] ?? 0);
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
      const numbers = addition.segment
        ? this.#addSegment(addition.segment.segment, addition.segment.keys)
        : [];
      if (addition.tree) this.#putTree(addition.tree(numbers));
      return numbers;
    });
  }

  #reader(row: Record<string, Value>, columns: SegmentColumns): StoredSegment {
    const firstBlock = Number(row["first_block"]);
    const blocks = new Map<number, Uint8Array>();
    const read = (number: number): Uint8Array =>
      blob(this.database.get("SELECT data FROM block WHERE id = ?", firstBlock + number)?.["data"]);
    return {
      id: Number(row["id"]),
      firstBlock,
      blockCount: Number(row["blocks"]),
      columns,
      firstKeys: decodeDirectory(blob(row["directory"])),
      block: (number) => {
        let bytes = blocks.get(number);
        if (bytes === undefined) blocks.set(number, bytes = read(number));
        return bytes;
      },
      names: () => {
        const names = this.database.get(
          "SELECT names FROM segment_names WHERE segment = ?",
          Number(row["id"]),
        )?.["names"];
        return new TextDecoder().decode(blob(names));
      },
      parsed: (place) => {
        const data = this.database.get("SELECT data FROM parsed WHERE blob = ?", columns.blobs[place] ?? 0)
          ?.["data"];
        return data instanceof Uint8Array ? data : undefined;
      },
    };
  }

  #addSegment(segment: Segment, keys: readonly Uint8Array[]): number[] {
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
    this.putSegment(id, { ...segment, columns: { ...segment.columns, blobs } });
    return numbers;
  }

  /** Stores a segment's columns and blocks; call inside a transaction. */
  putSegment(id: number, segment: Pick<Segment, "columns" | "firstKeys" | "blocks" | "names">): void {
    const firstBlock = this.#next("SELECT max(id) AS value FROM block");
    segment.blocks.forEach((block, number) => {
      this.database.run("INSERT INTO block (id, data) VALUES (?, ?)", firstBlock + number, block);
    });
    this.database.run(
      "INSERT INTO segment (id, chunks, first_block, blocks, columns, directory) VALUES (?, ?, ?, ?, ?, ?)",
      id,
      segment.columns.startLine.length,
      firstBlock,
      segment.blocks.length,
      encodeColumns(segment.columns),
      encodeDirectory(segment.firstKeys),
    );
    const names = new TextEncoder().encode(segment.names);
    this.database.run("INSERT INTO segment_names (segment, names) VALUES (?, ?)", id, names);
  }

  #putTree(addition: TreeAddition): void {
    const { root, rules, listing, snapshot, day, pathsChanged } = addition;
    const known = this.database.get("SELECT id FROM tree WHERE root = ?", root)?.["id"];
    const id = known === undefined ? this.#next("SELECT max(id) AS value FROM tree") : Number(known);
    if (known === undefined || pathsChanged) {
      const values = [id, root, rules, listing, day, encodePaths(snapshot.paths)];
      const columns = "(id, root, rules, listing, used, paths)";
      this.database.run(`INSERT OR REPLACE INTO tree ${columns} VALUES (?, ?, ?, ?, ?, ?)`, ...values);
      const terms = PathTerms.of(snapshot.paths).encode();
      this.database.run("INSERT OR REPLACE INTO tree_paths (tree, terms) VALUES (?, ?)", id, terms);
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

function blob(value: Value | undefined): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array(0);
}
