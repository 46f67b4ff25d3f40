import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { queryViews } from "../../../src/search/query/fields.ts";
import { search } from "../../../src/search/rank/search.ts";
import { type QuestionShare, questionShares } from "../../../src/search/rank/question_share.ts";
import { testParser } from "../../syntax/support.ts";

const CANAL = `
// The warden closes the gate.
export class Canal {
  // Ships of deep draft
  @logged
  admit(ship: Ship): boolean {
    // if the anchor is up
    const anchor = ship.anchor;
    if (ship.draft > this.depth) return false;
    return true;
  }
}
`;
const TIDE = `export function admit(ship: Ship): boolean {
  return ship.tide;
}
`;
const files = new Map([["src/canal.ts", CANAL], ["src/tide.ts", TIDE]]);
const index = buildMemoryIndex([...files].map(([path, text]) => ({ path, text })), await testParser());

function shareOf(question: string, path: string, qualifiedName: string): QuestionShare {
  const { table } = search(queryViews(question), index);
  const file = index.files.paths.indexOf(path);
  const definition = index.parsed(file)!.definitions.find((one) => one.qualifiedName === qualifiedName)!;
  return questionShares(table.context)({ path, lines: files.get(path)!.split("\n"), ...definition });
}

Deno.test("question share: words count wherever they are, in the comment above and the path too", () => {
  assert.equal(shareOf("deep anchor warden", "src/canal.ts", "Canal.admit").words, 2 / 3);
  assert.equal(shareOf("canal tide", "src/tide.ts", "admit").words, 1 / 2);
});

Deno.test("question share: what lines decide by counts, comments, other lines and its own name do not", () => {
  const decided = (question: string): number => shareOf(question, "src/canal.ts", "Canal.admit").decided;
  assert.equal(decided("draft"), 1);
  assert.equal(decided("anchor"), 0);
  assert.equal(decided("admit"), 0);
  const both = decided("draft anchor");
  assert.ok(both > 0 && both < 1);
});

Deno.test("question share: the owner is the class, or the file where there is none", () => {
  assert.equal(shareOf("canal", "src/canal.ts", "Canal.admit").owner, 1);
  assert.equal(shareOf("tide", "src/tide.ts", "admit").owner, 1);
  assert.equal(shareOf("tide", "src/canal.ts", "Canal.admit").owner, 0);
  assert.equal(shareOf("admit", "src/tide.ts", "admit").owner, 0, "its own name is no owner");
});
