import assert from "node:assert/strict";
import { mentionsOf } from "../../../src/search/query/mentions.ts";
import { pruned, withoutForm } from "../../../src/search/query/prune.ts";
import { segmentsOf } from "../../../src/search/query/segments.ts";
import { translationHints } from "../../../src/search/query/translation_hints.ts";
import { readQuery } from "../../../src/search/query/search_query.ts";

const REPORT = `Saving a draft fails
<!-- thank you for reporting -->
I call \`save_draft\` twice and see https://example.org/team/press/blob/main/press/drafts.py#L12 fail.

\`\`\`python
draft = Draft(1)
draft.save()
\`\`\`

Traceback (most recent call last):
  File "/srv/press/drafts.py", line 40, in save
    self.store.write(self)
  File "/srv/press/store.py", line 7, in write
    raise Full()
press.errors.Full: no room

### Environment
numpy: 1.26.4
`;

Deno.test("a report falls into title, prose, code, inline and trace", () => {
  const parts = segmentsOf(REPORT);
  assert.equal(parts.title, "Saving a draft fails");
  assert.match(parts.prose, /twice and see/);
  assert.doesNotMatch(parts.all, /thank you|https:/);
  assert.match(parts.code, /draft\.save\(\)/);
  assert.equal(parts.inline, "save_draft");
  assert.match(parts.trace, /line 40, in save[\s\S]*line 7, in write[\s\S]*press\.errors\.Full: no room/);
});

Deno.test("a long first line gives its first sentence as title", () => {
  const text = "Where is the discount made? " + "It should be ten percent. ".repeat(20);
  assert.equal(segmentsOf(text).title, "Where is the discount made?");
  assert.match(segmentsOf(text).prose, /ten percent/);
});

Deno.test("pruning cuts dumps and template lines and keeps the question", () => {
  const text = pruned(
    "Title\n### Steps to reproduce\nopen it\n### Environment\npython: 3.12.1\nos: linux\n## Notes\nkept",
  );
  assert.doesNotMatch(text, /Steps to|3\.12/);
  assert.match(text, /Title[\s\S]*open it[\s\S]*kept/);
});

Deno.test("mentions name paths, lines, frames, pairs and identifiers", () => {
  const found = mentionsOf(segmentsOf(`${REPORT}\nSee press/cli.py:31, Draft.save and Store::write.`));
  assert.deepEqual(found.urls, [{ path: "press/drafts.py", line: 12 }]);
  assert.deepEqual(found.paths.find((one) => one.path === "press/cli.py"), {
    path: "press/cli.py",
    line: 31,
  });
  assert.deepEqual(
    found.frames.map(({ path, line, function: name }) => [path, line, name]),
    [["/srv/press/drafts.py", 40, "save"], ["/srv/press/store.py", 7, "write"], [
      "press/cli.py",
      31,
      undefined,
    ]],
  );
  const pairs = found.qualified.map((pair) => pair.join("."));
  for (const pair of ["Draft.save", "Store.write"]) assert(pairs.includes(pair), pair);
  assert(found.identifiers.has("save_draft"));
  assert(!found.identifiers.has("twice"));
  assert.deepEqual([...found.words.get("save_draft")!].sort(), ["inline", "prose"]);
});

Deno.test("frames of any trace: outermost first, each with its function", () => {
  const traces: Record<string, string> = {
    pytest: "tests/a_test.py:3: in test_total\n    total()\nshop/cart.py:9: in total\n    pay()\n",
    ruby: "shop/cart.rb:9:in `block in Cart#total': boom\n\tfrom shop/a.rb:3:in 'test_total'\n",
    php: "#0 /srv/shop/cart.php(9): Shop\\Cart->total()\n#1 /srv/shop/a.php(3): test_total()\n",
    csharp:
      "   at Shop.Cart.total(Int32 n) in /srv/Cart.cs:line 9\n   at A.test_total() in /srv/A.cs:line 3\n",
    go: "main.(*Cart).total(0x1)\n\t/srv/cart.go:9 +0x1d\nmain.test_total()\n\t/srv/a.go:3 +0x2\n",
    rust:
      "   0: shop::cart::total::h0123456789abcdef\n             at ./src/cart.rs:9:5\n   1: shop::test_total\n             at ./src/a.rs:3:1\n",
    gdb: "#0  0x01 in total (n=1) at src/cart.c:9\n#1  0x02 in test_total () at src/a.c:3\n",
    elixir:
      "    (shop 0.1.0) lib/cart.ex:9: Shop.Cart.total/1\n    (shop 0.1.0) lib/a.ex:3: Shop.test_total/0\n",
    node: "    at total (/srv/cart.js:9:5)\n    at test_total (/srv/a.js:3:1)\n",
    java: "\tat shop.Cart.total(Cart.java:9)\n\tat shop.A.test_total(A.java:3)\n",
  };
  for (const [kind, trace] of Object.entries(traces)) {
    const { frames } = mentionsOf(segmentsOf(`It fails\n\n\`\`\`\n${trace}\`\`\`\n`));
    const named = frames.filter((frame) => frame.function !== undefined);
    assert.deepEqual(
      [...new Set(named.map(({ line, function: name }) => `${line} ${name}`))],
      ["3 test_total", "9 total"],
      kind,
    );
  }
});

Deno.test("words of the title weigh more, and those that look like code", () => {
  const { terms } = readQuery("Login page is slow\nthe login calls findUser for the page again and again");
  assert.deepEqual(["login", "again", "finduser"].map((term) => terms.get(term)?.toFixed(2)), [
    "3.41",
    "1.41",
    "2.00",
  ]);
  assert.equal(terms.get("the"), undefined);
});

Deno.test("Chinese questions bring English terms along", () => {
  const text = "购物车在哪里保存？";
  const { terms } = readQuery(text, { translations: translationHints([text]) });
  assert(terms.get("cart")! > 0);
  assert.deepEqual(translationHints(["where is the cart saved"]), []);
});

Deno.test("an empty or hostile question does no harm and ends", () => {
  assert.equal(readQuery("").terms.size, 0);
  assert.equal(readQuery("   \n\n ").terms.size, 0);
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
    assert(readQuery(text).terms.size <= 1, text.slice(0, 8));
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
  const { terms } = readQuery(report);
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
