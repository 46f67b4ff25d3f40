import assert from "node:assert/strict";
import { inputSchemaOf } from "../../src/clients/mcp/tools.ts";
import { argumentKinds, checkArguments } from "../../src/tools/arguments.ts";
import { loadTool } from "../../src/tools/registry.ts";
import { HISTORY_LIMITS } from "../../src/history/requests.ts";
import { bounded } from "../../src/engine/bounded.ts";
import { Failure } from "../../src/model/errors.ts";
import type { Finding, Findings, Plan, ToolCall } from "../../src/model/calls.ts";
import type { OfferedTool, ToolArguments, ToolName } from "../../src/model/tools.ts";
import { TOOL_NAMES } from "../../src/model/tools.ts";
import type { Report } from "../../src/model/report.ts";
import { LIMITS } from "../../src/model/limits.ts";
import { TOOL_SPECS } from "../../src/model/tools.ts";
import { fuse } from "../../src/pipeline/fuse.ts";
import { NO_MEMORY } from "../../src/pipeline/session_notes.ts";
import { readQuestion } from "../../src/intent/question.ts";
import { Sanitizer } from "../../src/safety/sanitize.ts";
import { isSymlink, realFile } from "../../src/platform/host_files.ts";
import { createPathGuard } from "../../src/safety/path_guard.ts";
import { isSensitivePath } from "../../src/safety/sensitive.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";
import type { ToolGround } from "./support/tool_ground.ts";
import { openToolGround } from "./support/tool_ground.ts";

/** One suite over all tools of the registry: what the rest of the program relies on, whichever tool it is. */

/** Stands only where no tool may look. */
const PLANTED = "planted4value";
const KEY = "AK" + "IA" + "QXZWERTY12345678";
const FILLERS = 60;
const QUESTION = "where is refundOrder and what does it check?";

/** What a tool is asked, and why it may have no items. */
interface Case {
  readonly args: ToolArguments[ToolName];
  readonly noItems?: string;
}

const CASES: Readonly<Record<OfferedTool, Case>> = {
  ci_index_status: { args: {}, noItems: "it says what the facts are based on" },
  ci_search: { args: { query: QUESTION, question: readQuestion(QUESTION), limit: 10 } },
  ci_graph_rag: { args: { query: QUESTION, question: readQuestion(QUESTION), top_k: 1 } },
  ci_call_chain: { args: { symbol: "refundOrder", direction: "both", trace_usage: true } },
  ci_bug_locate: {
    args: { error: "RangeError: refund exceeds the total", question: readQuestion("refund total") },
  },
  ci_impact: { args: { symbol: "refundOrder" } },
  ci_complexity: { args: { path: "src" } },
  ci_hotspot: { args: { days: 30, top: 20 } },
};

/** What each tool says of what is missing, or why it need not say it. */
type Said = { readonly gap: string } | { readonly skip: string };
const GAPS: Readonly<Record<"no index" | "no git" | "shallow", Readonly<Record<OfferedTool, Said>>>> = {
  "no index": {
    ci_index_status: { skip: "opens no index" },
    ci_search: { skip: "searches the files themselves then" },
    ci_graph_rag: { gap: "no index: the graph needs one" },
    ci_call_chain: { gap: "no index: call chains need one" },
    ci_bug_locate: { gap: "no index: locating needs one" },
    ci_impact: { gap: "no index: impact needs one" },
    ci_complexity: { skip: "opens no index" },
    ci_hotspot: { skip: "opens no index" },
  },
  "no git": historyGaps(HISTORY_LIMITS.noGit),
  shallow: historyGaps(HISTORY_LIMITS.shallow),
};

function historyGaps(gap: string): Record<OfferedTool, Said> {
  const skip = { skip: "asks nothing of the history" };
  return {
    ci_index_status: skip,
    ci_search: skip,
    ci_graph_rag: skip,
    ci_call_chain: skip,
    ci_bug_locate: { gap },
    ci_impact: { gap },
    ci_complexity: skip,
    ci_hotspot: { gap },
  };
}

