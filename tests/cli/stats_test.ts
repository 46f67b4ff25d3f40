import assert from "node:assert/strict";
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
