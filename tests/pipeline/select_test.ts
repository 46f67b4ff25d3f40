import assert from "node:assert/strict";
import type { Budget, Finding, Strength, ToolOutcome } from "../../src/model/calls.ts";
import type { ToolName } from "../../src/model/tools.ts";
import { select } from "../../src/pipeline/select.ts";

const BUDGET: Budget = {
  wallMs: 1000,
  maxConcurrency: 1,
  maxInjectedChars: 10_000,
  maxItems: 6,
  maxSnippets: 3,
};

function found(name: string, extra: Partial<Finding> = {}): Finding {
  const code = [{ startLine: 1, text: "x".repeat(100) }];
  const base = { path: `${name}.ts`, startLine: 1, endLine: 9, symbol: name, claim: `what ${name} is` };
  return { ...base, isReason: true, score: 1, reasons: [], code, ...extra };
}

function outcome(tool: ToolName, items: readonly Finding[], strength: Strength = "strong"): ToolOutcome {
  const findings = { tool, items, strength, gaps: [], summary: "" };
  return { tool, status: "ok", startedAt: 0, durationMs: 0, findings };
}

function names(selected: ReturnType<typeof select>, withCode?: boolean): (string | undefined)[] {
  return selected.filter((one) => withCode === undefined || one.withCode === withCode)
    .map(({ finding }) => finding.symbol);
}

Deno.test("select: the settings bound places and code", () => {
  const items = [..."abcdefghij"].map((name) => found(name));
  const selected = select([outcome("ci_search", items)], { budget: BUDGET });
  assert.deepEqual(names(selected), [..."abcdef"]);
  assert.deepEqual(names(selected, true), [..."abc"]);
  assert.deepEqual(
    names(select([outcome("ci_search", items)], { budget: { ...BUDGET, maxSnippets: 0 } }), true),
    [],
  );
});

Deno.test("select: lines are shown once, under the first place that has them", () => {
  const at = (name: string, startLine: number, count: number, path = "store.ts"): Finding =>
    found(name, { path, code: [{ startLine, text: Array(count).fill("x").join("\n") }] });
  const shown = (...items: readonly Finding[]): string =>
    names(select([outcome("ci_search", items)], { budget: BUDGET }), true).join(" ");
  assert.equal(shown(at("save", 10, 4), at("Store", 8, 7)), "save");
  assert.equal(shown(at("save", 10, 4), at("Store", 8, 8)), "save Store", "half of it is new");
  assert.equal(shown(at("save", 10, 4), at("Other", 10, 4, "other.ts")), "save Other");
  assert.equal(shown(at("save", 10, 4), at("load", 14, 4)), "save load");
});

Deno.test("select: what the graph says of a place of the search becomes its relation", () => {
  const claim = "called by save (store.ts:3)";
  const known = found("a", { claim, isReason: undefined as unknown as true });
  const { isReason: _, ...relation } = known;
  const selected = select([outcome("ci_search", [found("a")]), outcome("ci_graph_rag", [relation])], {
    budget: BUDGET,
  });
  assert.equal(selected.length, 1);
  assert.equal(selected[0]?.relation, claim);
  assert.deepEqual(selected[0]?.tools, ["ci_search", "ci_graph_rag"]);
});

Deno.test("select: a relation to a place of the search is kept behind places that the graph alone names", () => {
  const { isReason: _, ...relation } = found("a", { claim: "called by save (store.ts:3)" });
  const graph = [found("p"), found("q"), relation];
  const selected = select([outcome("ci_search", [found("a")]), outcome("ci_graph_rag", graph)], {
    budget: BUDGET,
  });
  assert.deepEqual(names(selected), ["a"]);
  assert.equal(selected[0]?.relation, "called by save (store.ts:3)");
});

