import assert from "node:assert/strict";
import { thinHint } from "../../src/intent/hint.ts";
import { readIntent } from "../../src/intent/intent.ts";

Deno.test("a thin prompt gets one line in its own language", () => {
  for (const prompt of ["fix it", "fix the bug", "still broken", "refactor this"]) {
    assert.match(thinHint(readIntent(prompt)) ?? "", /^Hint: .*file/, prompt);
  }
  for (const prompt of ["修一下", "还是报错", "重构一下"]) {
    assert.match(thinHint(readIntent(prompt)) ?? "", /文件名/, prompt);
  }
});

Deno.test("a prompt that names something, or is not about code, gets none", () => {
  for (
    const prompt of [
      "fix the login bug",
      "修复登录错误",
      "fix auth.py",
      "review my changes",
      "thanks",
      "继续",
      "parse_config",
    ]
  ) {
    assert.equal(thinHint(readIntent(prompt)), undefined, prompt);
  }
});

Deno.test("earlier turns make a thin prompt rich enough", () => {
  const previous = { paths: ["src/auth.py"], symbols: ["login"] };
  const intent = readIntent("fix it", { previous });
  assert.ok(intent.signals.some((signal) => signal.type === "historical"));
  assert.equal(thinHint(intent), undefined);
});

Deno.test("whatever a prompt names is enough, together or alone", () => {
  const vague = readIntent("fix it");
  const named = { identifiers: ["save"], paths: [{ path: "a.ts" }], phrases: ["no such key"] };
  const none = { identifiers: [], paths: [], phrases: [], words: [] };
  const { identifiers, paths, phrases } = named;
  const all = [{ identifiers }, { paths }, { phrases }, { identifiers, paths }, { paths, phrases }, {
    identifiers,
    phrases,
  }];
  for (const terms of all) {
    assert.equal(thinHint({ ...vague, terms: { ...none, ...terms } }), undefined, JSON.stringify(terms));
  }
  assert.notEqual(thinHint({ ...vague, terms: none }), undefined);
});

Deno.test("what leans on earlier turns needs no hint, even where they left nothing to look for", () => {
  const vague = readIntent("fix it");
  assert.match(thinHint(vague) ?? "", /^Hint/);
  const earlier = { type: "historical" as const, match: "login", weight: 0.2 };
  assert.equal(thinHint({ ...vague, signals: [...vague.signals, earlier] }), undefined);
});
