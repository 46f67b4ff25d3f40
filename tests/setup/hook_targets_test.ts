import assert from "node:assert/strict";
import { CLIENTS_BY_WORD } from "../../src/clients/prompt_hook.ts";
import { run as status } from "../../src/cli/status.ts";
import { HOOK_TARGETS } from "../../src/clients/hook_target.ts";
import { placeOf } from "../../src/setup/hook_targets.ts";
import { run as install } from "../../src/setup/install.ts";
import { run as uninstall } from "../../src/setup/uninstall.ts";
import { type Home, snapshot, withHome } from "./support.ts";

/** The clients that `install` wires by a file of their own: installed, looked at, started, removed. */

const WORDS = [...HOOK_TARGETS.keys()];

async function put(path: string, text: string, mode = 0o644): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, mode);
}

async function done(home: Home, run: typeof install, args: string[], expected = 0): Promise<string> {
  assert.equal(await run(args, home.io()), expected, home.output.text);
  return home.output.text;
}

function hookFile(word: string, home: Home): string {
  const io = home.io();
  return HOOK_TARGETS.get(word)!.files(placeOf(`${home.path}/.claude/hooks/auto-tools`, io)).at(-1)!.path;
}

Deno.test("every client with a word of its own can be installed", () => {
  // Kilo takes OpenCode's plug-in.
  assert.deepEqual(WORDS.toSorted(), [...CLIENTS_BY_WORD.keys(), "kilo"].toSorted());
});

for (const word of WORDS) {
  Deno.test(`install --${word}: wired, the same when run again, gone without a trace`, async () => {
    await withHome(async (home) => {
      const before = await snapshot(home.path);
      await done(home, install, [`--${word}`]);
      const wired = await snapshot(home.path);
      assert.ok(wired[hookFile(word, home)]?.includes(`hook`), JSON.stringify(Object.keys(wired)));
      assert.equal(wired[`${home.path}/.claude/settings.json`], undefined, "Claude Code was not named");
      assert.match(await done(home, install, [`--${word}`]), /already installed/);
      assert.deepEqual(await snapshot(home.path), wired);
      assert.match(await done(home, status, [`--${word}`]), /wired/);
      await Deno.remove(`${home.path}/.claude/hooks/auto-tools`);
      assert.match(await done(home, status, [`--${word}`], 40), /broken .*program is gone/);
      await done(home, install, [`--${word}`]);
      await done(home, uninstall, [`--${word}`]);
      assert.match(await done(home, status, [`--${word}`], 40), /absent/);
      assert.ok(await Deno.stat(`${home.path}/.claude/hooks/auto-tools`), "the program stays");
      await done(home, uninstall, []);
      assert.deepEqual(await snapshot(home.path), before);
    });
  });
}

/** Clients with a plug-in, which starts the program itself. */
const PLUGINS = ["opencode", "kilo", "pi"];

/** The shell command in a client's file. */
function commandIn(text: string): string {
  return /"(?:command|bash)": ("(?:[^"\\]|\\.)*'[^"]*(?:\\.[^"]*)*")/.exec(text)?.[1] ?? "";
}

for (const word of WORDS.filter((word) => !PLUGINS.includes(word))) {
  Deno.test(`install --${word}: the command in the file starts the program with the client's word`, async () => {
    await withHome(async (home) => {
      await Deno.writeTextFile(home.program, `#!/bin/sh\necho "$@" $(cat)\n`);
      await done(home, install, [`--${word}`]);
      const command = JSON.parse(commandIn(await Deno.readTextFile(hookFile(word, home))));
      const run = async (input: string): Promise<string> => {
        const args = ["-c", command];
        const child = new Deno.Command("/bin/sh", { args, stdin: "piped", stdout: "piped" }).spawn();
        const writer = child.stdin.getWriter();
        await writer.write(new TextEncoder().encode(input));
        await writer.close();
        return new TextDecoder().decode((await child.output()).stdout).trim();
      };
      const payload = '{"prompt":"say \\"prompt\\":\\"\\" $HOME `x`","submitted_prompt":""}';
      assert.equal(await run(payload), `hook ${word} ${payload}`);
      const round = '{"cwd":"/r","prompt":"","prompt_id":"x"}';
      assert.equal(await run(round), word === "qwen" ? "" : `hook ${word} ${round}`);
    });
  });
}

