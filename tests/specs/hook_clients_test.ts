import assert from "node:assert/strict";
import { DIALECTS } from "../contract/support/client_payloads.ts";
import { PATIENT_HOME, payload, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

/** The program as each client starts it. */

const QUESTION = "Where is the refund of an order calculated?";
const SESSION = "8c1d9f02";
const HOME = { HOME: PATIENT_HOME };

for (const dialect of DIALECTS) {
  const { client, word, frame } = dialect;
  const args = ["hook", ...word === undefined ? [] : [word]];

  Deno.test(`${client}: ${args.join(" ")} answers a question about code in the client's form`, async () => {
    using repo = makeRepo(SHOP);
    const stdin = JSON.stringify(dialect.prompt({ prompt: QUESTION, cwd: repo.root, session: SESSION }));
    const { code, stdout, stderr } = await runBinary(args, { cwd: repo.root, stdin, env: HOME });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
    const [open, close] = frame === "tags" ? ["<", ">"] : ["[", "]"];
    const context = contextIn(stdout);
    assert.ok(context.startsWith(`${open}auto-tools-context${close}\n`), stdout);
    assert.ok(context.endsWith(`\n${open}/auto-tools-context${close}`), stdout);
    assert.match(context, /^1\. src\/orders\/refund\.ts:\d+/m);
    const whole = dialect.answer(context);
    const { systemMessage, ...reported } = JSON.parse(stdout);
    assert.deepEqual(reported, whole);
    assert.equal(systemMessage !== undefined, client === "claude-code", "a line for the user");
  });

  Deno.test(`${client}: ${args.join(" ")} prints nothing for small talk, an empty or a broken prompt`, async () => {
    using repo = makeRepo(SHOP);
    const reported = (prompt: unknown): string =>
      JSON.stringify(dialect.prompt({ prompt, cwd: repo.root, session: SESSION }));
    for (const stdin of [reported("thanks!"), reported(""), reported(QUESTION).slice(0, -1)]) {
      const { code, stdout, stderr } = await runBinary(args, { cwd: repo.root, stdin, env: HOME });
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" }, stdin);
    }
  });
}

Deno.test("a prompt is answered by the client's own hook alone, where the client reads another's too", async () => {
  using repo = makeRepo(SHOP);
  using home = makeRepo("", { git: false });
  const copilot = DIALECTS.find(({ client, word }) => client === "copilot-cli" && word === undefined)!;
  const stdin = JSON.stringify(copilot.prompt({ prompt: QUESTION, cwd: repo.root, session: SESSION }));
  const env = { HOME: home.root, XDG_CONFIG_HOME: `${PATIENT_HOME}/.config` };
  const run = (...args: string[]) => runBinary(["hook", ...args], { cwd: repo.root, stdin, env });
  assert.match((await run()).stdout, /refund\.ts/, "Claude Code's hook, alone");
  assert.equal((await run("gemini")).stdout, "", "another client's own hook");
  home.write(".copilot/hooks/auto-tools.json", `{"bash": "'/x/auto-tools' hook copilot"}`);
  assert.equal((await run()).stdout, "", "Claude Code's hook beside its own");
});

Deno.test("payloads of no known client print nothing and are counted", async () => {
  using repo = makeRepo(SHOP);
  const run = (args: string[], stdin: string) => runBinary(args, { cwd: repo.root, stdin, env: HOME });
  for (const stdin of ["{", "[]", '{"prompt":"where is refundOrder"}', '{"hook_event_name":"Renamed"}']) {
    for (const args of [["hook"], ["hook", "gemini"], ["hook", "nosuch"]]) {
      const { code, stdout, stderr } = await run(args, stdin);
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" }, `${args} ${stdin}`);
    }
  }
  assert.equal((await run(["hook"], payload("thanks!", repo.root))).stdout, "");
  const { stdout } = await run(["stats", "--json"], "");
  assert.equal(JSON.parse(stdout).events["hook:unknown"], 12);
});

const COMPACTS = [["qwen", "qwen-code", "PostCompact"], ["copilot", "copilot-cli", "PreCompact"]] as const;

for (const [word, name, hook_event_name] of COMPACTS) {
  Deno.test(`facts are given once, and again after ${name} compacted the conversation`, async () => {
    using repo = makeRepo(SHOP);
    const dialect = DIALECTS.find((one) => one.word === word)!;
    const hook = async (fields: Record<string, unknown>): Promise<string> => {
      const stdin = JSON.stringify(fields);
      const { code, stdout, stderr } = await runBinary(["hook", word], { cwd: repo.root, stdin, env: HOME });
      assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
      return stdout;
    };
    const question = dialect.prompt({ prompt: QUESTION, cwd: repo.root, session: SESSION });
    const first = await hook(question);
    assert.notEqual(await hook(question), first);
    const event = { hook_event_name, session_id: SESSION, cwd: repo.root, trigger: "auto" };
    assert.equal(await hook(event), "");
    assert.equal(await hook(question), first);
    const args = ["stats", "--session", "--json"];
    const { stdout } = await runBinary(args, { cwd: repo.root, env: HOME });
    const { session, client, given, standing, restarts } = JSON.parse(stdout);
    assert.deepEqual({ session, client, restarts }, { session: SESSION, client: name, restarts: 1 });
    assert.equal(standing.contexts, 1);
    assert.ok(standing.characters < given.characters && standing.tokens > 0, stdout);
  });
}

/** The block of the model, wherever the client takes it; Kiro takes plain text. */
function contextIn(stdout: string): string {
  if (!stdout.startsWith("{")) return stdout.trimEnd();
  const output = JSON.parse(stdout);
  return output.additionalContext ?? output.additional_context ?? output.contextModification ??
    output.hookSpecificOutput?.additionalContext ?? "";
}
