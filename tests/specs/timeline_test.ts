import assert from "node:assert/strict";
import { EVENT_TYPES } from "../../src/timeline/registry.ts";
import { eventually, hookContext, PATIENT_HOME, payload, runBinary } from "../support/binary.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

/** The timeline and what `auto-tools stats` makes of it, on the binary. */

const SESSION = "0b6f1f6c-53a5-4b5a-9a4e-1d2f3a4b5c6d";
/** Stands in every prompt and nowhere else. */
const MARK = "quetzalmark";
const KEY = "AK" + "IA" + "QXZWERTY12345678";

async function event(repo: Repo, name: string, details: Record<string, unknown>): Promise<void> {
  const stdin = payload("", repo.root, {
    session_id: SESSION,
    prompt: undefined,
    hook_event_name: name,
    ...details,
  });
  const { code } = await runBinary(["hook"], { cwd: repo.root, stdin });
  assert.equal(code, 0, name);
}

async function everything(repo: Repo): Promise<string> {
  await runBinary(["index"], { cwd: repo.root });
  await event(repo, "SessionStart", { source: "startup" });
  const ask = (prompt: string): Promise<string> => hookContext(prompt, repo.root, { session: SESSION });
  assert.notEqual(await ask(`Where is refundOrder defined? ${MARK} ${KEY}`), "");
  assert.equal(await ask(`Where is the KubernetesReconciler implemented?`), "");
  assert.equal(await hookContext("fix it", repo.root), "");
  assert.equal(await ask("thanks, that looks good to me"), "");
  const edited = { tool_name: "Edit", tool_input: { file_path: `${repo.root}/src/orders/refund.ts` } };
  await event(repo, "PostToolUse", edited);
  const failed = { tool_name: "Read", tool_input: { file_path: `${repo.root}/src/${MARK}.ts` }, error: MARK };
  await event(repo, "PostToolUseFailure", failed);
  await event(repo, "Renamed", { prompt: MARK });
  await event(repo, "SessionEnd", { reason: "exit" });
  const read = (): string => Deno.readTextFileSync(`${repo.root}/.devbooks/cache/auto-tools/timeline.jsonl`);
  await eventually(() => read().includes("session:end"));
  return read();
}

