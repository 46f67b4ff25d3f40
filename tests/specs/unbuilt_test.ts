import assert from "node:assert/strict";
import { TOOL_NAMES } from "../../src/model/tools.ts";
import { isSensitivePath } from "../../src/safety/sensitive.ts";
import { payload, runBinary } from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";
import { inFrontOfGit } from "../support/git_script.ts";

/** The first prompt in a repository that is too large to be indexed while it waits. */

/** From here on an index is built in the background. */
const MANY = 320;

/** Time for a machine with other work, and still a prompt that does not wait for an index. */
const HOME = Deno.makeTempDirSync({ prefix: "auto-tools-home-" });
addEventListener("unload", () => Deno.removeSync(HOME, { recursive: true }));
Deno.mkdirSync(`${HOME}/.config/auto-tools`, { recursive: true });
Deno.writeTextFileSync(
  `${HOME}/.config/auto-tools/auto-tools.yaml`,
  "budget:\n  wall_ms: 8000\nexclude:\n  - attic\ntools:\n" +
    TOOL_NAMES.map((tool) => `  ${tool}:\n    timeout_ms: 6000\n`).join(""),
);

const PARCELS = `
//- /src/zz/parcel.py
def settle_parcel(parcel):
    """Takes the parcel off the books."""
    if parcel.is_lost:
        raise ValueError("a lost parcel cannot be settled")
    return parcel.weight * RATE


def drop():
    return settle_parcel(None)
//- /src/yy/office.py
from src.zz.parcel import settle_parcel


def close_office(parcels):
    return [settle_parcel(parcel) for parcel in parcels]
//- /attic/old.py
def settle_parcel_once(parcel):
    return settle_parcel(parcel)
//- /conf/local_settings.py
settle_parcel = "sesame-open-now"
//- /.env
settle_parcel=sesame-open-now
`;

function largeRepo(): Repo {
  const repo = makeRepo(PARCELS);
  for (let i = 0; i < MANY; i++) {
    repo.write(`src/aa/room${i}.py`, `def open_room_${i}(key):\n    return key + ${i}\n`);
  }
  repo.git("add", "--all", "--force");
  repo.git("commit", "--quiet", "--message", "rooms");
  return repo;
}

async function firstBlock(repo: Repo, prompt: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runBinary(["hook"], {
    cwd: repo.root,
    env: { HOME, ...env },
    stdin: payload(prompt, repo.root),
  });
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

Deno.test("no index yet: what the prompt names is read, with who calls it", async () => {
  using repo = largeRepo();
  // What a repository's configuration says of a search changes nothing.
  for (
    const [key, value] of [["color.grep", "always"], ["grep.lineNumber", "true"], ["grep.fullName", "true"]]
  ) {
    repo.git("config", key!, value!);
  }
  const block = await firstBlock(repo, "what calls settle_parcel?");
  assert.match(block, /^1\. src\/zz\/parcel\.py:1-5 settle_parcel: 2 callers in 2 files/m);
  assert.match(block, /^\d+\. src\/yy\/office\.py:5 close_office: calls settle_parcel/m);
  assert.match(
    block,
    /files other than the 2 files of code with what the prompt names; the index is still to be built/,
  );
  assert.doesNotMatch(block, /sesame|\.env|local_settings|attic/);
});

Deno.test("no index yet: a quoted message, and a word that something defines, are names too", async () => {
  using quoted = largeRepo();
  const message = await firstBlock(quoted, 'why do I get "a lost parcel cannot be settled"?');
  assert.match(message, /^1\. src\/zz\/parcel\.py:\S+ settle_parcel/m);
  assert.match(message, /the index is still to be built/);
  using lone = largeRepo();
  assert.match(await firstBlock(lone, "drop 的实现在哪里？"), /^1\. src\/zz\/parcel\.py:8-9 drop/m);
  using merelyUsed = largeRepo();
  assert.doesNotMatch(await firstBlock(merelyUsed, "key 的实现在哪里？"), /still to be built/);
});

Deno.test("no index yet: of many files those are read that say most", async () => {
  using repo = largeRepo();
  for (let i = 0; i < MANY; i++) {
    repo.write(`src/aa/room${i}.py`, "def open_room():\n    return stamp_all()\n");
  }
  repo.write("src/zz/stamp.py", "def stamp_all():\n    return 1\n");
  repo.git("add", "--all", "--force");
  const block = await firstBlock(repo, "where is stamp_all implemented?");
  assert.match(block, /^1\. src\/zz\/stamp\.py:1-2 stamp_all/m);
  assert.match(block, /all but 40 of the 321 files of code with what the prompt names/);
});

Deno.test("no index yet: git is asked for code alone, by endings that no key or environment file has", async () => {
  using repo = largeRepo();
  const log = `${Deno.makeTempDirSync()}/asked`;
  const path = inFrontOfGit(`case "$*" in *" grep "*) echo "$*" > ${log};; esac; exec "$REAL" "$@"`);
  await firstBlock(repo, "where is settle_parcel implemented?", { PATH: path });
  const patterns = Deno.readTextFileSync(log).trim().split(" -- ")[1]!.split(" ");
  assert.ok(patterns.includes("*.py") && patterns.length > 50);
  for (const pattern of patterns) {
    assert.match(pattern, /^\*\.[\w+.]+$/);
    assert.ok(!isSensitivePath(pattern.replace("*", "file")), pattern);
  }
});

Deno.test("no index yet: what git had no time for is not taken for nothing", async () => {
  using repo = largeRepo();
  const line = "src/zz/parcel.py\\000def settle_parcel(parcel):\\n";
  const path = inFrontOfGit(
    `case "$*" in *" grep "*) printf '${line}'; exec sleep 20;; esac; exec "$REAL" "$@"`,
  );
  const block = await firstBlock(repo, "where is settle_parcel implemented?", { PATH: path });
  assert.match(block, /^1\. src\/zz\/parcel\.py:1-5 settle_parcel/m);
  assert.match(block, /all but 1 of at least 1 files of code with what the prompt names/);
});

Deno.test("no index yet: where git finds nothing, or not in time, the likeliest files are read", async () => {
  for (const script of ["exit 1", "sleep 20", "exit 129"]) {
    using repo = largeRepo();
    const path = inFrontOfGit(`case "$*" in *" grep "*) ${script};; esac; exec "$REAL" "$@"`);
    const block = await firstBlock(repo, "where is settle_parcel implemented?", { PATH: path });
    assert.match(block, /^1\. src\/zz\/parcel\.py:1/m, script);
    assert.doesNotMatch(block, /still to be built|sesame/, script);
  }
});
