import assert from "node:assert/strict";
import { eachEntry } from "../../src/index/dictionary.ts";
import { keyRanges } from "../../src/index/key_range.ts";
import { segmentReader } from "../../src/index/memory_index.ts";
import { mergeSegments } from "../../src/index/merge_segments.ts";
import type { MergeHelper } from "../../src/index/merge_shares.ts";
import { mergeTogether } from "../../src/index/merge_together.ts";
import type { ConsumedSegment } from "../../src/index/used_segment.ts";
import type { Segment } from "../../src/index/segment.ts";
import { SegmentBuilder } from "../../src/index/segment_builder.ts";
import { emptyRecord } from "../../src/syntax/parsed_file.ts";
import { random } from "../support/random.ts";

/** Letters whose order differs in UTF-8 and UTF-16 are among them. */
const LETTERS = [..."abcdexyz_ABC", "é", "中", "\ue000", "\uffee", "😀", "𐐷"];

interface Text {
  readonly text: string;
  readonly names: readonly string[];
}

/** Texts with words of which most stand in several. */
function texts(count: number, words: number): Text[] {
  const next = random(7);
  const word = (): string =>
    Array.from({ length: 2 + next() * 5 }, () => LETTERS[Math.floor(next() * LETTERS.length)]).join("");
  const known = Array.from({ length: words }, word);
  return Array.from({ length: count }, () => {
    const names = Array.from({ length: 60 }, () => known[Math.floor(next() ** 2 * known.length)]!);
    return { text: names.map((name) => `${name} = ${word()}(${name})\n`).join(""), names };
  });
}

function segmentOf(all: readonly Text[]): Segment {
  const builder = new SegmentBuilder();
  for (const { text, names } of all) {
    const lines = text.split("\n").length;
    const definitions = names.slice(0, 30).map((name, at) => ({
      ...emptyDefinition,
      name,
      startLine: at + 1,
      endLine: at + 1 + at % 20,
    }));
    const references = names.map((name, at) => ({
      name,
      line: at + 1,
      kind: at % 3 === 0 ? "type" as const : "call" as const,
      scope: at % 4 - 1,
      receiver: at % 5 === 0 ? "self" : "",
    }));
    builder.add({
      text,
      parsed: { ...emptyRecord("python", lines), definitions, references },
      prose: undefined,
    });
  }
  return builder.finish();
}

const emptyDefinition = {
  qualifiedName: "",
  kind: "function" as const,
  docStartLine: 1,
  startIndex: 0,
  endIndex: 0,
  parent: -1,
  signature: "",
  doc: "",
  exported: false,
  decorators: [],
};

function blocksOfMerge(
  segments: readonly Segment[],
  keeps: (content: number) => boolean,
): { blocks: Uint8Array[]; firstKeys: readonly string[] } {
  const blocks: Uint8Array[] = [];
  const { firstKeys } = mergeSegments(
    numbered(segments),
    keeps,
    (block) => void blocks.push(block),
  );
  return { blocks, firstKeys };
}

/** Readers whose contents have different numbers. */
function numbered(segments: readonly Segment[]): ReturnType<typeof segmentReader>[] {
  let number = 0;
  return segments.map((segment) => {
    const blobs = segment.columns.blobs.map(() => ++number);
    return segmentReader({ ...segment, columns: { ...segment.columns, blobs } });
  });
}

Deno.test("merging gives the segment that all texts make at once", () => {
  const all = texts(60, 500);
  // One text to a segment, several, and many.
  const cuts = [0, 1, 4, 5, 25, 60];
  const segments = cuts.slice(1).map((end, at) => segmentOf(all.slice(cuts[at], end)));
  const rows: ((content: number) => boolean)[] = [
    () => true,
    (content) => content % 2 === 0,
    // Of one segment all, of one nothing, of others a part.
    (content) => content > 5 && content !== 30,
    (content) => content <= 4,
    () => false,
  ];
  for (const keeps of rows) {
    const { blocks, firstKeys } = segmentOf(all.filter((_, at) => keeps(at + 1)));
    assert.deepEqual(blocksOfMerge(segments, keeps), { blocks, firstKeys });
  }
});