/** Files of the user's beside ours, in odd but valid spellings. */
const FOREIGN: Record<string, readonly [path: string, text: string][]> = {
  qwen: [[
    ".qwen/settings.json",
    '{ "$version": 4,\n\t"hooks": {"UserPromptSubmit": [ {"hooks":[{"type":"command","command":"mine"}]} ]}}',
  ]],
  gemini: [[".gemini/settings.json", "{ /* a comment */ }"]],
  copilot: [[".copilot/hooks/mine.json", "{}"]],
};

for (const [word, files] of Object.entries(FOREIGN)) {
  Deno.test(`install --${word}: what the user has stays, to the byte, also when it changes meanwhile`, async () => {
    await withHome(async (home) => {
      for (const [path, text] of files) await put(`${home.path}/${path}`, text, 0o600);
      const before = await snapshot(home.path);
      await done(home, install, [`--${word}`]);
      const text = await Deno.readTextFile(hookFile(word, home));
      if (word === "qwen") assert.ok(text.includes('"mine"'), text);
      await done(home, uninstall, []);
      assert.deepEqual(await snapshot(home.path), before);

      await done(home, install, [`--${word}`]);
      const edited = hookFile(word, home);
      if (!files.some(([path]) => edited.endsWith(path))) return;
      const changed = (await Deno.readTextFile(edited)).replace("{", '{"added": 1,');
      await Deno.writeTextFile(edited, changed);
      await done(home, uninstall, []);
      const left = JSON.parse(await Deno.readTextFile(edited));
      assert.deepEqual(left, { added: 1, ...JSON.parse(files[0]![1]) });
    });
  });
}

Deno.test("install --copilot: a file of the user's under our name comes back, or stays where ours was", async () => {
  await withHome(async (home) => {
    const [path, mine] = [`${home.path}/.copilot/hooks/auto-tools.json`, '{"hooks": {"mine": []}}'];
    await put(path, mine);
    const before = await snapshot(home.path);
    assert.match(await done(home, status, ["--copilot"], 40), /absent/);
    await done(home, install, ["--copilot"]);
    await done(home, uninstall, []);
    assert.deepEqual(await snapshot(home.path), before);
    await Deno.remove(path);
    await done(home, install, ["--copilot"]);
    await put(path, mine);
    await done(home, uninstall, []);
    assert.equal(await Deno.readTextFile(path), mine);
  });
});

Deno.test("install: a client that nothing reaches is refused with the reason, and nothing changes", async () => {
  await withHome(async (home) => {
    const before = await snapshot(home.path);
    for (
      const [word, why] of [["cline", /not delivered in Cline CLI 3/], ["droid", /not delivered in/]] as const
    ) {
      assert.match(await done(home, install, [`--${word}`], 20), why);
      assert.match(await done(home, uninstall, [`--${word}`], 20), why);
    }
    assert.deepEqual(await snapshot(home.path), before);
  });
});

for (
  const [word, path, text] of [
    ["qwen", ".qwen/settings.json", "{ // comment\n}"],
    ["qwen", ".qwen/settings.json", "[]"],
    ["qwen", ".qwen/settings.json", '{"hooks": {"UserPromptSubmit": 5}}'],
  ] as const
) {
  Deno.test(`install --${word}: a file it cannot edit safely is left alone: ${text}`, async () => {
    await withHome(async (home) => {
      await put(`${home.path}/${path}`, text);
      const before = await snapshot(home.path);
      assert.match(await done(home, install, [`--${word}`], 20), new RegExp(word));
      assert.deepEqual(await snapshot(home.path), before);
    });
  });
}

