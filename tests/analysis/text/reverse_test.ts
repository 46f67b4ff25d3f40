import assert from "node:assert/strict";
import { toChinese } from "../../../src/analysis/text/reverse.ts";

const CASES: Record<string, string> = {
  "login": "登录",
  "logging in": "日志",
  "queues": "队列",
  "order": "订单",
  "refund": "退款",
  "validate": "校验",
  "timezone": "时区",
};

for (const [question, chinese] of Object.entries(CASES)) {
  Deno.test(`toChinese: ${question}`, () => {
    const found = toChinese(question.split(" ")).map((term) => term.term);
    assert.ok(found.includes(chinese), found.join(" "));
  });
}

Deno.test("toChinese: neighbours are read together and outweigh their parts", () => {
  const found = toChinese(["foreign", "keys"]);
  const weight = (term: string): number => found.find((t) => t.term === term)?.weight ?? 0;
  assert.ok(weight("外键") > weight("密钥") && weight("外键") > 0);
});

Deno.test("toChinese: long Chinese words come as their character pairs at a lower weight each", () => {
  const found = toChinese(["csrf"]);
  assert.ok(found.some((term) => term.term === "跨站"));
  assert.ok(found.every((term) => term.weight < 1));
});

Deno.test("toChinese: learned pairs work backwards too", () => {
  const learned = new Map([["核销", [["redeem", 0.9]] as const]]);
  assert.equal(toChinese(["redeem"], { learned })[0]?.term, "核销");
});

Deno.test("toChinese: unknown and stop words give nothing, the limit holds", () => {
  assert.deepEqual(toChinese(["the", "zzyzx"]), []);
  const phrases = new Set(toChinese(["error"], { limit: 2 }).map((term) => term.phrase));
  assert.equal(phrases.size, 2);
});
