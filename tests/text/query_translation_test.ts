import assert from "node:assert/strict";
import { translateQuery } from "../../src/text/query_translation.ts";

function weights(question: string): Map<string, number> {
  return new Map(translateQuery(question).map((term) => [term.term, term.weight]));
}

/** A question and English tokens it must stand for. */
const ROUND_TRIP: Record<string, string> = {
  "登录": "login signin auth",
  "鉴权": "auth permission",
  "跨站请求伪造": "csrf",
  "中间件": "middlewar",
  "订单退款": "order refund",
  "分页": "paginat page",
  "反序列化": "unmarshal pars",
  "线程池": "threadpool thread pool executor",
  "时区": "timezon",
  "国际化翻译": "i18n translation gettext",
  "外键": "foreignkey foreign key",
  "查询集": "queryset",
  "資料庫": "databas db",
  "伺服器": "server",
  "記憶體": "memory",
  "迴圈": "loop",
  "函式": "function",
  "物件": "object",
  "預設": "default",
  "檔案": "file",
  "放弃": "abandon abort",
  "影响": "affect impact",
  "父级": "parent",
  "超出限制": "exceed limit",
  "剥离": "strip unwrap",
};

for (const [question, expected] of Object.entries(ROUND_TRIP)) {
  Deno.test(`translateQuery: ${question}`, () => {
    const found = weights(question);
    for (const term of expected.split(" ")) {
      assert.ok(found.has(term), `${term} in ${[...found.keys()].join(" ")}`);
    }
  });
}

Deno.test("translateQuery: earlier translations weigh more", () => {
  const found = weights("校验");
  assert.ok(found.get("validat")! > found.get("check")!);
});

Deno.test("translateQuery: an everyday word counts less than a term", () => {
  const found = weights("满足约束");
  assert.ok(found.get("satisfy")! > 0.5 && found.get("satisfy")! < found.get("constraint")!);
});

Deno.test("translateQuery: an expression of several words gives the joined name above its parts", () => {
  const found = translateQuery("外键");
  const joined = found.find((term) => term.term === "foreignkey")!;
  const part = found.find((term) => term.term === "key")!;
  assert.equal(joined.phrase, "foreign key");
  assert.ok(joined.weight > part.weight);
});

Deno.test("translateQuery: a translation names the word it stands for", () => {
  const found = translateQuery("缓存登录");
  const of = (term: string): string | undefined => found.find((t) => t.term === term)?.source;
  assert.deepEqual([of("cach"), of("login")], ["缓存", "登录"]);
});

Deno.test("translateQuery: question words vanish, words of any code weigh little", () => {
  const found = weights("这个函数的代码在哪里");
  assert.ok(!found.has("在哪") && !found.has("哪里"));
  assert.ok(found.get("code")! < 0.5);
});

Deno.test("translateQuery: strongest first, no term twice, same input same output", () => {
  const question = "用户登录之后 session 没有保存";
  const found = translateQuery(question);
  assert.deepEqual(found, translateQuery(question));
  assert.equal(new Set(found.map((t) => t.term)).size, found.length);
  for (let i = 1; i < found.length; i++) assert.ok(found[i - 1]!.weight >= found[i]!.weight);
});

Deno.test("translateQuery: nothing from nothing", () => {
  assert.deepEqual(translateQuery(""), []);
  assert.deepEqual(translateQuery("where is the cart saved？！"), []);
});

Deno.test("translateQuery: a long text is bounded in time and terms, its beginning counts", () => {
  const found = translateQuery("死锁" + "订单支付回调失败，".repeat(20_000) + "时区");
  assert.ok(found.length <= 200);
  assert.ok(found.some((term) => term.term === "deadlock"));
  assert.ok(!found.some((term) => term.term === "timezon"));
});
