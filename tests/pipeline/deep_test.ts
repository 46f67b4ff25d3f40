import assert from "node:assert/strict";
import { readIntent } from "../../src/intent/intent.ts";
import type { IntentKind } from "../../src/model/intent.ts";
import type { QueryTerms } from "../../src/model/question.ts";
import { asksForDeep, type DeepReason, makePlan } from "../../src/pipeline/plan.ts";
import { resolveSettings } from "../../src/settings/settings.ts";

interface Asked {
  readonly kind: IntentKind;
  readonly terms?: Partial<QueryTerms>;
  readonly confirmed?: readonly string[];
  /** Default: a prompt that agrees to nothing. */
  readonly prompt?: string;
  /** CI_AUTO_TOOLS_TIER_MAX; default: unset. */
  readonly tierMax?: string;
}

/** The deep tools of the plan with their arguments but for those of the search. */
function deepTools({ kind, terms, confirmed, prompt = "look", tierMax }: Asked): string[] {
  const { settings } = resolveSettings((name) => name === "CI_AUTO_TOOLS_TIER_MAX" ? tierMax : undefined);
  const none: QueryTerms = { identifiers: [], paths: [], phrases: [], words: [] };
  const intent = {
    ...readIntent(prompt),
    kind,
    terms: { ...none, ...terms },
    ...(confirmed && { confirmed }),
  };
  return makePlan(prompt, intent, settings).calls.filter(({ tier }) => tier === 2)
    .map(({ tool, args }) => {
      const { symbol, path, direction, trace_usage, owners }: Readonly<Record<string, unknown>> = { ...args };
      return [tool, symbol ?? path, direction, trace_usage && "entries", owners === false && "without owners"]
        .filter((part) => part).join(" ");
    });
}

const SAVE = { identifiers: ["save"] };
const FILE = { paths: [{ path: "a.ts" }] };
const HISTORY = "ci_hotspot";

Deno.test("deep tools: by kind, target and why they may run", () => {
  const both = "ci_call_chain save both";
  const callers = "ci_call_chain save callers";
  const cases: readonly (readonly [Asked, readonly string[]])[] = [
    [{ kind: "modify", terms: SAVE }, ["ci_impact save without owners", both]],
    [{ kind: "modify", terms: FILE }, ["ci_impact a.ts without owners"]],
    [{ kind: "modify" }, []],
    [{ kind: "debug", terms: SAVE }, ["ci_bug_locate", both]],
    [{ kind: "debug", terms: { phrases: ["no such key"] } }, ["ci_bug_locate"]],
    [{ kind: "impact", terms: SAVE }, [callers, "ci_impact save without owners"]],
    [{ kind: "refactor", terms: SAVE }, [callers, "ci_impact save without owners"]],
    [{ kind: "refactor", terms: FILE }, ["ci_impact a.ts without owners", "ci_complexity a.ts"]],
    [{ kind: "refactor", terms: { ...SAVE, ...FILE } }, [
      callers,
      "ci_impact save without owners",
      "ci_complexity a.ts",
    ]],
    [{ kind: "explain", terms: SAVE }, []],
    [{ kind: "locate", terms: SAVE }, []],
    // The index knows no such symbol: no condition.
    [{ kind: "modify", terms: SAVE, confirmed: [] }, []],
    [{ kind: "modify", terms: { identifiers: ["x", "save"] }, confirmed: ["save"] }, [
      "ci_impact save without owners",
      both,
    ]],
    [{ kind: "explain", terms: SAVE, tierMax: "2" }, ["ci_impact save without owners", `${both} entries`]],
    [{ kind: "locate", terms: SAVE, confirmed: [], tierMax: "2" }, ["ci_impact save without owners", both]],
    [{ kind: "history", tierMax: "2" }, [HISTORY]],
    [{ kind: "history", terms: FILE, tierMax: "2" }, [HISTORY, "ci_impact a.ts without owners"]],
    [{ kind: "review", terms: FILE, tierMax: "2" }, ["ci_impact a.ts without owners", "ci_complexity a.ts"]],
    [{ kind: "modify", terms: SAVE, tierMax: "1" }, []],
    [{ kind: "locate", terms: SAVE, prompt: "deep analysis allowed" }, [
      "ci_impact save without owners",
      both,
    ]],
    [{ kind: "locate", prompt: "deep analysis allowed" }, []],
    [{ kind: "impact", terms: SAVE, prompt: "what do my changes break" }, ["ci_impact without owners", both]],
  ];
  for (const [asked, expected] of cases) assert.deepEqual(deepTools(asked), expected, JSON.stringify(asked));
});

