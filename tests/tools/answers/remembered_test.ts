import assert from "node:assert/strict";
import { AnswerCache, remembered } from "../../../src/tools/answers/answer_cache.ts";
import { Memo } from "../../../src/model/memo.ts";
import type { OpenIndex } from "../../../src/index/open_index.ts";
import type { ToolContext } from "../../../src/ports/tool.ts";
import type { Findings } from "../../../src/model/calls.ts";
import { blobHash } from "../../../src/platform/work_tree.ts";

const FOUND: Findings = { tool: "ci_search", items: [], strength: "strong", gaps: [], summary: "" };

/** How often three equal calls are computed. */
async function computed(context: Pick<ToolContext, "semantic">): Promise<number> {
  const store = new Map<string, Uint8Array>();
  const answers = new AnswerCache({
    files: { read: (name) => store.get(name), write: (name, bytes) => !!store.set(name, bytes) },
    ttlMs: 1000,
    program: "p",
    now: () => 5000,
    hash: blobHash,
  });
  const call = {
    tool: "ci_search",
    args: { query: "two" },
    opened: { state: () => "s" } as unknown as OpenIndex,
  } as const;
  let count = 0;
  for (let i = 0; i < 3; i++) {
    await remembered(call, { answers, files: {}, ...context } as unknown as ToolContext, {
      compute: () => {
        count++;
        return Promise.resolve(FOUND);
      },
    });
  }
  return count;
}

Deno.test("the same question is computed once, one that meaning has a say in each time", async () => {
  assert.equal(await computed({}), 1);
  const query = (): Promise<never> => Promise.reject(new Error("not asked here"));
  assert.equal(
    await computed({
      semantic: {
        provider: "ollama",
        model: "m",
        isElsewhere: false,
        isAsked: true,
        query,
        memo: new Memo(undefined),
      },
    }),
    3,
  );
});
