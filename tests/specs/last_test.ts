import assert from "node:assert/strict";
import {
  EMPTY_HOME,
  eventually,
  PATIENT_HOME,
  PATIENT_SETTINGS,
  payload,
  runBinary,
} from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

/** What the user sees of a delivery: a line in the client, and `auto-tools last`. */

const LAST = ".devbooks/cache/auto-tools/last.json";
const SESSION = { session_id: "0b6f1f6c-53a5-4b5a-9a4e-1d2f3a4b5c6d" };
const PROMPT = "Where is refundOrder defined?";

interface Output {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly additionalContext: string };
}

async function hook(repo: Repo, prompt: string, env: Record<string, string> = {}): Promise<Output> {
  const stdin = payload(prompt, repo.root, SESSION);
  const { stdout } = await runBinary(["hook"], {
    cwd: repo.root,
    stdin,
    env: { HOME: PATIENT_HOME, ...env },
  });
  return stdout === "" ? {} : JSON.parse(stdout);
}

async function last(repo: Repo): Promise<string> {
  return (await runBinary(["last"], { cwd: repo.root })).stdout;
}

Deno.test("last: shows the block, its cost, the tools and what was left out, until the session ends", async () => {
  using repo = makeRepo(SHOP);
  assert.match(await last(repo), /^nothing is kept for this repository/);
  const { systemMessage, hookSpecificOutput } = await hook(repo, PROMPT);
  const context = hookSpecificOutput?.additionalContext ?? "";
  assert.match(
    systemMessage ?? "",
    /^auto-tools gave the model \d+ places .*\(about \d+ tokens\).*auto-tools last$/,
  );
  const shown = await last(repo);
  assert.ok(context !== "" && shown.endsWith(`\n${context}\n`), shown);
  assert.match(shown, /^prompt {4}.* ago \(.*Z\), claude-code, session 0b6f1f6c|^prompt {4}just now/m);
  assert.match(shown, /^why {7}it asks about code: locate$/m);
  const size = new RegExp(
    `^given {5}\\d+ places, ${context.length} characters \\(\\d+ bytes\\), about \\d+ tokens`,
    "m",
  );
  assert.match(shown, size);
  assert.match(shown, /^ci_search +ok +\d+ +\d+ {2}locate: /m);
  assert.equal(Deno.statSync(`${repo.root}/${LAST}`).mode! & 0o777, 0o600);

  const again = await hook(repo, PROMPT);
  assert.equal(again.systemMessage, undefined, "the user is told once in a session");
  assert.match(await last(repo), /^left out {2}\d+ places that the session knows$/m);
  const each = await hook(repo, "Where is loginUser defined?", { CI_AUTO_TOOLS_NOTICE: "each" });
  assert.match(each.systemMessage ?? "", /places? of this repository/);

  const end = payload("", repo.root, { ...SESSION, prompt: undefined, hook_event_name: "SessionEnd" });
  await runBinary(["hook"], { cwd: repo.root, stdin: end });
  await eventually(() => {
    try {
      return !Deno.statSync(`${repo.root}/${LAST}`).isFile;
    } catch {
      return true;
    }
  });
  assert.match(await last(repo), /^nothing is kept/);
});

Deno.test("last: is not kept and the user not told where the settings say so", async () => {
  using repo = makeRepo(SHOP);
  using home = makeRepo("", { git: false });
  home.write(".config/auto-tools/auto-tools.yaml", `${PATIENT_SETTINGS}last.enabled: false\nnotice: "off"\n`);
  await hook(repo, PROMPT);
  assert.ok(Deno.statSync(`${repo.root}/${LAST}`).isFile);
  const quiet = await hook(repo, "Where is loginUser defined?", { HOME: home.root });
  assert.deepEqual(Object.keys(quiet), ["hookSpecificOutput"]);
  assert.throws(() => Deno.statSync(`${repo.root}/${LAST}`), Deno.errors.NotFound);
});

Deno.test("last: says why nothing was given: there is nothing, or the time ran out", async () => {
  using repo = makeRepo(SHOP);
  using home = makeRepo("", { git: false });
  home.write(
    ".config/auto-tools/auto-tools.yaml",
    PATIENT_SETTINGS.replaceAll("timeout_ms: 30000", "timeout_ms: 300"),
  );
  assert.deepEqual(await hook(repo, "Where is the KubernetesOperatorReconciler implemented?"), {});
  assert.match(await last(repo), /^given {5}nothing: no relevant place was found, after \d+ ms$/m);
  const env = { HOME: home.root, CI_AUTO_TOOLS_FAULT: "*:hang" };
  assert.deepEqual(await hook(repo, PROMPT, env), {});
  assert.match(await last(repo), /^given {5}nothing: the time ran out, after \d+ ms$/m);
});

Deno.test("settings: mistakes are told once in the client, until they are others", async () => {
  using repo = makeRepo(SHOP);
  repo.write("config/auto-tools.yaml", "tier_maximum: 2\nbudget.max_items: 900\n");
  const env = { CI_AUTO_TOOLS_NOTICE: "off" };
  const first = await hook(repo, PROMPT, env);
  assert.match(first.systemMessage ?? "", /^auto-tools settings:\n.*config\/auto-tools\.yaml:1.*\n.*:2.*/);
  assert.equal((await hook(repo, PROMPT, env)).systemMessage, undefined);
  repo.write("config/auto-tools.yaml", "tier_max: \x1b[2J\n");
  const { systemMessage = "" } = await hook(repo, "Where is loginUser defined?", {
    ...env,
    HOME: EMPTY_HOME,
  });
  assert.match(systemMessage, /^auto-tools settings:\n.*tier_max/);
  assert.ok(!systemMessage.includes("\x1b"));
});