Deno.test("deep tools: people are told why, in eighty characters after the reason at most", () => {
  const { settings } = resolveSettings(() => undefined);
  const reasonFor = (symbol: string): string | undefined => {
    const intent = readIntent("look");
    const terms = { ...intent.terms, identifiers: [symbol] };
    return makePlan("p", { ...intent, kind: "modify", terms }, settings).calls.at(-1)?.reason;
  };
  assert.equal(reasonFor("loadUser"), "condition: modify loadUser");
  const long = `load${"User".repeat(30)}`;
  assert.equal(reasonFor(long), `condition: ${`modify ${long}`.slice(0, 80)}`);
});

Deno.test("plan: limits of time, budgets and counts are the contract's", () => {
  const { settings } = resolveSettings(() => undefined);
  const intent = readIntent("fix the bug in parseConfig of src/config.ts");
  const { settings: deep } = resolveSettings((name) => name === "CI_AUTO_TOOLS_TIER_MAX" ? "2" : undefined);
  const { calls, budget } = makePlan("p", intent, deep);
  const limits: Record<string, number> = {
    ci_index_status: 500,
    ci_search: 2000,
    ci_graph_rag: 3500,
    ci_call_chain: 2500,
    ci_bug_locate: 2500,
    ci_impact: 2500,
  };
  assert.deepEqual(Object.fromEntries(calls.map(({ tool, timeoutMs }) => [tool, timeoutMs])), limits);
  const history = makePlan("p", { ...intent, kind: "history" }, deep).calls;
  assert.equal(history.find(({ tool }) => tool === "ci_hotspot")?.timeoutMs, 2500);
  const review = makePlan("p", { ...intent, kind: "review" }, deep).calls;
  assert.equal(review.find(({ tool }) => tool === "ci_complexity")?.timeoutMs, 1000);
  assert.deepEqual(budget, {
    wallMs: 10_000,
    maxConcurrency: 3,
    maxInjectedChars: 12_000,
    maxItems: 13,
    maxSnippets: 7,
  });
  const search = makePlan("p", intent, settings).calls.find((one) => one.tool === "ci_search");
  assert.deepEqual([search?.args.lines, search?.args.limit, search?.args.mode], [30, 10, "hybrid"]);
});

Deno.test("plan: of a very long prompt the first 20,000 characters are searched for", () => {
  const { settings } = resolveSettings(() => undefined);
  const query = (prompt: string): unknown =>
    makePlan(prompt, readIntent("where is save"), settings)
      .calls.find((call) => call.tool === "ci_search")?.args.query;
  for (const length of [20_000, 20_001]) assert.equal(query("x".repeat(length)), "x".repeat(20_000));
});

Deno.test("what the deep tools say is asked for in words, by the kind, or by a line of a trace", () => {
  const asks = (kind: IntentKind, more: Partial<DeepReason> = {}, line?: number): boolean => {
    const paths = [{ path: "a.ts", ...(line !== undefined && { line }) }];
    const intent = { ...readIntent("look"), kind, terms: { ...readIntent("look").terms, paths } };
    return asksForDeep(intent, { why: "condition", words: "look", isUncommitted: false, ...more });
  };
  assert.deepEqual(
    (["impact", "history", "locate", "debug"] as const).map((kind) => asks(kind)),
    [true, true, false, false],
  );
  assert.deepEqual([asks("debug", {}, 3), asks("locate", {}, 3)], [true, false]);
  assert.deepEqual([asks("locate", { why: "consent" }), asks("locate", { why: "allowed" })], [true, false]);
  assert.equal(asks("locate", { isUncommitted: true }), true);
});
