import assert from "node:assert/strict";
import { outlineOf } from "../../../src/tools/navigation/symbol_at.ts";
import { Texts } from "../../../src/tools/navigation/texts.ts";
import { filesOf } from "../../support/files.ts";
import { testParser } from "../../syntax/support.ts";

Deno.test("navigation: an outline holds the first 5,000 definitions of a file", async () => {
  const text = Array.from({ length: 5002 }, (_, at) => `#define BIT_${at} ${at}\n`).join("");
  const parsed = (await testParser()).parse(text, "c");
  assert.equal(parsed.definitions.length, 5002);
  const outline = outlineOf(parsed, "bits.h", new Texts(filesOf(() => text), new Map()));
  assert.deepEqual([outline.length, outline.at(-1)?.name], [5000, "BIT_4999"]);
});
