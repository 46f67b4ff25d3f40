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
    "{broken",
    "42",
    "",
  ].join("\n"));
  assert.deepEqual(stats, {
    events: { "session:start": 1, "context:given": 2, "tool:failure": 1 },
    sessions: 2,
    delivered: 2,
    characters: 1500,
    milliseconds: { p50: 90, p95: 110, p99: 110 },
    days: [{ day: "2026-01-01", delivered: 1 }, { day: "2026-01-02", delivered: 1 }],
  });
  assert.equal(readStats("").delivered, 0);
});
