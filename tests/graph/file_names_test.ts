import assert from "node:assert/strict";
import { namesOf } from "../../src/graph/file_names.ts";
import { BUILT_IN, HIDDEN } from "../../src/syntax/annotations.ts";
import type { ParsedFile, TypeHint } from "../../src/syntax/parsed_file.ts";

Deno.test("names of a file: of several hints the one that tells most, of equal ones the first", () => {
  const types = [HIDDEN, `${BUILT_IN}str`, "Order", `${BUILT_IN}int`, "Cart"];
  const best = (first: string, second: string): string | undefined => {
    const hints = [first, second].map((type): TypeHint => ({ scope: 1, name: "x", type }));
    return namesOf({ hints } as unknown as ParsedFile).hint(1, "x")?.type;
  };
  const rank = (type: string): number => type === HIDDEN ? 0 : type.startsWith(BUILT_IN) ? 1 : 2;
  for (const first of types) {
    for (const second of types) {
      assert.equal(best(first, second), rank(first) < rank(second) ? second : first, `${first} ${second}`);
    }
  }
});
