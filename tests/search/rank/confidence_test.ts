import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { queryOf } from "../../support/query.ts";
import { strengthOf } from "../../../src/search/rank/confidence.ts";
import { search } from "../../../src/search/rank/search.ts";
import { stem } from "../../../src/text/tokens.ts";
import { testParser } from "../../syntax/support.ts";

/** Files in which the plain words of the question are common and its turns of phrase rare. */
const FILES = [
  {
    path: "src/kiln.ts",
    text: "export function load(maxTraySize: number): number {\n  return maxTraySize;\n}\n",
  },
  ...Array.from({ length: 12 }, (_, at) => ({
    path: `src/part${at}.ts`,
    text: `export const max${at} = 1; // max\nexport const tray${at} = 2; // tray\n` +
      `export const size${at} = 3; // size\n`,
  })),
  { path: "src/words.ts", text: "// silently\n// quietly\n// broken\n" },
];
const parser = await testParser();
const index = buildMemoryIndex(FILES, parser);

Deno.test("words that code may have for those of the question say nothing where they are missing", () => {
  const question = "where is the max turned";
  const hints = ["silently", "quietly", "broken"].map((term) => ({ term: stem(term), weight: 0.2 }));
  const plain = search(queryOf(question), index, { limit: 5 });
  const related = search(queryOf(question, { translations: hints }), index, { limit: 5 });
  assert.equal(strengthOf(related), strengthOf(plain));
});

Deno.test("a long report may hold more words that no code has, a short question may not", () => {
  const rare = Array.from(
    { length: 30 },
    (_, at) => `word${String.fromCharCode(97 + at % 26)}${at > 25 ? "x" : "y"}`,
  );
  const files = rare.map((word, at) => ({
    path: `src/${word}.ts`,
    text: `// ${word}\nexport const n${at} = ${at};\n`,
  }));
  const one = { path: "src/one.ts", text: `// ${rare.slice(0, 6).join(" ")}\nexport const one = 1;\n` };
  const built = buildMemoryIndex([...files, one], parser);
  const of = (words: number): string =>
    strengthOf(search(queryOf(rare.slice(0, words).join(" ")), built, { limit: 5 }));
  assert.deepEqual([8, 28].map(of), ["strong", "weak"]);
});
