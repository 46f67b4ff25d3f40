import { remember } from "../model/memo.ts";
import { tokenize } from "../text/tokens.ts";
import { ByteReader, ByteWriter } from "../index/bytes.ts";
import { Column, groupStarts, Names } from "../index/growing.ts";
import type { CommitRecord } from "./log_parser.ts";
import { authorName, bodyOf, subjectOf } from "./message_text.ts";

/** Immutable sequence of commits as columns, newest first, with its own path and author numbers. */
export interface Segment {
  readonly count: number;
  /** Two words per commit: the first 16 hexadecimal digits of its hash. */
  readonly ids: Uint32Array;
  readonly times: Uint32Array;
  readonly authors: Uint32Array;
  readonly authorNames: readonly string[];
  /** Rows of a commit: `starts[commit]` to `starts[commit + 1]`, exclusive. */
  readonly starts: Uint32Array;
  readonly paths: Uint32Array;
  readonly pathNames: readonly string[];
  /** Index into `STATUSES`. */
  readonly statuses: Uint8Array;
  /** Pairs of a row and the old path number, ascending by row. */
  readonly renames: Uint32Array;
  /** Number of message tokens per commit; subject words count twice. */
  readonly lengths: Uint32Array;
  /** Message text, decoded on demand because few callers need it. */
  text(): SegmentText;
}

/** Posting lists of a segment's messages. */
export interface SegmentText {
  /** Sorted terms (UTF-16 code units). */
  readonly terms: readonly string[];
  /** Posting list of a term: bytes `starts[term]` to `starts[term + 1]`, exclusive; see {@link eachMessagePosting}. */
  readonly starts: Uint32Array;
  readonly postings: Uint8Array;
}

/** Calls `visit` for each commit in a term's posting list, ascending, with the term frequency. */
export function eachMessagePosting(
  text: SegmentText,
  term: number,
  visit: (commit: number, count: number) => void,
): void {
  const reader = new ByteReader(text.postings, text.starts[term + 1]!);
  reader.at = text.starts[term]!;
  let commit = -1;
  while (!reader.done) {
    // The lowest bit is set if the term frequency is above 1 and follows.
    const head = reader.varint();
    commit += head >>> 1;
    visit(commit, head & 1 ? reader.varint() : 1);
  }
}

/** Git's status letters in the order of `STATUSES`. */
const LETTERS = "MADRCT";

/** Builds a segment from commits added newest first. */
export class SegmentBuilder {
  readonly #ids = new Column();
  readonly #times = new Column();
  readonly #authors = new Column();
  readonly #authorNames = new Names();
  readonly #authorNumbers = new Map<string, number>();
  readonly #starts = new Column();
  readonly #paths = new Column();
  readonly #pathNames = new Names();
  readonly #statuses = new Column();
  readonly #renames = new Column();
  readonly #messages = new MessageColumns();

  constructor() {
    this.#starts.push(0);
  }

  /** Number of commits added so far. */
  get count(): number {
    return this.#times.length;
  }

  add(commit: CommitRecord): void {
    this.#ids.push(parseInt(commit.id.slice(0, 8), 16));
    this.#ids.push(parseInt(commit.id.slice(8, 16), 16));
    this.#times.push(commit.time);
    const name = commit.author;
    this.#authors.push(remember(this.#authorNumbers, name, () => this.#authorNames.number(authorName(name))));
    for (const { status, path, from } of commit.changes) {
      if (from !== undefined && status === "R") {
        this.#renames.push(this.#paths.length);
        this.#renames.push(this.#pathNames.number(from));
      }
      this.#paths.push(this.#pathNames.number(path));
      this.#statuses.push(Math.max(0, LETTERS.indexOf(status)));
    }
    this.#starts.push(this.#paths.length);
    this.#messages.add(commit.message);
  }

