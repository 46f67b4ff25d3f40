import assert from "node:assert/strict";
import { glossAt, samplesOf } from "../../src/text/glosses.ts";

/** A text, the Chinese word in it that is asked for, and the English that stands beside it. */
const CASES: Record<string, [text: string, word: string, chinese: string, english: string[]]> = {
  "a key and its message": ['  "backfill_run": "补数运行",\n', "补数", "补数运行", ["backfill_run"]],
  "a key on the line above": ["{\n  backfill_tips:\n    '请选择补数日期'\n}", "补数", "请选择补数日期", [
    "backfill_tips",
  ]],
  "a gettext message": [
    '#: models.py:3\nmsgid "Change secret"\nmsgstr "改密"\n\n',
    "改密",
    "改密",
    ["Change", "secret"],
  ],
  "a long gettext message": [
    'msgid ""\n"Secret was changed for %(name)s"\nmsgstr ""\n"已改密"\n',
    "改密",
    "已改密",
    ["Secret", "was", "changed", "for"],
  ],
  "a comment behind code": ["const PINNED = 2; // 置顶\n", "置顶", "置顶", ["const", "PINNED"]],
  "a comment above code": [
    "/**\n * 计算运费\n */\n@Override\nlong freightOf(Cart cart) {\n",
    "运费",
    "计算运费",
    [
      "long",
      "freightOf",
      "Cart",
      "cart",
    ],
  ],
  "an annotation above code": ['@Schema("积分")\nprivate int credit;\n', "积分", "积分", [
    "private",
    "int",
    "credit",
  ]],
  "a docstring": ['def ship(order):\n    """发货"""\n', "发货", "发货", ["def", "ship", "order"]],
  "a parameter's comment": [" * @param step 步进\n */\nvoid walk(int step)\n", "步进", "步进", [
    "param",
    "step",
  ]],
  "placeholders name nothing": ["hi: '{count} 个<b>粉丝</b>%s'\n", "粉丝", "个粉丝", ["hi"]],
};

for (const [name, [text, word, chinese, english]] of Object.entries(CASES)) {
  Deno.test(`glossAt: ${name}`, () => {
    assert.deepEqual(glossAt(text, text.indexOf(word)), { chinese, english });
  });
}

Deno.test("glossAt: undefined without adjacent English", () => {
  for (const text of ["置顶", "# 标题\n\n正文\n", "置顶\n\nconst x = 1;\n", "// 置顶\n"]) {
    assert.equal(glossAt(text, text.search(/[置标]/)), undefined, text);
  }
});

Deno.test("glossAt: at most twelve words, of a line of any length", () => {
  const words = Array.from({ length: 40 }, (_, i) => `w${i}x`).join(" ");
  assert.equal(glossAt(`置顶 ${words}`, 0)?.english.length, 12);
  assert.ok(glossAt(`${"x ".repeat(500_000)}置顶 pinned${" y".repeat(500_000)}`, 1_000_000));
});

Deno.test("samplesOf: spread over the text, none twice", () => {
  const text = "a用b户".repeat(1000);
  const offsets = [...samplesOf(text, 20)];
  assert.equal(offsets.length, 20);
  assert.equal(new Set(offsets).size, 20);
  assert.ok(offsets.at(-1)! > text.length * 0.9);
  assert.deepEqual([...samplesOf("no such thing", 5)], []);
});
