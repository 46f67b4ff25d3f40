import assert from "node:assert/strict";
import { isWholeObject } from "../../src/platform/object_input.ts";

const isWhole = (text: string): boolean => isWholeObject(new TextEncoder().encode(text));

Deno.test("object input: an object is whole at its last brace", () => {
  for (
    const text of [
      "{}",
      "[]",
      ' \n\t{"a": {"b": [1, {}]}}',
      '\ufeff{"a": "}\\"}\\\\"}',
      '{"\\"": "{[", "ü": "\\u007d"}',
    ]
  ) {
    assert.ok(isWhole(text) && isWhole(`${text}\r\n`), text);
    for (let cut = 1; cut < text.length; cut++) assert.ok(!isWhole(text.slice(0, cut)), text.slice(0, cut));
  }
});

Deno.test("object input: what is no object is never whole", () => {
  for (const text of ["", "x{}", '"{}"', "1 {}", "null"]) assert.ok(!isWhole(text), text);
});

Deno.test("object input: what follows a whole object does not matter", () => {
  assert.deepEqual(["{}{}", "{}{", '\n{"a": 1} x'].map(isWhole), [true, true, true]);
});
