import assert from "node:assert/strict";
import { readSession } from "../../src/timeline/session_stats.ts";
import { readStats } from "../../src/timeline/stats.ts";

function line(at: string, event: string, details: Record<string, unknown> = {}): string {
  return JSON.stringify({ at, event, ...details });
}

const TOOLS = [
  { tool: "ci_search", status: "ok", ms: 40, places: 3 },
  { tool: "ci_graph_rag", status: "timeout", ms: 90, places: 0 },
  { tool: "ci_impact", status: "skipped", ms: 0, places: 0 },
];

const TIMELINE = [
  line("2026-01-01T10:00:00Z", "session:start", { session: "a" }),
  line("2026-01-01T10:00:01Z", "context:injected", {
    session: "a",
    milliseconds: 90,
    characters: 1000,
    bytes: 1200,
    tools: TOOLS,
  }),
  line("2026-01-02T10:00:01Z", "context:injected", {
    session: "b",
    milliseconds: 110,
    characters: 500,
    bytes: 500,
    tools: TOOLS.slice(0, 1),
  }),
  line("2026-01-02T10:00:02Z", "context:empty", { session: "b", milliseconds: 30, reason: "nothing found" }),
  line("2026-01-02T10:00:02Z", "context:empty", { session: "b", milliseconds: 30, reason: "nothing named" }),
  line("2026-01-02T10:00:02Z", "tool:failure", { session: "b" }),
  ...[{ input: 100, output: 7, dollars: 0.25 }, { input: 50, output: 3, dollars: 0.5 }, {
    failure: "timeout",
  }]
    .map((use) =>
      line("2026-01-02T10:00:03Z", "model:asked", { purpose: "rerank", provider: "p", model: "m", ...use })
    ),
  "{broken",
  "42",
  "",
].join("\n");

Deno.test("stats: adds the timeline up and skips what is no event", () => {
  assert.deepEqual(readStats(TIMELINE), {
    events: {
      "session:start": 1,
      "context:injected": 2,
      "context:empty": 2,
      "tool:failure": 1,
      "model:asked": 3,
    },
    sessions: 2,
    delivered: 2,
    empty: { "nothing found": 1, "nothing named": 1 },
    characters: 1500,
    bytes: 1700,
    milliseconds: { p50: 90, p95: 110, p99: 110 },
    tools: [
      { tool: "ci_search", runs: 2, timeouts: 0, failures: 0, places: 6, p50: 40 },
      { tool: "ci_graph_rag", runs: 1, timeouts: 1, failures: 0, places: 0, p50: 90 },
      { tool: "ci_impact", runs: 1, timeouts: 0, failures: 1, places: 0, p50: 0 },
    ],
    days: [
      { day: "2026-01-01", delivered: 1, empty: 0 },
      { day: "2026-01-02", delivered: 1, empty: 2 },
    ],
    errors: [],
    models: [{ name: "rerank p m", calls: 3, failed: 1, input: 150, output: 10, dollars: 0.75 }],
  });
  assert.equal(readStats("").delivered, 0);
});

Deno.test("stats of a session: what stands in its conversation is what came since the last compaction", () => {
  const session = (id: string, event: string, details: Record<string, unknown> = {}): string =>
    line("2026-01-03T10:00:00Z", event, { session: id, ...details });
  const given = (id: string, characters: number, tokens?: number): string =>
    session(id, "context:injected", { client: "qwen-code", characters, ...(tokens && { tokens }) });
  const timeline = [
    session("a", "session:start", { source: "startup" }),
    given("a", 1000, 400),
    given("b", 70),
    session("a", "context:empty", { client: "qwen-code", reason: "nothing found" }),
    session("a", "session:start", { source: "compact", characters: 200, tokens: 60 }),
    given("a", 500, 150),
    "{broken",
    line("2026-01-03T10:00:00Z", "index:updated"),
  ].join("\n");
  assert.deepEqual(readSession(timeline), {
    session: "a",
    client: "qwen-code",
    given: { contexts: 3, characters: 1700, tokens: 610 },
    empty: 1,
    standing: { contexts: 2, characters: 700, tokens: 210 },
    restarts: 1,
  });
  assert.deepEqual(readSession(timeline, "b")?.standing, { contexts: 1, characters: 70, tokens: 20 });
  assert.equal(readSession(timeline, "c"), undefined);
  assert.equal(readSession(""), undefined);
});
