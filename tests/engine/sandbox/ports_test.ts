import assert from "node:assert/strict";
import type { BaseMessage } from "../../../src/engine/sandbox/base_port.ts";
import { BaseInbox } from "../../../src/engine/sandbox/base_port.ts";
import { openCkb } from "../../../src/engine/sandbox/ckb_port.ts";
import { isSameLook } from "../../../src/engine/sandbox/request_index.ts";
import { readSummaries } from "../../../src/engine/sandbox/history_port.ts";
import type { CkbReply, CkbRequest } from "../../../src/model/ckb.ts";
import type { FromSandbox, RepositoryView } from "../../../src/model/sandbox.ts";

/** The sandboxed side of what other threads and files have. */

const ANSWER = { hotspots: [] };

/** A line to a server that replies like this; what it was asked. */
function lineTo(reply: (request: CkbRequest) => CkbReply | undefined, patience = 60_000) {
  const { port1, port2 } = new MessageChannel();
  const asked: CkbRequest[] = [];
  port2.onmessage = ({ data, ports: [own] }: MessageEvent<CkbRequest>) => {
    asked.push(data);
    const reported = reply(data);
    if (reported) own!.postMessage(reported);
  };
  const line = openCkb({ type: "ckb", tools: ["ci_hotspot"], patience, port: port1 });
  /** The answer, or why there is none. */
  const ask = (timeLeft: number): Promise<unknown> =>
    line.ask(timeLeft)("getHotspots", { limit: 5 }).catch((error) => error.message);
  return { line, ask, asked, close: () => [port1, port2].forEach((port) => port.close()) };
}

// The other side of a call's port ends with this one.
const lenient = { sanitizeResources: false };

Deno.test("ckb port: a question has the server's patience or the time that is left", lenient, async () => {
  const { line, ask, asked, close } = lineTo(() => ({ content: ANSWER }), 5000);
  for (const timeLeft of [60_000, 5000, 4000.9, 1]) assert.deepEqual(await ask(timeLeft), ANSWER);
  assert.deepEqual(asked.map(({ patience }) => patience), [5000, 5000, 4000, 1]);
  for (const timeLeft of [0.9, 0, -1]) assert.equal(await ask(timeLeft), "no time was left for it");
  assert.equal(asked.length, 4);
  assert.deepEqual([line.answersFor("ci_hotspot"), line.answersFor("ci_search")], [true, false]);
  close();
});

Deno.test("ckb port: all calls for one tool have the time of one", lenient, async () => {
  const { line, asked, close } = lineTo(() => ({ content: ANSWER }), 1000);
  const ask = line.ask(60_000);
  await ask("getHotspots", {});
  await new Promise((resolve) => setTimeout(resolve, 300));
  await ask("getHotspots", {});
  assert.ok(asked[0]!.patience === 1000 && asked[1]!.patience <= 701, JSON.stringify(asked));
  await new Promise((resolve) => setTimeout(resolve, 710));
  await assert.rejects(ask("getHotspots", {}), { message: "no time was left for it" });
  close();
});

Deno.test(
  "ckb port: a server that was waited for in vain is not waited for again, others are asked again",
  lenient,
  async () => {
    const other = lineTo(() => ({ why: "x" }));
    assert.deepEqual([await other.ask(60_000), await other.ask(60_000), other.asked.length], ["x", "x", 2]);
    other.close();
    const mute = lineTo(() => undefined, 30);
    for (let at = 0; at < 2; at++) assert.equal(await mute.ask(60_000), "no answer within: 30 ms");
    assert.equal(mute.asked.length, 1);
    mute.close();
  },
);

Deno.test("ckb port: without a line there is a reason", async () => {
  const message = { type: "ckb", tools: [], patience: 1000 } as const;
  for (const [why, reported] of [["no server", "no server"], [undefined, "it was not started"]] as const) {
    const { ask } = openCkb({ ...message, ...(why !== undefined && { why }) });
    await assert.rejects(ask(60_000)("getHotspots", {}), { message: reported });
  }
});

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text));

Deno.test("base: the first message that says something counts, questions are answered in their order", async () => {
  const tree = bytes(["100644 blob 1\ta.ts", "100644 blob 2\tb.ts", ""].join("\0"));
  const flags = bytes("H a.ts\0S c.ts\0");
  const rows:
    readonly (readonly [what: string, reported: Omit<BaseMessage, "type">[], files: string[] | undefined])[] =
      [
        ["a tree", [{ tree, flags }], ["a.ts"]],
        ["announced, then a tree", [{}, { objects: [] }, { tree, flags }], ["a.ts"]],
        ["no HEAD", [{ refusal: true }, { tree, flags }], undefined],
        ["a tree without flags", [{ tree }], undefined],
      ];
  for (const [what, reported, files] of rows) {
    const inbox = new BaseInbox(() => {});
    for (const one of reported) inbox.receive({ type: "base", ...one });
    const base = await inbox.tree((path) => path !== "b.ts");
    assert.deepEqual(base && [...base.files.keys()], files, what);
    if (base) assert.deepEqual([...base.absent], ["c.ts"]);
  }
  const posted: FromSandbox[] = [];
  const inbox = new BaseInbox((message) => void posted.push(message));
  assert.equal((await inbox.read([])).size, 0);
  const [one, other] = [inbox.read(["1"]), inbox.read(["2", "3"])];
  inbox.receive({ type: "base", objects: [["1", bytes("one")]] });
  inbox.receive({ type: "base", objects: [["2", bytes("two")]] });
  assert.deepEqual([[...(await one).keys()], [...(await other).keys()]], [["1"], ["2"]]);
  assert.deepEqual(posted, [{ type: "objects", ids: ["1"] }, { type: "objects", ids: ["2", "3"] }]);
});

Deno.test("summaries: those of the same stamp, of a file of that form", () => {
  const stamp = JSON.stringify(["program", ["a"]]);
  const read = (text: string | undefined) =>
    readSummaries({ read: () => text === undefined ? undefined : bytes(text) }, stamp);
  const known = { key: 1 };
  assert.deepEqual(read(JSON.stringify({ stamp, known })), known);
  for (const other of [["program", ["b"]], ["other", ["a"]], ["program", []]]) {
    assert.deepEqual(read(JSON.stringify({ stamp: JSON.stringify(other), known })), {}, `${other}`);
  }
  for (
    const text of [undefined, "", "[]", "{}", JSON.stringify({ stamp }), JSON.stringify({ stamp, known: 1 })]
  ) {
    assert.deepEqual(read(text), {}, text);
  }
});

Deno.test("look: the same tree looked at once, read alike", () => {
  const view = { root: "/r", cache: "/c", rules: "1", exclude: [], look: 1 } as unknown as RepositoryView;
  const rows: readonly (readonly [what: string, more: Partial<RepositoryView>, isSame: boolean])[] = [
    ["the same", {}, true],
    ["another look", { look: 2 }, false],
    ["another root", { root: "/s" }, false],
    ["another cache", { cache: "/d" }, false],
    ["other rules", { rules: "2" }, false],
    ["other exclusions", { exclude: ["x"] }, false],
    ["a fault", { fault: "x" }, false],
  ];
  for (const [what, more, isSame] of rows) assert.equal(isSameLook(view, { ...view, ...more }), isSame, what);
  const { look: _, ...none } = view;
  assert.equal(isSameLook(none, none), false, "not known to be the same");
});
