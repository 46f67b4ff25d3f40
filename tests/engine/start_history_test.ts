import assert from "node:assert/strict";
import { startHistory } from "../../src/engine/start_history.ts";
import { streamHistory } from "../../src/engine/repository_run.ts";
import { HISTORY_LIMITS } from "../../src/history/requests.ts";
import { MANIFEST_NAME } from "../../src/history/manifest.ts";
import { HISTORY_FORMAT } from "../../src/history/segment_codec.ts";
import type { HistoryEvent, HistoryStart } from "../../src/history/session.ts";
import type { ToolCall } from "../../src/model/calls.ts";
import { historyFiles } from "../../src/platform/history_files.ts";
import { scriptedSandbox, until } from "../support/engine_kit.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";

// Limits for git are left running.
const lenient = { sanitizeOps: false, sanitizeResources: false };

/** What was said of a folder's history: the start, the streams that ended well, and all that git said. */
async function historyOf(root: string, folder?: string) {
  const starts: HistoryStart[] = [];
  const events: HistoryEvent[] = [];
  const feed = await startHistory(root, {
    folder,
    limitMs: 30_000,
    start: (start) => void starts.push(start),
    receive: (event) => void events.push(event),
  });
  await Promise.all(feed.map(({ answer }) => answer));
  const [start] = starts;
  const ended = events.flatMap((event) => event.chunk ? [] : [`${event.stream} ${event.ok}`]);
  return { start, ended: ended.toSorted(), chunks: events.filter(({ chunk }) => chunk).length };
}

/** Two commits, and a folder for the cache. */
function openRepo() {
  const repo = makeRepo("//- /a.ts\nlet a;\n");
  const first = repo.git("rev-parse", "HEAD").trim();
  repo.write("a.ts", "let b;\n");
  repo.git("commit", "-qam", "second");
  const cache = `${repo.root}/.cache`;
  Deno.mkdirSync(cache);
  return { repo, cache, first, second: repo.git("rev-parse", "HEAD").trim() };
}

Deno.test(
  "history: without git or a commit there is a reason, and git is asked nothing more",
  lenient,
  async () => {
    using none = makeRepo("//- /a.ts\nlet a;\n", { git: false });
    assert.deepEqual(await historyOf(none.root), {
      start: { refusal: HISTORY_LIMITS.noGit, streams: [] },
      ended: [],
      chunks: 0,
    });
    none.git("init", "-q");
    assert.deepEqual((await historyOf(none.root)).start, { refusal: HISTORY_LIMITS.noCommit, streams: [] });
  },
);

Deno.test(
  "history: git is asked for what the cache lacks, which counts where it is whole",
  lenient,
  async () => {
    const { repo, cache, first, second } = openRepo();
    using _ = repo;
    const time = Number(repo.git("log", "-1", "--format=%ct"));
    const facts = { head: second, time, isShallow: false };
    const whole = { format: HISTORY_FORMAT, bounded: false, segments: [], dropped: [] };
    const segment = { name: "history-3-a", bytes: 3 };
    const write = (name: string, text: string): boolean =>
      historyFiles(cache).write(name, new TextEncoder().encode(text));
    write("history-3-a.columns", "abc");
    write("history-3-r", "r");
    const everything = ["lines", "older"];
    const rows: readonly [
      what: string,
      manifest: object | undefined,
      streams: readonly string[],
      used: boolean,
    ][] = [
      ["nothing is cached", undefined, everything, false],
      ["all of HEAD", { ...whole, tip: second, segments: [segment], recent: "history-3-r" }, [], true],
      ["the commit before", { ...whole, tip: first }, ["lines", "newer"], true],
      ["a walk that goes on", { ...whole, tip: second, older: { from: first, read: 0 } }, ["older"], true],
      ["a tip that is gone", { ...whole, tip: "0".repeat(40) }, everything, false],
      [
        "a walk from a commit that is gone",
        { ...whole, tip: second, older: { from: "0".repeat(40), read: 0 } },
        everything,
        false,
      ],
      [
        "a segment that is cut off",
        { ...whole, tip: second, segments: [{ ...segment, bytes: 4 }] },
        everything,
        false,
      ],
      [
        "a segment that is missing",
        { ...whole, tip: second, segments: [{ ...segment, name: "history-3-b" }] },
        everything,
        false,
      ],
      [
        "recent commits that are missing",
        { ...whole, tip: second, recent: "history-3-s" },
        everything,
        false,
      ],
      ["another format", { ...whole, tip: second, format: -1 }, everything, false],
    ];
    for (const [what, manifest, streams, used] of rows) {
      const text = manifest && JSON.stringify(manifest);
      if (text) write(MANIFEST_NAME, text);
      const { start, ended, chunks } = await historyOf(repo.root, cache);
      assert.deepEqual(start?.streams.toSorted(), streams, what);
      assert.deepEqual([start?.facts, start?.manifest], [facts, used ? text : undefined], what);
      assert.deepEqual(
        [ended, chunks > 0],
        [streams.map((stream) => `${stream} true`), streams.length > 0],
        what,
      );
    }
    assert.deepEqual((await historyOf(repo.root)).start?.streams.toSorted(), everything, "no folder");
  },
);

