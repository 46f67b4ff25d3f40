import assert from "node:assert/strict";
import { ByteWriter } from "../../src/index/bytes.ts";
import { LiveChunks } from "../../src/index/live_chunks.ts";
import { writePosting } from "../../src/index/postings_codec.ts";
import { PostingsReader } from "../../src/index/postings_reader.ts";
import type { SegmentColumns } from "../../src/index/segment.ts";
import { newSnapshot, type TreeSnapshot } from "../../src/index/tree_snapshot.ts";
import { random } from "../support/random.ts";

/** A chunk as the test keeps it: where it is stored, and in which file it lives. */
interface Expected {
  readonly segment: number;
  readonly stored: number;
  readonly file: number;
}

function segmentOf(blobs: readonly number[], next: () => number): SegmentColumns {
  const firstChunk = [0];
  for (const _ of blobs) firstChunk.push(firstChunk.at(-1)! + Math.floor(next() * 4));
  const count = firstChunk.at(-1)!;
  const any = (): number => Math.floor(next() * 1000);
  return {
    blobs: Uint32Array.from(blobs),
    firstChunk: Uint32Array.from(firstChunk),
    startLine: Uint32Array.from({ length: count }, any),
    endLine: Uint32Array.from({ length: count }, any),
    definition: Int32Array.from({ length: count }, () => any() - 500),
    length: Uint16Array.from({ length: count }, any),
    lengths: [0, 1, 2, 3].map(() => Uint32Array.from(blobs, any)),
  };
}

function snapshotOf(blobs: readonly number[]): TreeSnapshot {
  const files = blobs.map((_, at) => ({
    path: `file-${String(at).padStart(3, "0")}`,
    role: "code" as const,
  }));
  const snapshot = newSnapshot(files, 0);
  snapshot.blobs.set(blobs);
  return snapshot;
}

/** The live chunks by the definition: first copies in order of segment and place, then each further copy. */
function expectedOf(segments: readonly SegmentColumns[], files: readonly number[]): Expected[] {
  const placed: Expected[] = [];
  const seen = new Set<number>();
  const chunksOf = (segment: number, place: number, file: number): Expected[] => {
    const [first, end] = [segments[segment]!.firstChunk[place]!, segments[segment]!.firstChunk[place + 1]!];
    return Array.from({ length: end - first }, (_, at) => ({ segment, stored: first + at, file }));
  };
  const home = new Map<number, readonly [number, number]>();
  segments.forEach(({ blobs }, segment) =>
    blobs.forEach((blob, place) => {
      const file = files.indexOf(blob);
      if (blob === 0 || file < 0 || seen.has(file)) return;
      seen.add(file);
      home.set(blob, [segment, place]);
      placed.push(...chunksOf(segment, place, file));
    })
  );
  // Behind each file comes the next copy of its content.
  files.forEach((blob, file) => {
    const copy = files.indexOf(blob, file + 1);
    const at = home.get(blob);
    if (blob > 0 && at && copy >= 0) placed.push(...chunksOf(...at, copy));
  });
  return placed;
}

function postingsOf(chunks: readonly number[]): Uint8Array {
  const out = new ByteWriter();
  chunks.forEach((chunk, at) => writePosting(out, chunk - (at > 0 ? chunks[at - 1]! : -1), 1 + (chunk % 9)));
  return out.take();
}

Deno.test("live chunks: numbers, files, columns and postings are those of the segments, whatever is dead or twice", () => {
  const next = random(5);
  for (let round = 0; round < 200; round++) {
    const numbers = Array.from({ length: 12 }, (_, at) => at + 1);
    const cut = round % 3 === 0 ? 12 : Math.floor(next() * 12);
    const segments = [numbers.slice(0, cut), numbers.slice(cut)].map((blobs) => segmentOf(blobs, next));
    // Some contents live in no file, some files have the content of another; every fifth time all live once, in order.
    const files = round % 5 === 0
      ? numbers
      : Array.from({ length: 15 }, () => Math.floor(next() * (round % 2 ? 13 : 40)) % 13);
    const live = new LiveChunks(snapshotOf(files), segments);
    const expected = expectedOf(segments, files);
    assert.deepEqual([...live.file], expected.map(({ file }) => file));
    const all = (column: "startLine" | "endLine" | "definition" | "length"): number[] =>
      expected.map(({ segment, stored }) => segments[segment]![column].at(stored)!);
    for (const column of ["startLine", "endLine", "definition"] as const) {
      const found = expected.map((_, chunk) => live.valueAt(chunk, (segment) => segment[column]));
      assert.deepEqual(found, all(column));
    }
    assert.deepEqual([...live.lengths()], all("length"));
    const stored = segments.map(({ length }) => [...length.keys()].filter(() => next() < 0.6));
    const read = new PostingsReader(live).read(stored.map(postingsOf));
    const wanted = expected.flatMap(({ segment, stored: at }, chunk) =>
      stored[segment]!.includes(at) ? [[chunk, 1 + (at % 9)]] : []
    );
    assert.deepEqual([...read?.chunks ?? []].map((chunk, row) => [chunk, read!.tf.code[row]]), wanted);
  }
});
