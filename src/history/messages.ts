import type { MessageIndex, MessagePostings } from "./history.ts";
import type { Segment } from "./segment.ts";
import { eachMessagePosting } from "./segment.ts";

/** The message index over all segments; texts are read when first asked for. */
export class SegmentMessages implements MessageIndex {
  readonly lengths: Uint32Array;
  readonly averageLength: number;
  readonly #known = new Map<string, MessagePostings | undefined>();
  #homes: { readonly segments: Uint16Array; readonly locals: Uint32Array } | undefined;

  /** @param places per segment: local commit number to the number outside, -1 for a dropped one */
  constructor(
    private readonly segments: readonly Segment[],
    private readonly places: readonly Int32Array[],
    private readonly count: number,
  ) {
    this.lengths = new Uint32Array(count);
    let sum = 0;
    segments.forEach((segment, at) =>
      places[at]!.forEach((commit, local) => {
        if (commit >= 0) sum += this.lengths[commit] = segment.lengths[local]!;
      })
    );
    this.averageLength = count === 0 ? 0 : sum / count;
  }

  postings(term: string): MessagePostings | undefined {
    if (!this.#known.has(term)) this.#known.set(term, this.#collect(term));
    return this.#known.get(term);
  }

  /** See `History.subject`. */
  subject(commit: number): string {
    const { segments, locals } = this.#homes ??= this.#findHomes();
    return this.segments[segments[commit] ?? 0]?.text().subjects()[locals[commit] ?? 0] ?? "";
  }

  #collect(term: string): MessagePostings | undefined {
    const commits: number[] = [];
    const counts: number[] = [];
    this.segments.forEach((segment, at) => {
      const number = segment.text().terms.numberOf(term);
      if (number === undefined) return;
      eachMessagePosting(segment.text(), number, (local, count) => {
        const commit = this.places[at]![local] ?? -1;
        if (commit < 0) return;
        commits.push(commit);
        counts.push(count);
      });
    });
    if (commits.length === 0) return undefined;
    return { commits: Uint32Array.from(commits), counts: Uint32Array.from(counts) };
  }

  #findHomes(): { segments: Uint16Array; locals: Uint32Array } {
    const segments = new Uint16Array(this.count);
    const locals = new Uint32Array(this.count);
    this.places.forEach((place, at) =>
      place.forEach((commit, local) => {
        if (commit < 0) return;
        segments[commit] = at;
        locals[commit] = local;
      })
    );
    return { segments, locals };
  }
}
