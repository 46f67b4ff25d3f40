import assert from "node:assert/strict";
import { hasCjk } from "../../src/text/chars.ts";
import set from "./cases/chinese.json" with { type: "json" };

interface Question {
  readonly id: string;
  readonly repository: string;
  readonly term: string;
  readonly zh?: string;
  readonly en?: string;
  readonly gold: readonly string[];
  readonly held?: boolean;
}

const QUESTIONS: readonly Question[] = set.questions;

Deno.test("questions about Chinese repositories: about a third is held out", () => {
  const held = QUESTIONS.filter((question) => question.held).length;
  assert.ok(held >= QUESTIONS.length * 0.28 && held <= QUESTIONS.length * 0.36, `held: ${held}`);
});

Deno.test("questions about Chinese repositories: each is complete, in one language, with gold inside its repository", () => {
  const ids = new Set<string>();
  for (const { id, repository, zh, en, gold } of QUESTIONS) {
    assert.ok(!ids.has(id), id);
    ids.add(id);
    assert.ok(repository in set.repositories, id);
    assert.ok((zh === undefined) !== (en === undefined) && hasCjk(zh ?? en ?? "") === (zh !== undefined), id);
    assert.ok(gold.length > 0 && gold.every((path) => /^[\w][\w./-]*\.\w+$/.test(path)), id);
  }
});
