import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";

const ASKED = [
  "Which code calls Store.select? I'd like to add a parameter.",
  "what code uses parse_header?",
  "which functions call `renderView`",
  "which other classes use FooBar",
  "where is parse_header called?",
  "where exactly is the function parse_header called from",
  "where parse_header is used",
  "where do we call parse_header",
  "from where is Store.run invoked",
  "who invokes parse_header",
  "who's calling Store.run?",
  "what else calls Store.run",
  "show me every place that calls Store.run()",
  "find all the places where Store.run is called",
  "is Store.run called anywhere?",
  "all uses of Store.run",
  "list the callers of `Store.run`",
];

const NOT_ASKED = [
  "where is parse_header defined?",
  "where do the values that Store.run uses come from?",
  "which function does Store.run call?",
  "what does Store.run call",
  "what is Store.run used for?",
  "why is Store.run called twice?",
  "is Store.run called before init?",
  "how does Store.run call the parser",
  "use `Store.run` everywhere instead of baz",
  "where is it used in parse_header",
];

Deno.test("questions for the users of a name are such in every common wording", () => {
  assert.deepEqual(ASKED.filter((prompt) => readIntent(prompt).kind !== "impact"), []);
});

Deno.test("questions that only hold the same words are none", () => {
  assert.deepEqual(NOT_ASKED.filter((prompt) => readIntent(prompt).kind === "impact"), []);
});
