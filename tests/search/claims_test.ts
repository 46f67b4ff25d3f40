import assert from "node:assert/strict";
import { claimOf } from "../../src/search/claims.ts";
import type { Definition } from "../../src/syntax/parsed_file.ts";

const SIGNATURES: readonly (readonly [string, string])[] = [
  [
    "def check(self, request):\n        # Access the secret by a getter,\n        # as it may change.",
    "def check(self, request):",
  ],
  ["function f(a) { // the usual way", "function f(a) {"],
  ["def get(url='http://x', path='#top')", "def get(url='http://x', path='#top')"],
  ["fn find(\n    key: &str,\n) -> Option<u8>", "fn find( key: &str, ) -> Option<u8>"],
];

for (const [signature, shown] of SIGNATURES) {
  Deno.test(`claims: ${shown}`, () => {
    const definition = { kind: "function", doc: "", signature } as unknown as Definition;
    assert.equal(claimOf(definition, [], 1), shown);
  });
}

Deno.test("claims: the first sentence of the documentation, where it says more than the name", () => {
  const definition = { kind: "function", doc: "Removes a file. Twice is no error.", signature: "f()" };
  assert.equal(claimOf(definition as unknown as Definition, [], 1), "Removes a file");
});
