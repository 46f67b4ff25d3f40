import { lowerBound } from "../model/lower_bound.ts";
import type { MessageIndex, MessagePostings } from "./history.ts";
import { eachMessagePosting, type Segment } from "./segment.ts";

/** Message index over all segments. Texts are read on first use. */
export class SegmentMessages implements MessageIndex {
  readonly lengths: Uint32Array;
  readonly averageLength: number;
  readonly #postings = new Map<string, MessagePostings | undefined>();
  #locations: { readonly segments: Uint16Array; readonly locals: Uint32Array } | undefined;

  /**
   * @param commitMaps per segment: commit number in the segment to commit number in the history, -1 for a dropped commit
   */
  constructor(
    private readonly segments: readonly Segment[],
    private readonly commitMaps: readonly Int32Array[],
    private readonly count: number,
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

  postings(term: string): MessagePostings | undefined {
    if (!this.#postings.has(term)) this.#postings.set(term, this.#collect(term));
    return this.#postings.get(term);
  }

  /** See `History.subject`. */
  subject(commit: number): string {
    const { segments, locals } = this.#locations ??= this.#locateCommits();
    return this.segments[segments[commit] ?? 0]?.text().subjects()[locals[commit] ?? 0] ?? "";
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

  #locateCommits(): { segments: Uint16Array; locals: Uint32Array } {
    const segments = new Uint16Array(this.count);
    const locals = new Uint32Array(this.count);
    this.commitMaps.forEach((commitMap, at) =>
      commitMap.forEach((commit, local) => {
        if (commit < 0) return;
        segments[commit] = at;
        locals[commit] = local;
      })
    );
    return { segments, locals };
  }
}
