import assert from "node:assert/strict";
import { translateQuery } from "../../../src/analysis/text/bridge.ts";
import {
  learnedFromJson,
  learnedToJson,
  learnPairs,
  type TextPair,
} from "../../../src/analysis/text/learned.ts";

const DOCS: TextPair[] = [
  { chinese: "熔炼优惠券", english: "smeltCoupon" },
  { chinese: "熔炼记录列表", english: "list_smelt_records" },
  { chinese: "撤销一次熔炼", english: "undoSmelt" },
  { chinese: "创建用户", english: "createUser" },
  { chinese: "删除用户", english: "deleteUser" },
  { chinese: "按编号查用户", english: "findUserById" },
  { chinese: "发送通知", english: "sendNotice" },
  { chinese: "导出报表", english: "exportReport" },
];

Deno.test("learnPairs: a word the lexicon lacks is learned from comments beside names", () => {
  const words = learnPairs(DOCS).get("熔炼");
  assert.equal(words?.[0]?.[0], "smelt");
  assert.ok(words[0][1] > 0 && words[0][1] <= 1);
});

Deno.test("learnPairs: what met once in comments is not believed", () => {
  assert.equal(learnPairs(DOCS).get("报表"), undefined);
});

Deno.test("learnPairs: a short resource is believed at first sight", () => {
  const learned = learnPairs([{ chinese: "运力池", english: "Capacity pool", kind: "resource" }, ...DOCS]);
  assert.deepEqual(learned.get("运力池")?.map(([word]) => word).sort(), ["capacity", "pool"]);
});

Deno.test("learnPairs: traditional text teaches simplified terms", () => {
  const learned = learnPairs([{ chinese: "訂單", english: "Order", kind: "resource" }]);
  assert.equal(learned.get("订单")?.[0]?.[0], "order");
});

Deno.test("learnPairs: words that are everywhere are not translations", () => {
  const pairs = Array.from({ length: 40 }, (_, i) => ({
    chinese: i % 8 === 0 ? "熔炼数据" : `数据${"甲乙丙丁戊己庚辛"[i % 8]}项`,
    english: i % 8 === 0 ? "base_smelt" : `base_item${i}`,
  }));
  const words = learnPairs(pairs).get("熔炼") ?? learnPairs(pairs).get("熔炼数据");
  assert.ok(words?.some(([word]) => word === "smelt"));
  assert.ok(!words?.some(([word]) => word === "base"));
});

Deno.test("learnPairs: bounded, and the same pairs give the same table", () => {
  const many = [...DOCS, ...DOCS, ...DOCS];
  assert.deepEqual([...learnPairs(many)], [...learnPairs(many)]);
  assert.ok(learnPairs(many, { maxTerms: 1 }).size <= 1);
  for (const words of learnPairs(many, { maxWords: 1 }).values()) assert.equal(words.length, 1);
});

Deno.test("learnPairs: nothing from nothing, from one language, from hostile text", () => {
  assert.equal(learnPairs([]).size, 0);
  assert.equal(learnPairs([{ chinese: "only English", english: "only English" }]).size, 0);
  assert.ok(
    learnPairs([{ chinese: "甲".repeat(5000), english: "a_b ".repeat(5000), kind: "resource" }]).size < 100,
  );
});

Deno.test("learned tables survive storing, and broken ones are ignored", () => {
  const learned = learnPairs(DOCS);
  assert.deepEqual([...learnedFromJson(JSON.parse(JSON.stringify(learnedToJson(learned))))], [...learned]);
  for (const broken of [null, 1, "x", { a: 1 }, { a: [1, 2] }]) assert.equal(learnedFromJson(broken).size, 0);
});

Deno.test("a question uses what was learned", () => {
  const found = translateQuery(["熔炼失败"], { learned: learnPairs(DOCS) });
  assert.equal(found.find((term) => term.term === "smelt")?.origin, "learned");
});
