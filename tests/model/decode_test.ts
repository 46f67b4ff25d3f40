import { equal } from "node:assert/strict";
import { decodeText, encodingOf } from "../../src/model/decode.ts";

const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
const utf16 = (text: string): number[] =>
  [...text].flatMap((char) => [char.charCodeAt(0) & 255, char.charCodeAt(0) >> 8]);
/** 用户登录 and 校验 in GB 2312. */
const LOGIN = [0xd3, 0xc3, 0xbb, 0xa7, 0xb5, 0xc7, 0xc2, 0xbc];

const CASES: readonly [what: string, bytes: readonly number[], text: string][] = [
  ["nothing", [], ""],
  ["UTF-8", utf8("# Ünïcödé 编码 😀\n"), "# Ünïcödé 编码 😀\n"],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, ...utf8("a")], "a"],
  ["UTF-8 that shows what is broken", utf8('"\ufffd"'), '"\ufffd"'],
  ["UTF-8, cut off", utf8("编码").slice(0, -1), "编\ufffd"],
  ["UTF-8, one byte broken", [...utf8("编码 é "), 0xff, 0x0a], "编码 é \ufffd\n"],
  ["UTF-16", [0xff, 0xfe, ...utf16("class 编")], "class 编"],
  ["UTF-16, the other way round", [0xfe, 0xff, 0, 0x61, 0x4e, 0x2d], "a中"],
  [
    "GB 2312 in a comment",
    [...utf8("# "), ...LOGIN, ...utf8("\ndef login(): pass\n")],
    "# 用户登录\ndef login(): pass\n",
  ],
  ["GB 2312, cut off", [...utf8("// "), ...LOGIN.slice(0, -1)], "// 用户登\ufffd"],
  ["Latin-1", [...utf8('"caf'), 0xe9, ...utf8('" gr'), 0xfc, 0xdf, ...utf8("e\n")], '"café" grüße\n'],
];

for (const [what, bytes, text] of CASES) {
  Deno.test(`decoded: ${what}`, () => equal(decodeText(Uint8Array.from(bytes)), text));
}

Deno.test("a sample that ends inside of a character has the encoding of the whole", () => {
  equal(encodingOf(Uint8Array.from(utf8("编码".repeat(9)).slice(0, -1))), "utf-8");
  equal(encodingOf(Uint8Array.from([...utf8("a = 1 // "), ...LOGIN.slice(0, -1)])), "gb18030");
});
