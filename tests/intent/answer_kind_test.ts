import assert from "node:assert/strict";
import { answerKind, featuresOf } from "../../src/intent/answer_kind.ts";
import { readIntent } from "../../src/intent/intent.ts";
import { ANSWER_KINDS } from "../../src/model/question.ts";

/** The classifier of answers as it is committed; how it does on authors it never saw is printed by `fit_answer_kinds.ts`. */

const WORDINGS = Deno.readTextFileSync(new URL("wordings.jsonl", import.meta.url)).trim().split("\n")
  .filter((_, at) => at % 7 === 0).map((line) => JSON.parse(line));

Deno.test("answer kinds: the committed model is the one that was fitted on the wordings", () => {
  const answers = WORDINGS.map(({ text, kind }) => ({ kind, answer: answerKind(readIntent(text)) }));
  for (const kind of ANSWER_KINDS.slice(1)) {
    const [asked, given] = [
      answers.filter((one) => one.kind === kind),
      answers.filter((one) => one.answer === kind),
    ];
    const right = asked.filter((one) => one.answer === kind).length;
    assert.ok(right >= 0.85 * asked.length, `${kind}: ${right} of ${asked.length} recognised`);
    assert.ok(right >= 0.85 * given.length, `${kind}: ${right} of ${given.length} right`);
  }
});

Deno.test("answer kinds: words of another kind do not make a question one of it", () => {
  const plain = [
    "the flow control window is wrong",
    "add a null check in save",
    "the test runner prints the wrong path",
    "rename files on upload fails",
    "where is parse_header defined?",
    "explain this repository: the parser",
    "how do I run the proxy in this project",
    "订单的默认排序不对，修一下",
  ];
  assert.deepEqual(plain.filter((prompt) => answerKind(readIntent(prompt)) !== "place"), []);
});

Deno.test("answer kinds: names and paths are one word each, whatever they are", () => {
  const features = (prompt: string): Set<string> => featuresOf(readIntent(prompt).prose);
  assert.deepEqual(features("who calls parse_header?"), features("who calls `src/a/b.ts`?"));
});
