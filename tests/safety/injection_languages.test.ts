import assert from "node:assert/strict";
import { fold } from "../../src/safety/fold.ts";
import { foreignOrders, ORDER_LANGUAGES } from "../../src/safety/injection_languages.ts";

const spansOf = (text: string): string[] =>
  [...foreignOrders(fold(text))].map(({ start, end }) => `${start}-${end}`);

Deno.test("orders in other languages: at the beginning of a text as behind other words", () => {
  for (const { lang, example } of ORDER_LANGUAGES) {
    const before = "\u2013 ".repeat(2);
    const moved = [...foreignOrders(fold(before + example))].map(({ start, end }) =>
      `${start - before.length}-${end - before.length}`
    );
    assert.ok(moved.length > 0, lang);
    assert.deepEqual(spansOf(example), moved, lang);
  }
});

Deno.test("orders in other languages: a sentence over three lines is one, over four it is none", () => {
  const german = ORDER_LANGUAGES.find(({ lang }) => lang === "de")!.example.split(" ").slice(0, 6);
  const over = (lines: number): string =>
    german.map((word, at) => at === 0 ? word : `${at < lines ? "\n" : " "}${word}`).join("");
  const found = [1, 3, 4].map((lines) => spansOf(over(lines)).length > 0);
  assert.deepEqual(found, [true, true, false], german.join(" "));
});
