import assert from "node:assert/strict";
import stopWords from "../../config/lexicon/stop_words.json" with { type: "json" };
import traditional from "../../config/lexicon/traditional.json" with { type: "json" };
import { isHan } from "../../src/text/chars.ts";
import { DOMAINS } from "../../src/text/domains.ts";
import { lexicon } from "../../src/text/segment.ts";
import { tokens } from "../../src/text/tokens.ts";
import { simplify } from "../../src/text/traditional.ts";

interface Entry {
  readonly domain: string;
  readonly chinese: string;
  readonly english: readonly string[];
}

const ENTRIES: readonly Entry[] = Object.entries(DOMAINS).flatMap(([domain, lines]) =>
  lines.map((line) => {
    const [chinese, english] = line.split(": ");
    return { domain, chinese: chinese!, english: english!.split(", ") };
  })
);

Deno.test("lexicon: every line is a Chinese word, one colon and its English words", () => {
  for (const line of Object.values(DOMAINS).flat()) assert.match(line, /^[^:]+: [^:]+$/);
});

Deno.test("lexicon: holds at least three thousand Chinese words", () => {
  assert.ok(ENTRIES.length >= 3000, `entries: ${ENTRIES.length}`);
});

Deno.test("lexicon: no Chinese word occurs twice", () => {
  const seen = new Map<string, string>();
  for (const { domain, chinese } of ENTRIES) {
    assert.equal(seen.get(chinese), undefined, `${chinese}: in ${domain} and ${seen.get(chinese)}`);
    seen.set(chinese, domain);
  }
});

Deno.test("lexicon: every key is Han and simplified", () => {
  for (const { domain, chinese } of ENTRIES) {
    assert.ok(
      chinese.length > 0 && [...chinese].every((c) => isHan(c.charCodeAt(0))),
      `${domain}: "${chinese}"`,
    );
    assert.equal(simplify(chinese), chinese, domain);
  }
});

Deno.test("lexicon: every English expression is lower-case words the tokeniser reads, named once per entry", () => {
  for (const { chinese, english } of ENTRIES) {
    assert.equal(new Set(english).size, english.length, chinese);
    for (const expression of english) {
      assert.match(expression, /^[a-z0-9]+(?: [a-z0-9]+)*$/, `${chinese}: "${expression}"`);
      assert.ok(tokens(expression).length > 0, `${chinese}: "${expression}"`);
    }
  }
});

Deno.test("lexicon: no word is a stop word and a weak word at once", () => {
  const stop = new Set(stopWords.stop.split(" "));
  for (const word of stopWords.weak.split(" ")) assert.ok(!stop.has(word), word);
});

Deno.test("lexicon: the traditional table maps one character to one other, in one step", () => {
  const targets = new Map(traditional.pairs.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)]));
  for (const pair of traditional.pairs.split(" ")) {
    assert.equal(pair.length, 2, pair);
    assert.ok(!targets.has(pair.charAt(1)), `${pair}: its target is traditional too`);
  }
  assert.ok(targets.size >= 300);
});

Deno.test("lexicon: answers by word", () => {
  const known = lexicon();
  assert.equal(known.english("登录")?.[0], "login");
  assert.ok(known.english("外键")?.includes("foreign key"));
  assert.equal(known.english("没有这个词"), undefined);
  assert.ok(known.isStop("怎么") && !known.isStop("缓存"));
  assert.ok(ENTRIES.every(({ chinese }) => known.has(chinese) && chinese.length <= known.longest));
});

Deno.test("lexicon: what does a thing and what is done again are made of the word for doing it", () => {
  const known = lexicon();
  assert.deepEqual(known.english("下载器")?.slice(0, 2), ["downloader", "fetcher"]);
  assert.ok(known.english("下载器")!.includes("download"));
  assert.equal(known.english("重新加载")?.find((word) => word === "reload"), "reload");
  assert.equal(known.english("重新连接")?.[0], "reconnect");
  assert.ok(known.has("下载器") && known.has("重新连接"));
  assert.ok(!known.has("没词器") && !known.has("重新没词") && known.english("重新没词") === undefined);
});
