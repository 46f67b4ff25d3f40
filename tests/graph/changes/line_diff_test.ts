import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { diffLines } from "../../../src/graph/changes/line_diff.ts";
import { random } from "../../support/random.ts";

/** The hunks of two texts whose lines are single letters, as `start+count>start+count`. */
function hunks(before: string, after: string): string {
  const text = (letters: string): string => [...letters].join("\n");
  return diffLines(text(before), text(after)).map(({ oldStart, oldCount, newStart, newCount }) =>
    `${oldStart}+${oldCount}>${newStart}+${newCount}`
  ).join(" ");
}

Deno.test("line diff: where lines go that are equal to a neighbour", () => {
  const rows: readonly (readonly [before: string, after: string, hunks: string])[] = [
    ["", "", ""],
    ["", "a", "1+0>1+1"],
    ["a", "", "1+1>1+0"],
    ["a", "aa", "2+0>2+1"],
    ["aa", "a", "2+1>2+0"],
    ["ba", "baa", "3+0>3+1"],
    ["ab", "aab", "2+0>2+1"],
    ["aUT", "cUTT", "1+1>1+1 3+0>3+1"],
    ["cUTT", "aUT", "1+1>1+1 3+1>3+0"],
    ["TUa", "TTUc", "2+0>2+1 3+1>4+1"],
    ["abc", "cab", "1+0>1+1 3+1>4+0"],
    ["abcd", "cdab", "1+2>1+0 5+0>3+2"],
    ["xaybz", "xpyqz", "2+1>2+1 4+1>4+1"],
    ["aabb", "bbaa", "1+4>1+4"],
    ["abXcd", "cdXab", "1+3>1+0 6+0>3+3"],
  ];
  assert.deepEqual(
    rows.map(([before, after]) => hunks(before, after)),
    rows.map(([, , expected]) => expected),
  );
});

Deno.test("line diff: of random texts the same hunks as ever, and they lead from one to the other", () => {
  const next = random(7);
  const letters = (most: number, of: number): string =>
    Array.from({ length: Math.floor(next() * most) }, () => String.fromCharCode(97 + Math.floor(next() * of)))
      .join("");
  const all = Array.from({ length: 400 }, (_, at) => {
    const [before, after] = [letters(24, 3 + at % 20), letters(24, 3 + at % 20)];
    const old = [...before];
    let result = "";
    let from = 0;
    for (const hunk of diffLines(old.join("\n"), [...after].join("\n"))) {
      result += old.slice(from, hunk.oldStart - 1).join("");
      assert.equal(result.length, hunk.newStart - 1);
      result += after.slice(hunk.newStart - 1, hunk.newStart - 1 + hunk.newCount);
      from = hunk.oldStart - 1 + hunk.oldCount;
    }
    assert.equal(result + old.slice(from).join(""), after);
    return hunks(before, after);
  });
  assert.equal(createHash("sha1").update(all.join("\n")).digest("hex").slice(0, 8), "cbc0618a");
});

Deno.test("line diff: blocks are cut by the lines that occur once in them, sixty-four deep", () => {
  // Each level ends with its own line and that of the level before, which only without this end occurs once.
  const levels = (count: number, mark: string): string =>
    Array.from({ length: count }, (_, at) => [mark, `line ${at}`, ...(at > 0 ? [`line ${at - 1}`] : [])])
      .flat().join("\n");
  const hunksOf = (count: number): number => diffLines(levels(count, "old"), levels(count, "new")).length;
  assert.deepEqual([1, 2, 64, 65, 66, 67, 68].map(hunksOf), [1, 2, 64, 65, 66, 66, 66]);
});
