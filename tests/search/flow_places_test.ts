import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import { placesFor } from "../../src/search/answer_places.ts";
import { forFlow } from "../../src/search/flow_places.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { search } from "../../src/search/rank/search.ts";
import type { SearchResult } from "../../src/search/rank/search_result.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const PROMPT = "what happens to a letter on its way through the post";
const REPO = parseFixture(`
//- /src/post.ts
export function postLetter(letter: Letter): void {
  const bag = bagFor(letter);
  stampLetter(letter);
  carry(bag);
}
export function weighLetter(letter: Letter): void {
  scale.weigh(letter);
  scale.clear();
  scale.rest();
}
export function stampLetter(letter: Letter): void {
  if (letter.isStamped) return;
  letter.isStamped = true;
  ink.dry();
}
export function callPost(letter: Letter): void {
  bell.ring();
  postLetter(letter);
  bell.rest();
}
export function tinyLetter(letter: Letter): number {
  return letter.weight;
}
export interface LetterOfPost {
  letter: string;
  post: string;
  weight: number;
}
//- /examples/letter.ts
export function exampleLetter(letter: Letter): void {
  letter.write("dear all");
  letter.fold();
  letter.seal();
}
//- /src/workbench/letter.ts
export function benchLetter(letter: Letter): void {
  letter.write("dear bench");
  letter.fold();
  letter.seal();
}
//- /tests/letter_test.ts
export function testedLetter(letter: Letter): void {
  letter.write("dear test");
  letter.fold();
  letter.seal();
}
//- /docs/letters.md
# A letter on its way through the post
What happens to a letter.
`);

async function found(repo: ReadonlyMap<string, string>, prompt = PROMPT): Promise<SearchResult> {
  const listed = [...repo].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  return search(queryViews(prompt), buildMemoryIndex(listed, await testParser()));
}

/** What is ranked by name, in that order, is told in this one. */
async function ordered(names: readonly string[], late = false): Promise<string[]> {
  const result = await found(REPO);
  const functions = names.map((name) => result.functions.find(({ definition }) => definition.name === name)!);
  return forFlow({ ...result, functions }, () => late).functions.map(({ definition }) => definition.name);
}

Deno.test("places of a flow: what the first calls, and what calls it, comes before what stands alone", async () => {
  const ranked = ["postLetter", "weighLetter", "stampLetter", "callPost"];
  assert.deepEqual(await ordered(ranked), ["postLetter", "stampLetter", "callPost", "weighLetter"]);
  assert.deepEqual(await ordered(ranked, true), ranked, "no calls once the time is up");
});

Deno.test("places of a flow: tests, types, examples and one-line functions come last", async () => {
  for (const last of ["testedLetter", "LetterOfPost", "exampleLetter", "tinyLetter"]) {
    assert.deepEqual(await ordered(["postLetter", last, "weighLetter"]), ["postLetter", "weighLetter", last]);
  }
  const kept = ["postLetter", "benchLetter", "weighLetter"];
  assert.deepEqual(await ordered(kept), kept, "a workbench is no benchmark");
});

Deno.test("places of a flow: the same definition once, files without one left out but for a named line", async () => {
  assert.deepEqual(await ordered(["postLetter", "postLetter", "weighLetter"]), ["postLetter", "weighLetter"]);
  const result = await found(REPO);
  const paths = (all: SearchResult): string[] => all.files.map(({ path }) => path);
  assert.ok(paths(result).includes("docs/letters.md"));
  assert.ok(!paths(forFlow(result, () => false)).includes("docs/letters.md"));
  const files = result.files.map((one) => ({ ...one, isNamedLine: true as const }));
  assert.ok(paths(forFlow({ ...result, files }, () => false)).includes("docs/letters.md"));
  const none = { ...result, functions: [] };
  assert.equal(forFlow(none, () => false), none);
});

Deno.test("places of a flow: beside the steps, what has no code is told by its name", async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `  letter.step${at}();`).join("\n");
  const others = Array.from(
    { length: 24 },
    (_, at) =>
      `/** A letter of the post. */\nexport function letterPost${at}(letter: Letter): void {\n${lines}\n}`,
  );
  const repo = new Map([...REPO, ["src/others.ts", others.join("\n")]]);
  const result = await found(repo, "what happens in callPost to a letter");
  const items = placesFor(
    { result, atFirst: result },
    {
      prompt: PROMPT,
      phrases: [],
      names: [],
      most: 20,
      lines: 20,
      examples: [],
      flow: { first: "callPost" },
    },
    filesOf((path) => repo.get(path) ?? ""),
    () => false,
  );
  const steps = items.filter(({ confidence }) => confidence === undefined);
  assert.ok(steps.length >= 2, "a path leads");
  const beside = items.slice(steps.length);
  assert.equal(items.length, 17);
  const isNamed = ({ code, claim }: Finding): boolean => code === undefined && claim === "";
  assert.ok(beside.some(isNamed));
  assert.ok(beside.every((one) => one.code !== undefined || isNamed(one)));
});