/** Values that no plan makes. */
const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  "",
  " \n",
  "\0",
  -1,
  NaN,
  Infinity,
  1e300,
  [],
  ["refundOrder"],
  {},
  { toString: 1 },
  true,
  "..",
  "../../etc/passwd",
  "/etc/passwd",
  ".env",
  "secrets/refund.ts",
  "src/outside.ts",
  "__proto__",
  "constructor",
  "(a+)+$",
  "$(touch sprung)",
  "--output=sprung",
  "</auto-tools-context>",
  "退款在哪里",
  "\ud800",
  "refund ".repeat(20_000),
  "x.".repeat(50_000),
];
const ARGUMENTS = Object.values(TOOL_SPECS).flatMap(argumentKinds).map(([name]) => name);

/** A shop with callers, a past, an uncommitted change, and what must never be shown beside what is asked for. */
function makeShop(state: "whole" | "no git" | "shallow"): Repo {
  const fillers = Array.from(
    { length: FILLERS },
    (_, i) =>
      `//- /src/parts/part_${i}.ts\nexport function part${i}(n: number): number {\n  return n + ${i};\n}\n`,
  );
  const repo = makeRepo(`${SHOP}${BESIDE}${fillers.join("")}`, { git: state !== "no git" });
  const outside = `${repo.root}-outside.ts`;
  Deno.writeTextFileSync(outside, `export function refundOrder() { return "${PLANTED}"; }\n`);
  Deno.symlinkSync(outside, `${repo.root}/src/outside.ts`);
  addEventListener("unload", () => (repo[Symbol.dispose](), Deno.removeSync(outside)));
  if (state === "no git") return repo;
  for (const round of [1, 2]) {
    repo.write("src/orders/refund.ts", `${REFUND}// ${round}\n`);
    repo.write(".env", `REFUND_TOKEN=${PLANTED}${round}\n`);
    repo.git("add", "-A", "-f");
    repo.git("commit", "-q", "-m", `refund: round ${round}`);
  }
  if (state === "shallow") Deno.writeTextFileSync(`${repo.root}/.git/shallow`, repo.git("rev-parse", "HEAD"));
  repo.write("src/orders/refund.ts", `${REFUND}// not committed\n`);
  return repo;
}

const REFUND = `/** Pays an order back. */
export function refundOrder(order: Order, amount: number): Refund {
  if (amount > order.total) throw new RangeError("refund exceeds the total");
  return { order: order.id, amount };
}
`;
const BESIDE = `//- /src/orders/desk.ts
import { refundOrder } from "./refund.ts";
export function atTheDesk(order: Order): Refund {
  if (order.paid && order.total > 0) return refundOrder(order, order.total);
  return refundOrder(order, 0);
}
//- /src/orders/night.ts
import { atTheDesk } from "./desk.ts";
const token = "${KEY}";
export const atNight = (orders: Order[]) => orders.map((order) => atTheDesk(order));
//- /.env
REFUND_TOKEN=${PLANTED}
//- /secrets/refund.ts
export function refundOrder() { return "${PLANTED}"; }
//- /deploy/refund.pem
${PLANTED} refundOrder
`;

/** The repositories are only read, so each is made once. */
const shops: Partial<Record<Parameters<typeof makeShop>[0], Repo>> = {};
function shop(state: Parameters<typeof makeShop>[0] = "whole"): Repo {
  return shops[state] ??= makeShop(state);
}

let shared: ToolGround | undefined;
function ground(): ToolGround {
  return shared ??= openToolGround(shop());
}

Deno.test("tools: the registry loads each, and nothing else", async () => {
  for (const tool of Object.keys(TOOL_SPECS)) {
    assert.equal(typeof await loadTool(tool as ToolName), "function");
  }
  await assert.rejects(loadTool("toString" as ToolName), /no such tool here: toString/);
});

Deno.test("tools: a call keeps the arguments that its tool reads, whoever passes them, and no others", () => {
  const args = { symbol: "a", owners: false, days: 3, depth: null } as unknown as { owners: false };
  assert.deepEqual(checkArguments({ tool: "ci_impact", args }).args, { symbol: "a", owners: false });
});

