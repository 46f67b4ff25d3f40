import assert from "node:assert/strict";
import { learnPairs } from "../../../src/analysis/text/learned.ts";
import { isResourcePath, resourcePairs } from "../../../src/analysis/text/resource_pairs.ts";

const FILES = [
  { path: "web/locales/zh-CN.json", text: '{"menu": {"freight": "运费", "rider": "骑手"}}' },
  { path: "web/locales/en.json", text: '{"menu": {"freight": "Freight", "rider": "Courier"}}' },
  { path: "app/locale/zh_Hans/LC_MESSAGES/django.po", text: 'msgid "Ledger"\nmsgstr "台账"\n' },
  { path: "i18n/messages.properties", text: "coupon=Voucher\n" },
  { path: "i18n/messages_zh_CN.properties", text: "coupon=\\u793c\\u5238\n" },
  { path: "src/main.ts", text: "export const freight = '别读我';" },
];

Deno.test("resourcePairs: each Chinese file meets its English counterpart, other files are left alone", () => {
  const pairs = resourcePairs(FILES).map((pair) => `${pair.chinese}=${pair.english}`).sort();
  assert.deepEqual(pairs, ["台账=Ledger", "礼券=Voucher", "运费=Freight", "骑手=Courier"].sort());
});

Deno.test("resourcePairs: what they teach is learned at first sight", () => {
  const learned = learnPairs(resourcePairs(FILES));
  assert.equal(learned.get("骑手")?.[0]?.[0], "courier");
  assert.equal(learned.get("台账")?.[0]?.[0], "ledger");
});

Deno.test("resourcePairs: a Chinese file without a counterpart teaches by its keys", () => {
  const pairs = resourcePairs([{ path: "lang/zh.ts", text: "export default { refundOrder: '退款单' }" }]);
  assert.deepEqual(pairs.map((pair) => [pair.chinese, pair.english]), [["退款单", "refundOrder"]]);
});

const PATHS: Record<string, boolean> = {
  "locale/zh_CN/LC_MESSAGES/a.po": true,
  "locale/de/LC_MESSAGES/a.po": false,
  "locales/en.json": true,
  "locales/fr.json": false,
  "package.json": false,
  "res/values-zh/strings.xml": true,
  "config/locales/zh-TW.yml": true,
  "src/token.ts": false,
};

for (const [path, expected] of Object.entries(PATHS)) {
  Deno.test(`isResourcePath: ${path}`, () => assert.equal(isResourcePath(path), expected));
}
