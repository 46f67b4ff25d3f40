import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../../src/index/memory_index.ts";
import { queryViews } from "../../../src/search/query/fields.ts";
import { translationHints } from "../../../src/search/query/translation_hints.ts";
import { featureTable } from "../../../src/search/rank/feature_table.ts";
import { FUNCTION_SPECS } from "../../../src/search/rank/function_features.ts";
import { strengthOf } from "../../../src/search/rank/confidence.ts";
import { locateGroups } from "../../../src/search/rank/locate_groups.ts";
import { search } from "../../../src/search/rank/search.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";
import { PRESS, QUESTIONS } from "./press.ts";
import { PRESS_HISTORY } from "./press_history.ts";

/**
 * Every feature of every file for many questions, whatever weights the ranking gives them. Compared with a golden file,
 * which `AUTO_TOOLS_GOLDEN=write` renews; features that it does not know are left out, so that new ones need no renewal.
 */

const GOLDEN = new URL("./features.golden.json", import.meta.url);

/** Notations besides those of the questions: places, links, modules, members, traces of other languages. */
const SPECIAL: readonly string[] = [
  "see https://example.org/press/blob/main/press/orders.py#L12 and press/stock.py:9",
  "views.py and site/src/cart.ts and http/routes",
  "press.mail.smtp is slow; from press.storage import connection fails",
  "Order.cancel and `Order.add_line` and OrderClosed.message",
  "class Order, def reserve, RoundCents, orderClosed and ORDER_CLOSED",
  "why does `reserve()` raise OutOfPaper when `copies` is 0 in stock",
  "at restore (site/src/cart.ts:8:3)\n    at Object.load (/srv/app/site/src/format.ts:2:10)",
  "test_bulk_discount fails in tests/test_pricing.py, which test covers price_of",
  "order order order paper",
  "价格 price_of 折扣 discount 订单取消",
];

/** By feature: numbers of the files in the order of their paths, each with its value. */
type Values = Record<string, string>;

/** The values that are not 0; those that no question changes stand with the empty one only. */
function valuesOf(text: string): Values {
  const query = queryViews(text, { translations: translationHints([text]) });
  const found = search(query, index, { model: ALIKE, limit: files.length, groups: GROUPS });
  const { table, functions } = found;
  const values: Values = {};
  const free = new Set(table.specs.filter(({ free }) => free).map(({ id }) => id));
  for (const [id, column] of table.columns) {
    if (free.has(id) && text !== "") continue;
    const shown = [...column.entries()].filter(([, value]) => value !== 0)
      .map(([file, value]) => `${file}:${Number(value.toPrecision(3))}`);
    if (shown.length > 0) values[id] = shown.join(" ");
  }
  FUNCTION_SPECS.forEach(({ id }, at) => {
    const shown = functions.filter(({ values }) => values[at] !== 0).slice(0, SHOWN)
      .map(({ file, definition, values }) =>
        `${file}.${definition.startLine}:${Number(values[at]!.toPrecision(3))}`
      );
    if (shown.length > 0) values[`definition ${id}`] = shown.sort().join(" ");
  });
  values["strength"] = strengthOf(found);
  return values;
}

/** Definitions of which a feature is shown. */
const SHOWN = 6;

const files = [...parseFixture(PRESS)].map(([path, text]) => ({ path, text }));
const index = buildMemoryIndex(files, await testParser());
const GROUPS = locateGroups(PRESS_HISTORY);

const ones = (specs: readonly { readonly id: string }[]): Record<string, number> =>
  Object.fromEntries(specs.map(({ id }) => [id, 1]));

/** Words alone rank the files, every feature the definitions alike: what is learnt, or new, changes nothing here. */
const BY_WORDS = featureTable(queryViews("x"), index).specs.filter(({ id }) =>
  /^(?:full|weighted)_/.test(id)
);
/** What no model names is not computed. */
const NAMED = Object.fromEntries(
  featureTable(queryViews("x"), index, GROUPS).specs.map(({ id }) => [id, 0]),
);
const ALIKE = { files: { ...NAMED, ...ones(BY_WORDS) }, functions: ones(FUNCTION_SPECS) };

Deno.test("every feature of every file has the value that the golden file says", () => {
  const asked = ["", ...QUESTIONS.map(({ text }) => text), ...SPECIAL];
  const all = Object.fromEntries(asked.map((text) => [text, valuesOf(text)]));
  if (Deno.env.get("AUTO_TOOLS_GOLDEN") === "write") {
    const features = ([text, values]: [string, Values]): string =>
      `${JSON.stringify(text)}: {\n${
        Object.entries(values).map(([id, by]) => `  ${JSON.stringify(id)}: ${JSON.stringify(by)}`).join(",\n")
      }\n}`;
    Deno.writeTextFileSync(GOLDEN, `{\n${Object.entries(all).map(features).join(",\n")}\n}\n`);
  }
  const golden: Record<string, Values> = JSON.parse(Deno.readTextFileSync(GOLDEN));
  const known = new Set(Object.values(golden).flatMap((values) => Object.keys(values)));
  assert.deepEqual(Object.keys(golden), asked);
  for (const text of asked) {
    const values = Object.entries(all[text]!).filter(([id]) => known.has(id));
    assert.deepEqual(Object.fromEntries(values), golden[text], text);
  }
});
