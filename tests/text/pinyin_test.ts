import assert from "node:assert/strict";
import table from "../../config/lexicon/pinyin.json" with { type: "json" };
import { translateQuery } from "../../src/text/query_translation.ts";
import { isHan } from "../../src/text/chars.ts";
import { DOMAINS } from "../../src/text/domains.ts";
import { pinyin } from "../../src/text/pinyin.ts";

const SPELLINGS: Record<string, string> = {
  "用户": "yonghu",
  "订单": "dingdan",
  "权限": "quanxian",
  "重置": "chongzhi",
  "银行": "yinhang",
  "旅行": "lvxing",
};

for (const [word, spelling] of Object.entries(SPELLINGS)) {
  Deno.test(`pinyin: ${word}`, () => {
    assert.ok(
      pinyin(word).some((syllables) => syllables.join("") === spelling),
      JSON.stringify(pinyin(word)),
    );
  });
}

Deno.test("pinyin: bounded, and empty for what it cannot spell", () => {
  assert.ok(pinyin("重行长数重行长数").length <= 4);
  assert.deepEqual(pinyin("魑魅"), []);
  assert.deepEqual(pinyin(""), []);
});

Deno.test("pinyin: the table spells every character of the lexicon, once per reading", () => {
  const known = new Set(Object.values(table).join(""));
  for (const line of Object.values(DOMAINS).flat()) {
    for (const char of line.split(":")[0]!) assert.ok(known.has(char), `${char} in "${line}"`);
  }
  for (const [syllable, chars] of Object.entries(table)) {
    assert.match(syllable, /^[a-z]{1,6}$/);
    assert.equal(new Set(chars).size, chars.length, syllable);
    assert.ok([...chars].every((char) => isHan(char.charCodeAt(0))), syllable);
  }
});

Deno.test("translateQuery: finds names spelt in pinyin", () => {
  const found = translateQuery(["用户列表"]).find((term) => term.term === "yonghu");
  assert.equal(found?.origin, "pinyin");
  assert.equal(found?.phrase, "yong hu");
});
