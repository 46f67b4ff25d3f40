import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readIntent } from "../../src/intent/intent.ts";
import { random } from "../support/random.ts";
import { remixedTexts } from "../support/remix_text.ts";
import { read } from "./reading.ts";

/**
 * What is read out of prompts with accidents in them, alone, after a turn about some of their words, and beside an index
 * that has some of their words. Compared with a golden file of hashes, which `AUTO_TOOLS_GOLDEN=write` renews: where one
 * differs, the documents' golden file says more.
 */

const GOLDEN = new URL("./remix.golden.json", import.meta.url);

const PROMPTS: readonly string[] = [
  ...Deno.readTextFileSync(new URL("./gate_set.jsonl", import.meta.url)).trim().split("\n")
    .map((line) => JSON.parse(line)).map(({ prompt, text }) => prompt ?? text),
  "revert that and look at the OrderParser in src/shop/orders.ts:12",
  "it still fails: TypeError: total is not a function\n    at checkout (src/shop/cart.ts:8:3)",
  "```diff\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,2 +1,3 @@ class Order\n-  readTotal();\n+  total_of(order);\n```",
  'and who calls `Order.refund()`, the flag --dry-run or "no price"?',
  "undo that and run it with the --verbose option in strict_mode",
  "look at example.org, www.site.dev and shop.Order please",
  "『订单已关闭』在哪里显示",
  "「价格为空」呢",
  "'no price' is shown and “curly” too",
  "});\n}\n);\nwhy",
  "怎么处理 refundOrder 的退款失败，它在哪里被调用",
];

/** Prompts in a row of the golden file, and rows. */
const PER_ROW = 20;
const ROWS = 60;

const shown = (value: unknown): string =>
  createHash("sha1").update(JSON.stringify(value)).digest("hex").slice(0, 8);

/** The same with some of a text's words as earlier targets, and as names of an index. */
function beside(text: string, seed: number): unknown {
  const next = random(seed);
  const some = (share: number): string[] =>
    (text.match(/[\w.\u4e00-\u9fff]{2,}/g) ?? []).filter(() => next() < share);
  const names = new Set([...some(0.3), "refundOrder", "Order"]);
  const symbols = {
    isComplete: next() < 0.5,
    has: (name: string): boolean => names.has(name),
    hasUncommon: (word: string): boolean => names.has(word) && word.length > 5,
  };
  const previous = { symbols: some(0.1), paths: some(0.1).map((word) => `src/${word}.ts`) };
  return [
    readIntent(text, { previous }),
    readIntent(text, { symbols }),
    readIntent(text, { previous, symbols }),
  ];
}

/** A request so many words, or characters, behind what asks for it, and a question in front of it. */
const DISTANT: readonly string[] = Array.from({ length: 24 }, (_, far) => [
  `please ${"really ".repeat(far)}rename the parser`,
  `the total is wrong ${"really ".repeat(far)}find it`,
  `where ${"really ".repeat(far)}is it, fix the parser`,
  `请${"把".repeat(far)}重构解析器，为什么失败`,
  `revert that ${"and ".repeat(far)}run npm test`,
]).flat();

Deno.test("prompts with accidents are read as the golden file says", () => {
  const rows = Array.from(
    { length: ROWS },
    (_, row) =>
      shown(
        remixedTexts(PROMPTS, PER_ROW, row).map((text, at) => [read(text), beside(text, row * PER_ROW + at)]),
      ),
  );
  rows.push(shown(DISTANT.map((text, at) => [read(text), beside(text, at)])));
  if (Deno.env.get("AUTO_TOOLS_GOLDEN") === "write") {
    return Deno.writeTextFileSync(GOLDEN, JSON.stringify(rows, null, 1) + "\n");
  }
  assert.deepEqual(rows, JSON.parse(Deno.readTextFileSync(GOLDEN)));
});
