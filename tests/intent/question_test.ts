import assert from "node:assert/strict";
import { readQuestion } from "../../src/intent/question.ts";
import { REPORT } from "../support/report_text.ts";

Deno.test("a report names paths and frames, outermost first", () => {
  const { terms, frames } = readQuestion(`${REPORT}\nSee press/cli.py:31, Draft.save and Store::write.`);
  assert.deepEqual(terms.paths.filter(({ path }) => path.startsWith("press/")), [
    { path: "press/drafts.py", line: 12 },
    { path: "press/cli.py", line: 31 },
  ]);
  assert.deepEqual(
    frames.map(({ path, line }) => [path, line]),
    [["/srv/press/drafts.py", 40], ["/srv/press/store.py", 7], ["press/cli.py", 31]],
  );
});

Deno.test("a pasted trace does not make a question a report", () => {
  const line = '  File "/srv/press/drafts.py", line 40, in save\n';
  assert.equal(readQuestion(`Why does it fail?\n${line.repeat(40)}`).isReport, false);
  assert.equal(readQuestion("It fails whenever a draft is saved. ".repeat(40)).isReport, true);
});

Deno.test("a question may be about tests or documents without asking for them", () => {
  assert.deepEqual(readQuestion("why does test_discount fail?").subjects, ["tests"]);
  assert.deepEqual(readQuestion("is the discount in the README?").subjects, ["documents"]);
  assert.deepEqual(readQuestion("where is the discount computed?").subjects, []);
});

Deno.test("frames of any trace: outermost first", () => {
  const traces: Record<string, string> = {
    pytest: "tests/a_test.py:3: in test_total\n    total()\nshop/cart.py:9: in total\n    pay()\n",
    ruby: "shop/cart.rb:9:in `block in Cart#total': boom\n\tfrom shop/a.rb:3:in 'test_total'\n",
    rspec: "# ./shop/cart.rb:9:in `total'\n# ./shop/a.rb:3:in `block (2 levels) in test_total'\n",
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
    const { frames } = readQuestion(`It fails\n\n\`\`\`\n${trace}\`\`\`\n`);
    assert.deepEqual([...new Set(frames.map(({ line }) => line))], [3, 9], kind);
  }
});
