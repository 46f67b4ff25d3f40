import assert from "node:assert/strict";
import type { Finding } from "../../src/model/findings.ts";
import { likelyOf } from "../../src/pipeline/likely.ts";

/** A place by its confidence; in a file of its own unless another one is named. */
type Place = readonly [confidence: number | undefined, path?: string];

/** What is left of the places, by their number: `1` with its claim, `1-` its name alone. */
function left(places: readonly Place[], { most = 10, more = {} as Partial<Finding> } = {}): string {
  const items = places.map(([confidence, path], at): Finding => ({
    path: path ?? `f${at}.ts`,
    startLine: at,
    endLine: at,
    symbol: "run",
    claim: "runs",
    ...(confidence !== undefined && { confidence }),
    ...more,
  } as Finding));
  return likelyOf(items, most).map(({ startLine, claim }) => `${startLine}${claim === "" ? "-" : ""}`).join(
    " ",
  );
}

Deno.test("likely places: as many as are looked at; what says nothing about its chance leads or stays", () => {
  assert.equal(left([[1], [1], [1]], { most: 2 }), "0 1");
  assert.equal(left([[undefined], [1], [1e-9]]), "0 1 2");
  assert.equal(left([[1], [undefined], [1e-9], [1]]), "0 1 3");
  assert.equal(left([]), "");
  assert.equal(left([[0.001], [1]]), "0 1");
});

Deno.test("likely places: behind a list that is led by steps so many more as have nothing but a name", () => {
  const items = ["step", "place", "", "told", "", ""].map((claim, startLine): Finding => ({
    path: `f${startLine}.ts`,
    startLine,
    endLine: startLine,
    claim,
    score: 1,
    reasons: [],
  }));
  const kept = (most: number, named: number): number[] =>
    likelyOf(items, most, named).map(({ startLine }) => startLine);
  assert.deepEqual(kept(2, 0), [0, 1]);
  assert.deepEqual(kept(2, 3), [0, 1, 2, 4]);
  assert.deepEqual(kept(4, 1), [0, 1, 2, 3, 4]);
});

Deno.test("likely places: beside a sure one twice the least chance is needed", () => {
  assert.equal(left([[1], [0.0366]]), "0 1");
  assert.equal(left([[1], [0.0363]]), "0 1-");
  assert.equal(left([[1], [0.0003]]), "0 1-");
  assert.equal(left([[1], [0.00028]]), "0");
  assert.equal(left([[6], [3.99], [0.001]]), "0 1");
  assert.equal(left([[5.99], [4], [0.001]]), "0 1 2-");
});

Deno.test("likely places: by their share of what speaks for all and their rank", () => {
  assert.equal(left([[1], [1], [0.00015]]), "0 1 2-");
  assert.equal(left([[1], [1], [0.00014]]), "0 1");
  assert.equal(left([[1], [1], [1], [0.0003]]), "0 1 2 3-");
  assert.equal(left([[1], [1], [1], [0.00029]]), "0 1 2");
});

Deno.test("likely places: one in a file of the first three is likelier", () => {
  const places = (path: string): Place[] => [[1, "a"], [1, "b"], [1, "c"], [1, "d"], [0.0003, path]];
  const found = ["a", "b", "c", "d", "e"].map((path) => left(places(path)));
  assert.deepEqual(found, [...Array(3).fill("0 1 2 3 4-"), ...Array(2).fill("0 1 2 3")]);
});

Deno.test("likely places: what has code or no name keeps its claim", () => {
  assert.equal(left([[1], [0.01]]), "0 1-");
  assert.equal(left([[1], [0.01]], { more: { code: [] } }), "0 1");
  assert.equal(left([[1], [0.01]], { more: { symbol: undefined } as unknown as Partial<Finding> }), "0 1");
});