Deno.test("install --all: the clients that are here, and no other", async () => {
  await withHome(async (home) => {
    for (const folder of [".gemini", ".codex", "bin"]) await Deno.mkdir(`${home.path}/${folder}`);
    for (const program of ["pi", "droid"]) await put(`${home.path}/bin/${program}`, "", 0o755);
    const io = home.io({ PATH: `${home.path}/bin` });
    assert.equal(await install(["--all"], io), 0, home.output.text);
    assert.match(home.output.text, /^skipped Qwen Code: no program qwen on PATH and no \/.*\.qwen$/m);
    assert.match(home.output.text, /^skipped droid: not delivered in Factory Droid/m);
    const paths = Object.keys(await snapshot(home.path));
    const has = (path: string): boolean => paths.includes(`${home.path}/${path}`);
    for (const path of [".claude/settings.json", ".codex/hooks.json", ".pi/agent/extensions/auto-tools.js"]) {
      assert.ok(has(path), path);
    }
    assert.ok(has(".gemini/extensions/auto-tools/hooks/hooks.json"));
    for (const path of [".copilot", ".qwen", ".factory", ".config/opencode"]) {
      assert.ok(!has(path), path);
    }
    await done(home, uninstall, ["--all"]);
    assert.deepEqual(Object.keys(await snapshot(home.path)).map((path) => path.slice(home.path.length)), [
      "/.codex",
      "/.gemini",
      "/bin",
      "/bin/droid",
      "/bin/pi",
    ]);
  });
});

Deno.test("status: a client whose own settings switch the hook off is named", async () => {
  await withHome(async (home) => {
    await put(`${home.path}/.qwen/settings.json`, '{"disableAllHooks": true}');
    await put(`${home.path}/.gemini/settings.json`, '{"hooksConfig": {"disabled": ["auto-tools"]}}');
    await done(home, install, ["--qwen", "--gemini"]);
    const reported = await done(home, status, ["--qwen", "--gemini"], 40);
    assert.match(reported, /Qwen Code +broken +"disableAllHooks" is true/);
    assert.match(reported, /Gemini CLI +broken +"hooksConfig.disabled" names auto-tools/);
  });
});

Deno.test("install --opencode: small files stand in for npm's package where nothing of it is there", async () => {
  await withHome(async (home) => {
    const [bin, config] = [`${home.path}/client/bin`, `${home.path}/.config/opencode`];
    await put(`${bin}/opencode`, "", 0o755);
    await put(`${home.path}/client/package.json`, '{"name":"opencode-linux-x64","version":"1.18.33"}');
    const before = await snapshot(home.path);
    const io = () => home.io({ PATH: bin });
    assert.equal(await install(["--opencode"], io()), 0);
    assert.doesNotMatch(home.output.text, /63 MB/);
    const stub = JSON.parse(
      await Deno.readTextFile(`${config}/node_modules/@opencode-ai/plugin/package.json`),
    );
    assert.equal(stub.version, "1.18.33");
    await put(`${home.path}/client/package.json`, '{"name":"opencode-linux-x64","version":"1.19.0"}');
    assert.equal(await install(["--opencode"], io()), 0);
    assert.match(await Deno.readTextFile(`${config}/package.json`), /"1\.19\.0"/);
    assert.equal(await uninstall([], io()), 0);
    await put(`${home.path}/client/package.json`, '{"name":"opencode-linux-x64","version":"1.18.33"}');
    assert.deepEqual(await snapshot(home.path), before);
    // The user's own package file is left alone, and the client is left to fetch what it wants.
    await put(`${config}/package.json`, '{"dependencies":{"left-pad":"1.0.0"}}');
    assert.equal(await install(["--opencode"], io()), 0);
    assert.match(home.output.text, /63 MB/);
    assert.equal(await Deno.readTextFile(`${config}/package.json`), '{"dependencies":{"left-pad":"1.0.0"}}');
    await assert.rejects(Deno.stat(`${config}/node_modules`));
  });
});
