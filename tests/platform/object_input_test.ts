import assert from "node:assert/strict";
import { ObjectEnd } from "../../src/platform/object_input.ts";

function isWhole(text: string, step: number): boolean {
  const end = new ObjectEnd();
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += step) {
    const last = end.feed(bytes.subarray(at, at + step));
    if (last !== undefined) return at + last === bytes.length;
  }
  return false;
}

Deno.test("object input: an object is whole at its last brace, in whatever pieces it comes", () => {
  for (
    const text of [
      "{}",
      "[]",
      ' \n\t{"a": {"b": [1, {}]}}',
      '\ufeff{"a": "}\\"}\\\\"}',
      '{"\\"": "{[", "ü": "\\u007d"}',
    ]
  ) {
    for (const step of [1, 2, 7, 1000]) assert(isWhole(text, step), `${text} in steps of ${step}`);
    const more = new TextEncoder().encode(`${text}}{`);
    assert.equal(new ObjectEnd().feed(more), more.length - 2);
    for (let cut = 1; cut < text.length; cut++) assert(!isWhole(text.slice(0, cut), 1), text.slice(0, cut));
  }
});

Deno.test("object input: what is no object is never whole", () => {
  for (const text of ["", "x{}", '"{}"', "1 {}", "null"]) assert(!isWhole(text, 3), text);
});
