import assert from "node:assert/strict";
import { type GivenRun, hashesOf, newLines } from "../../src/pipeline/session_notes.ts";
import { sanitize } from "../../src/safety/sanitize.ts";

/** Lines named by letters; a dot is a blank line. */
const textOf = (letters: string): string =>
  [...letters].map((letter) => letter === "." ? "" : `line(${letter})`).join("\n");

function run(at: number, letters: string, version = "1-1"): GivenRun {
  return { at, hashes: hashesOf(textOf(letters)), version };
}

/** What is left of lines 10 and following: the first line's number and the letters. */
function left(letters: string, runs: readonly GivenRun[], version: string | undefined = "1-1"): string {
  const piece = newLines({ startLine: 10, text: sanitize(textOf(letters)).text }, runs, version);
  return piece
    ? `${piece.startLine} ${piece.text.replace(/line\((.)\)|^$/gm, "$1").replaceAll("\n", "")}`
    : "";
}

Deno.test("given lines: in the same state of the file by their number, at one end or not at all", () => {
  const cases: readonly (readonly [string, GivenRun[], string, string])[] = [
    ["abcd", [], "10 abcd", "nothing was given"],
    ["abcd", [run(10, "abcd")], "", "all was given"],
    ["abcd", [run(10, "ab")], "12 cd", "the beginning was given"],
    ["abcd", [run(12, "cd")], "10 ab", "the end was given"],
    ["abcd", [run(9, "xab")], "12 cd", "a run that began before"],
    ["abcd", [run(10, "a"), run(13, "d")], "10 abcd", "the middle is new"],
    ["abcd", [run(11, "b")], "10 abcd", "the middle was given"],
    ["abcd", [run(20, "abcd")], "10 abcd", "the same lines elsewhere are others"],
    ["a..b", [run(10, "a")], "13 b", "blank lines are nothing new"],
    [".a..", [run(11, "a")], "", "nothing but blank lines is left"],
    [".ab", [run(12, "b")], "11 a", "a blank line at the end is none of the given"],
    ["ab.", [run(10, "a")], "11 b", "nor one behind"],
  ];
  for (const [letters, runs, expected, what] of cases) assert.equal(left(letters, runs), expected, what);
});

Deno.test("given lines: in another state of the file three in a row count, wherever they stood", () => {
  const cases: readonly (readonly [string, GivenRun[], string, string])[] = [
    ["abcd", [run(70, "abc", "2-2")], "13 d", "three in a row"],
    ["abcd", [run(10, "ab", "2-2")], "10 abcd", "two may be chance"],
    ["ab", [run(70, "ab", "2-2")], "", "all of a shorter piece"],
    ["xabc", [run(70, "qabcq", "2-2")], "10 x", "in the middle of a longer run"],
    ["xycd", [run(70, "abcd", "2-2")], "10 xycd", "two at the end of both"],
    ["abcd", [run(10, "abxd", "2-2")], "10 abcd", "a stretch that another line breaks"],
  ];
  for (const [letters, runs, expected, what] of cases) assert.equal(left(letters, runs), expected, what);
  assert.equal(left("abcd", [{ ...run(70, "abc"), version: undefined }], "1-1"), "13 d");
});

Deno.test("given lines: a line is known by all its characters", () => {
  const [first, ...others] = ["a = 1;", "b = 1;", "a = 2;", "a = 1", "a = 1; "].map((line) =>
    hashesOf(line)[0]
  );
  for (const other of others) assert.notEqual(other, first);
  // The published values of FNV-1a.
  const published = [0xe40c292c, 0xbf9cf968].map((value) => value.toString(36));
  assert.deepEqual(["a", "foobar"].flatMap(hashesOf), published);
  assert.deepEqual(hashesOf("a\n\na"), [hashesOf("a")[0], hashesOf("")[0], hashesOf("a")[0]]);
});
