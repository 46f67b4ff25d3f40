import assert from "node:assert/strict";
import { buildMemoryIndex } from "../support/memory_index.ts";
import type { Finding } from "../../src/model/calls.ts";
import { filesOf } from "../support/files.ts";
import { readQuestion } from "../../src/intent/question.ts";
import { askIndex } from "../../src/search/ask_index.ts";
import { frameFindings } from "../../src/answers/frames/frames.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const REPO = parseFixture(`
//- /shop/till.py
def charge(card, amount):
    if amount < 0:
        raise ValueError("negative")
    return card.pay(amount)
//- /shop/desk.py
from shop.till import charge


def close(order):
    total = order.total
    charge(order.card, total)
    order.close()
//- /shop/utils.py
def helper():
    return 1
`);
const index = buildMemoryIndex([...REPO].map(([path, text]) => ({ path, text })), await testParser());
const files = filesOf((path) => REPO.get(path) ?? "");

async function framesOf(trace: string): Promise<readonly Finding[]> {
  const result = await askIndex(index, { query: trace, question: readQuestion(trace) }, { limit: 10, files });
  return result ? frameFindings(result, files) : [];
}

const PYTHON = `Traceback (most recent call last):
  File "/usr/lib/python3/site-packages/other/utils.py", line 1, in helper
  File "/srv/app/shop/desk.py", line 6, in close
    charge(order.card, total)
  File "/srv/app/shop/till.py", line 3, in charge
    raise ValueError("negative")
ValueError: negative`;

Deno.test("frames: those of this repository, the innermost first, each with its definition", async () => {
  const found = await framesOf(PYTHON);
  assert.deepEqual(
    found.map(({ path, startLine, symbol, claim }) => [path, startLine, symbol, claim]),
    [
      ["shop/till.py", 1, "charge", "stack frame 1, line 3"],
      ["shop/desk.py", 4, "close", "stack frame 2, line 6"],
    ],
  );
  assert.match(found[0]?.code?.[0]?.text ?? "", /raise ValueError\("negative"\)/);
  assert.equal(found[1]?.code?.[0]?.text.split("\n")[0], "def close(order):");
});

Deno.test("frames: other languages write the innermost first; lines that are not there are none", async () => {
  const found = await framesOf(
    "Error: negative\n    at charge (shop/till.py:3:5)\n    at close (shop/desk.py:6:5)\n    at x (shop/desk.py:99:1)",
  );
  assert.deepEqual(found.map(({ symbol }) => symbol), ["charge", "close"]);
});

const COPIES: Record<string, { manifest: string; text: string; frames: [string, string] }> = {
  "a Python package": {
    manifest: "pyproject.toml",
    text: '[project]\nname = "shop"\n',
    frames: [
      "/venv/lib/python3.12/site-packages/shop/till.py",
      "/venv/lib/python3.12/site-packages/stop/till.py",
    ],
  },
  "a Go module with its version": {
    manifest: "go.mod",
    text: "module example.org/acme/shop/v2\n",
    frames: [
      "/root/go/pkg/mod/example.org/acme/shop/v2@v2.1.0/shop/till.py",
      "/root/go/pkg/mod/example.org/acme/stop/v2@v2.1.0/shop/till.py",
    ],
  },
  "a package of PHP": {
    manifest: "composer.json",
    text: '{ "name": "acme/shop" }',
    frames: ["/app/vendor/acme/shop/shop/till.py", "/app/vendor/acme/other/shop/till.py"],
  },
};

for (const [name, { manifest, text, frames: [own, other] }] of Object.entries(COPIES)) {
  Deno.test(`frames: in an installed copy of this repository, ${name}`, async () => {
    const all = new Map([...REPO, [manifest, text]]);
    const known = buildMemoryIndex([...all].map(([path, text]) => ({ path, text })), await testParser());
    const read = filesOf((path) => all.get(path) ?? "");
    const trace = (path: string): string =>
      `Traceback (most recent call last):\n  File "${path}", line 3, in charge\n    raise ValueError("negative")\n`;
    const found = async (path: string): Promise<string[]> => {
      const result = await askIndex(known, { query: trace(path), question: readQuestion(trace(path)) }, {
        limit: 10,
        files: read,
      });
      return result ? frameFindings(result, read).map(({ path, symbol }) => `${path} ${symbol}`) : [];
    };
    assert.deepEqual(await found(own), ["shop/till.py charge"]);
    assert.deepEqual(await found(other), []);
  });
}
