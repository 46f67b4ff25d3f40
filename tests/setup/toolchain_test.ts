import assert from "node:assert/strict";
import { RUNS_ALL } from "../support/long_test.ts";
import { fakeDeno } from "./script_support.ts";
import { PROJECT, runProgram, snapshot } from "./support.ts";

/**
 * The real thing: install.sh builds in a fresh copy of the project and installs into an empty home. It takes a while, so
 * it is one of `./install.sh test --all`; AUTO_TOOLS_SLOW_TESTS=1 also fetches the whole toolchain anew.
 */
const fromNothing = Deno.env.get("AUTO_TOOLS_SLOW_TESTS") === "1";
const wanted = fromNothing || RUNS_ALL;
const prebuilt = Deno.env.get("AUTO_TOOLS_TEST_BINARY");

async function withPlaces(test: (root: string, env: Record<string, string>) => Promise<void>): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "auto-tools-test-" }));
  try {
    for (const name of ["home", "bin", "tmp"]) await Deno.mkdir(`${root}/${name}`);
    await Deno.writeTextFile(`${root}/bin/deno`, `#!/bin/sh\nFAKE_LOG=/dev/null\n${fakeDeno("1.0.0")}`, {
      mode: 0o755,
    });
    const env: Record<string, string> = {
      ...Deno.env.toObject(),
      HOME: `${root}/home`,
      TMPDIR: `${root}/tmp`,
    };
    for (const name of ["CLAUDE_CONFIG_DIR", "XDG_CACHE_HOME", "DENO_DIR"]) delete env[name];
    await test(root, { ...env, PATH: `${root}/bin:${env["PATH"]}` });
  } finally {
    await removeAll(root);
  }
}

/** The installer's proof has the index of the copied project built beside it, which may still write there. */
async function removeAll(root: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await Deno.remove(root, { recursive: true });
    } catch (error) {
      if (tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

const SOURCES = ["main.ts", "src", "config", "deno.json", "deno.lock", "install.sh"];

async function copyProject(to: string): Promise<void> {
  const { out } = await runProgram("git", [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
    ...SOURCES,
  ], {
    cwd: PROJECT,
    env: Deno.env.toObject(),
  });
  for (const name of out.split("\0").filter(Boolean)) {
    await Deno.mkdir(`${to}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.copyFile(`${PROJECT}/${name}`, `${to}/${name}`);
  }
}

async function must(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
): Promise<string> {
  const { code, out, err } = await runProgram(command, args, { env, cwd });
  assert.equal(code, 0, `${command} ${args.join(" ")} in ${cwd}\n${out}\n${err}`);
  return out;
}

Deno.test({
  name: "toolchain: from a fresh copy to an installed program and back",
  ignore: !wanted,
  fn: async () => {
    await withPlaces(async (root, env) => {
      const project = `${root}/project`;
      await copyProject(project);
      if (fromNothing) {
        delete env["AUTO_TOOLS_CACHE"];
        delete env["DENORT_BIN"];
      }
      await must("git", ["init", "-q"], env, project);
      assert.match(await must("./install.sh", [], env, project), /proof: [^]*answered in \d+ ms/);
      assert.match(
        await must(`${root}/home/.local/bin/auto-tools`, ["--version"], env, root),
        /\d+\.\d+\.\d+/,
      );
      const before = await names(`${root}/home`);
      assert.match(await must("./install.sh", [], env, project), /up to date: [^]*already installed/);
      assert.deepEqual(await names(`${root}/home`), before);
      await must("./install.sh", ["--uninstall"], env, project);
      assert.deepEqual(await snapshot(`${root}/home`), {});
    });
  },
});

Deno.test({
  name: "toolchain: the built program installs itself and goes without a trace",
  ignore: prebuilt === undefined, // Needs the built program in AUTO_TOOLS_TEST_BINARY.
  fn: async () => {
    await withPlaces(async (root, env) => {
      await Deno.mkdir(`${root}/home/.claude`);
      await Deno.writeTextFile(`${root}/home/.claude/settings.json`, '{ "model" : "x" }\n');
      const before = await snapshot(`${root}/home`);
      const args = ["--binary", prebuilt ?? ""];
      assert.match(
        await must(`${PROJECT}/install.sh`, args, env, root),
        /proof: the hook on a sample prompt/,
      );
      const program = `${root}/home/.claude/hooks/auto-tools`;
      const settings = JSON.parse(await Deno.readTextFile(`${root}/home/.claude/settings.json`));
      assert.equal(settings.hooks.UserPromptSubmit[0].hooks[0].command, program);
      assert.equal(await Deno.realPath(`${root}/home/.local/bin/codex-auto`), program);
      await must(program, ["uninstall"], env, root);
      assert.deepEqual(await snapshot(`${root}/home`), before);
    });
  },
});

async function names(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const { mtime } = await Deno.lstat(`${folder}/${name}`);
    // Deno writes into its own cache at every start.
    if (name === ".cache") continue;
    found.push(`${folder}/${name} ${isDirectory ? "" : mtime?.getTime()}`);
    if (isDirectory) found.push(...await names(`${folder}/${name}`));
  }
  return found.sort();
}
