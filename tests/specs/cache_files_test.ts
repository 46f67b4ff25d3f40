import assert from "node:assert/strict";
import { hookContext, payload, runBinary } from "../support/binary.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { variants } from "../support/long_test.ts";
import { SHOP } from "../support/shop.ts";

/** Links that a repository brings along under the names of this program's files lead nowhere. */

const CACHE = ".devbooks/cache/auto-tools";
const SESSION = "0b6f1f6c-53a5-4b5a-9a4e-1d2f3a4b5c6d";
const ASK = "Where is refundOrder defined?";
const KEPT = "a file of the user's\n";

/** A session with everything that is written for one. */
async function wholeSession(root: string): Promise<string> {
  await runBinary(["index"], { cwd: root });
  const context = await hookContext(ASK, root, { session: SESSION });
  for (
    const event of [
      { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: `${root}/src/a.ts` } },
      { hook_event_name: "PostToolUseFailure", tool_name: "Read", tool_input: {}, error: "gone" },
      { hook_event_name: "SessionStart", source: "compact" },
      { hook_event_name: "SessionStart", source: "clear" },
      { hook_event_name: "SessionEnd", reason: "exit" },
    ]
  ) {
    const stdin = payload("", root, { session_id: SESSION, prompt: undefined, ...event });
    await runBinary(["hook"], { cwd: root, stdin });
  }
  return context;
}

function filesBelow(folder: string, prefix = ""): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${folder}/${name}`, `${prefix}${name}/`) : [prefix + name]
  );
}

function assertKept(folder: string, names: readonly string[]): void {
  assert.deepEqual(filesBelow(folder).sort(), [...names].sort());
  for (const name of names) assert.equal(Deno.readTextFileSync(`${folder}/${name}`), KEPT, name);
}

Deno.test("cache files: a tracked link to a folder of transcripts is not followed, and nothing below it is used", async () => {
  using transcripts = makeRepo("", { git: false });
  transcripts.write(`${SESSION}.jsonl`, KEPT);
  using repo = makeRepo(SHOP);
  Deno.mkdirSync(`${repo.root}/${CACHE}`, { recursive: true });
  Deno.symlinkSync(transcripts.root, `${repo.root}/${CACHE}/sessions`);
  repo.git("add", "-A", "-f");
  repo.git("commit", "-q", "-m", "planted");
  assert.match(await wholeSession(repo.root), /refund\.ts/);
  assertKept(transcripts.root, [`${SESSION}.jsonl`]);
  assert.deepEqual(filesBelow(`${repo.root}/.devbooks`), ["cache/auto-tools/sessions"]);
});

Deno.test("cache files: an untracked link to a folder of transcripts is not followed either", async () => {
  using transcripts = makeRepo("", { git: false });
  transcripts.write(`${SESSION}.jsonl`, KEPT);
  for (const git of variants([true, false], 1)) {
    using repo = makeRepo(SHOP, { git });
    Deno.mkdirSync(`${repo.root}/${CACHE}`, { recursive: true });
    Deno.symlinkSync(transcripts.root, `${repo.root}/${CACHE}/sessions`);
    assert.match(await wholeSession(repo.root), /refund\.ts/);
    assertKept(transcripts.root, [`${SESSION}.jsonl`]);
  }
});

Deno.test("cache files: with anything tracked in .devbooks the user's cache folder serves", async () => {
  using repo = makeRepo(`${SHOP}//- /.devbooks/config.yaml\nname: shop\n`);
  using home = makeRepo("", { git: false });
  const env = { HOME: home.root, CI_AUTO_TOOLS_BUDGET_WALL_MS: "60000" };
  assert.match(await hookContext(ASK, repo.root, { env, session: SESSION }), /refund\.ts/);
  assert.deepEqual(filesBelow(`${repo.root}/.devbooks`), ["config.yaml"]);
  const kept = filesBelow(`${home.root}/.cache/auto-tools/roots`);
  for (const name of ["timeline.jsonl", `sessions/${SESSION}.jsonl`]) {
    assert(kept.some((path) => path.endsWith(`/${name}`)), name);
  }
});

/** The names this program gives its files in a session. */
async function usedNames(): Promise<string[]> {
  using repo = makeRepo(SHOP);
  await wholeSession(repo.root);
  const names = filesBelow(`${repo.root}/${CACHE}`).filter((name) => name !== ".gitignore");
  return [
    ...names,
    `sessions/${SESSION}.jsonl`,
    "timeline.jsonl.1",
    "codex-session.json",
    "index-claim.sqlite",
  ];
}

async function plantLinks(repo: Repo, target: string, names: readonly string[]): Promise<void> {
  for (const name of new Set(names)) {
    const path = `${repo.root}/${CACHE}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.symlink(`${target}/${name.replaceAll("/", "-")}`, path);
  }
}

Deno.test("cache files: untracked links under every name that is used, to files and to nothing, are not followed", async () => {
  const names = [...new Set(await usedNames())];
  using target = makeRepo("", { git: false });
  const flat = names.map((name) => name.replaceAll("/", "-"));
  for (const name of flat) target.write(name, KEPT);
  using toFiles = makeRepo(SHOP);
  await plantLinks(toFiles, target.root, names);
  assert.match(await wholeSession(toFiles.root), /refund\.ts/);
  assertKept(target.root, flat);

  using nowhere = makeRepo("", { git: false });
  using toNothing = makeRepo(SHOP);
  await plantLinks(toNothing, nowhere.root, names);
  assert.match(await wholeSession(toNothing.root), /refund\.ts/);
  assertKept(nowhere.root, []);
});

Deno.test("cache files: a link on the way to the folder is not followed", async () => {
  for (const at of variants([".devbooks", ".devbooks/cache", CACHE], 1)) {
    using target = makeRepo("", { git: false });
    using repo = makeRepo(SHOP);
    Deno.mkdirSync(`${repo.root}/${at}`.slice(0, -at.split("/").at(-1)!.length), { recursive: true });
    Deno.symlinkSync(target.root, `${repo.root}/${at}`);
    assert.match(await wholeSession(repo.root), /refund\.ts/);
    assertKept(target.root, []);
  }
});
