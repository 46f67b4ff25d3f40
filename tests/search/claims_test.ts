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

const COMMENTS: readonly (readonly [string, string])[] = [
  ["Removes a file. Twice is no error.", "Removes a file"],
  [":nodoc: Must be called with @mutex held!", "Must be called with @mutex held"],
  ["Formats a date, e.g. for a log. Pads.", "Formats a date, e.g. for a log"],
  ["Opens the store @param path where it lies", "Opens the store"],
  ["@internal kept for old callers", "f()"],
  ["Checks the limits of a user Args: user: the user Returns: the limit", "Checks the limits of a user"],
  ["Moors a ship at a quay ".repeat(5), `${"Moors a ship at a quay ".repeat(5).slice(0, 99)}…`],
];

for (const [doc, shown] of COMMENTS) {
  Deno.test(`claims: of the comment "${doc}" the first sentence that says more than the name`, () => {
    const definition = { kind: "function", doc, signature: "f()" };
    assert.equal(claimOf(definition as unknown as Definition, [], 1), shown);
  });
}

Deno.test("claims: a place outside definitions is told by its first line with text, without comment marks", () => {
  assert.equal(
    claimOf(undefined, ["/**", " * @module", " * Router of trees.", " */"], 1),
    "Router of trees.",
  );
  assert.equal(claimOf(undefined, ["#!/bin/sh", "# Builds it.", "make"], 2), "Builds it.");
  assert.equal(claimOf(undefined, ["};", "export { a }"], 1), "export { a }");
  assert.equal(claimOf(undefined, ["# Usage", "text", "run it"], 3), "Usage");
});
