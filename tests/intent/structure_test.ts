import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";

/** What of the prompt speaks for code, with its weight. */
function matches(prompt: string, type: "code" | "explicit"): (readonly [string, number])[] {
  return readIntent(prompt).signals.filter((signal) => signal.type === type)
    .map(({ match, weight }) => [match, weight]);
}

Deno.test("structure: a trace speaks by its first line", () => {
  const trace =
    "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    g()\nKeyError: 'a'\nwhat is that";
  assert.deepEqual(matches(trace, "code")[0], ["Traceback (most recent call last):", 0.6]);
});

Deno.test("structure: a match is shown with its beginning, eighty characters at most", () => {
  const path = `src/${"deep/".repeat(20)}app.ts`;
  assert.deepEqual(matches(`look at ${path}`, "code")[0], [path.slice(0, 80), 0.6]);
});

Deno.test("lexicon: a Chinese word of one character counts beside Latin letters", () => {
  assert.deepEqual(matches("改 a.ts", "explicit").map(([match]) => match), ["改"]);
  assert.deepEqual(matches("为什么 a.ts 慢", "explicit").map(([match]) => match), ["为什么"]);
});
