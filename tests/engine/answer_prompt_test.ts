import assert from "node:assert/strict";
import { answerPrompt } from "../../src/engine/answer_prompt.ts";
import type { Prewarm } from "../../src/engine/prewarm.ts";
import { readIntent } from "../../src/intent/intent.ts";
import type { PromptQuestion, PromptReply } from "../../src/model/prompt.ts";
import { clock } from "../../src/platform/clock.ts";
import { resolveSettings } from "../../src/settings/settings.ts";

const PROMPT = "Where are sessions stored?";
const QUESTION: PromptQuestion = {
  request: { client: "claude-code", event: "UserPromptSubmit", prompt: PROMPT, cwd: "/nowhere" },
  plain: readIntent(PROMPT),
  resolved: resolveSettings(() => undefined),
  cap: { limit: 1000, unit: "UTF-16 units" },
  isTurn: false,
  asksModels: false,
};
const IDLE: PromptReply = { idle: { kind: "locate", hint: undefined } };

/** What each transport is asked, where the daemon takes `daemonMs` for its reply. */
async function ask(
  reply: PromptReply | undefined,
  { daemonMs, asked }: { readonly daemonMs: number; readonly asked?: Prewarm["asked"] },
) {
  const waited: number[] = [];
  const answer = await answerPrompt(QUESTION, {
    prewarm: async () => {
      // The way here is no time that a daemon was waited for.
      await new Promise((resolve) => setTimeout(resolve, 30));
      return { startMs: 5, asked, begun: Promise.resolve(undefined) } as unknown as Prewarm;
    },
    daemon: async () => {
      await new Promise((resolve) => setTimeout(resolve, daemonMs));
      return reply;
    },
    here: (_, { waitedMs }) => {
      waited.push(waitedMs);
      return Promise.resolve(IDLE);
    },
  });
  return { answer, waited };
}

Deno.test("engine: the daemon's answer is the answer, this process adds nothing", async () => {
  assert.deepEqual(await ask(IDLE, { daemonMs: 0 }), { answer: IDLE, waited: [] });
});

Deno.test("engine: the time that a slow daemon took counts as waiting, not as the way of this process", async () => {
  const begun = clock();
  const { answer, waited } = await ask(undefined, { daemonMs: 60 });
  assert.equal(answer, IDLE);
  const [waitedMs = 0] = waited;
  assert.ok(waitedMs >= 55 && waitedMs <= clock() - begun - 25, `${waitedMs} ms`);
});

Deno.test("engine: a daemon that used up the prompt's time is not followed by an answer of this process", async () => {
  const asked = { wallMs: 0 } as unknown as NonNullable<Prewarm["asked"]>;
  assert.deepEqual(await ask(undefined, { daemonMs: 20, asked }), { answer: undefined, waited: [] });
});
