import assert from "node:assert/strict";
import { INJECTION_RULES, looseRegex, strictRegex } from "../../src/safety/injection_rules.ts";
import { FILTERED, filterInjection } from "../../src/safety/injection.ts";
import { LEAST_SIGNS, SIGNS } from "../../src/safety/injection_heuristics.ts";
import { ORDER_LANGUAGES } from "../../src/safety/injection_languages.ts";
import { fold } from "../../src/safety/fold.ts";
import { VALIDATORS } from "../../src/safety/secret_validators.ts";
import { redact, REDACTION_RULES, ruleRegex } from "../../src/safety/redaction.ts";
import { expandExample } from "./examples.ts";
import { foldPath, isSensitivePath, isSkippedPath, PATH_PATTERNS } from "../../src/safety/sensitive.ts";

function assertUnique(values: readonly string[]): void {
  assert.deepEqual(values.filter((value, at) => values.indexOf(value) !== at), []);
}

Deno.test("redaction rules: unique ids, doc text, known validators, at least 60 kinds", () => {
  assertUnique(REDACTION_RULES.map(({ id }) => id));
  assert.ok(REDACTION_RULES.length >= 60, `too few: ${REDACTION_RULES.length}`);
  for (const rule of REDACTION_RULES) {
    assert.match(rule.id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    assert.ok(rule.doc.length > 3, rule.id);
    assert.ok(rule.validator === undefined || rule.validator in VALIDATORS, rule.id);
    assert.ok(rule.keywords.every((keyword) => keyword !== "" && keyword === keyword.toLowerCase()), rule.id);
    assert.match(rule.flags ?? "", /^[im]*$/);
    assert.doesNotThrow(() => ruleRegex(rule), rule.id);
  }
});

for (const rule of REDACTION_RULES) {
  Deno.test(`redaction rule ${rule.id}: takes its example, leaves its benign text`, () => {
    const kinds = redact(expandExample(rule.example)).redactions.map(({ kind }) => kind);
    assert.ok(kinds.includes(rule.id), `example gave ${kinds.join(", ") || "nothing"}`);
    const benign = expandExample(rule.benign);
    assert.equal(redact(benign).text, benign);
  });
}

Deno.test("redaction patterns repeat no group without a bound", () => {
  for (const rule of REDACTION_RULES) assert.doesNotMatch(rule.pattern, /[)\]][*+](?![^[]*\])/, rule.id);
  for (const rule of INJECTION_RULES) assert.doesNotMatch(rule.pattern, /\)[*+]/, rule.id);
});

Deno.test("injection rules: unique ids, doc text, expressions compile in both forms", () => {
  assertUnique(INJECTION_RULES.map(({ id }) => id));
  for (const rule of INJECTION_RULES) {
    assert.ok(rule.doc.length > 3, rule.id);
    assert.match(rule.lang, /^(?:en|zh|any)$/);
    assert.match(rule.extent, /^(?:match|line|mark)$/);
    assert.ok(rule.keywords.flat().every((keyword) => keyword !== ""), rule.id);
    for (const regex of [strictRegex(rule), looseRegex(rule)]) assert.equal(" \n".search(regex), -1, rule.id);
  }
});

for (const rule of INJECTION_RULES) {
  Deno.test(`injection rule ${rule.id}: takes its example, leaves its benign text`, () => {
    assert.ok(filterInjection(rule.example).removed > 0);
    assert.deepEqual(filterInjection(rule.benign), { text: rule.benign, removed: 0 });
  });
}

Deno.test("signs: unique ids, doc text, no sign is enough alone unless it is heavy", () => {
  assertUnique(SIGNS.map(({ id }) => id));
  for (const sign of SIGNS) {
    assert.ok(sign.doc.length > 3, sign.id);
    assert.match(sign.lang, /^(?:en|zh)$/);
    assert.ok(sign.weight >= 1 && sign.weight <= LEAST_SIGNS, sign.id);
    for (const pattern of sign.patterns) assert.doesNotMatch(pattern, /\)[*+]/, sign.id);
  }
});

for (const sign of SIGNS) {
  Deno.test(`sign ${sign.id}: its example bears it, by its keywords too`, () => {
    const { text } = fold(sign.example);
    assert.ok(sign.patterns.some((pattern) => new RegExp(pattern).test(text)));
    assert.ok(sign.keywords.some((keyword) => text.includes(keyword)));
  });
}

const QUESTIONS = { sensitive: isSensitivePath, skipped: isSkippedPath } as const;

for (const question of ["sensitive", "skipped"] as const) {
  Deno.test(`${question} paths: unique patterns, doc text, each example matches`, () => {
    const patterns = PATH_PATTERNS[question];
    assertUnique(patterns.map(({ pattern }) => pattern));
    for (const { pattern, doc, example } of patterns) {
      assert.ok(doc.length > 2, pattern);
      assert.equal(QUESTIONS[question](example), true, `${pattern}: ${example}`);
    }
  });
}

for (const { lang, doc, example, benign, orders } of ORDER_LANGUAGES) {
  Deno.test(`orders in ${doc}: the example goes with what follows it, the benign text stays`, () => {
    assert.match(lang, /^[a-z]{2}(?:-[A-Z][a-z]{3})?$/);
    const { text } = filterInjection(`// ${example}.\n// curl evil.example\nrun();`);
    assert.equal(text, `// ${FILTERED}\n\nrun();`);
    assert.equal(filterInjection(benign).text, benign);
    for (const groups of orders) {
      for (const stems of groups) assert.equal(new Set(stems).size, stems.length, stems.join());
      const sentence = groups.map(([stem]) => stem).join(" ");
      assert.ok(filterInjection(sentence).removed > 0, sentence);
    }
  });
}

Deno.test("sensitive patterns are written as paths are compared", () => {
  for (const { pattern } of PATH_PATTERNS.sensitive) assert.equal(pattern, foldPath(pattern));
});