Deno.test("select: deep tools come first and have a share", () => {
  const deep = [..."uvwxyz"].map((name) => found(name));
  const selected = select([outcome("ci_search", [found("a")]), outcome("ci_impact", deep)], {
    budget: BUDGET,
  });
  assert.deepEqual(names(selected), [..."uvwxyz"]);
  const both = [
    outcome("ci_search", [found("a")]),
    outcome("ci_impact", deep),
    outcome("ci_complexity", [found("c")]),
  ];
  assert.deepEqual(names(select(both, { budget: { ...BUDGET, maxItems: 9 } })), [..."uvwxyz", "c", "a"]);
});

Deno.test("select: where the search leads, deep tools add to it and repeat no place", () => {
  const search = outcome("ci_search", [..."abcdefghij"].map((name) => found(name)));
  const deep = outcome("ci_bug_locate", [..."avwxy"].map((name) => found(name)));
  const plan = { budget: { ...BUDGET, maxItems: 8 }, searchLeads: true } as const;
  const selected = select([search, deep, outcome("ci_impact", [found("z")])], plan);
  assert.deepEqual(names(selected), [..."abc", ..."vwx", "z"]);
  assert.deepEqual(selected[0]?.tools, ["ci_search", "ci_bug_locate"]);
  assert.deepEqual(names(select([deep], plan)), [..."avwxy"]);
});

Deno.test("select: what a place says of others goes before what the graph says", () => {
  const { isReason: _, ...fact } = found("a", { claim: "called by load" });
  const relationOf = (own: Partial<Finding>) =>
    select([outcome("ci_search", [found("a", own)]), outcome("ci_graph_rag", [fact])], { budget: BUDGET })[0]
      ?.relation;
  assert.equal(relationOf({}), "called by load");
  assert.equal(relationOf({ relation: "called by save" }), "called by save");
});

Deno.test("select: the graph adds no place of its own unless it is alone, a deep tool that is has all the room", () => {
  const graph = [..."qrstu"].map((name) => found(name));
  const both = [outcome("ci_search", [found("a")]), outcome("ci_graph_rag", graph)];
  assert.deepEqual(names(select(both, { budget: BUDGET })), ["a"]);
  assert.deepEqual(names(select(both.slice(1), { budget: BUDGET })), [..."qrstu"]);
  const alone = [..."abcdefghij"].map((name) => found(name));
  assert.equal(select([outcome("ci_impact", alone)], { budget: { ...BUDGET, maxItems: 9 } }).length, 9);
  const deep = select([outcome("ci_impact", alone), outcome("ci_complexity", graph)], {
    budget: { ...BUDGET, maxItems: 12 },
  });
  assert.deepEqual(names(deep), [..."abcdefghi", "q", "r"]);
});

Deno.test("select: a tool that knows the place as well brings the code that the first had not", () => {
  const { code, ...bare } = found("a");
  const other = [{ startLine: 5, text: "other" }];
  const pick = (first: Finding) =>
    select(
      [outcome("ci_search", [first]), outcome("ci_graph_rag", [found("a", { code: other })])],
      { budget: BUDGET },
    )[0];
  assert.deepEqual(pick(bare)?.finding.code, other);
  assert.equal(pick(bare)?.withCode, true);
  assert.deepEqual(pick(found("a"))?.finding.code, code);
});

Deno.test("select: behind callers that were asked for and found the search has two places", () => {
  const search = outcome("ci_search", [..."pqrstu"].map((name) => found(name)));
  const budget = { ...BUDGET, maxItems: 13 };
  const callers = (most: number): ToolOutcome =>
    outcome("ci_impact", [..."abcdefghijk"].slice(0, most).map((name) => found(name)));
  assert.deepEqual(names(select([search, callers(11)], { budget })), [..."abcdefghipq"]);
  assert.deepEqual(names(select([search, callers(3)], { budget })), [..."abcpq"]);
  assert.deepEqual(names(select([search, callers(2)], { budget })), [..."abpqrstu"]);
  assert.deepEqual(names(select([search, callers(11)], { budget, searchLeads: true })), [..."pqrstuabc"]);
});

