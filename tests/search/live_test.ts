import assert from "node:assert/strict";
import type { QueryTerms } from "../../src/model/question.ts";
import { NO_QUESTION } from "../../src/model/question.ts";
import { searchLive } from "../../src/search/live.ts";
import { filesOf } from "../support/files.ts";

/** The name is used more often than it is defined, and a test has one of that name. */
const TEXTS: Readonly<Record<string, string>> = {
  "lock/gate.c": `int open_gate(struct ship *ship)\n${
    "{\n\tif (open_gate(ship))\n\t\topen_gate(ship);\n}\n".repeat(9)
  }`
    .replace("open_gate(struct", "pass(struct"),
  "lock/paddle.c":
    "#include <x.h>\n\nstatic int __init open_gate(struct ship *ship)\n{\n\traise(ship);\n\treturn 0;\n}\n\n" +
    `int other(void)\n{\n\treturn 1;\n}\n${"// nothing is said here\n".repeat(300)}`,
  "tests/gate_test.c": "static int open_gate(struct ship *ship)\n{\n\treturn open_gate(ship);\n}\n",
};

async function placesFor(identifiers: readonly string[]): Promise<string[]> {
  const terms: QueryTerms = { identifiers, paths: [], phrases: [], words: ["ship"] };
  const files = {
    ...filesOf((path) => TEXTS[path]),
    list: () =>
      Object.keys(TEXTS).map((path) => ({
        path,
        role: path.startsWith("tests/") ? "test" as const : "code" as const,
      })),
  };
  const { items } = await searchLive({ question: { ...NO_QUESTION, terms } }, {
    files,
    clock: () => 0,
    deadline: 1000,
  });
  return items.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
}

Deno.test("live search: the file that defines what is named comes first, by its definition", async () => {
  assert.equal((await placesFor(["open_gate"]))[0], "lock/paddle.c:3-7");
  assert.equal((await placesFor(["lock.open_gate"]))[0], "lock/paddle.c:3-7");
  assert.equal((await placesFor(["ship->open_gate"]))[0], "lock/paddle.c:3-7");
  for (const none of [[], ["open_gate("], ["lock."]]) {
    assert.match((await placesFor(none))[0]!, /^lock\/gate\.c:/);
  }
});
