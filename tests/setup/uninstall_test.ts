import assert from "node:assert/strict";
import { BINARY } from "../support/binary.ts";
import { type Finished, runProgram, snapshot } from "./support.ts";

/** The built program installs and removes itself in a home of its own, with the PATH that installing asks for. */

interface User {
  readonly home: string;
  readonly project: string;
  /** Runs the installed program by its name on PATH, or `program`. */
  run(args: readonly string[], program?: string): Promise<Finished>;
}

const EVERYTHING = ["install", "--claude", "--codex", "--codex-mcp", "--mcp", "cursor", "--mcp", "claude"];
const LINK = ".local/bin/auto-tools";

function userTest(name: string, test: (user: User) => Promise<void>): void {
  Deno.test(`uninstall: ${name}`, async () => {
    const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "uninstall-test-" }));
    const [home, project] = [`${root}/home`, `${root}/project`];
    const env = { HOME: home, PATH: `${home}/.local/bin:/usr/local/bin:/usr/bin:/bin` };
    try {
      for (const folder of [`${home}/.claude`, `${home}/.codex`, project]) {
        await Deno.mkdir(folder, { recursive: true });
      }
      await Deno.writeTextFile(`${home}/.claude/settings.json`, '{ "model" : "x" }\n');
      await Deno.writeTextFile(`${home}/.codex/config.toml`, 'model = "x"\n');
      await Deno.writeTextFile(`${project}/app.py`, "def main_function():\n    return 1\n");
      await runProgram("git", ["init", "-q", project], { env });
      const run = (args: readonly string[], program = `${home}/${LINK}`): Promise<Finished> =>
        runProgram(program, args, { env, cwd: project });
      await test({ home, project, run });
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });
}

function wentWell({ code, out, err }: Finished): string {
  assert.equal(code, 0, `${out}\n${err}`);
  assert.equal(err, "");
  return out;
}

userTest("with the folder of its commands on PATH it leaves the home as it was", async ({ home, run }) => {
  const before = await snapshot(home);
  wentWell(await run(EVERYTHING, BINARY));
  assert.notDeepEqual(await snapshot(home), before);
  wentWell(await run(["uninstall"]));
  assert.deepEqual(await snapshot(home), before);
});

userTest(
  "with that folder on PATH another build takes the place of the installed one",
  async ({ home, run }) => {
    await Deno.mkdir(`${home}/.local/bin`, { recursive: true });
    await Deno.symlink("/old/hooks/auto-tools", `${home}/${LINK}`);
    await Deno.mkdir(`${home}/.claude/hooks`);
    await Deno.writeTextFile(`${home}/.claude/hooks/auto-tools`, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
    wentWell(await run(["install"], BINARY));
    assert.match(wentWell(await run(["--version"])), /^auto-tools /);
  },
);

userTest("settings that cannot be read stop it before any client is touched", async ({ home, run }) => {
  wentWell(await run(EVERYTHING, BINARY));
  await Deno.writeTextFile(`${home}/.claude/settings.json`, "{");
  const before = await snapshot(home);
  const { code, out, err } = await run(["uninstall"]);
  assert.equal(code, 20, out);
  assert.match(err, /settings\.json: the file is not valid JSON/);
  assert.deepEqual(await snapshot(home), before);
});

/** What may be missing of an installation that was interrupted, moved or made by an older version. */
const LOST: Readonly<Record<string, readonly string[]>> = {
  "the program": [".claude/hooks/auto-tools"],
  "the commands": [LINK, ".local/bin/codex-auto"],
  "a file of a client": [".cursor/mcp.json", ".codex/hooks.json"],
  "the hooks' folder but its records": [
    ".claude/hooks/auto-tools",
    ".claude/hooks/context-inject-global.sh",
    LINK,
  ],
};

for (const [what, paths] of Object.entries(LOST)) {
  userTest(`without ${what} it removes the rest`, async ({ home, run }) => {
    wentWell(await run(EVERYTHING, BINARY));
    for (const path of paths) await Deno.remove(`${home}/${path}`);
    wentWell(await run(["uninstall"], BINARY));
    const left = Object.entries(await snapshot(home));
    for (const [path, content] of left) assert.doesNotMatch(`${path} ${content}`, /auto-tools/);
  });
}

userTest(
  "after installing, doctor finds the hook well without PATH, and neither counts as a delivery",
  async ({ home, project, run }) => {
    wentWell(await run(["install", "--bin-dir", `${home}/elsewhere`], BINARY));
    const hook = `${home}/.claude/hooks/auto-tools`;
    assert.match(
      wentWell(await run(["doctor"], hook)),
      new RegExp(`^ok +hook run +${hook}: exit 0, \\d+ characters`, "m"),
    );
    assert.equal(JSON.parse(wentWell(await run(["stats", "--json"], hook))).delivered, 0);
    const sessions = [...Deno.readDirSync(`${project}/.devbooks/cache/auto-tools`)].map(({ name }) => name);
    assert.ok(!sessions.includes("sessions"), sessions.join());
  },
);

userTest("doctor says that the settings name another build", async ({ home, run }) => {
  wentWell(await run(["install"], BINARY));
  await Deno.writeTextFile(`${home}/.claude/hooks/auto-tools`, "#!/bin/sh\nexit 0\n");
  const { code, out } = await run(["doctor"], BINARY);
  assert.equal(code, 40);
  assert.match(out, /FAIL hook run +not started, because it is another build/);
});