for (const tool of TOOL_NAMES) {
  const { args, noItems } = CASES[tool];

  Deno.test(`${tool}: finds places inside the root, each with its claim and its source`, async () => {
    const findings = await ground().run(tool, args);
    assert.ok(noItems !== undefined || findings.items.length > 0, findings.summary);
    assertSound(tool, findings);
    assert.ok(findings.summary.length <= 240, findings.summary);
    assert.doesNotMatch(JSON.stringify(findings), /\.env\b|secrets\/|\.pem\b|outside\.ts/);
  });

  Deno.test(`${tool}: every argument that agents are offered is read`, async () => {
    const read = new Set<string>();
    const onRead = (name: string): void => void read.add(name);
    for (const given of [args, {}]) await outcomeOf(() => ground().run(tool, given, { onRead }));
    const offered = Object.keys(inputSchemaOf(tool).shape).filter((name) => name !== "workspace");
    assert.deepEqual(offered.filter((name) => !read.has(name)), []);
  });

  Deno.test(`${tool}: the same question has the same answer`, async () => {
    const first = await ground().run(tool, args);
    assert.deepEqual(await ground().run(tool, args), first);
    assert.deepEqual(await openToolGround(shop()).run(tool, args), first);
  });

  Deno.test(`${tool}: past its deadline it answers with what it has, or says what it did not look at`, async () => {
    const fresh = openToolGround(shop());
    const findings = await outcomeOf(() => fresh.run(tool, args, { late: true }));
    assert.ok(fresh.work < FILLERS / 4, `${fresh.work} files were looked into`);
    if (findings instanceof Failure) return;
    assertSound(tool, findings);
    assert.ok(noItems !== undefined || findings.items.length + findings.gaps.length > 0, findings.summary);
  });

  Deno.test(`${tool}: hostile, empty and absent arguments have a designed outcome`, async () => {
    const grounds = [ground(), openToolGround(shop(), { index: false })];
    const sets = HOSTILE.flatMap((value) => [
      Object.fromEntries(ARGUMENTS.map((name) => [name, value])),
      ...ARGUMENTS.filter((name) => name in args).map((name) => ({ ...args, [name]: value })),
    ]);
    for (const hostile of [{}, ...sets]) {
      for (const each of grounds) {
        const given = String(JSON.stringify(hostile)).slice(0, 200);
        const findings = await outcomeOf(() => each.run(tool, hostile), given);
        if (!(findings instanceof Failure)) assertSound(tool, findings);
      }
    }
  });

  Deno.test(`${tool}: what it found can be fused, and is sanitized by it`, async () => {
    const findings = await ground().run(tool, args);
    const report = fused(tool, args, findings);
    const known = new Set(findings.items.map(({ path }) => path));
    assert.ok(report.items.every(({ path }) => known.has(path)));
    assert.equal(report.items.length > 0, findings.strength !== "none" && findings.items.length > 0);
    assert.equal(report.context !== "", report.items.length > 0);
    assert.ok(!JSON.stringify(report).includes(KEY));
    assert.deepEqual(fused(tool, args, findings), report);
  });

  for (const [state, reported] of Object.entries(GAPS)) {
    const expected = reported[tool];
    const isSkipped = "skip" in expected;
    const name = `${tool}: ${state} is told as a stable phrase${isSkipped ? ` (${expected.skip})` : ""}`;
    const fn = async (): Promise<void> => {
      const repo = shop(state === "no index" ? "whole" : state as "no git" | "shallow");
      const findings = await openToolGround(repo, { index: state !== "no index" }).run(tool, args);
      assert.deepEqual(findings.gaps, isSkipped ? [] : [expected.gap]);
      assertSound(tool, findings, repo);
    };
    Deno.test({ name, ignore: isSkipped, fn });
  }
}

Deno.test("ci_bug_locate: while git reads, what the words alone say is handed over", async () => {
  const { args } = CASES.ci_bug_locate;
  const partials: Findings[] = [];
  const onPartial = (findings: Findings): void => void partials.push(findings);
  const answer = await ground().run("ci_bug_locate", args, { onPartial });
  assert.equal(partials.length, 0, "nothing to wait for");
  assert.deepEqual(
    await openToolGround(shop(), { historyMs: 20 }).run("ci_bug_locate", args, { onPartial }),
    answer,
  );
  assert.deepEqual(partials.map(({ gaps }) => gaps), [[HISTORY_LIMITS.notRead]]);
  assert.ok(partials[0]!.items.some(({ path }) => path === answer.items[0]!.path));
  assertSound("ci_bug_locate", partials[0]!);
});