Deno.test("timeline: every type of event comes up, is registered, and holds no prompt and no secret", async () => {
  using repo = makeRepo(SHOP);
  const timeline = await everything(repo);
  const entries = timeline.trim().split("\n").map((line) => JSON.parse(line));
  const types = new Set(entries.map((entry) => entry.event));
  // Asked models have specs of their own.
  const expected = Object.keys(EVENT_TYPES).filter((type) =>
    !["model:asked", "internal:error"].includes(type)
  );
  assert.deepEqual([...types].sort(), expected.sort());
  for (const entry of entries) assert.match(entry.at, /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  for (const word of [MARK, KEY, "Kubernetes", "refundOrder", "defined"]) {
    assert(!timeline.includes(word), `the timeline holds ${word}`);
  }
});

Deno.test("timeline: an answer says how each tool ended before it was handed over, an empty one why", async () => {
  using repo = makeRepo(SHOP);
  const entries = (await everything(repo)).trim().split("\n").map((line) => JSON.parse(line));
  const injected = entries.find((entry) => entry.event === "context:injected");
  assert.equal(injected.kind, "locate");
  assert.equal(injected.session, SESSION);
  assert(injected.characters > 100 && injected.bytes >= injected.characters);
  const search = injected.tools.find((tool: { tool: string }) => tool.tool === "ci_search");
  assert.equal(search.status, "ok");
  assert(search.ms >= 0 && search.places > 0);
  const reasons = entries.filter((entry) => entry.event === "context:empty").map((entry) => entry.reason);
  assert.deepEqual(reasons, ["nothing found", "nothing named"]);
});

Deno.test("stats: shows deliveries, empties, bytes, times, the tools by use, and a plot", async () => {
  using repo = makeRepo(SHOP);
  await everything(repo);
  const { stdout } = await runBinary(["stats"], { cwd: repo.root });
  assert.match(stdout, /^delivered {2}1 contexts, \d+ characters, \d+ bytes$/m);
  assert.match(stdout, /^empty {6}2 answers: 1 nothing found, 1 nothing named$/m);
  assert.match(stdout, /^timeouts {3}0 of tools$/m);
  assert.match(stdout, /^time {7}p50 \d+ ms, p95 \d+ ms, p99 \d+ ms$/m);
  assert.match(stdout, /^ci_search +\d+ +2 +0 +0 +\d+$/m);
  assert.match(stdout, /^\d{4}-\d{2}-\d{2} {2}#+\.+ 1 \+ 2$/m);
  const json = JSON.parse((await runBinary(["stats", "--json"], { cwd: repo.root })).stdout);
  assert.equal(json.delivered, 1);
  assert.equal(json.events["index:updated"], 1);
});

Deno.test("timeline: a long one is begun anew, and stats count the older part too", async () => {
  using repo = makeRepo(SHOP);
  await hookContext("Where is refundOrder defined?", repo.root);
  const file = `${repo.root}/.devbooks/cache/auto-tools/timeline.jsonl`;
  const line = Deno.readTextFileSync(file).trim().split("\n").at(-1)!;
  Deno.writeTextFileSync(file, `${line}\n`.repeat(Math.ceil(1.1 * 1024 * 1024 / line.length)));
  await hookContext("Where is loginUser defined?", repo.root);
  assert(Deno.statSync(file).size < 10_000);
  const { stdout } = await runBinary(["stats", "--json"], { cwd: repo.root });
  assert(JSON.parse(stdout).delivered > 1000);
});

Deno.test("timeline: what fails inside is counted without its message, in stats and doctor", async () => {
  using repo = makeRepo(SHOP);
  const prompt = `Where is refundOrder defined? ${MARK} ${KEY}`;
  for (const fault of ["hook:fail", "hook:fail", "ci_search:fail"]) {
    const { code, stdout, stderr } = await runBinary(["hook"], {
      cwd: repo.root,
      env: { HOME: PATIENT_HOME, CI_AUTO_TOOLS_FAULT: fault },
      stdin: payload(prompt, repo.root),
    });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
    if (fault === "hook:fail") assert.equal(stdout, "");
  }
  const timeline = Deno.readTextFileSync(`${repo.root}/.devbooks/cache/auto-tools/timeline.jsonl`);
  assert(![MARK, KEY, "on purpose"].some((word) => timeline.includes(word)), timeline);
  const stats = await runBinary(["stats", "--json"], { cwd: repo.root });
  assert.deepEqual(
    JSON.parse(stats.stdout).errors.map(({ last: _, ...error }: { last: string }) => error),
    [{ module: "hook", kind: "TypeError", count: 2 }, { module: "ci_search", kind: "E_UNKNOWN", count: 1 }],
  );
  assert.match(
    (await runBinary(["stats"], { cwd: repo.root })).stdout,
    /hook +TypeError +2 +\d{4}-\d\d-\d\d/,
  );
  const doctor = await runBinary(["doctor"], { cwd: repo.root });
  assert.match(doctor.stdout, /FAIL failures inside +2 TypeError in hook, last .*; 1 E_UNKNOWN in ci_search/);
  assert.match(doctor.stdout, /fix: set CI_AUTO_TOOLS_DEBUG=1/);
  const debug = await runBinary(["hook"], {
    cwd: repo.root,
    env: { CI_AUTO_TOOLS_FAULT: "hook:fail", CI_AUTO_TOOLS_DEBUG: "1" },
    stdin: payload("a fault", repo.root),
  });
  assert.deepEqual({ code: debug.code, stderr: debug.stderr }, { code: 0, stderr: "auto-tools: a fault\n" });
});
