import assert from "node:assert/strict";
import type { Finding } from "../../src/model/calls.ts";
import type { Impact } from "../../src/graph/impact/impact_data.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import type { ToolContext } from "../../src/ports/tool.ts";
import { ciImpact } from "../../src/tools/ci_impact.ts";
import { PRESS_HISTORY } from "../search/rank/press_history.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const REPO = parseFixture(`
//- /press/stock.py
class Stock:
    def take(self): pass
def count(): pass
//- /press/orders.py
from press.stock import Stock, count
class Orders:
    def fill(self, stock: Stock):
        stock.take()
        count()
def total(stock: Stock):
    stock.take()
def guess(shelf):
    shelf.restock_all()
class Shelf:
    def restock_all(self): pass
`);
const index = buildMemoryIndex([...REPO].map(([path, text]) => ({ path, text })), await testParser());

/** What impact says of a target, and how often it asked for the history or old contents. */
async function impact(
  args: Record<string, unknown>,
): Promise<{ readonly data: Impact; readonly items: readonly Finding[]; readonly reads: number }> {
  let reads = 0;
  const context = {
    index: { open: () => Promise.resolve({ index, pending: [] }) },
    history: {
      open: () => {
        reads++;
        return Promise.resolve(PRESS_HISTORY);
      },
    },
    base: {
      read: () => {
        reads++;
        return Promise.resolve(new Map());
      },
    },
    files: filesOf((path) => REPO.get(path)),
    clock: () => 0,
    deadline: 1000,
  } as unknown as ToolContext;
  const { data, items } = await ciImpact({ depth: 1, ...args }, context);
  return { data: data as Impact, items, reads };
}

Deno.test("impact: of a file what others can use comes first, of a symbol what it affects most", async () => {
  const names = async (symbol: string): Promise<unknown[]> =>
    (await impact({ symbol })).data.dependants.map((row) => row.symbol);
  assert.deepEqual(await names("press/stock.py"), ["total", "Orders.fill"]);
  assert.deepEqual(await names("Stock.take"), ["Orders.fill", "total"]);
});

Deno.test("impact: an uncertain use is marked", async () => {
  const claim = async (symbol: string): Promise<string | undefined> =>
    (await impact({ symbol })).items.find((one) => one.symbol !== symbol)?.claim;
  assert.equal(await claim("Shelf.restock_all"), "uses Shelf.restock_all in line 9 (confidence 0.5)");
  assert.equal(await claim("count"), "uses count in line 5");
});

Deno.test("impact: a prompt's call asks nothing of the past, others name the authors", async () => {
  const named = await impact({ symbol: "count" });
  assert.equal(named.reads, 1);
  assert.deepEqual(named.data.owners.map(({ name }) => name), ["Ada"]);
  const unnamed = await impact({ symbol: "count", owners: false });
  assert.deepEqual([unnamed.reads, unnamed.data.owners], [0, []]);
  assert.deepEqual(unnamed.data.dependants, named.data.dependants);
});
