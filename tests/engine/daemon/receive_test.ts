import assert from "node:assert/strict";
import type { Asked } from "../../../src/engine/daemon/ask.ts";
import { receiveAnswer } from "../../../src/engine/daemon/ask_prompt.ts";
import type { Delivery } from "../../../src/model/answer.ts";
import type { PromptReply } from "../../../src/model/prompt.ts";
import type { Repository } from "../../../src/platform/repository.ts";
import type { StateFiles } from "../../../src/platform/state_files.ts";
import { promptQuestion } from "../../support/engine_kit.ts";

const WALL_MS = 1000;
const QUICK = "Where are sessions stored?";
const DEEP = "fix the bug in parseConfig when the file is empty";
const FACTS = { rootSource: "git", isGit: true } as const;
const REPOSITORY = { root: "/nowhere", main: "/nowhere", facts: FACTS } as unknown as Repository;

/** A line of the daemon, with what the clock says when it comes; null: it is gone. */
type Line = readonly [at: number, message: unknown];

interface Scene {
  readonly lines: readonly Line[];
  /** What the clock says when the answer is begun to be waited for; the prompt's time began at 0. Default 100. */
  readonly now?: number;
  readonly prompt?: string;
  readonly isTurn?: boolean;
  readonly sessionId?: string;
  /** What the session was given before. */
  readonly notes?: string;
  readonly meaning?: Awaited<Asked["meaning"]>;
  readonly cap?: number;
  /** Default {@link WALL_MS}. */
  readonly wallMs?: number;
}

/** What came of a prompt, how long each line was waited for, and what was done in which order. */
async function received(scene: Scene) {
  const { lines, now = 100, prompt = QUICK, isTurn = false, sessionId, notes } = scene;
  const log: string[] = [];
  const limits: number[] = [];
  const written = new Map<string, string[]>();
  const left = [...lines];
  let time = now;
  const call = {
    send: (message: { type: string }) => void log.push(`send ${JSON.stringify(message)}`),
    line: (limitMs: number) => {
      limits.push(Math.round(limitMs));
      const [at, message] = left.shift() ?? [time, null];
      time = at;
      return Promise.resolve(message === null ? undefined : JSON.stringify(message));
    },
    close: () => void log.push("close"),
  };
  const writer = (name: string) => (text: string) => {
    log.push(`write ${name}`);
    written.set(name, [...written.get(name) ?? [], text]);
  };
  const state = {
    read: () => notes,
    openAppend: writer,
    openReplace: writer,
    remove: () => true,
  } as unknown as StateFiles;
  const asked = {
    place: { root: "/nowhere", cache: "/nowhere" },
    call,
    startedAt: 0,
    isThere: Promise.resolve(true),
    meaning: Promise.resolve(scene.meaning),
    wallMs: scene.wallMs ?? WALL_MS,
  } as unknown as Asked;
  const question = promptQuestion(prompt, {
    cwd: "/nowhere",
    env: { CI_AUTO_TOOLS_BUDGET_WALL_MS: String(WALL_MS) },
    isTurn,
    cap: { limit: scene.cap ?? 1000, unit: "UTF-16 units" },
    ...(sessionId !== undefined && { sessionId }),
  });
  const real = performance.now;
  performance.now = () => time;
  let reply: PromptReply | string | undefined;
  try {
    reply = await receiveAnswer(asked, REPOSITORY, question, {
      open: (root) => (log.push(`open ${root}`), state),
      release: () => void log.push("release"),
    });
  } catch (error) {
    reply = String(error);
  } finally {
    performance.now = real;
  }
  return { reply, limits, log, written };
}

const WAITING = { type: "waiting" };
const DELIVERY = {
  context: "<auto-tools-context>\nfact\n</auto-tools-context>",
  kind: "locate",
  planOnly: false,
  truncated: false,
  tools: [],
  notes: ['{"basis":"b"}'],
  places: 1,
  reasons: [],
  limits: [],
  leftOut: { known: 0, tooLong: 0, secrets: 0, injections: 0 },
};
const planned = (wallMs = WALL_MS) => ({ type: "planned", wallMs });
const ANSWER = { type: "answer", delivery: DELIVERY };

