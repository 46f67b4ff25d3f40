import assert from "node:assert/strict";
import type { Intent } from "../../src/model/intent.ts";
import type { Plan } from "../../src/model/calls.ts";
import { readIntent } from "../../src/intent/intent.ts";
import { makePlan } from "../../src/pipeline/plan.ts";
import { resolveSettings } from "../../src/settings/settings.ts";

function plan(prompt: string, env: Record<string, string> = {}): Plan {
  const { settings } = resolveSettings((name) => env[name]);
  return makePlan(prompt, readIntent(prompt), settings);
}

const tools = (made: Plan): string[] => made.calls.map((call) => call.tool);
const BASE = ["ci_index_status", "ci_search", "ci_graph_rag"];

Deno.test("plan: a question gets tiers 0 and 1, and says how to get more", () => {
  const made = plan("Where are sessions stored?");
  assert.deepEqual(tools(made), BASE);
  assert.equal(made.tierMax, 1);
  assert.equal(made.budget.wallMs, 5000);
  assert.equal(made.calls[1]?.reason, "locate: sessions, stored");
  assert.deepEqual(made.limits, ["tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable"]);
});

Deno.test("plan: a follow-up searches for the names of an earlier prompt, or of the files that it named", () => {
  const { settings } = resolveSettings(() => undefined);
  const queryOf = (symbols: readonly string[]): unknown => {
    const carried = { symbols, paths: ["src/shop/cart_page.ts"] };
    return makePlan("and why?", { ...readIntent("and why?"), kind: "explain", carried }, settings)
      .calls.find((call) => call.tool === "ci_search")?.args.query;
  };
  assert.deepEqual([queryOf(["OrderForm"]), queryOf([])], ["and why?\nOrderForm", "and why?\ncart_page"]);
});

Deno.test("plan: deep tools on condition: a change or a bug with a target", () => {
  const made = plan("fix the bug in parseConfig when the file is empty");
  assert.deepEqual(tools(made), [...BASE, "ci_bug_locate", "ci_call_chain"]);
  assert.equal(made.budget.wallMs, 10_000);
  assert.deepEqual(made.limits, []);
  assert.deepEqual(tools(plan("add a retry parameter to UserService.login")), [
    ...BASE,
    "ci_impact",
    "ci_call_chain",
  ]);
});

Deno.test("plan: a question about the users of a symbol asks for its callers first, then for the impact", () => {
  const prompts = [
    "who calls loadUser?",
    "谁调用了 loadUser",
    "what breaks if I change loadUser",
    "rename loadUser to fetchUser",
  ];
  for (const prompt of prompts) {
    const made = plan(prompt);
    assert.deepEqual(tools(made), [...BASE, "ci_call_chain", "ci_impact"], prompt);
    assert.equal(made.calls.find((call) => call.tool === "ci_call_chain")?.args.direction, "callers");
  }
  assert.deepEqual(tools(plan("what breaks if sessions expire sooner?")), BASE);
});

Deno.test("plan: the search leads unless the prompt asks for users, in words for more, or holds a trace", () => {
  const leads = [
    "fix the bug in parseConfig when the file is empty",
    "add a retry parameter to UserService.login",
    "给 UserService.login 增加重试参数",
  ];
  for (const prompt of leads) assert.equal(plan(prompt).searchLeads, true, prompt);
  const others = [
    "who calls loadUser?",
    "rename loadUser to fetchUser",
    "loadUser 的调用链是什么",
    "What do my changes break?",
    "fix this:\nTraceback (most recent call last):\n  File \"app/users.py\", line 12, in load\nKeyError: 'id'",
    "Where are sessions stored?",
  ];
  for (const prompt of others) assert.equal(plan(prompt).searchLeads, undefined, prompt);
});

Deno.test("plan: a question about the repository as a whole asks for its overview alone", () => {
  const planFor = (prompt: string) => {
    const intent: Intent = { ...readIntent(prompt), kind: "explain", answer: "overview" };
    return makePlan(prompt, intent, resolveSettings(() => undefined).settings);
  };
  const whole = planFor("What is this project?");
  assert.deepEqual(tools(whole), ["ci_index_status", "ci_search"]);
  const isOverview = ({ calls }: Plan) => calls.find((call) => call.tool === "ci_search")?.args.overview;
  assert.equal(isOverview(whole), true);
  assert.notEqual(isOverview(planFor("What is this project's `Router`?")), true);
});

Deno.test("plan: a question for the most dangerous files asks for those that change most", () => {
  const prompt = "which parts of this are scary to touch?";
  const made = makePlan(
    prompt,
    { ...readIntent(prompt), kind: "explain", answer: "risk" },
    resolveSettings(() => undefined).settings,
  );
  assert.deepEqual(tools(made), ["ci_index_status", "ci_hotspot"]);
});

Deno.test("plan: deep tools on consent in both languages, not when it is refused", () => {
  assert(tools(plan("What is the impact analysis of changing loadUser?")).includes("ci_impact"));
  assert(tools(plan("loadUser 的调用链是什么")).includes("ci_call_chain"));
  assert.deepEqual(tools(plan("Where is loadUser defined? No deep analysis please")), BASE);
});

Deno.test("plan: a prompt about what is not committed asks for its impact", () => {
  for (const prompt of ["What do my changes break?", "我的改动会影响什么？"]) {
    const made = plan(prompt);
    assert.deepEqual(tools(made), ["ci_index_status", "ci_impact"]);
    assert.deepEqual(made.calls.at(-1)?.args, { owners: false, depth: 3 });
  }
  assert.deepEqual(tools(plan("do my changes to loadUser break the session?")).slice(0, 4), [
    ...BASE,
    "ci_impact",
  ]);
  assert.equal(tools(plan("review my changes to loadUser in src/app.ts"))[1], "ci_search");
  assert.deepEqual(tools(plan("review src/app.ts without my changes")).includes("ci_impact"), false);
});

Deno.test("plan: tier_max by hand is the last word", () => {
  const bug = "fix the bug in parseConfig, deep analysis allowed";
  assert.deepEqual(tools(plan(bug, { CI_AUTO_TOOLS_TIER_MAX: "0" })), ["ci_index_status"]);
  assert.deepEqual(tools(plan(bug, { CI_AUTO_TOOLS_TIER_MAX: "1" })), BASE);
  assert.deepEqual(plan(bug, { CI_AUTO_TOOLS_TIER_MAX: "1" }).limits, []);
  assert(
    tools(plan("Where is loadUser defined?", { CI_AUTO_TOOLS_TIER_MAX: "2" })).includes("ci_call_chain"),
  );
});

Deno.test("plan: the same input gives the same plan, arguments within their bounds", () => {
  const prompt = "refactor src/app.ts:12 and explain loadUser";
  assert.deepEqual(plan(prompt), plan(prompt));
  for (const call of plan(prompt, { CI_AUTO_TOOLS_TIER_MAX: "2" }).calls) {
    assert(call.timeoutMs > 0);
    if (call.tool === "ci_search") assert.equal(call.args["limit"], 10);
    if (call.tool === "ci_graph_rag") assert.deepEqual([call.args["depth"], call.args["budget"]], [2, 8000]);
  }
});
