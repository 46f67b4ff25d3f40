import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { queryViews } from "../../../src/search/query/fields.ts";
import { CALL_GROUP } from "../../../src/search/rank/call_features.ts";
import { featureTable } from "../../../src/search/rank/feature_table.ts";
import type { FeatureGroup } from "../../../src/search/rank/features.ts";
import { FUNCTION_SPECS, functionCandidates } from "../../../src/search/rank/function_features.ts";
import { testParser } from "../../syntax/support.ts";

const parser = await testParser();

type Value = (id: string, path: string) => number;

function valuesOf(files: Record<string, string>, question: string, group: FeatureGroup): Value {
  const index = buildMemoryIndex(Object.entries(files).map(([path, text]) => ({ path, text })), parser);
  const { columns } = featureTable(queryViews(question), index, [group]);
  return (id, path) => columns.get(id)?.[index.files.numberOf(path)!] ?? 0;
}

Deno.test("what a named function calls is one step away, what its neighbours call is not", () => {
  const value = valuesOf(
    {
      "shop/cart.py": `
from shop.money import round_cents
from shop.mail import send_receipt
def add_to_cart(line):
    return round_cents(line.price)
def close(cart):
    send_receipt(cart)
`,
      "shop/money.py": "def round_cents(amount): return amount\n",
      "shop/mail.py": "def send_receipt(cart): return cart\n",
    },
    "`add_to_cart` answers the wrong sum",
    CALL_GROUP,
  );
  assert.equal(value("used_by_named", "shop/money.py"), 1);
  assert.equal(value("used_by_named", "shop/mail.py"), 0);
  assert.equal(value("used_by_named", "shop/cart.py"), 0);
});

Deno.test("what the best-fitting definition calls is one step away, from tests nothing is followed", () => {
  const value = valuesOf(
    {
      "shop/cart.py": `
def total_of_basket(lines):
    """Adds up the prices of a basket."""
    return round_cents(lines)
`,
      "shop/money.py": "def round_cents(amount): return amount\n",
      "shop/clock.py": "def frozen_time(): return 0\n",
      "tests/test_cart.py": "def test_prices_of_a_basket_add_up():\n    frozen_time()\n",
    },
    "the prices of a basket do not add up",
    CALL_GROUP,
  );
  assert.equal(value("used_by_best", "shop/money.py"), 1);
  assert.equal(value("used_by_best", "shop/clock.py"), 0);
});

Deno.test("inside a file: own code, and what named functions call", () => {
  const text = `
def ship(parcel):
    return weigh(parcel)

def weigh(parcel):
    return round_up(parcel.grams)

def unrelated(parcel):
    """Heavy parcel costs are wrong."""
    return 1

def cost(parcel):
    return heavy(parcel.costs)
`;
  const index = buildMemoryIndex([{ path: "shop/post.py", text }], parser);
  const table = featureTable(queryViews("`ship` answers wrong costs for a heavy parcel"), index);
  const found = functionCandidates(table, { order: [0], scores: new Float32Array(1) });
  const value = (id: string, name: string): number =>
    found.find(({ definition }) => definition.name === name)!
      .values[FUNCTION_SPECS.findIndex((spec) => spec.id === id)]!;
  assert.equal(value("in_code", "cost"), 1);
  assert(value("in_code", "unrelated") < 0.5);
  assert(value("used_by_named", "weigh") > 0);
  assert.equal(value("used_by_named", "cost"), 0);
  assert(value("uses", "weigh") > value("uses", "unrelated"));
});
