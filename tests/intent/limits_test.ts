import assert from "node:assert/strict";
import { deepConsent } from "../../src/intent/consent.ts";
import { readFrame } from "../../src/intent/frames.ts";
import { mayBrief } from "../../src/intent/gate.ts";
import { mayMean, readIntent } from "../../src/intent/intent.ts";
import { scanTriggers } from "../../src/intent/lexicon.ts";
import { isShaped, readMentions } from "../../src/intent/mentions.ts";
import { readPath } from "../../src/intent/paths.ts";
import { segment } from "../../src/intent/segments.ts";
import { typedPart } from "../../src/intent/synthetic_prompts.ts";

/** Limits of what is read out of prompts: what lies exactly on one, and one step beyond. */

Deno.test("consent: a negation counts five words before, or eight Chinese characters", () => {
  const rows = {
    "without one two three four deep analysis": undefined,
    "without one two three four five deep analysis": "deep analysis",
    "不要一二三四五六深度分析": undefined,
    "不要一二三四五六七深度分析": "深度分析",
  };
  assert.deepEqual(Object.keys(rows).map(deepConsent), Object.values(rows));
});

Deno.test("frames: of Java the file's folders where there are any; names of 120 characters", () => {
  const pathOf = (line: string): string | undefined => readFrame(line)?.paths[0]?.path;
  assert.equal(pathOf("at Main.run(Main.java:3)"), "Main.java");
  assert.equal(pathOf("at shop.Cart.add(Cart.java:7)"), "shop/Cart.java");
  assert.equal(pathOf("at org.shop.Cart.add(Cart.java:7)"), "org/shop/Cart.java");
  assert.equal(pathOf("at org.shop.Cart.add(Cart.kt:7)"), "Cart.kt");
  const symbolsOf = (length: number): number =>
    readFrame(`at ${"x".repeat(length)} (src/a.ts:3:1)`)?.symbols.length ?? -1;
  assert.deepEqual([120, 121].map(symbolsOf), [1, 0]);
});

Deno.test("a capitalised word is part of a label if one begins at most 24 characters before it", () => {
  const symbols = {
    isComplete: true,
    has: (name: string) => name === "Order",
    hasUncommon: () => false,
    level: () => 0,
  };
  const confirmed = (letters: number) =>
    readIntent(`why does the job need an R${"x".repeat(letters)} Order here?`, { symbols }).confirmed;
  assert.deepEqual([22, 23].map(confirmed), [[], ["Order"]]);
});

Deno.test("triggers are looked for in 6000 characters, of a longer text in the first 4000 and the last 2000", () => {
  /** Where "crash" is found behind and before so many characters, in words. */
  const found = (before: number, after: number): readonly number[] =>
    scanTriggers(`${"x ".repeat(before / 2)}crash ${"y ".repeat(after / 2)}`).map(({ at }) => at);
  const rows: readonly (readonly [before: number, after: number, at: readonly number[]])[] = [
    [3998, 1996, [1999]],
    [3998, 1998, []],
    [3994, 4000, [1997]],
    [4400, 2000, []],
    [5000, 1994, [2000]],
    [5000, 1996, []],
  ];
  assert.deepEqual(rows.map(([before, after]) => found(before, after)), rows.map(([, , at]) => at));
});

Deno.test("a subagent's prompt is for facts when it is about code and holds none", () => {
  const asked = "fix the bug in src/auth.py";
  assert.deepEqual([asked, `${asked}\n<auto-tools-context>`, "hello there"].map(mayBrief), [
    true,
    false,
    false,
  ]);
});

Deno.test("what is typed begins in the line behind a command of the client's own, behind the name of another", () => {
  const rows = {
    "!ls\nfix it": "fix it",
    "/init now\nwhy": "why",
    "/review src/a.ts": " src/a.ts",
    "/init": "",
  };
  assert.deepEqual(Object.keys(rows).map(typedPart), Object.values(rows));
});

Deno.test("spelling of identifiers", () => {
  const names = ["ab.cd.ef.gh.ij.kl", "shop.place", "XMLpar", "aB2", `a${"B".repeat(119)}`, "Order#add"];
  const plain = [
    ...["a.bc", "shop.com", "www.site.order", "XMLpa", "aB"],
    `a${"B".repeat(120)}`,
  ];
  assert.deepEqual([names.filter((one) => !isShaped(one)), plain.filter(isShaped)], [[], []]);
});

Deno.test("paths without a known ending: of three parts, of a usual folder, or a folder alone", () => {
  const isPath = (text: string): boolean => readPath(text) !== undefined;
  const paths = ["shop/cart/line", "src/shop", "shop/", "abc/d/e", "lib/x1"];
  const others = ["shop/cart", "Shop/Cart/Line", "a/b/c", "a/b", "ab/", "12/34/56", "Shop/", "shop/ts"];
  assert.deepEqual([paths.filter((one) => !isPath(one)), others.filter(isPath)], [[], []]);
});

Deno.test("triggers are found in the plural, too, one word at a time", () => {
  const found = (text: string): readonly string[] =>
    scanTriggers(text).map(({ group, at }) => `${group.id} ${at}`);
  assert.deepEqual(found("currencies and x accuracies"), ["en.code.weak 0", "en.code.weak 3"]);
  assert.deepEqual(found("currency and x accuracy"), ["en.code.weak 0", "en.code.weak 3"]);
});

Deno.test("frames: line 0 is none", () => {
  const lineOf = (line: number): unknown => readFrame(`at run (src/a.ts:${line}:1)`)?.paths[0]?.line;
  assert.deepEqual([0, 1, 12].map(lineOf), [undefined, 1, 12]);
});

Deno.test("consent: its phrase is a word of its own", () => {
  const texts = ["deep analysis", "(deep analysis)", "xdeep analysis", "deep analysis2", "1deep analysisx"];
  assert.deepEqual(texts.map((text) => deepConsent(text) !== undefined), [true, true, false, false, false]);
});

Deno.test("what may be meant: not without words or signals, nor against what weighs, unless enough speaks for it", () => {
  type Weights = readonly (readonly [weight: number, type: "implicit" | "explicit"])[];
  const rows: readonly (readonly [weights: Weights, words: readonly string[], may: boolean])[] = [
    [[], [], false],
    [[], ["parcel"], true],
    [[[0, "explicit"]], [], true],
    [[[0.1, "implicit"], [0, "explicit"]], [], true],
    [[[-0.1, "implicit"]], ["parcel"], false],
    [[[0.5, "explicit"], [-0.4, "implicit"]], [], true],
    [[[0.5, "explicit"], [0, "explicit"], [-0.4, "implicit"]], [], true],
    [[[0.5, "explicit"], [-0.4, "explicit"]], [], true],
    [[[0.4, "explicit"], [-0.1, "explicit"]], ["parcel"], false],
  ];
  const may = rows.map(([weights, words]) =>
    mayMean({
      signals: weights.map(([weight, type]) => ({ type, match: "x", weight })),
      parts: segment(words.join(" ")),
      mentions: readMentions(words.join(" ")),
    })
  );
  assert.deepEqual(may, rows.map(([, , expected]) => expected));
});

Deno.test("an errand counts less beside an error", () => {
  const against = ["commit my changes", "commit my changes\nTypeError: total is not a function"].map((text) =>
    readIntent(text).signals.map(({ weight }) => weight).filter((weight) => weight < 0)
  );
  assert.deepEqual(against, [[-0.7], [-0.14]]);
});