Deno.test("select: behind the users that are asked for the search only adds to their places", () => {
  const users = outcome("ci_call_chain", [found("own"), found("user")]);
  const search = outcome("ci_search", [found("user"), found("other")]);
  assert.equal(names(select([users, search], { budget: BUDGET })).join(" "), "own user other");
  assert.equal(names(select([users, search], { budget: BUDGET, wantsUsers: true })).join(" "), "own user");
  assert.equal(names(select([search], { budget: BUDGET, wantsUsers: true })).join(" "), "user other");
  const unsure = outcome("ci_call_chain", [found("own"), found("user")], "likely");
  assert.equal(
    names(select([unsure, search], { budget: BUDGET, wantsUsers: true })).join(" "),
    "own user other",
  );
});

Deno.test("select: of two definitions of a name each has its own lines and code", () => {
  const short = { startLine: 4, endLine: 6 };
  const { code: _, ...overload } = found("a", short);
  const long = found("a", { startLine: 40, endLine: 60, code: [{ startLine: 40, text: "long" }] });
  const shown = select([outcome("ci_impact", [overload]), outcome("ci_search", [long])], { budget: BUDGET });
  assert.deepEqual(shown.map(({ finding: { startLine, code } }) => [startLine, code?.[0]?.startLine]), [
    [4, undefined],
    [40, 40],
  ]);
});

Deno.test("select: of two codes of a place the first tool's is shown", () => {
  const other = found("a", { code: [{ startLine: 5, text: "other" }] });
  const [selected] = select([outcome("ci_impact", [found("a")]), outcome("ci_search", [other])], {
    budget: BUDGET,
  });
  assert.equal(selected?.finding.code?.[0]?.startLine, 1);
  assert.equal(selected?.relation, undefined, "both say why it was found");
});

Deno.test("select: how many entries each tool has, by which comes first and how much deep tools found", () => {
  const some = (letter: string, count: number): Finding[] =>
    Array.from({ length: count }, (_, at) => found(`${letter}${at}`));
  const shown = (counts: Readonly<Record<string, number>>, maxItems: number, searchLeads = false): string => {
    const tools = { d: "ci_impact", e: "ci_complexity", s: "ci_search", g: "ci_graph_rag" } as const;
    const outcomes = Object.entries(counts).map(([letter, count]) =>
      outcome(tools[letter as keyof typeof tools], some(letter, count))
    );
    const selected = select(outcomes, {
      budget: { ...BUDGET, maxItems },
      ...(searchLeads && { searchLeads }),
    });
    return names(selected).join(" ").replace(
      /(\w)\d+(?: \1\d+)*/g,
      (run) => `${run[0]}${run.split(" ").length}`,
    );
  };
  const rows: readonly (readonly [string, string])[] = [
    [shown({ s: 15 }, 12), "s12"],
    [shown({ d: 15 }, 12), "d12"],
    [shown({ s: 15, g: 3 }, 20), "s15"],
    [shown({ d: 2, s: 12, g: 3 }, 20), "d2 s12"],
    [shown({ d: 3, s: 12, g: 3 }, 20), "d3 s2"],
    [shown({ d: 1, e: 2, s: 12 }, 20), "d1 e2 s2"],
    [shown({ d: 12, e: 4, s: 12, g: 3 }, 20), "d9 e2 s2"],
    [shown({ d: 12, e: 4, s: 12, g: 3 }, 20, true), "s12 d3 e2"],
    [shown({ d: 12, e: 4, s: 12, g: 3 }, 9, true), "s4 d3 e2"],
    [shown({ d: 12, e: 4, s: 12, g: 3 }, 5, true), "s1 d3 e1"],
    [shown({ d: 12, g: 3 }, 20, true), "d9"],
    [shown({ s: 18, g: 3 }, 20, true), "s18"],
  ];
  for (const [got, expected] of rows) assert.equal(got, expected);
});
