import { deepEqual, equal, ok } from "node:assert/strict";
import { Language, Parser } from "web-tree-sitter";
import { changed } from "../../config/build/grammar.ts";
import { useOwnLexerCalls } from "../../config/build/lexer_calls.ts";
import { splitLargeFunctions } from "../../config/build/split_functions.ts";
import { createParser, type FileParser } from "../../src/syntax/parser.ts";
import type { Source } from "../../src/syntax/source.ts";
import { RUNS_ALL } from "../support/long_test.ts";
import { coreBytes, publishedGrammar } from "../syntax/support.ts";

function parserOf(change: (module: Uint8Array) => Uint8Array): Promise<FileParser> {
  const grammar = (id: string): Uint8Array | undefined => {
    const bytes = publishedGrammar(id);
    return bytes && change(bytes);
  };
  return createParser({ core: coreBytes(), grammar }, { timeoutMs: 60_000 });
}

const TEXTS: Readonly<Record<string, string>> = {
  c: `\ufeff#include <a.h>\r\n#define MAX(a, b) \\\r\n  ((a) > (b) ? (a) : (b))\r\n/* 中文 🙂 ** / */
static const struct ops ops = { .open = my_open, .name = "x\\"y" L"z", [0x1F] = 'c', 1.5e-3f };
int größe(char *𝒳, ...) { for (;;) { if (a->b >>= 1) goto end; else return sizeof(int) % 3; } end: ; } // 🙂
`,
  python: `\ufeffimport a.b as c\nclass A(B, metaclass=M):
    """doc 中文 🙂"""
    async def f(self, *args: int, k=f"{x!r:>{w}}" 'b', **kw) -> "A":\n\t# tab 🙂\r
        return [y async for y in g(1_000, 0x1F, 1e-3j) if not y] \\
            if (z := self.größe) else {**kw, "𝒳": lambda: ...}\n\n\nif x:\n  pass\nelif y: raise E from e
`,
  // Its scanner asks for columns.
  haskell: `module A where
f x = case x of Just y | y > 0 -> do { g y } ; _ -> do a <- b
                                                       let c = a
                                                           d = c
                                                       return (c + d) where e = 1 -- 🙂
data T = T { größe :: Int } deriving (Show)
`,
  cpp: `namespace a::b { template <typename T, int N = 0x1F> class Box final : public Base<T> {
  static constexpr auto text = R"x(raw 🙂)x"; char16_t c = u'\\n'; double d = 1'000.5e-3; };
auto f = [&, x = 1](int y) mutable { return x ^ ~y; }; } // 中文
`,
};

/** All rows of a tree as one text. */
function rowsOf(source: Source | string): string {
  ok(typeof source !== "string");
  const { count, type, field, start, end, parent } = source.tree;
  return [type, field, start, end, parent].map((column) => column.subarray(0, count).join()).join("\n");
}

Deno.test("a grammar with lexer calls of its own reads texts, cut anywhere, as before", async () => {
  const before = await parserOf((module) => module);
  let added = 0;
  const after = await parserOf((module) => {
    const split = changed(module, splitLargeFunctions);
    const bytes = changed(split, useOwnLexerCalls);
    if (bytes.length !== split.length) added++;
    return bytes;
  });
  for (const [language, text] of Object.entries(TEXTS)) {
    for (let end = text.length; end > 0; end -= RUNS_ALL ? 7 : 35) {
      const cut = text.slice(0, end);
      const expected = rowsOf(before.source(cut, language));
      equal(rowsOf(after.source(cut, language)), expected, `${language}, ${end} characters`);
    }
    // The parser is handed a text in pieces.
    const long = Array.from({ length: RUNS_ALL ? 150 : 40 }, (_, at) => text.slice(1) + "/".repeat(at)).join(
      "\n",
    );
    const expected = rowsOf(before.source(long, language));
    equal(rowsOf(after.source(long, language)), expected, `${language}, long`);
    deepEqual(after.parse(text, language), before.parse(text, language));
  }
  equal(added, 4);
});

Deno.test("rows and columns are counted as before", () => {
  const parser = new Parser();
  const ends = [[], [useOwnLexerCalls]].map((changes) => {
    const bytes = changed(publishedGrammar("c")!, ...changes);
    const module = new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>);
    parser.setLanguage(Language.loadSync(module));
    const nodes = parser.parse("/* a\n 🙂 */ int b;\n#define C \\\n  1\n  int d")!.rootNode.children;
    return nodes.map((node) => [node!.startPosition, node!.endPosition]);
  });
  ok(ends[0]!.length > 2);
  deepEqual(ends[1], ends[0]);
});

Deno.test("a module without a lexer stays as it is", () => {
  const module = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  deepEqual(changed(module, useOwnLexerCalls), module);
});
