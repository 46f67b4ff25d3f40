import assert from "node:assert/strict";
import type { Findings, ToolOutcome } from "../../src/model/calls.ts";
import { joinRepositories } from "../../src/pipeline/join_repositories.ts";

function outcome(
  paths: readonly string[],
  { tool = "ci_search", strength = "weak", data }: Partial<Findings> = {},
): ToolOutcome {
  const items = paths.map((path) => ({
    path,
    startLine: 1,
    endLine: 1,
    claim: "",
    claimKey: path,
    score: 1,
    reasons: [],
  }));
  const findings = { tool, items, strength, gaps: ["cut"], summary: `${paths.length}`, data };
  return { tool, status: "ok", startedAt: 0, durationMs: 0, findings };
}

const joined = (own: ToolOutcome[], other: ToolOutcome[]): readonly ToolOutcome[] =>
  joinRepositories(own, [{ name: "lib", outcomes: other }]);
const paths = ({ findings }: ToolOutcome): readonly string[] => findings!.items.map(({ path }) => path);

Deno.test("repositories: places alternate; what is found with more certainty comes first", () => {
  const [equal] = joined([outcome(["a", "b", "c"])], [outcome(["x"])]);
  assert.deepEqual(paths(equal!), ["lib:x", "a", "b", "c"]);
  const [surer] = joined([outcome(["a", "b"], { strength: "strong" })], [outcome(["x", "y"])]);
  assert.deepEqual(paths(surer!), ["a", "lib:x", "b", "lib:y"]);
  assert.equal(surer!.findings!.strength, "strong");
  assert.deepEqual(surer!.findings!.gaps, ["cut", "lib: cut"]);
  assert.equal(surer!.findings!.items[1]!.claimKey, "lib:x");
});

Deno.test("repositories: what found nothing adds nothing, the own data stays", () => {
  const own = outcome([], { strength: "none", data: 1 });
  const [kept] = joined([own], [outcome(["x"], { strength: "none" })]);
  assert.equal(kept, own);
  const [filled] = joined([own], [outcome(["x"], { data: 2 })]);
  assert.deepEqual([paths(filled!), filled!.findings!.data], [["lib:x"], 1]);
  assert.equal(joined([own], [outcome([], { strength: "strong" })])[0], own);
  const statusOf = (first: ToolOutcome["status"], second: ToolOutcome["status"]): unknown =>
    joined([{ ...own, status: first }], [{ ...outcome(["x"]), status: second }])[0]!.status;
  assert.deepEqual([statusOf("timeout", "ok"), statusOf("ok", "timeout")], ["ok", "ok"]);
});

Deno.test("repositories: a tool that only the other one ran stands behind", () => {
  const both = joined(
    [outcome(["a"])],
    [outcome(["x"], { tool: "ci_impact" })].map((one) => ({
      ...one,
      tool: "ci_impact",
    })),
  );
  assert.deepEqual(both.map(({ tool }) => tool), ["ci_search", "ci_impact"]);
});
