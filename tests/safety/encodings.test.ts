import assert from "node:assert/strict";
import { base64Runs, decodeBase64, decodePercent, hexRuns, printable } from "../../src/safety/encodings.ts";

const hexOf = (text: string, joint = ""): string =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, "0")).join(joint);

Deno.test("runs of base64 and hexadecimal digits are found where they stand", () => {
  const plain = "the name and its value: 一二";
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(plain)));
  const rows: readonly (readonly [run: string, find: (text: string) => Iterable<object>])[] = [
    [base64, (text) => base64Runs(text, base64.length)],
    [base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""), (text) => base64Runs(text, 24)],
    [hexOf(plain), hexRuns],
    [hexOf(plain).toUpperCase(), hexRuns],
    [`0x${hexOf(plain)}`, hexRuns],
    [hexOf(plain, " "), hexRuns],
    [hexOf(plain, ":"), hexRuns],
  ];
  for (const [run, find] of rows) {
    const [start, end] = [5, 5 + run.length];
    assert.deepEqual([...find(`x = "${run}";`)], [{ start, end, plain }], run);
    assert.deepEqual([...find(`"${run}" "${run}"`)].length, 2, run);
  }
});

Deno.test("what is too short or too long, of one case, odd or no text is no run", () => {
  const base64 = btoa("a name and its value");
  assert.deepEqual([...base64Runs(base64, base64.length + 1)], []);
  assert.deepEqual([...base64Runs("dixlalpxblhjcntlejkmbzwz", 24)], [], "small letters are a word");
  assert.deepEqual([...base64Runs("TDJWMVFYMGJFUUJQXGFTRCRM", 24)], [], "capitals are a name");
  assert.deepEqual([...hexRuns(`${hexOf("a name and its value")}6`)], [], "half a byte");
  for (const [make, find] of [[btoa, (text: string) => base64Runs(text, 24)], [hexOf, hexRuns]] as const) {
    const longest = make === btoa ? 15_000 : 10_000;
    assert.equal([...find(make("aZ1".repeat(longest / 3 + 1).slice(0, longest)))].length, 1);
    assert.equal([...find(make("aZ1".repeat(longest / 3 + 2).slice(0, longest + 3)))].length, 0);
  }
});

Deno.test("text is what holds no controls but white space, in UTF-8", () => {
  for (const text of ["tab\tline\nfeed\r\v\f", "", " ~", "一", "\u0080"]) {
    assert.equal(printable(new TextEncoder().encode(text)), text);
  }
  for (const byte of [0, 8, 14, 31, 127, 0xFF]) {
    assert.equal(printable(Uint8Array.of(65, byte, 66)), undefined, `${byte}`);
  }
  assert.equal(decodeBase64("!!!!"), undefined);
  assert.equal(decodePercent("%41%E4%B8%80"), "A一");
  assert.equal(decodePercent("%E4%B8"), undefined);
});
