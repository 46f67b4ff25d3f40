import assert from "node:assert/strict";
import { hasCjk } from "../../src/text/chars.ts";
import set from "./cases/bilingual.json" with { type: "json" };

interface Question {
  readonly id: string;
  readonly repository: string;
  readonly en: string;
  readonly zh: string;
  readonly gold: readonly string[];
  readonly held?: boolean;
}

const QUESTIONS: readonly Question[] = set.pairs;
const REPOSITORIES: Readonly<Record<string, { language: string }>> = set.repositories;

Deno.test("bilingual questions: enough of them, over enough repositories and languages", () => {
  assert.ok(QUESTIONS.length >= 60);
  assert.ok(new Set(QUESTIONS.map((question) => question.repository)).size >= 4);
  assert.ok(new Set(Object.values(REPOSITORIES).map((repository) => repository.language)).size >= 4);
});

Deno.test("bilingual questions: about a third is held out in every larger repository", () => {
  const held = QUESTIONS.filter((question) => question.held).length;
  assert.ok(held >= QUESTIONS.length * 0.3 && held <= QUESTIONS.length * 0.36, `held: ${held}`);
});

Deno.test("bilingual questions: each is complete, in both languages, with gold inside its repository", () => {
  const ids = new Set<string>();
  for (const { id, repository, en, zh, gold } of QUESTIONS) {
    assert.ok(!ids.has(id), id);
    ids.add(id);
    assert.ok(repository in REPOSITORIES, id);
    assert.ok(!hasCjk(en) && hasCjk(zh), id);
    assert.ok(gold.length > 0 && gold.every((path) => /^[\w][\w./-]*\.\w+$/.test(path)), id);
  }
});
