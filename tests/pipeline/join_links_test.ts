import assert from "node:assert/strict";
import type { Finding, ToolOutcome } from "../../src/model/calls.ts";
import type { PlacedEnd } from "../../src/model/links.ts";
import { joinLinks } from "../../src/pipeline/join_repositories.ts";

function item(path: string, startLine: number, claim: string): Finding {
  return { path, startLine, endLine: startLine + 4, claim, score: 1, reasons: [] };
}

function searched(items: readonly Finding[], links: unknown): ToolOutcome {
  const findings = {
    tool: "ci_search",
    items,
    strength: "strong",
    gaps: [],
    summary: "",
    data: { links },
  } as const;
  return { tool: "ci_search", status: "ok", startedAt: 0, durationMs: 0, findings };
}

function end(side: PlacedEnd["side"], name: string, more: Partial<PlacedEnd> = {}): PlacedEnd {
  return { kind: "route", side, name, path: "a.ts", line: 3, startLine: 1, ...more };
}

/** Claims of this repository's places and of the other one's. */
function claims(own: unknown, others: unknown): string[] {
  const found = [searched([item("a.ts", 1, "own")], own)];
  const other = {
    name: "web",
    outcomes: [searched([item("a.ts", 1, "far"), item("b.ts", 9, "rest")], others)],
  };
  const joined = joinLinks(found, [other]);
  return [...joined.found, ...joined.others[0]!.outcomes].flatMap(({ findings }) =>
    findings!.items.map(({ claim }) => claim)
  );
}

Deno.test("links: the two ends of one name tell each other's place, inferred ones with a mark", () => {
  assert.deepEqual(claims([end("serves", "POST /x")], [end("uses", "POST /x")]), [
    "own; POST /x called in web:a.ts:3",
    "far; POST /x declared in a.ts:3",
    "rest",
  ]);
  assert.equal(
    claims([end("serves", "/x")], [end("uses", "POST /x")])[0],
    "own; ~POST /x called in web:a.ts:3",
  );
  const topics = [end("uses", "x.y", { kind: "topic" }), end("serves", "x.y", { kind: "topic" })] as const;
  assert.equal(claims([topics[0]], [topics[1]])[0], "own; x.y taken in web:a.ts:3");
});

Deno.test("links: nothing is told of two calls, other names, other kinds, or what has not the shape of an end", () => {
  const alone = ["own", "far", "rest"];
  const own = [end("uses", "POST /x")];
  for (
    const others of [
      own,
      [end("serves", "POST /y")],
      [end("serves", "POST /x", { kind: "topic" })],
      [{ ...end("serves", "POST /x"), line: "3" }, null, "x"],
      "none",
      undefined,
    ]
  ) assert.deepEqual(claims(own, others), alone);
});

Deno.test("links: an end is told of the place that begins where it says, in its file", () => {
  const places = [item("a.ts", 9, "later"), item("b.ts", 1, "elsewhere")];
  const other = { name: "web", outcomes: [searched([], [end("uses", "POST /x")])] };
  const { found } = joinLinks([searched(places, [end("serves", "POST /x")])], [other]);
  assert.deepEqual(found[0]!.findings!.items, places);
});

Deno.test("links: a place that is shown as the reason of another one stays so where nothing is told of it", () => {
  const reason: Finding = { ...item("a.ts", 1, "x".repeat(300)), isReason: true };
  const shown = (others: unknown): Finding => {
    const found = [searched([reason], [end("serves", "POST /x")])];
    const joined = joinLinks(found, [{ name: "web", outcomes: [searched([], others)] }]);
    return joined.found[0]!.findings!.items[0]!;
  };
  assert.deepEqual(shown([]), reason);
  const { isReason, claim } = shown([end("uses", "POST /x")]);
  assert.deepEqual([isReason, claim.length], [undefined, 240]);
});