interface Entry {
  readonly key: string;
  readonly data: readonly number[];
}

function entriesOf(blocks: readonly Uint8Array[]): Entry[] {
  const entries: Entry[] = [];
  for (const block of blocks) eachEntry(block, (key, data) => void entries.push({ key, data: [...data] }));
  return entries;
}

/** Segments over one list of blocks, which are empty when they are gone. */
function used(segments: readonly Segment[]): { segments: ConsumedSegment[]; blocks: Uint8Array[] } {
  const blocks = segments.flatMap((segment) => segment.blocks);
  let firstBlock = 0;
  const readers = numbered(segments).map((reader, at): ConsumedSegment => {
    const first = firstBlock;
    firstBlock += segments[at]!.blocks.length;
    return {
      ...reader,
      firstBlock: first,
      peek: (number) => blocks[first + number]!,
      block: (number) => blocks[first + number]!,
      discard: (end) => blocks.fill(new Uint8Array(0), first, first + end),
    };
  });
  return { segments: readers, blocks };
}

/** Another thread that can read no more than the first `known` blocks. */
async function helperFor(segments: readonly Segment[], known: number): Promise<MergeHelper> {
  const worker = new Worker(new URL("../support/merge_worker.ts", import.meta.url), { type: "module" });
  await new Promise((resolve) => worker.onmessage = resolve);
  const blocks = segments.flatMap((segment) => segment.blocks).slice(0, known);
  return (job) => {
    worker.postMessage({ job, blocks });
    // It is given the time to take a range.
    for (let step = 0; step < 2000 && Atomics.load(job.board, 0) === 0; step++) {
      Atomics.wait(job.board, 0, 0, 5);
    }
    assert.ok(Atomics.load(job.board, 0) > 0);
    return () => worker.terminate();
  };
}

Deno.test("two threads merge as one does, and all blocks are used up", async () => {
  const all = texts(300, 20_000);
  const segments = [0, 100, 200].map((start) => segmentOf(all.slice(start, start + 100)));
  assert.ok(segments.every(({ blocks }) => blocks.length > 24));
  const rows: { readonly helper: MergeHelper; readonly keeps: (content: number) => boolean }[] = [
    { helper: await helperFor(segments, Infinity), keeps: () => true },
    {
      helper: await helperFor(segments, Infinity),
      keeps: (content) => content % 3 !== 0 && content < 250,
    },
    // One that breaks, and one that never begins.
    { helper: await helperFor(segments, 0), keeps: () => true },
    { helper: () => () => {}, keeps: () => true },
  ];
  for (const { helper, keeps } of rows) {
    const { segments: readers, blocks: left } = used(segments);
    const blocks: Uint8Array[] = [];
    const merged = mergeTogether(readers, keeps, {
      store: (block) => blocks.push(block),
      helper,
      rangeBlocks: 16,
    });
    const alone = blocksOfMerge(segments, keeps);
    assert.deepEqual(entriesOf(blocks), entriesOf(alone.blocks));
    assert.deepEqual(merged.firstKeys, blocks.map((block) => entriesOf([block])[0]!.key));
    assert.ok(blocks.length >= alone.blocks.length && left.every((block) => block.length === 0));
  }
});

Deno.test("ranges of keys follow each other without a gap", () => {
  const directory = Array.from({ length: 100 }, (_, at) => `k${String(at).padStart(3, "0")}`);
  const ranges = keyRanges([directory, directory.slice(20)], 40);
  assert.ok(ranges.length >= 4);
  assert.equal(ranges[0]!.from, undefined);
  assert.equal(ranges.at(-1)!.to, undefined);
  ranges.slice(1).forEach(({ from }, at) => {
    assert.notEqual(from, undefined);
    assert.equal(from, ranges[at]!.to);
  });
  assert.deepEqual(keyRanges([["a"], []], 40), [{}]);
});
