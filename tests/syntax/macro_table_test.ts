import assert from "node:assert/strict";
import { SegmentBuilder } from "../../src/index/segment_builder.ts";
import { sourceText } from "../../src/index/content_indexer.ts";
import { parseMacroTable } from "../../src/syntax/macro_table.ts";
import type { ParsedFile } from "../../src/syntax/parsed_file.ts";
import { testParser } from "../support/index_kit.ts";

/** A header of registers as a machine writes it. */
function table(registers: number): string {
  const rows = Array.from(
    { length: registers },
    (_, at) => `#define REG_${at}__SHIFT 0x${at}\n#define REG_${at}(x) \\\n\t((x) + ${at})`,
  );
  return ["/* Registers */", "#ifndef REGISTERS_H", "#define REGISTERS_H", "", ...rows, "#endif", ""].join(
    "\n",
  );
}

Deno.test("a table of macros has the names and places that the grammar finds", async () => {
  const text = table(150);
  const known = (parsed: ParsedFile): unknown =>
    parsed.definitions.map(({ name, kind, startLine, endLine, startIndex, endIndex, signature }) => [
      ...[name, kind, startLine, endLine, startIndex, endIndex],
      signature.replace(/ \\$/, ""),
    ]);
  const parsed = parseMacroTable(text, "c")!;
  assert.equal(parsed.definitions.length, 300);
  assert.equal(parsed.lines, (await testParser()).parse(text, "c").lines);
  assert.deepEqual(known(parsed), known((await testParser()).parse(text, "c")));
});

Deno.test("code, short tables and other languages are left to the grammar", () => {
  const text = table(150);
  assert.equal(parseMacroTable(table(90), "c"), undefined);
  assert.equal(parseMacroTable(text, "python"), undefined);
  const declarations = Array.from({ length: 20 }, (_, at) => `int read_${at}(void);`).join("\n");
  assert.equal(parseMacroTable(`${text}${declarations}\n`, "c"), undefined);
});

Deno.test("only the beginning of a table is searched, all its names are found", async () => {
  const builder = new SegmentBuilder();
  builder.add(sourceText(table(2000), { language: "c", reading: "code", parser: await testParser() }));
  const { columns, names } = builder.finish();
  assert.deepEqual([columns.startLine, columns.endLine], [Uint32Array.of(1), Uint32Array.of(60)]);
  assert.equal(names.split("\n").length, 4000);
});
