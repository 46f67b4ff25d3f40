import assert from "node:assert/strict";
import { loadSettings, mayBeOn } from "../../../src/engine/load_settings.ts";
import { makeRepo } from "../../support/fixture.ts";
import { checks } from "../../support/own_process.ts";

/** Which files and variables decide, in a home of its own. */

const HOME = Deno.env.get("HOME")!;
const USER = `${HOME}/.config/auto-tools/auto-tools.yaml`;
/** Whether the environment decides. */
const SAID = !["auto", undefined].includes(Deno.env.get("CI_AUTO_TOOLS"));
const PROJECT = "config/auto-tools.yaml";

const plain = makeRepo("//- /a.js\nlet a;\n");
const speaking = makeRepo(`//- /${PROJECT}\nenabled: "on"\n`);
const silent = makeRepo(`//- /${PROJECT}\ndaemon:\n  idle_s: 7\n`);

function withUser<T>(text: string, run: () => T): T {
  Deno.mkdirSync(USER.slice(0, USER.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(USER, text);
  try {
    return run();
  } finally {
    Deno.removeSync(USER);
  }
}

await checks({
  "every prompt may be answered where the environment or a file says something of it": () => {
    const answers = (): boolean[] => [plain, speaking, silent].map(({ root }) => mayBeOn(root));
    assert.deepEqual(answers(), [SAID, true, SAID]);
    assert.deepEqual(withUser("enabled: 'on'\n", answers), [true, true, true]);
    assert.deepEqual(withUser("daemon:\n  idle_s: 8\n", answers), [SAID, true, SAID]);
    return Promise.resolve();
  },

  "the environment, then the project's file where it may, then the user's": async () => {
    const idle = async (root: string): Promise<unknown> =>
      (await loadSettings(root)).settings["daemon.idle_s"].value;
    const usual = await idle(plain.root);
    assert.equal(await withUser("daemon:\n  idle_s: 8\n", () => idle(plain.root)), 8);
    assert.equal(await idle(plain.root), usual);
    const { problems } = await loadSettings(plain.root);
    assert.deepEqual(problems, []);
  },

  "what is ignored is told: links that lead out, files in the wrong place, files that cannot be read":
    async () => {
      const received = async (root: string): Promise<readonly string[]> =>
        (await loadSettings(root)).problems;
      const linked = makeRepo("//- /a.js\nlet a;\n");
      Deno.mkdirSync(`${linked.root}/config`);
      Deno.symlinkSync(`${speaking.root}/${PROJECT}`, `${linked.root}/${PROJECT}`);
      assert.deepEqual(await received(linked.root), [
        `config: ignored, it leads outside the root: ${PROJECT}`,
      ]);
      const misplaced = makeRepo("//- /.devbooks/config.yaml\ntier_max: 2\n");
      assert.equal((await received(misplaced.root)).length, 1);
      const other = makeRepo("//- /.devbooks/config.yaml\nother: 2\n");
      assert.deepEqual(await received(other.root), []);
      Deno.mkdirSync(USER, { recursive: true });
      const [unread = ""] = await received(plain.root);
      assert.ok(unread.startsWith("config: ") && unread.includes(USER), unread);
      Deno.removeSync(USER);
    },
});
