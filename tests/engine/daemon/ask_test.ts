import assert from "node:assert/strict";
import { receiveFromDaemon } from "../../../src/engine/daemon/ask.ts";
import { readIntent } from "../../../src/intent/intent.ts";
import type { PromptQuestion, PromptReply } from "../../../src/model/prompt.ts";
import { clock } from "../../../src/platform/clock.ts";
import { DaemonCall } from "../../../src/platform/daemon_call.ts";
import type { Repository } from "../../../src/platform/repository.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { memoryPair } from "../../support/pair.ts";

const WALL_MS = 1500;
const repository = {
  root: "/nowhere",
  main: "/nowhere",
  facts: { rootSource: "git" },
} as unknown as Repository;

function question(prompt: string): PromptQuestion {
  return {
    request: { client: "claude-code", event: "UserPromptSubmit", prompt, cwd: "/nowhere" },
    plain: readIntent(prompt),
    resolved: resolveSettings((name) =>
      name === "CI_AUTO_TOOLS_BUDGET_WALL_MS" ? String(WALL_MS) : undefined
    ),
    cap: { limit: 1000, unit: "UTF-16 units" },
    isTurn: false,
    asksModels: false,
  };
}

/** What came of a prompt for which a daemon at work has its turn only after a quick plan's time. */
async function afterWaiting(prompt: string): Promise<PromptReply | undefined> {
  const [here, there] = memoryPair();
  const say = (message: unknown): void =>
    void there.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`)).catch(() => {});
  const waiting = setInterval(() => say({ type: "waiting" }), 50);
  const turn = setTimeout(() => say({ type: "idle", kind: "debug" }), WALL_MS + 300);
  const asked = {
    place: { root: "/nowhere", cache: "/nowhere" },
    call: new DaemonCall(here),
    startedAt: clock(),
    isThere: Promise.resolve(true),
    meaning: Promise.resolve(undefined),
    wallMs: WALL_MS,
  };
  try {
    return await receiveFromDaemon(asked, repository, question(prompt));
  } finally {
    clearInterval(waiting);
    clearTimeout(turn);
    asked.call.close();
    there.close();
  }
}

Deno.test("ask: a prompt with deep tools waits for its turn as long as these may take", async () => {
  assert.deepEqual(await afterWaiting("fix the bug in parseConfig when the file is empty"), {
    idle: { kind: "debug", hint: undefined },
  });
});

Deno.test("ask: a quick prompt gives a daemon up that has no turn for it in time", async () => {
  assert.equal(await afterWaiting("Where are sessions stored?"), undefined);
});
