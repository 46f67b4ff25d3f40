import assert from "node:assert/strict";
import { isDense, isOpaque, isRandom, isStrong } from "../../src/safety/opacity.ts";
import { hex, opaque } from "./corpora/secrets.ts";

Deno.test("values that machines make are random", () => {
  for (
    const value of [
      opaque(16),
      hex(32),
      "qzXwvKjhTgRbNmPd",
      // Letters in no order of words.
      "xqzjvkwpfhgtbdmc",
      "lGRKzINTrMTDSuuOIrkd",
      // Changes between letters and digits.
      "1111111the22222222222of33333333333in4444444",
      // Hexadecimal digits with few changes, and few different characters.
      "00001111222233334444f5555666677778",
      "00000000-0000-4000-8000-00000000000a",
    ]
  ) assert.ok(isRandom(value, 16), value);
  assert.ok(isRandom("x7Qz9Kv2Wp", 10));
});

Deno.test("names, words, paths and repetitions are not", () => {
  for (
    const value of [
      "created_at_and_then_name",
      "theCamelCaseNameOfAMethodThatReturnsValues",
      "UserAccountServiceImpl",
      "aNewUserIdOfAnyAppInTheSetOf",
      "src/server/handlers/index",
      "aaaaaaaaaaaaaaaaaaaaaaaa1",
      "ab1ab1ab1ab1ab1ab1ab1ab1",
      "es2015-es2016-es2017",
      "20240101120000",
    ]
  ) assert.ok(!isRandom(value, 14), value);
  assert.ok(!isRandom(opaque(15), 16));
});

Deno.test("short values must be clearer than long ones", () => {
  assert.ok(!isRandom("release2024v", 10) && !isRandom("user-id-12", 10));
});

Deno.test("what each judgement says of values near its bounds", () => {
  /** Dense; opaque from 6 units; strong; random from 10 and from 16 units. */
  const rows: readonly (readonly [value: string, judgements: string])[] = [
    ["3v", "-----"],
    ["a9", "-----"],
    ["API007", "-----"],
    ["Session4", "-----"],
    ["Count007", "-o---"],
    ["atnt8o", "do---"],
    ["66d92334b5", "do---"],
    ["aeb835da09", "do-r-"],
    ["t0jf1shnkt", "do-r-"],
    ["ICbRvebkwScRscM", "-----"],
    ["rlantotlntaoshhr", "---rR"],
    ["ARAyTkVkzWXRvDcs", "-o-rR"],
    ["seytainsnummyuqy", "-o-rR"],
    ["/01/1._ba.9X/b/./", "dos--"],
    ["_90ZaA9Azz09aa0a", "do---"],
    ["my_nodeAPI-my-nameblue00", "-o---"],
    ["blue1the_name1Se", "dosrR"],
    ["key-my007db-the.", "dosrR"],
    ["myAPI007db.key-d", "dosrR"],
    ["933380bec7993803", "dosrR"],
  ];
  for (const [value, judgements] of rows) {
    const letters = [
      isDense(value) ? "d" : "-",
      isOpaque(value, 6) ? "o" : "-",
      isStrong(value) ? "s" : "-",
      isRandom(value, 10) ? "r" : "-",
      isRandom(value, 16) ? "R" : "-",
    ];
    assert.equal(letters.join(""), judgements, value);
  }
});

Deno.test("every judgement takes time linear in the value's length", () => {
  const values = [
    "aB".repeat(10_000) + "8UaYbY",
    "a" + "_".repeat(20_000) + "1!",
    "a-".repeat(10_000) + "1.",
    "a1_".repeat(10_000) + "!",
    "0".repeat(20_000) + "g",
  ];
  for (const value of values) {
    const started = performance.now();
    isDense(value);
    isOpaque(value, 8);
    isStrong(value);
    isRandom(value, 16);
    assert.ok(performance.now() - started < 10_000, value.slice(0, 20));
  }
});
