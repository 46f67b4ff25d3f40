import assert from "node:assert/strict";
import { readStats } from "../../src/commands/stats.ts";

Deno.test("stats: adds the timeline up and skips what is no event", () => {
  const line = (at: string, details: Record<string, unknown>): string => JSON.stringify({ at, ...details });
  const stats = readStats([
    line("2026-01-01T10:00:00Z", { event: "session:start", session: "a" }),
    line("2026-01-01T10:00:01Z", {
      event: "context:given",
      session: "a",
      milliseconds: 90,
      characters: 1000,
    }),
    line("2026-01-02T10:00:01Z", {
      event: "context:given",
      session: "b",
      milliseconds: 110,
      characters: 500,
    }),
    line("2026-01-02T10:00:02Z", { event: "tool:failure", session: "b" }),
    ...[{ input: 100, output: 7, dollars: 0.25 }, { input: 50, output: 3, dollars: 0.5 }, {
      failure: "timeout",
    }].map((
      use,
    ) =>
      line("2026-01-02T10:00:03Z", {
        event: "model:asked",
        purpose: "rerank",
        provider: "p",
        model: "m",
        ...use,
      })
    ),
    "{broken",
    "42",
    "",
  ].join("\n"));
  assert.deepEqual(stats, {
    events: { "session:start": 1, "context:given": 2, "tool:failure": 1, "model:asked": 3 },
    sessions: 2,
    delivered: 2,
    characters: 1500,
    milliseconds: { p50: 90, p95: 110, p99: 110 },
    days: [{ day: "2026-01-01", delivered: 1 }, { day: "2026-01-02", delivered: 1 }],
    models: [{ name: "rerank p m", calls: 3, failed: 1, input: 150, output: 10, dollars: 0.75 }],
  });
  assert.equal(readStats("").delivered, 0);
});
