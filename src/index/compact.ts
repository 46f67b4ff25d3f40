import { type IndexStore, type StoredSegment } from "./index_store.ts";
import { mergeSegments } from "./merge_segments.ts";
import type { MergeHelper } from "./merge_shares.ts";
import { mergeTogether } from "./merge_together.ts";

/** Segments of about one size that may stand side by side. */
const SIDE_BY_SIDE = 3;
/** Each size class is this many times the one below; the smallest ends at this many chunks. */
const CLASS_FACTOR = 8;
const SMALLEST_CLASS = 500;
/** No more are merged in one transaction, so that its log keeps to some hundred MB. Segments over half of it are only rewritten without dead contents. */
const LARGEST_MERGE = 2_000_000;
/** Dead chunks that are kept in any case, for branches that are switched back to. */
const DEAD_KEPT = 20_000;
/** Chunks that are worth the start of another thread: half a second. */
const WORTH_A_THREAD = 50_000;
/** Work trees that were not opened for this many days are forgotten. */
const TREE_DAYS = 60;

/** How much {@link compact} does. */
export interface CompactOptions {
  /** Default: no limit. */
  readonly mostChunks?: number;
  /** Dead chunks that are kept in any case; default 20,000. */
  readonly deadKept?: number;
  /** Another thread for much work; default: none. */
  readonly helper?: MergeHelper | undefined;
}

/**
 * Keeps the store in shape, one step per call: merges the segments of the smallest size class that has too many of them,
 * or, when more is dead than alive, rewrites the segment with most dead contents without them. A step that would touch
 * more than `mostChunks` chunks is left for another time. False when nothing was done.
 */
export function compact(store: IndexStore, options: CompactOptions = {}): boolean {
  const { mostChunks = Infinity, deadKept = DEAD_KEPT, helper } = options;
  const { database } = store;
  database.beginRead();
  const live = store.referencedBlobs();
  const segments = store.segments();
  const shares = segments.map((segment) => deadChunks(segment, live));
  const dead = shares.reduce((sum, share) => sum + share, 0);
  const chunks = segments.reduce((sum, segment) => sum + segment.columns.startLine.length, 0);
  const drops = dead > Math.max(deadKept, chunks - dead);
  const chosen = drops ? deadest(segments, shares) : crowded(segments);
  const cost = chosen.reduce((sum, segment) => sum + segment.columns.startLine.length, 0);
  if (chosen.length === 0 || cost > mostChunks) {
    database.endRead();
    return false;
  }
  const collected = store.collected();
  database.endRead();
  const keeps = drops ? (blob: number): boolean => live.has(blob) : (): boolean => true;
  return store.replace(
    chosen,
    keeps,
    { collected, live },
    (block, segments) =>
      helper && cost > WORTH_A_THREAD
        ? mergeTogether(segments, keeps, { store: block, helper })
        : mergeSegments(segments, keeps, block),
  );
}

/** Forgets work trees that were last opened before `today` - 60 days (days since the epoch). */
export function forgetTrees(store: IndexStore, today: number): void {
  const day = today - TREE_DAYS;
  if (store.hasTreesBefore(day)) store.database.write(() => store.deleteTreesBefore(day));
}

function deadChunks(segment: StoredSegment, live: ReadonlySet<number>): number {
  const { blobs, firstChunk } = segment.columns;
  let dead = 0;
  blobs.forEach((blob, place) => {
    if (!live.has(blob)) dead += firstChunk[place + 1]! - firstChunk[place]!;
  });
  return dead;
}

/** The segment with most dead chunks, with the small ones that come along for free. */
function deadest(segments: readonly StoredSegment[], dead: readonly number[]): StoredSegment[] {
  let worst = 0;
  dead.forEach((count, at) => worst = count > dead[worst]! ? at : worst);
  return segments.filter((segment, at) => at === worst || segment.columns.startLine.length < SMALLEST_CLASS);
}

/** The first of the segments, as many as may be merged at once. */
function upToLargest(segments: readonly StoredSegment[]): StoredSegment[] {
  let chunks = 0;
  return segments.filter(({ columns }) => (chunks += columns.startLine.length) <= LARGEST_MERGE);
}

/** The segments of the smallest class that has too many, not more than may be merged; none when no class has. */
function crowded(segments: readonly StoredSegment[]): StoredSegment[] {
  const classes = new Map<number, StoredSegment[]>();
  for (const segment of segments) {
    const chunks = segment.columns.startLine.length;
    if (chunks > LARGEST_MERGE / 2) continue;
    const size = Math.max(0, Math.ceil(Math.log(chunks / SMALLEST_CLASS) / Math.log(CLASS_FACTOR)));
    classes.set(size, [...classes.get(size) ?? [], segment]);
  }
  for (const size of [...classes.keys()].sort((a, b) => a - b)) {
    const members = classes.get(size)!;
    if (members.length > SIDE_BY_SIDE) return upToLargest(members);
  }
  return [];
}
