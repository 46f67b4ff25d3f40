import assert from "node:assert/strict";
import { LANGUAGES } from "../../src/syntax/languages.ts";
import { readMatrix } from "./cells.ts";
import { documentWithTable } from "./table.ts";

Deno.test("docs: the table of languages is that of the configuration and the matrix", () => {
  const text = Deno.readTextFileSync(new URL("../../docs/languages.md", import.meta.url));
  assert.equal(text, documentWithTable(text), "run deno run -A tests/matrix/table.ts");
});

Deno.test("matrix: every language with definitions has cells", () => {
  const cells = readMatrix();
  const alike = new Map([["tsx", "typescript"], ["ejs", "erb"]]);
  const missing = LANGUAGES.filter(({ grammar, embedded, outline }) => grammar ?? embedded ?? outline)
    .map(({ id }) => id).filter((id) => !cells.has(alike.get(id) ?? id));
  assert.deepEqual(missing, []);
});