Deno.test("history: of a shallow clone nothing is taken from the cache", lenient, async () => {
  const { repo, cache, second } = openRepo();
  using _ = repo;
  const clone = `${repo.root}/clone`;
  repo.git("clone", "-q", "--depth", "1", `file://${repo.root}`, clone);
  const manifest = { format: HISTORY_FORMAT, bounded: false, segments: [], dropped: [], tip: second };
  historyFiles(cache).write(MANIFEST_NAME, new TextEncoder().encode(JSON.stringify(manifest)));
  const { start } = await historyOf(clone, cache);
  assert.deepEqual([start?.facts?.isShallow, start?.manifest, start?.streams.length], [true, undefined, 2]);
});

const callOf = (tool: ToolCall["tool"], args: ToolCall["args"] = {}): ToolCall =>
  ({ tool, args, tier: 2, reason: "r", timeoutMs: 1000 }) as ToolCall;

/** What a sandbox is told of the past for its calls: `history begin`. */
async function received(repo: Repo, calls: readonly ToolCall[], { isGit = true, cache }: {
  readonly isGit?: boolean;
  readonly cache?: string;
} = {}) {
  const box = scriptedSandbox();
  const options = { root: repo.root, isGit, cache, calls, exclude: [], wallMs: 60_000 };
  const end = await streamHistory(box.sandbox, options);
  const all = (): string[] =>
    box.received.map(([what, message]) => {
      const { type, ...rest } = (message ?? {}) as Record<string, unknown>;
      return [type ?? what, ...Object.keys(rest)].join(" ");
    });
  return { box, end, all };
}

Deno.test("stream: a sandbox hears what its calls need of the past", lenient, async () => {
  const { repo } = openRepo();
  using _ = repo;
  const search = callOf("ci_search");
  const history = ["history begin", "history event"];
  const rows: readonly [
    what: string,
    calls: readonly ToolCall[],
    expected: readonly string[],
  ][] = [
    ["no tool asks", [search, callOf("ci_graph_rag")], []],
    ["hotspots", [search, callOf("ci_hotspot")], history],
    ["bugs", [search, callOf("ci_bug_locate")], history],
    ["the work tree's changes", [search, callOf("ci_impact")], [
      "base",
      "base tree flags",
      ...history,
      "serveObjects",
    ]],
    ["a symbol's impact", [callOf("ci_impact", { symbol: "a" })], history],
    ["a file's impact", [callOf("ci_impact", { file: "a.ts" })], history],
  ];
  for (const [what, calls, expected] of rows) {
    const { end, all } = await received(repo, calls);
    const seen = (): string[] =>
      [...new Set(all())].map((one) => one.replace(" event stream", " event")).toSorted();
    await until(() => expected.every((one) => seen().includes(one)), what);
    assert.deepEqual(seen(), [...expected].toSorted(), what);
    end();
  }
});

Deno.test(
  "stream: what git has nothing to say of is refused, also where a folder is no repository",
  lenient,
  async () => {
    const { repo } = openRepo();
    using _ = repo;
    const calls = [callOf("ci_impact"), callOf("ci_hotspot")];
    const { box, all } = await received(repo, calls, { isGit: false });
    assert.deepEqual(all(), ["base", "base refusal", "history begin"]);
    assert.deepEqual(box.received[2]?.[1], {
      type: "history",
      begin: { start: { refusal: HISTORY_LIMITS.noGit, streams: [] }, stamp: "" },
    });
    assert.deepEqual((await received(repo, [callOf("ci_search")], { isGit: false })).all(), []);
    using none = makeRepo("//- /a.ts\nlet a;\n", { git: false });
    const other = await received(none, [callOf("ci_impact")]);
    await until(() => other.all().includes("base refusal"));
    assert.ok(!other.all().includes("base tree flags"));
  },
);

Deno.test(
  "stream: the cache is named where there is one; after the end nothing is heard",
  lenient,
  async () => {
    const { repo, cache } = openRepo();
    using _ = repo;
    const calls = [callOf("ci_hotspot")];
    const { box, end, all } = await received(repo, calls, { cache });
    const begin = (box.received[0]?.[1] as { begin: { cache?: string; stamp: string } }).begin;
    assert.equal(begin.cache, cache);
    assert.ok(begin.stamp.length > 0);
    end();
    const before = all().length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(all().length, before);
    const other = await received(repo, calls);
    assert.equal("cache" in (other.box.received[0]?.[1] as { begin: object }).begin, false);
    other.end();
  },
);