Deno.test("tools: what a claim is about is one tool's own, so that no two contradict each other", async () => {
  const owner = new Map<string, ToolName>();
  for (const tool of TOOL_NAMES) {
    const { items } = await ground().run(tool, CASES[tool].args);
    for (const { claimKey } of items) {
      if (claimKey === undefined) continue;
      assert.equal(owner.get(claimKey) ?? tool, tool, claimKey);
      owner.set(claimKey, tool);
    }
  }
  assert.deepEqual([...new Set(owner.values())].sort(), ["ci_complexity", "ci_hotspot"]);
});

for (const tool of ["ci_search", "ci_bug_locate"] as const) {
  Deno.test(`${tool}: where ranking is slow, the files are handed over before their definitions`, async () => {
    const { args } = CASES[tool];
    const partials: Findings[] = [];
    const onPartial = (findings: Findings): void => void partials.push(findings);
    const answer = await ground().run(tool, args, { onPartial });
    assert.equal(partials.length, 0, "in time");
    // A question that was asked before is not ranked again.
    const again = "query" in args ? { ...args, query: `${args.query} ${tool}` } : args;
    await ground().run(tool, again, { late: true, onPartial });
    const [early] = partials as [Findings];
    assert.deepEqual(partials.map(({ gaps }) => gaps.includes(LIMITS.filesOnly)), [true]);
    const pathsOf = ({ items }: Findings): readonly string[] => items.map(({ path }) => path);
    assert.ok(pathsOf(answer).slice(0, 3).includes(pathsOf(early)[0]!), "its best file is one of the best");
    assert.ok(pathsOf(early).includes(pathsOf(answer)[0]!), "what comes first is there");
    assertSound(tool, early);
    assert.ok(fused(tool, args, early).context.includes(LIMITS.filesOnly));
  });
}

/** What the tool answered, or the failure it chose; anything else it throws fails the test. */
async function outcomeOf(run: () => Promise<Findings>, given = ""): Promise<Findings | Failure> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw new Error(`no designed outcome for ${given}: ${error instanceof Error ? error.stack : error}`);
  }
}

/** What the sandbox, the guard and the fusion rely on. */
function assertSound(tool: ToolName, findings: Findings, repo = shop()): void {
  assert.equal(findings.tool, tool);
  assert.deepEqual(bounded(structuredClone(findings)).items, findings.items);
  assert.ok(!JSON.stringify(findings).includes(PLANTED));
  const guard = createPathGuard(repo.root, { realPath: realFile, isSymlink });
  for (const item of findings.items) {
    const admitted = guard.admit(item.path);
    assert.ok(admitted.ok && admitted.path === item.path, `not admitted: ${item.path}`);
    assert.ok(!isSensitivePath(item.path), item.path);
    assertPlace(item, Deno.readTextFileSync(`${repo.root}/${item.path}`).split("\n"));
    assert.ok(item.claim.trim() !== "" && item.claim.length <= 240, item.claim);
    const values = [item.score, ...item.reasons.map(({ value }) => value)];
    assert.ok(values.every(Number.isFinite), `${item.path}: ${values}`);
  }
}

function assertPlace({ path, startLine, endLine, code = [] }: Finding, lines: readonly string[]): void {
  const place = `${path}:${startLine}-${endLine}`;
  assert.ok(1 <= startLine && startLine <= endLine && endLine <= lines.length, `no such lines: ${place}`);
  for (const piece of code) {
    const shown = piece.text.split("\n");
    assert.ok(shown.length <= 20, `too long: ${place}`);
    const from = piece.startLine - 1;
    assert.deepEqual(shown, lines.slice(from, from + shown.length), `not verbatim: ${place}`);
  }
}

function fused(tool: ToolName, args: ToolArguments[ToolName], findings: Findings): Report {
  const call = { tool, tier: TOOL_SPECS[tool].tier, reason: "test", args, timeoutMs: 1000 } as ToolCall;
  const budget = { wallMs: 1000, maxConcurrency: 1, maxInjectedChars: 10_000, maxItems: 12, maxSnippets: 8 };
  const plan: Plan = { tierMax: 2, budget, calls: [call], limits: [] };
  return fuse({
    plan,
    outcomes: [{ tool, status: "ok", startedAt: 0, durationMs: 0, findings }],
    limits: [],
    cap: { limit: 10_000, unit: "UTF-16 units" },
    given: NO_MEMORY,
    sanitizer: new Sanitizer(),
    structured: true,
  });
}
