import { type IndexStore, type StoredSegment } from "./index_store.ts";
import { mergeSegments } from "./merge_segments.ts";

/** Maximum number of segments in a size class; one more triggers a merge. */
const MAX_PER_CLASS = 3;
/** Ratio between consecutive size classes. */
const CLASS_FACTOR = 8;
/** Upper limit of the smallest size class, in chunks. */
const SMALLEST_CLASS = 500;
/**
 * Maximum number of chunks merged in one transaction; limits its write-ahead log to a few hundred MB. Segments larger
 * than half of it are only rewritten to drop dead blobs.
 */
const LARGEST_MERGE = 2_000_000;
/** Number of dead chunks tolerated whatever their share, for switching back to an earlier branch. */
export const DEAD_TOLERATED = 20_000;
/** Days after which an unopened work tree is deleted from the index. */
const TREE_DAYS = 60;

/** Maximum number of 4 KB pages returned to the file system at once: about a tenth of a second. */
export const SHRINK_PAGES = 4000;

/**
 * Runs one compaction step: merges the segments of the smallest overfull size class or, if more chunks are dead than
 * live, rewrites the segment with most dead blobs without them. A step over more than `mostChunks` chunks is postponed.
 * Returns false if nothing was done.
 */
export function compact(store: IndexStore, mostChunks = Infinity, deadTolerated = DEAD_TOLERATED): boolean {
  const { database } = store;
  database.beginRead();
  const live = store.referencedBlobs();
  const segments = store.segments();
  const shares = segments.map((segment) => deadChunks(segment, live));
  const dead = shares.reduce((sum, share) => sum + share, 0);
  const chunks = segments.reduce((sum, segment) => sum + segment.columns.startLine.length, 0);
  const drops = dead > Math.max(deadTolerated, chunks - dead);
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
    (block, segments) => mergeSegments(segments, keeps, block),
  );
}

/** Deletes work trees last opened more than 60 days before `today` (days since the epoch). */
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

/** The segment with most dead chunks, and all small ones, which cost next to nothing to rewrite. */
function deadest(segments: readonly StoredSegment[], dead: readonly number[]): StoredSegment[] {
  let worst = 0;
  dead.forEach((count, at) => worst = count > dead[worst]! ? at : worst);
  return segments.filter((segment, at) => at === worst || segment.columns.startLine.length < SMALLEST_CLASS);
}

/** The longest prefix of the segments that fits into one merge. */
function upToLargest(segments: readonly StoredSegment[]): StoredSegment[] {
  let chunks = 0;
  return segments.filter(({ columns }) => (chunks += columns.startLine.length) <= LARGEST_MERGE);
}

/** Segments of the smallest overfull size class, up to the limit of one merge; empty if no class is overfull. */
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
    if (members.length > MAX_PER_CLASS) return upToLargest(members);
  }
  return [];
}
