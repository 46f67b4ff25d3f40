import { combine, type CombinedHistory, idAt } from "./combine.ts";
import { HISTORY_LIMITS } from "./requests.ts";
import { MOST_COUPLED } from "./history.ts";
import type { CoChangeOptions, History, LineChange, MessageIndex, MessagePostings } from "./history.ts";
import { type CommitLines, eachMessagePosting, type Segment } from "./segment.ts";
import { lowerBound } from "../model/lower_bound.ts";
import { onceEach } from "../model/once.ts";

/** Components of a history. */
export interface HistoryParts {
  /** Newest first. */
  readonly segments: readonly Segment[];
  /** First 16 hexadecimal digits of the hashes of commits to leave out. */
  readonly dropped: ReadonlySet<string>;
  readonly lines: readonly CommitLines[];
  readonly gaps: readonly string[];
}

/** Creates a history from its components. */
export function createHistory(parts: HistoryParts): History {
  return new GitHistory(parts, combine(parts.segments, parts.dropped));
}

class GitHistory implements History {
  readonly commits;
  readonly changes;
  readonly paths;
  readonly authors;
  readonly gaps;
  readonly messages: MessageIndex;
  #byPath: { readonly starts: Uint32Array; readonly commits: Uint32Array } | undefined;
  #lines: ReadonlyMap<string, CommitLines> | undefined;

  constructor(private readonly parts: HistoryParts, private readonly combined: CombinedHistory) {
    this.commits = combined.commits;
    this.changes = combined.changes;
    this.paths = combined.paths;
    this.authors = combined.authors;
    this.gaps = parts.gaps;
    this.messages = new SegmentMessages(parts.segments, combined.commitMaps, combined.commits.count);
  }

  numberOf(path: string): number | undefined {
    return this.combined.numbers.get(path);
  }

  filesOf(commit: number): Uint32Array {
    const { starts, paths } = this.changes;
    return paths.subarray(starts[commit] ?? 0, starts[commit + 1] ?? 0);
  }

  commitsOf(path: number): Uint32Array {
    const { starts, commits } = this.#byPath ??= this.#invert();
    return commits.subarray(starts[path] ?? 0, starts[path + 1] ?? 0);
  }

  coChange(
    seeds: Iterable<readonly [path: number, weight: number]>,
    { maxFiles = 30 }: CoChangeOptions = {},
  ): Map<number, number> {
    const sums = new Map<number, number>();
    const seedList = [...seeds];
    for (const [path, weight] of seedList) {
      for (const commit of this.commitsOf(path).subarray(0, MOST_COUPLED)) {
        const files = this.filesOf(commit);
        if (files.length < 2 || files.length > maxFiles) continue;
        const share = weight / (files.length - 1);
        for (const file of files) sums.set(file, (sums.get(file) ?? 0) + share);
      }
    }
    for (const [path] of seedList) sums.delete(path);
    return sums;
  }

  linesOf(commit: number): readonly LineChange[] | undefined {
    this.#lines ??= new Map(this.parts.lines.map((lines) => [lines.id, lines]));
    return this.#lines.get(idAt(this.combined.ids, commit))?.files.flatMap(({ path, added, deleted }) => {
      const number = this.numberOf(path);
      return number === undefined ? [] : [{ path: number, added, deleted }];
    });
  }

  id(commit: number): string {
    return idAt(this.combined.ids, commit).slice(0, 12);
  }

  newest(most: number): History {
    if (most >= this.commits.count) return this;
    const { segments, dropped, gaps } = this.parts;
    const parts = { ...this.parts, gaps: [...gaps, HISTORY_LIMITS.newest(most)] };
    return new GitHistory(parts, combine(segments, dropped, most));
  }

  /** Commits by path, by a counting sort, which keeps them newest first. */
  #invert(): { starts: Uint32Array; commits: Uint32Array } {
    const { count, starts: rows, paths } = this.changes;
    const starts = new Uint32Array(this.paths.length + 1);
    for (let row = 0; row < count; row++) starts[paths[row]! + 1]!++;
    for (let path = 1; path < starts.length; path++) starts[path]! += starts[path - 1]!;
    const next = starts.slice();
    const commits = new Uint32Array(count);
    for (let commit = 0; commit < this.commits.count; commit++) {
      for (let row = rows[commit]!; row < rows[commit + 1]!; row++) commits[next[paths[row]!]!++] = commit;
    }
    return { starts, commits };
  }
}

/** Message index over all segments. Texts are read on first use. */
export class SegmentMessages implements MessageIndex {
  readonly lengths: Uint32Array;
  readonly averageLength: number;
  readonly postings = onceEach((term: string): MessagePostings | undefined => this.#collect(term));

  /**
   * @param commitMaps per segment: commit number in the segment to commit number in the history, -1 for a dropped commit
   */
  constructor(
    private readonly segments: readonly Segment[],
    private readonly commitMaps: readonly Int32Array[],
    count: number,
  ) {
    this.lengths = new Uint32Array(count);
    let sum = 0;
    segments.forEach((segment, at) =>
      commitMaps[at]!.forEach((commit, local) => {
        if (commit >= 0) sum += this.lengths[commit] = segment.lengths[local]!;
      })
    );
    this.averageLength = count === 0 ? 0 : sum / count;
  }

  #collect(term: string): MessagePostings | undefined {
    const commits: number[] = [];
    const counts: number[] = [];
    this.segments.forEach((segment, at) => {
      const { terms } = segment.text();
      const number = lowerBound(terms.length, (at) => terms[at]! < term);
      if (terms[number] !== term) return;
      eachMessagePosting(segment.text(), number, (local, count) => {
        const commit = this.commitMaps[at]![local] ?? -1;
        if (commit < 0) return;
        commits.push(commit);
        counts.push(count);
      });
    });
    if (commits.length === 0) return undefined;
    return { commits: Uint32Array.from(commits), counts: Uint32Array.from(counts) };
  }
}
