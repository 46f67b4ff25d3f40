import assert from "node:assert/strict";
import { Contract } from "../support/contract.ts";
import { BINARY, hookContext, payload, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

const QUESTION = "Where is refundOrder defined?";

Deno.test("cli: --version names the version of deno.json", async () => {
  const config = JSON.parse(Deno.readTextFileSync(new URL("../../deno.json", import.meta.url)));
  const { code, stdout } = await runBinary(["--version"]);
  assert.deepEqual({ code, stdout }, { code: 0, stdout: `auto-tools ${config.version}\n` });
});

Deno.test("cli: --help names every command, each with its own help", async () => {
  const { stdout } = await runBinary(["--help"]);
  for (const command of ["doctor", "install", "uninstall"]) {
    assert.match(stdout, new RegExp(`\\n  ${command} `));
    assert.match((await runBinary([command, "--help"])).stdout, new RegExp(`auto-tools ${command}`));
  }
});

Deno.test("cli: the engine takes back the code that was made when the program was built", async () => {
  using repo = makeRepo(SHOP);
  const { stdout } = await runBinary(["doctor"], { cwd: repo.root });
  assert.match(stdout, /^ok {3}engine's code +made when the program was built$/m);
});

for (
  const [args, code, message] of [
    [["frobnicate"], 20, /unknown command: frobnicate/],
    [["--prompt"], 20, /--prompt takes a value: --prompt=TEXT/],
    [["--prompt", "x", "--format", "xml"], 20, /--format takes one of text, json: xml/],
    [["--wat"], 20, /unknown option: --wat/],
  ] as const
) {
  Deno.test(`cli: ${args.join(" ")}: exit ${code}, says what and what to do`, async () => {
    const result = await runBinary([...args]);
    assert.equal(result.code, code);
    assert.equal(result.stdout, "");
    assert.match(result.stderr, message);
  });
}

Deno.test("cli: --prompt shows what ran, what was found and what would be injected", async () => {
  using repo = makeRepo(SHOP);
  const { code, stdout } = await runBinary(["--prompt", QUESTION, "--explain"], { cwd: repo.root });
  assert.equal(code, 0);
  for (
    const part of ["[Intent]", "[Auto Tools]", "[Results]", "[Limits]", "<auto-tools-context>", "refund.ts"]
  ) {
    assert(stdout.includes(part), part);
  }
});

Deno.test("cli: the kernel document fits the contract, in each state", async () => {
  using repo = makeRepo(SHOP);
  const cases = [
    { prompt: QUESTION, env: {}, run_id: /^\d{8}-\d{6}-[0-9a-f]{6}$/ },
    { prompt: "how are you?", env: {}, run_id: /^empty-[0-9a-f]{12}$/ },
    { prompt: QUESTION, env: { CI_AUTO_TOOLS: "off" }, run_id: /^empty-[0-9a-f]{12}$/ },
    { prompt: QUESTION, env: { CI_AUTO_TOOLS_MODE: "plan" }, run_id: /^plan-[0-9a-f]{12}$/ },
    { prompt: QUESTION, env: { CI_AUTO_TOOLS_DRY_RUN: "1" }, run_id: /^plan-[0-9a-f]{12}$/ },
    { prompt: QUESTION, env: { CI_AUTO_TOOLS_TIER_MAX: "0" }, run_id: /^\d{8}/ },
  ];
  for (const { prompt, env, run_id } of cases) {
    const { code, stdout } = await runBinary(["--prompt", prompt, "--format", "json"], {
      cwd: repo.root,
      env,
    });
    assert.equal(code, 0);
    const document = Contract.parse(JSON.parse(stdout));
    assert.match(document.run_id, run_id);
  }
});

Deno.test("cli: plan mode is the same to the byte and calls nothing", async () => {
  using repo = makeRepo(SHOP);
  const run = () =>
    runBinary(["--prompt", QUESTION, "--format", "json"], {
      cwd: repo.root,
      env: { CI_AUTO_TOOLS_MODE: "plan" },
    });
  const [first, second] = [await run(), await run()];
  assert.equal(first.stdout, second.stdout);
  const document = Contract.parse(JSON.parse(first.stdout));
  assert.equal(document.created_at, "1970-01-01T00:00:00.000Z");
  assert.deepEqual(document.tool_results, []);
  assert(document.tool_plan.tools.length >= 2);
});

Deno.test("cli: a clamp, a bad value and an unknown key are named in [Limits]", async () => {
  using repo = makeRepo(SHOP);
  repo.write("config/auto-tools.yaml", "budget:\n  wall_ms: soon\ntiermax: 1\nrepo_root: /\n");
  const { stdout } = await runBinary(["--prompt", QUESTION], { cwd: repo.root });
  assert.match(stdout, /config: bad value: budget\.wall_ms: soon \(config\/auto-tools\.yaml:2\); using 5000/);
  assert.match(
    stdout,
    /config: unknown key: tiermax \(config\/auto-tools\.yaml:3\); ignored; did you mean tier_max/,
  );
  assert.match(stdout, /config: ignored from the project file: repo_root/);
});

Deno.test("cli: without git [Limits] says no-git-root", async () => {
  using repo = makeRepo(SHOP, { git: false });
  const { stdout } = await runBinary(["--prompt", QUESTION], { cwd: repo.root });
  assert.match(stdout, /no-git-root/);
  assert.match(stdout, /src\/orders\/refund\.ts/);
});

Deno.test("names: the seeds' chain answers through symlinks", async () => {
  using repo = makeRepo(SHOP);
  using links = makeRepo("", { git: false });
  for (const name of ["context-inject-global.sh", "augment-context-global.sh"]) {
    Deno.symlinkSync(BINARY, `${links.root}/${name}`);
    const { code, stdout } = await runBinary([], {
      program: `${links.root}/${name}`,
      cwd: repo.root,
      stdin: payload(QUESTION, repo.root),
    });
    assert.equal(code, 0);
    assert.match(JSON.parse(stdout).hookSpecificOutput.additionalContext, /refund\.ts/);
  }
  Deno.symlinkSync(BINARY, `${links.root}/auto-tool-orchestrator.sh`);
  const kernel = { program: `${links.root}/auto-tool-orchestrator.sh`, cwd: repo.root };
  const document = await runBinary([], { ...kernel, stdin: payload(QUESTION, repo.root) });
  assert.match(
    Contract.parse(JSON.parse(document.stdout)).fused_context.for_model.additional_context,
    /refund\.ts/,
  );
  const broken = await runBinary([], { ...kernel, stdin: "not JSON" });
  assert.equal(broken.code, 30);
});

Deno.test("names: codex-auto in plan mode prints the enhanced prompt and calls nothing", async () => {
  using repo = makeRepo(SHOP);
  using links = makeRepo("", { git: false });
  Deno.symlinkSync(BINARY, `${links.root}/codex-auto`);
  const { code, stdout } = await runBinary(["exec", QUESTION], {
    program: `${links.root}/codex-auto`,
    cwd: repo.root,
    env: { CI_AUTO_TOOLS_MODE: "plan", PATH: "/usr/bin:/bin" },
  });
  assert.equal(code, 0);
  assert(stdout.startsWith(QUESTION));
  assert.match(stdout, /planned_codex_command: \["codex",.*"exec","Where is refundOrder defined\?"\]/);
});

const OBJECT_NAMES = Object.getOwnPropertyNames(Object.prototype);

Deno.test("cli: names that every object knows are unknown keys, commands, topics and options like any other", async () => {
  using repo = makeRepo(SHOP);
  repo.write(
    "config/auto-tools.yaml",
    OBJECT_NAMES.map((name) => `${name}: 1\ntools.${name}: {timeout_ms: 1}\n`).join(""),
  );
  assert.match(await hookContext("Where is refundOrder defined?", repo.root), /refund\.ts/);
  const config = await runBinary(["config"], { cwd: repo.root });
  assert.equal(config.code, 20);
  assert.match(config.stderr, /unknown key: toString/);
  const search = await runBinary(["search", "refundOrder"], { cwd: repo.root });
  assert.match(search.stdout, /refund\.ts/);
  const doctor = await runBinary(["doctor"], { cwd: repo.root });
  assert.match(doctor.stdout, /settings +config: unknown key/);
  for (const name of ["constructor", "toString", "__proto__"]) {
    for (const args of [[name], ["help", name], ["search", `--${name}`, "x"], ["config", `--${name}`]]) {
      const { code, stderr } = await runBinary(args, { cwd: repo.root });
      assert([20, 40].includes(code) && /unknown/.test(stderr), `${args}: ${code} ${stderr}`);
    }
  }
});
