import { deepEqual, equal } from "node:assert/strict";
import { createParser } from "../../src/syntax/parser.ts";
import { coreBytes, grammarBytes } from "./support.ts";

Deno.test("grammars are asked for once, when a file needs them", async () => {
  const asked: string[] = [];
  const parser = await createParser({
    core: coreBytes(),
    grammar: (language) => {
      asked.push(language);
      return grammarBytes(language);
    },
  });
  deepEqual(asked, []);
  equal(parser.parse("def f(): pass\n", "python").definitions.length, 1);
  equal(parser.parse("def g(): pass\n", "python").definitions.length, 1);
  equal(parser.parse("func f() {}\n", "go").definitions.length, 1);
  deepEqual(asked, ["python", "go"]);
});

Deno.test("a missing or damaged grammar costs its language only", async () => {
  const parser = await createParser({
    core: coreBytes(),
    grammar: (language) =>
      language === "go"
        ? new Uint8Array([1, 2, 3])
        : language === "rust"
        ? undefined
        : grammarBytes(language),
  });
  deepEqual(parser.parse("func f() {}\n", "go").gaps, ["not parsed: no grammar"]);
  deepEqual(parser.parse("fn f() {}\n", "rust").gaps, ["not parsed: no grammar"]);
  equal(parser.parse("def f(): pass\n", "python").definitions.length, 1);
});
