import assert from "node:assert/strict";
import { bigrams, tokens, wordParts } from "../../src/text/tokens.ts";

function pairs(text: string): string[] {
  const list: string[] = [];
  bigrams(text, (pair) => void list.push(pair));
  return list;
}

const PARTS: Record<string, string[]> = {
  HTTPServer: ["http", "server"],
  utf8Decode: ["utf", "8", "decode"],
  getUserName: ["get", "user", "name"],
  snake_case_name: ["snake", "case", "name"],
  SCREAMING_CASE: ["screaming", "case"],
  __init__: ["init"],
  $scope: ["scope"],
  parseURLs: ["parse", "urls"],
  userIDs: ["user", "ids"],
  sha256sum: ["sha", "256", "sum"],
  XMLHttpRequest: ["xml", "http", "request"],
  aB: ["a", "b"],
  A: ["a"],
  _: [],
};

for (const [identifier, parts] of Object.entries(PARTS)) {
  Deno.test(`wordParts: ${identifier}`, () => assert.deepEqual(wordParts(identifier), parts));
}

Deno.test("tokenize: the whole name and its parts, in order", () => {
  assert.deepEqual(tokens("x = getUsers(id)"), ["getuser", "get", "user", "id"]);
  assert.deepEqual(tokens("__init__"), ["init"]);
});

Deno.test("tokenize: one whole-name token for every naming style", () => {
  for (const style of ["foreign_key", "ForeignKey", "foreignKey", "FOREIGN_KEY"]) {
    assert.equal(tokens(style)[0], "foreignkey", style);
  }
});

Deno.test("tokenize: single letters and numbers of other lengths say nothing", () => {
  assert.deepEqual(tokens("i = 0x1f + 12 + 1234567 - T"), []);
  assert.deepEqual(tokens("status 404, port 8080"), ["status", "404", "port", "8080"]);
});

Deno.test("tokenize: Han runs give overlapping pairs, a lone character itself", () => {
  assert.deepEqual(tokens("登录校验 锁"), ["登录", "录校", "校验", "锁"]);
});

Deno.test("tokenize: traditional characters are read as simplified ones", () => {
  assert.deepEqual(tokens("資料庫"), ["资料", "料库"]);
  assert.deepEqual(tokens("登錄"), tokens("登录"));
});

Deno.test("tokenize: kana and Hangul runs like Han", () => {
  assert.deepEqual(tokens("ログイン"), ["ログ", "グイ", "イン"]);
  assert.deepEqual(tokens("로그인"), ["로그", "그인"]);
});

Deno.test("tokenize: characters outside the basic plane count as one", () => {
  assert.deepEqual(tokens("\u{20000}\u{20001}"), ["\u{20000}\u{20001}"]);
  assert.deepEqual(tokens("\u{20000}"), ["\u{20000}"]);
});

Deno.test("tokenize: mixed identifiers split at the border of the scripts", () => {
  assert.deepEqual(tokens("user列表_id"), ["user", "列表", "id"]);
});

Deno.test("tokenize: accents and full width fold to plain letters", () => {
  assert.deepEqual(tokens("Größe café"), ["große", "cafe"]);
  assert.deepEqual(tokens("ＧｅｔＵｓｅｒ"), tokens("GetUser"));
  assert.deepEqual(tokens("Привет"), ["привет"]);
});

Deno.test("tokenize: data runs make no tokens and do not break the rest", () => {
  assert.deepEqual(tokens("a".repeat(5000) + " ok_name"), ["oknam", "ok", "name"]);
});

Deno.test("tokenize: hostile input ends", () => {
  for (const text of ["", "\ud840", "\udc00", "_".repeat(1000), "é_", "\u0301abc", "登\ud840"]) {
    assert.ok(tokens(text).every((token) => token.length > 0));
  }
});

Deno.test("tokenize: many distinct names keep their answers", () => {
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 40_000; i += 7) {
      const list = tokens(`name${i}Of`);
      assert.equal(list[0], `name${i}of`);
    }
  }
});

Deno.test("bigrams: adjacent stems inside names and lines, without stop words", () => {
  assert.deepEqual(pairs("getUserNames"), ["get user", "user name"]);
  assert.deepEqual(pairs("Validates the cached tokens"), ["validat cach", "cach token"]);
});

Deno.test("bigrams: never across a line break", () => {
  assert.deepEqual(pairs("first\nsecond third"), ["second third"]);
});
