import assert from "node:assert/strict";
import type { DaemonLink } from "../../../src/engine/daemon/request.ts";
import type { QueueOptions } from "../../../src/engine/daemon/prompt_queue.ts";
import { PromptQueue } from "../../../src/engine/daemon/prompt_queue.ts";
import { readIntent } from "../../../src/intent/intent.ts";
import type { FromDaemon, MeaningOutset, ToDaemon } from "../../../src/model/daemon.ts";
import { DaemonCall } from "../../../src/platform/daemon_call.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { memoryPair } from "../../support/pair.ts";

/** How a caller differs from the others. */
interface Other {
  readonly prompt?: string;
  readonly session?: string;
  readonly head?: string;
  readonly meaning?: MeaningOutset;
}

/** A queue whose prompts are answered by hand. */
function openQueue() {
  const begun: { readonly link: DaemonLink; readonly heard: ToDaemon[] }[] = [];
  const options: QueueOptions = {
    greeting: { type: "ready", root: "/r", key: "k" },
    start: (link) => {
      const one = { link, heard: [] as ToDaemon[] };
      begun.push(one);
      return { receive: (message) => void one.heard.push(message), end: () => {} };
    },
    notesOf: ({ request }) => request.sessionId === "told before" ? "notes" : "",
    onAnswered: () => {},
  };
  return { queue: new PromptQueue(options), begun };
}

function messages({ prompt = "where is it?", session = "new", head = "1", meaning }: Other): ToDaemon[] {
  return [
    {
      type: "ask",
      question: {
        request: { client: "claude-code", event: "UserPromptSubmit", prompt, cwd: "/r", sessionId: session },
        plain: readIntent(prompt),
        resolved: resolveSettings(() => undefined),
        cap: { limit: 1000, unit: "UTF-16 units" },
        isTurn: true,
        asksModels: true,
        elapsedMs: Math.random(),
      },
    },
    { type: "root", facts: { rootSource: "git", head } },
    { type: "meaning", ...(meaning && { meaning }) },
  ];
}

/**
 * Has callers ask while another prompt is answered, then late ones, and answers each in its turn. Which turn's answer each
 * was told.
 */
async function answers(others: readonly Other[], late: readonly Other[] = []): Promise<string[]> {
  const { queue, begun } = openQueue();
  const calls: DaemonCall[] = [];
  const add = async (other: Other): Promise<void> => {
    const [here, there] = memoryPair();
    queue.add(there);
    const call = new DaemonCall(here);
    calls.push(call);
    for (const message of messages(other)) call.send(message);
    await settled();
  };
  const answer = async (at: number): Promise<void> => {
    begun[at]!.link.send({ type: "idle", kind: "debug", hint: String(at) });
    await settled();
    begun[at]!.link.close();
    await settled();
  };
  await add({ prompt: "the first" });
  for (const other of others) await add(other);
  await answer(0);
  for (const other of late) await add(other);
  for (let at = 1; at < begun.length; at++) await answer(at);
  const told = await Promise.all(calls.slice(1).map(hintOf));
  for (const call of calls) call.close();
  await settled();
  return told;
}

async function hintOf(call: DaemonCall): Promise<string> {
  for (;;) {
    const line = await call.line(2000);
    if (line === undefined) return "nothing";
    const said = JSON.parse(line) as FromDaemon;
    if (said.type === "idle") return String(said.hint);
  }
}

/** Nothing of it leaves this process: a few turns of the event loop are enough on any machine. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("prompts: those that waited with the same question have the same answer, worked out once", async () => {
  assert.deepEqual(await answers([{}, { session: "another" }, {}]), ["1", "1", "1"]);
});

Deno.test("prompts: another question, session, state or a vector to come has an answer of its own", async () => {
  const vector: MeaningOutset = {
    choice: { provider: "none" } as unknown as MeaningOutset["choice"],
    space: {} as NonNullable<MeaningOutset["space"]>,
  };
  const others = [{}, { prompt: "else" }, { session: "told before" }, { head: "2" }, { meaning: vector }];
  assert.deepEqual(await answers(others), ["1", "2", "3", "4", "5"]);
});

Deno.test("prompts: a question that comes after the files were looked at is not answered from before", async () => {
  assert.deepEqual(await answers([{}], [{}]), ["1", "2"]);
});
