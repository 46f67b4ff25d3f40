import assert from "node:assert/strict";
import { hanRuns, lexicon, segment } from "../../src/text/segment.ts";
import { simplify } from "../../src/text/traditional.ts";

/** Stop words carry a trailing `-`, unknown pieces a trailing `?`. */
function split(run: string): string {
  const mark = { word: "", stop: "-", unknown: "?" };
  return segment(simplify(run), lexicon()).map((piece) => piece.text + mark[piece.kind]).join(" ");
}

const CASES: Record<string, string> = {
  "跨站请求伪造的令牌是在哪里校验的": "跨站请求伪造 的- 令牌 是- 在哪里- 校验 的-",
  "外键级联删除": "外键 级联删除",
  "反序列化失败": "反序列化 失败",
  "用户登录之后没有保存": "用户登录 之后- 没有- 保存",
  "資料庫連線逾時": "资料库 连线 逾时",
  "伺服器記憶體不足": "伺服器 记忆体 不足",
  "魑魅缓存": "魑魅? 缓存",
};

for (const [run, expected] of Object.entries(CASES)) {
  Deno.test(`segment: ${run}`, () => assert.equal(split(run), expected));
}

Deno.test("segment: pieces cover the run without gap or overlap", () => {
  const run = "为什么分页最后一页的查询集合并之后报错呢魑魅魍魉";
  let next = 0;
  for (const piece of segment(run, lexicon())) {
    assert.equal(piece.start, next);
    next += piece.text.length;
  }
  assert.equal(next, run.length);
});

Deno.test("segment: an empty run has no pieces", () => assert.deepEqual(segment("", lexicon()), []));

Deno.test("hanRuns: Han only, in order", () => {
  assert.deepEqual(hanRuns("csrf校验失败, 返回403页面"), ["校验失败", "返回", "页面"]);
  assert.deepEqual(hanRuns("no Chinese"), []);
});
