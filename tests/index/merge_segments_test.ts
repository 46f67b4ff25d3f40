import assert from "node:assert/strict";
import { type Segment, segmentReader } from "../../src/index/segment.ts";
import { mergeSegments } from "../../src/index/merge_segments.ts";
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
