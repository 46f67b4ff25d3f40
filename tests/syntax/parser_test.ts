import { deepEqual, equal } from "node:assert/strict";
import { createParser } from "../../src/syntax/parser.ts";
import { startCore } from "../../src/syntax/parser_core.ts";
import { coreBytes, grammarBytes, testParser } from "./support.ts";

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

Deno.test("the parser's memory is copied for a file that makes it grow, and for no other", async () => {
  const core = await startCore(coreBytes());
  const { snapshot } = core;
  let copies = 0;
  core.snapshot = () => {
    copies++;
    return snapshot();
  };
  try {
    let worked = 0;
    const parser = await testParser(60_000, () => worked += 100);
    const body = "int f(void)\n{\n\treturn 1;\n}\n";
    equal(parser.parse(body.repeat(2_000), "c").definitions.length, 2_000);
    equal(copies, 0);
    const { definitions } = parser.parse(body + `void g(void)\n{\n${"\tf(1);\n".repeat(60_000)}}\n`, "c");
    deepEqual(definitions.map(({ name, endLine }) => [name, endLine]), [["f", 4], ["g", 60_007]]);
    equal(copies, 1);
  } finally {
    core.snapshot = snapshot;
  }
});
