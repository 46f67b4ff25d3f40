import assert from "node:assert/strict";
import { verbGroups, verbMatch } from "../../../src/search/rank/verb_groups.ts";
import { tokens } from "../../../src/text/tokens.ts";

Deno.test("verb groups: the verb of a name as the question says it, says the like of it, or not", () => {
  const words = new Set(tokens("where is the header decoded"));
  const match = (name: string): number => verbMatch(name, (word) => words.has(word), verbGroups(words));
  assert.equal(match("decodeHeader"), 1);
  assert.equal(match("_parse_header"), 0.5);
  assert.equal(match("ReadHeader"), 0.5);
  assert.equal(match("removeHeader"), 0);
  assert.equal(match("header"), 0, "a noun is no verb, though the question has it");
  assert.equal(match("$"), 0);
});
