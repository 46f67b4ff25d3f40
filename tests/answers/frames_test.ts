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
