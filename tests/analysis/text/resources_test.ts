import assert from "node:assert/strict";
import {
  alignMessages,
  readAndroidStrings,
  readObjectMessages,
  readPo,
  readProperties,
  readYamlMessages,
  resourceLanguage,
} from "../../../src/analysis/text/resources.ts";

Deno.test("readPo: translated messages, continued lines joined; header, fuzzy and empty ones left out", () => {
  const pairs = readPo(`msgid ""
msgstr "Language: zh"

#: a.py:1
msgid "Delete"
msgstr "删除"

#, python-format
msgid ""
"Hello "
"%(name)s"
msgstr ""
"你好"
"%(name)s"

#, fuzzy
msgid "Old"
msgstr "旧"

msgid "item"
msgid_plural "items"
msgstr[0] "项目"

msgid "Untranslated"
msgstr ""
`);
  assert.deepEqual(pairs.map((pair) => [pair.english.trim(), pair.chinese]), [["Delete", "删除"], [
    "Hello",
    "你好%(name)s",
  ], [
    "item",
    "项目",
  ]]);
  assert.ok(pairs.every((pair) => pair.kind === "resource"));
});

Deno.test("readProperties: escapes, separators, continuations, comments", () => {
  const messages = readProperties("# c\n! d\norder.title = \\u8ba2\\u5355\nuser:\\u7528\\\n  \\u6237\n");
  assert.deepEqual([...messages], [["order.title", "订单"], ["user", "用户"]]);
});

Deno.test("readAndroidStrings: names and texts without markup", () => {
  const messages = readAndroidStrings(
    '<resources>\n<string name="a">购物<b>车</b></string><string name="b" translatable="true">x</string></resources>',
  );
  assert.deepEqual([...messages], [["a", "购物车"], ["b", "x"]]);
});

Deno.test("readObjectMessages: nested JSON and TypeScript literals by dotted path", () => {
  const expected = [["order.title", "订单"], ["order.pay", "支付"], ["ok", "好"]];
  assert.deepEqual(
    [...readObjectMessages('{"order": {"title": "订单", "pay": "支付"}, "n": 1, "ok": "好"}')],
    expected,
  );
  assert.deepEqual(
    [...readObjectMessages(
      "export default {\n  order: { title: '订单', /* c */ 'pay': `支付` }, // x: 'y'\n  ok: '好',\n}",
    )],
    expected,
  );
});

Deno.test("readYamlMessages: nested mappings, the locale's root left out", () => {
  const text = "zh-CN:\n  order:\n    title: \"订单\" # c\n    pay: '支付'\n  ok: 好\n";
  assert.deepEqual([...readYamlMessages(text)], [["order.title", "订单"], ["order.pay", "支付"], [
    "ok",
    "好",
  ]]);
});

Deno.test("alignMessages: one key, two languages; a missing English text leaves the key's words", () => {
  const pairs = alignMessages(
    new Map([["a.pay", "Pay {count}"]]),
    new Map([["a.pay", "支付"], ["a.refundOrder", "退款"]]),
  );
  assert.deepEqual(pairs.map((pair) => [pair.chinese, pair.english.trim(), pair.kind]), [[
    "支付",
    "Pay",
    "resource",
  ], [
    "退款",
    "refundOrder",
    "doc",
  ]]);
});

const FAMILIES: [string, string][] = [
  ["src/locales/en.json", "src/locales/zh-CN.json"],
  ["lang/en/index.ts", "lang/zh_CN/index.ts"],
  ["i18n/messages_en.properties", "i18n/messages_zh_CN.properties"],
  ["i18n/messages.properties", "i18n/messages_zh_CN.properties"],
  ["res/values/strings.xml", "res/values-zh-rCN/strings.xml"],
  ["config/locales/en.yml", "config/locales/zh-TW.yml"],
];

for (const [english, chinese] of FAMILIES) {
  Deno.test(`resourceLanguage: ${english} and ${chinese} are one family`, () => {
    assert.equal(resourceLanguage(english)?.language, "en");
    assert.equal(resourceLanguage(chinese)?.language, "zh");
    assert.equal(resourceLanguage(english)?.family, resourceLanguage(chinese)?.family);
  });
}

Deno.test("resourceLanguage: other languages and plain files are none", () => {
  for (const path of ["locales/fr.json", "src/main.ts", "src/engine/a.ts", "tokens.json"]) {
    assert.equal(resourceLanguage(path), undefined, path);
  }
});

Deno.test("readers end on broken and hostile input", () => {
  const hostile = [
    '{"a": {"b": ',
    'msgid "',
    '<string name="a">',
    "a".repeat(100_000),
    "{".repeat(10_000),
    '"'.repeat(9_999),
    "'\\".repeat(5_000),
  ];
  for (const text of hostile) {
    for (const read of [readPo, readProperties, readAndroidStrings, readObjectMessages, readYamlMessages]) {
      read(text);
    }
  }
});
