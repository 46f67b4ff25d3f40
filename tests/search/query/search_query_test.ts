import assert from "node:assert/strict";
import { translateQuery } from "../../../src/text/query_translation.ts";
import { queryOf } from "../../support/query.ts";
import { REPORT } from "../../support/report_text.ts";

Deno.test("comments in markup and addresses are no part of a report's text", () => {
  assert.doesNotMatch(queryOf(REPORT).text, /thank you|https:/);
});

Deno.test("mentions name pairs and identifiers", () => {
  const { mentions } = queryOf(`${REPORT}\nSee press/cli.py:31, Draft.save and Store::write.`);
  const pairs = mentions.qualified.map((pair) => pair.join("."));
  for (const pair of ["Draft.save", "Store.write"]) assert(pairs.includes(pair), pair);
  assert(mentions.identifiers.has("save_draft"));
  assert(!mentions.identifiers.has("twice"));
});

Deno.test("words of the title weigh more, and those that look like code", () => {
  const { terms } = queryOf("Login page is slow\nthe login calls findUser for the page again and again");
  assert.deepEqual(["login", "again", "finduser"].map((term) => terms.get(term)?.toFixed(2)), [
    "3.41",
    "1.41",
    "2.00",
  ]);
  assert.equal(terms.get("the"), undefined);
});

Deno.test("Chinese questions bring English terms along", () => {
  const text = "购物车在哪里保存？";
  const { terms } = queryOf(text, { translations: translateQuery(text) });
  assert(terms.get("cart")! > 0);
  assert.deepEqual(translateQuery("where is the cart saved"), []);
});

Deno.test("an empty or hostile question does no harm and ends", () => {
  assert.equal(queryOf("").terms.size, 0);
  assert.equal(queryOf("   \n\n ").terms.size, 0);
  const hostile = [
    "`".repeat(50_000),
    "a.".repeat(30_000),
    "#".repeat(60_000),
    "<!--".repeat(15_000),
    "\n".repeat(60_000),
  ];
  for (
    const text of [
      ...hostile,
      "(\n".repeat(30_000),
      "a/".repeat(30_000),
      "x".repeat(60_000),
      " ".repeat(60_000),
    ]
  ) {
    assert(queryOf(text).terms.size <= 1, text.slice(0, 8));
  }
});
