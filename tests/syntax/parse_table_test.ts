import { equal, ok } from "node:assert/strict";
import { Language } from "web-tree-sitter";
import { startCore } from "../../src/syntax/parser_core.ts";
import { writeOutParseTable } from "../../src/syntax/parse_table.ts";
import { coreBytes, grammarBytes, testParser } from "./support.ts";

const core = await startCore(coreBytes());

function load(id: string): Language {
  return Language.loadSync(new WebAssembly.Module(grammarBytes(id) as Uint8Array<ArrayBuffer>));
}

/** Where the parser goes from each state with each symbol. */
function states(language: Language): Uint16Array {
  const symbols = Array.from(language.types, (_, symbol) => symbol);
  const found = new Uint16Array(language.stateCount * symbols.length);
  let at = 0;
  for (let state = 0; state < language.stateCount; state++) {
    for (const symbol of symbols) found[at++] = language.nextState(state, symbol);
  }
  return found;
}

for (const id of ["lua", "python", "c"]) {
  Deno.test(`the parse table of ${id} says the same when it is written out`, () => {
    const language = load(id);
    const before = states(language);
    ok(writeOutParseTable(core.memory, language, (bytes) => core.allocate(bytes)));
    ok(states(language).every((state, at) => state === before[at]));
    ok(before.some((state) => state > 0));
    ok(!writeOutParseTable(core.memory, language, () => 0), "nothing is left to write out");
  });
}

Deno.test("a table too large, or no memory: it stays as it is", () => {
  ok(
    !writeOutParseTable(core.memory, load("cpp"), () => {
      throw new Error("C++'s would be too large");
    }),
  );
  const language = load("go");
  ok(!writeOutParseTable(core.memory, language, () => 0));
  ok(states(language).some((state) => state > 0));
});

Deno.test("much text is read like little", async () => {
  const parser = await testParser();
  const text =
    `def first(a):\n    return second(a, [1, 2])\n\n\nclass Third(Fourth):\n    def fifth(self): pass\n`;
  const before = parser.parse(text, "python");
  const many = text.repeat(2000);
  equal(parser.parse(many, "python").definitions.length, before.definitions.length * 2000);
  equal(parser.parse(many, "python").definitions.length, before.definitions.length * 2000);
  equal(JSON.stringify(parser.parse(text, "python")), JSON.stringify(before));
});
