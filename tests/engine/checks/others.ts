import assert from "node:assert/strict";
import { everyOther, othersOf } from "../../../src/engine/other_members.ts";
import { readIntent } from "../../../src/intent/intent.ts";
import type { Finding, ToolOutcome } from "../../../src/model/calls.ts";
import type { ToolName } from "../../../src/model/tools.ts";
import { makePlan } from "../../../src/pipeline/plan.ts";
import type { Others } from "../../../src/engine/workspace.ts";
import { readConfigFile } from "../../../src/settings/file.ts";
import { resolveSettings } from "../../../src/settings/settings.ts";
import { makeRepo } from "../../support/fixture.ts";
import { checks } from "../../support/own_process.ts";

/** Other repositories of a workspace: which are asked, and what of their answers is taken. */

const api = makeRepo(`
//- /package.json
{ "name": "@acme/api" }
//- /src/charge.ts
export function chargeCard(card: Card): Receipt {
  return bank.settle(card);
}
//- /src/receipt.ts
export function printReceipt(receipt: Receipt): void {
  printer.print(receipt);
}
`);
const off = makeRepo(`
//- /config/auto-tools.yaml
enabled: "off"
//- /src/charge.ts
export function chargeCard(card: Card): void {}
`);
const MEMBERS = [{ name: "shop-api", root: api.root }, { name: "shop-old", root: off.root }];

const PATIENT = "budget:\n  wall_ms: 60000\ntools:\n  ci_search:\n    timeout_ms: 30000\n";
const RESOLVED = resolveSettings(
  () => undefined,
  [{ source: "user", path: "u", text: PATIENT }],
  readConfigFile,
);
const PROMPT = "What does chargeCard do with the receipt?";
/** Names no repository, and nothing that two of them may share. */
const VAGUE = "Why is it slow?";
const TOOLS: readonly ToolName[] = ["ci_index_status", "ci_search"];
const MADE = makePlan(PROMPT, readIntent(PROMPT), RESOLVED.settings);
const PLAN = { ...MADE, calls: MADE.calls.filter(({ tool }) => TOOLS.includes(tool)) };

const OWN: Finding = {
  path: "src/pay.ts",
  startLine: 1,
  endLine: 2,
  claim: "own",
  score: 1,
  reasons: [],
} as unknown as Finding;

/** What this repository's search found: items, if any, and what it said of imports. */
function searched(items: readonly Finding[], imports: readonly unknown[] = []): readonly ToolOutcome[] {
  const strength = items.length > 0 ? "strong" : "none";
  const findings = { tool: "ci_search", items, strength, gaps: [], summary: "s", data: { imports } } as const;
  return [{ tool: "ci_search", status: "ok", startedAt: 1, durationMs: 1, findings }];
}

/** The places and claims that the others added. */
async function added(others: Others, found: readonly ToolOutcome[], leftMs = 60_000): Promise<string[]> {
  const joined = await others.ask(PLAN, found, leftMs);
  return joined.flatMap(({ findings }) => findings?.items ?? []).filter(({ path }) => path.includes(":"))
    .map(({ path, startLine, symbol, claim }) => `${path}:${startLine} ${symbol}|${claim}`);
}

const asked = (prompt: string): Others => othersOf(MEMBERS, { prompt, keep: "daemon" });

await checks({
  "others are asked where nothing was found here, or where they are named, with time left": async () => {
    const own = searched([OWN]);
    assert.equal(await asked(VAGUE).ask(PLAN, own, 60_000), own, "found here, and none is named");
    const none = searched([]);
    assert.equal(await asked(VAGUE).ask(PLAN, none, 299), none, "too late");
    assert.notEqual(await asked(VAGUE).ask(PLAN, none, 300), none, "just in time");
    const inEmpty = await added(asked(VAGUE), none);
    assert.match(inEmpty[0]!, /^shop-api:src\/charge\.ts:1 chargeCard\|/);
    assert.ok(inEmpty.every((line) => line.startsWith("shop-api:")), "one that is switched off says nothing");
    assert.deepEqual(asked(VAGUE).packages, ["@acme/api"]);
    const named = await added(asked(`${VAGUE} It is in shop-api`), own);
    assert.match(named[0]!, /^shop-api:src\/charge\.ts:1 chargeCard\|/);
  },

  "of a name that is imported from another repository its definitions are taken, with the import":
    async () => {
      const imported = { name: "chargeCard", package: "@acme/api", path: "src/pay.ts", line: 3 };
      const claims = await added(asked(VAGUE), searched([OWN], [imported]));
      assert.equal(claims.length, 1, claims.join("\n"));
      assert.match(
        claims[0]!,
        /^shop-api:src\/charge\.ts:1 chargeCard\|.*imported from @acme\/api in src\/pay\.ts:3$/,
      );
      const strange = [
        { ...imported, package: "@acme/other" },
        { ...imported, name: 7 },
        { ...imported, path: undefined },
        { ...imported, line: "3" },
        null,
        "chargeCard",
      ];
      const found = searched([OWN], strange);
      assert.equal(await asked(VAGUE).ask(PLAN, found, 60_000), found);
      const many = Array.from({ length: 5 }, (_, at) => ({ ...imported, name: `unknown${at}` }));
      assert.deepEqual(await added(asked(VAGUE), searched([OWN], [...many, imported])), [], "the sixth");
      assert.equal((await added(asked(VAGUE), searched([OWN], [...many.slice(1), imported]))).length, 1);
    },

  "every other repository: all are asked the same, unless there is no time": async () => {
    const own = searched([OWN]);
    const all = everyOther(MEMBERS);
    assert.equal(await all.ask(PLAN, own, 299), own);
    assert.match((await added(all, own))[0]!, /^shop-api:src\/charge\.ts:1 chargeCard\|/);
    assert.deepEqual([all.packages, all.links], [[], []]);
  },
});
