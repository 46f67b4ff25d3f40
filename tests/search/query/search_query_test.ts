import assert from "node:assert/strict";
import { pruned, withoutForm } from "../../../src/search/query/prune.ts";
import { translationHints } from "../../../src/search/query/translation_hints.ts";
import { queryOf } from "../../support/query.ts";
import { REPORT } from "../../support/report_text.ts";

Deno.test("comments in markup and addresses are no part of a report's text", () => {
  assert.doesNotMatch(queryOf(REPORT).text, /thank you|https:/);
});

Deno.test("a long first line gives its first sentence as title", () => {
  const { terms } = queryOf(`Where is the discount made? ${"It should be ten percent. ".repeat(20)}`);
  assert(terms.get("discount")! > terms.get("percent")!);
});

Deno.test("pruning cuts dumps and template lines and keeps the question", () => {
  const text = pruned(
    "Title\n### Steps to reproduce\nopen it\n### Environment\npython: 3.12.1\nos: linux\n## Notes\nkept",
  );
  assert.doesNotMatch(text, /Steps to|3\.12/);
  assert.match(text, /Title[\s\S]*open it[\s\S]*kept/);
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
  const { terms } = queryOf(text, { translations: translationHints([text]) });
  assert(terms.get("cart")! > 0);
  assert.deepEqual(translationHints(["where is the cart saved"]), []);
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

Deno.test("what a form asks of everybody is in no view, what the reporter wrote is in all", () => {
  const report = `<!-- DO NOT REMOVE this line: triage-bot -->
Order total is wrong after a refund

### Checklist
- [x] I have searched the existing issues
- [X] I am on the latest version
1. [ ] I'd like to submit a pull request

### What happened?
The total of applyRefund is negative.

### Logs
_No response_

| Software | Version(s) |
| --- | --- |
| shop | 1.2.3 |
| **node** | v18.0.1 |

- OS: macOS 12.1
**Node version**: v18.1
Package manager (npm, yarn): yarn 1.22
Please do not edit the text below
`;
  const left = withoutForm(report);
  assert.match(left, /^Order total is wrong after a refund\n/);
  assert.match(left, /The total of applyRefund is negative\./);
  assert.doesNotMatch(
    left,
    /triage|searched|latest|pull request|response|1\.2\.3|---|v18|macOS|yarn|edit the text/,
  );
  const { terms } = queryOf(report);
  assert.ok(terms.has("refund"));
  for (const word of ["triage", "searched", "respons", "macos", "yarn"]) assert.ok(!terms.has(word), word);
});

Deno.test("a list of tasks, errors that begin like versions, tables of values are the question itself", () => {
  const tasks = "Please do these:\n- [ ] retry in fetchUser\n- [x] rename loadOrder";
  assert.equal(withoutForm(tasks), tasks);
  const errors = "python: can't open file 'main.py'\ngo: cannot find main module\nnode: bad option: --foo";
  assert.equal(withoutForm(errors), errors);
  const orders = "DO NOT DELETE the old tests\nplease do not edit the form in checkout.ts";
  assert.equal(withoutForm(orders), orders);
  const table = "| input | result |\n| a | applyRefund |";
  assert.equal(withoutForm(table), table);
  const onlyForm = "- [x] I have searched the existing issues";
  assert.equal(withoutForm(onlyForm), onlyForm);
});