Deno.test("receive: how long a daemon is waited for, by what it said and when", async () => {
  const rows: readonly [what: string, scene: Scene, limits: readonly number[]][] = [
    ["half of the prompt's time", { lines: [] }, [400]],
    ["a fifth of it, where more is over", { now: 450, lines: [] }, [200]],
    ["a sign of life: half of it again", { lines: [[150, WAITING]] }, [400, 500]],
    ["never longer than some seconds", { wallMs: 60_000, lines: [[150, WAITING]] }, [3500, 3500]],
    ["never beyond its last twentieth", { lines: [[150, WAITING], [600, WAITING]] }, [400, 500, 350]],
    ["no time is left", { lines: [[150, WAITING], [1200, WAITING]] }, [400, 500, 0]],
    ["deep tools, while not much time is over", { prompt: DEEP, lines: [[200, WAITING]] }, [400, 500]],
    ["deep tools: half of theirs", { prompt: DEEP, lines: [[201, WAITING]] }, [400, 3000]],
    ["deep tools: never beyond their last", { prompt: DEEP, lines: [[5000, WAITING]] }, [400, 700]],
    ["its plan says how much", { lines: [[150, planned(3000)], [700, WAITING]] }, [400, 350, 1500]],
    ["its plan, of a deep prompt", { prompt: DEEP, lines: [[150, planned(1000)], [700, WAITING]] }, [
      400,
      350,
      250,
    ]],
    ["not more than any plan may", { lines: [[150, planned(90_000)], [700, WAITING]] }, [400, 350, 3000]],
  ];
  for (const [what, scene, limits] of rows) {
    const { reply, limits: asked, log } = await received(scene);
    assert.deepEqual([reply, asked], [undefined, limits], what);
    assert.equal(log.at(-1), "close", what);
    assert.ok(!log.includes("release"), `${what}: there is another way to answer, which needs the rights`);
  }
});

Deno.test("receive: the root is said, then the answer read once the rights are given up, and noted", async () => {
  const scene = { lines: [[150, planned()], [200, ANSWER]], isTurn: true, sessionId: "s" } as const;
  const { reply, log, written } = await received(scene);
  assert.deepEqual(reply, { delivery: DELIVERY as unknown as Delivery, isFirst: true });
  assert.deepEqual(log, [
    `send ${JSON.stringify({ type: "root", facts: FACTS })}`,
    "open /nowhere",
    "close",
    "release",
    "write timeline.jsonl",
    "write sessions/s.jsonl",
    "write last.json",
  ]);
  assert.match(written.get("last.json")?.[0] ?? "", /"milliseconds":\s*200/);
});

Deno.test("receive: the first of its session is one of a session, of which nothing is known", async () => {
  const lines: readonly Line[] = [[150, planned()], [200, ANSWER]];
  const rows: readonly [Partial<Scene>, isFirst: boolean, writes: number][] = [
    [{ isTurn: true, sessionId: "s" }, true, 3],
    [{ isTurn: true, sessionId: "s", notes: '{"basis":"b"}\n' }, false, 3],
    [{ isTurn: true }, false, 2],
    [{ isTurn: false, sessionId: "s" }, false, 0],
  ];
  for (const [scene, isFirst, writes] of rows) {
    const { reply, log } = await received({ lines, ...scene });
    assert.equal(
      typeof reply === "object" && "delivery" in reply && reply.isFirst,
      isFirst,
      JSON.stringify(scene),
    );
    assert.equal(log.filter((line) => line.startsWith("write ")).length, writes, JSON.stringify(scene));
  }
});

Deno.test("receive: a prompt for which no tool is run is closed, what cannot be read is an error", async () => {
  const idle = await received({ lines: [[150, { type: "idle", kind: "debug" }]] });
  assert.deepEqual([idle.reply, idle.log.slice(1)], [{ idle: { kind: "debug", hint: undefined } }, [
    "close",
  ]]);
  const none = await received({ lines: [[150, { type: "other" }]] });
  assert.deepEqual([none.reply, none.log.slice(1)], [undefined, ["close"]]);
  for (const [what, message] of Object.entries({ "another message": planned(), "too long": ANSWER })) {
    const { reply, log } = await received({ lines: [[150, planned()], [200, message]], cap: 10 });
    assert.match(String(reply), /the daemon's answer cannot be read: \d+ characters/, what);
    assert.deepEqual(log.slice(-2), ["close", "release"], what);
  }
});

Deno.test("receive: the question's vector is asked for once the root is sure; what that took is noted", async () => {
  const use = { purpose: "embed", provider: "p", model: "m", calls: 1 };
  for (const taken of [use, undefined]) {
    const asked: string[] = [];
    const meaning = { ask: (root: string) => void asked.push(root), use: () => taken };
    const { written, log } = await received({
      lines: [[150, planned()], [200, ANSWER]],
      meaning: meaning as unknown as NonNullable<Scene["meaning"]>,
    });
    assert.deepEqual(asked, ["/nowhere"]);
    const lines = written.get("timeline.jsonl") ?? [];
    assert.equal(lines.length, taken ? 1 : 0);
    if (taken) assert.match(lines[0]!, /"model:asked".*"embed"/);
    assert.ok(!taken || log.indexOf("release") < log.indexOf("write timeline.jsonl"));
  }
});