  finish(): Segment {
    const text = this.#messages.finish();
    return {
      count: this.count,
      ids: columnValues(this.#ids),
      times: columnValues(this.#times),
      authors: columnValues(this.#authors),
      authorNames: this.#authorNames.list,
      starts: columnValues(this.#starts),
      paths: columnValues(this.#paths),
      pathNames: this.#pathNames.list,
      statuses: Uint8Array.from(columnValues(this.#statuses)),
      renames: columnValues(this.#renames),
      lengths: columnValues(this.#messages.lengths),
      text: () => text,
    };
  }
}

/** Collects message terms as triples of term, commit and frequency. */
class MessageColumns {
  readonly lengths = new Column();
  readonly #names = new Names();
  readonly #terms = new Column();
  readonly #commits = new Column();
  readonly #counts = new Column();
  /** By term: row number of its frequency in the current commit plus 1; 0 if not seen. */
  #row = new Uint32Array(1024);
  #length = 0;
  #weight = 1;
  readonly #emit = (token: string): void => this.#count(this.#names.number(token));

  add(message: string): void {
    const first = this.#terms.length;
    this.#length = 0;
    this.#weight = 2;
    tokenize(subjectOf(message), this.#emit);
    this.#weight = 1;
    tokenize(bodyOf(message), this.#emit);
    this.lengths.push(this.#length);
    for (let row = first; row < this.#terms.length; row++) this.#row[this.#terms.values[row]!] = 0;
  }

  #count(term: number): void {
    if (term >= this.#row.length) {
      const larger = new Uint32Array(term * 2);
      larger.set(this.#row);
      this.#row = larger;
    }
    this.#length += this.#weight;
    const row = this.#row[term]!;
    if (row > 0) {
      this.#counts.values[row - 1]! += this.#weight;
      return;
    }
    this.#terms.push(term);
    this.#commits.push(this.lengths.length);
    this.#counts.push(this.#weight);
    this.#row[term] = this.#terms.length;
  }

  finish(): SegmentText {
    const names = this.#names.list;
    const order = Uint32Array.from(names.keys()).sort((a, b) => names[a]! < names[b]! ? -1 : 1);
    const rank = new Uint32Array(order.length);
    order.forEach((term, at) => rank[term] = at);
    const rows = this.#sorted(rank);
    const starts = new Uint32Array(order.length + 1);
    const out = new ByteWriter(rows.length * 2 + 16);
    let row = 0;
    for (let at = 0; at < order.length; at++) {
      let previous = -1;
      for (; row < rows.length && this.#terms.values[rows[row]!] === order[at]; row++) {
        const commit = this.#commits.values[rows[row]!]!;
        const count = this.#counts.values[rows[row]!]!;
        out.varint((commit - previous) * 2 + (count > 1 ? 1 : 0));
        if (count > 1) out.varint(count);
        previous = commit;
      }
      starts[at + 1] = out.length;
    }
    const terms = Array.from(order, (term) => names[term]!);
    return { terms, starts, postings: out.take() };
  }

  /** Rows in term order, by a counting sort, which keeps the commits ascending. */
  #sorted(rank: Uint32Array): Uint32Array {
    const next = groupStarts(this.#terms, rank, rank.length);
    const rows = new Uint32Array(this.#terms.length);
    for (let row = 0; row < rows.length; row++) rows[next[rank[this.#terms.values[row]!]!]!++] = row;
    return rows;
  }
}

function columnValues(column: Column): Uint32Array {
  return column.values.slice(0, column.length);
}

/** Commit hash and committer time. */
export const LINES_FORMAT = "%H %ct";

/** Changed lines of one commit. */
export interface CommitLines {
  /** First 16 hexadecimal digits of the commit hash. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly files: readonly FileLines[];
}

/** Changed lines of one file; 0 for binary files. */
export interface FileLines {
  readonly path: string;
  readonly added: number;
  readonly deleted: number;
}

/** Parses a whole listing; unrecognized tokens are skipped. */
export function parseLines(text: string): CommitLines[] {
  const result: CommitLines[] = [];
  let files: FileLines[] = [];
  const tokens = text.split("\0");
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!.replace(/^\n/, "");
    const commit = /^([0-9a-f]{16})[0-9a-f]{24,48} (\d{1,10})$/.exec(token);
    if (commit) {
      result.push({ id: commit[1]!, time: Number(commit[2]), files: files = [] });
      continue;
    }
    const change = /^(\d+|-)\t(\d+|-)\t([^]*)$/.exec(token);
    if (!change) continue;
    // A rename has an empty path here, followed by the old and the new path.
    const path = change[3] !== "" ? change[3]! : tokens[at += 2] ?? "";
    if (path !== "") files.push({ path, added: Number(change[1]) || 0, deleted: Number(change[2]) || 0 });
  }
  return result;
}

/** Serializes commits into the format of {@link parseLines}. */
export function printLines(commits: readonly CommitLines[]): string {
  return commits.map(({ id, time, files }) =>
    `${id}${"0".repeat(24)} ${time}\0` +
    files.map(({ path, added, deleted }) => `${added}\t${deleted}\t${path}\0`).join("")
  ).join("");
}
