import assert from "node:assert/strict";
import clients from "../../config/mcp-clients.json" with { type: "json" };
import { helpText } from "../../src/cli/help.ts";
import { run as install } from "../../src/setup/install.ts";
import { run as uninstall } from "../../src/setup/uninstall.ts";
import { type Home, snapshot, withHome } from "./support.ts";

const LINKS = ["context-inject-global.sh", "augment-context-global.sh", "auto-tool-orchestrator.sh"];

async function put(path: string, text: string, mode = 0o644): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
  await Deno.chmod(path, mode);
}

async function hookCommands(path: string): Promise<string[]> {
  const { hooks } = JSON.parse(await Deno.readTextFile(path));
  return hooks.UserPromptSubmit.flatMap((group: { hooks: { command: string }[] }) =>
    group.hooks.map(({ command }) => command)
  );
}

/** Runs `install` and fails with what it printed unless it exits as expected. */
async function installed(home: Home, args: readonly string[] = [], expected = 0): Promise<string> {
  assert.equal(await install(args, home.io()), expected, home.output.text);
  return home.output.text;
}

Deno.test("install: everything is in place in an empty home", async () => {
  await withHome(async (home) => {
    const reported = await installed(home);
    const hooks = `${home.path}/.claude/hooks`;
    const { mode } = await Deno.lstat(`${hooks}/auto-tools`);
    assert.equal((mode ?? 0) & 0o777, 0o755);
    for (const name of LINKS) assert.equal(await Deno.realPath(`${hooks}/${name}`), `${hooks}/auto-tools`);
    for (const name of ["auto-tools", "codex-auto"]) {
      assert.equal(await Deno.realPath(`${home.path}/.local/bin/${name}`), `${hooks}/auto-tools`);
    }
    const settings = JSON.parse(await Deno.readTextFile(`${home.path}/.claude/settings.json`));
    assert.deepEqual(settings.hooks.UserPromptSubmit, [{
      hooks: [{ type: "command", command: `${hooks}/auto-tools`, args: ["hook"], timeout: 10 }],
    }]);
    assert.match(reported, /not on PATH/);
  });
});

Deno.test("install: nothing is said about PATH when the folder is on it", async () => {
  await withHome(async (home) => {
    const io = home.io({ PATH: `/usr/bin:${home.path}/.local/bin` });
    assert.equal(await install([], io), 0);
    assert.doesNotMatch(home.output.text, /PATH/);
  });
});

Deno.test("install: the second run changes nothing, not even a time", async () => {
  await withHome(async (home) => {
    await put(`${home.path}/.claude/settings.json`, '{\n  "model": "x"\n}\n');
    await installed(home);
    const [before, settings] = [await snapshot(home.path), `${home.path}/.claude/settings.json`];
    const { mtime } = await Deno.stat(settings);
    assert.match(await installed(home), /already installed/);
    assert.deepEqual(await snapshot(home.path), before);
    assert.deepEqual((await Deno.stat(settings)).mtime, mtime);
  });
});

const HOMES: Record<string, (home: Home) => Promise<void>> = {
  "empty": () => Promise.resolve(),
  "with settings": (home) => put(`${home.path}/.claude/settings.json`, '{ "model" : "x",\n\t"a":1 }', 0o600),
  "with empty settings": (home) => put(`${home.path}/.claude/settings.json`, ""),
  "with settings open over two lines": (home) => put(`${home.path}/.claude/settings.json`, "{\n}\n"),
  "with a byte order mark": (home) => put(`${home.path}/.claude/settings.json`, "\uFEFF{}\r\n"),
  "with other programs": async (home) => {
    await put(`${home.path}/.claude/hooks/other.sh`, "other", 0o700);
    await put(`${home.path}/.local/bin/other`, "other");
  },
  "with settings kept elsewhere": async (home) => {
    await put(`${home.path}/dotfiles/claude.json`, '{\n  "model": "x"\n}\n');
    await Deno.mkdir(`${home.path}/.claude`);
    await Deno.symlink("../dotfiles/claude.json", `${home.path}/.claude/settings.json`);
  },
};

for (const [name, prepare] of Object.entries(HOMES)) {
  Deno.test(`install: uninstalling leaves the home as it was: ${name}`, async () => {
    await withHome(async (home) => {
      await prepare(home);
      const before = await snapshot(home.path);
      await installed(home);
      await installed(home);
      assert.notDeepEqual(await snapshot(home.path), before);
      assert.equal(await uninstall([], home.io()), 0, home.output.text);
      assert.deepEqual(await snapshot(home.path), before);
      assert.equal(await uninstall([], home.io()), 0);
      assert.match(home.output.text, /not installed/);
      assert.deepEqual(await snapshot(home.path), before);
    });
  });

  Deno.test(`install: a dry run writes nothing: ${name}`, async () => {
    await withHome(async (home) => {
      await prepare(home);
      const before = await snapshot(home.path);
      assert.match(await installed(home, ["--dry-run"]), /would copy the program/);
      assert.deepEqual(await snapshot(home.path), before);
      await installed(home);
      const after = await snapshot(home.path);
      assert.equal(await install(["--uninstall", "--dry-run"], home.io()), 0);
      assert.match(home.output.text, /would remove/);
      assert.deepEqual(await snapshot(home.path), after);
    });
  });
}

Deno.test("install: a hook of ours from before does not come back on uninstalling", async () => {
  await withHome(async (home) => {
    const path = `${home.path}/.claude/settings.json`;
    const old = '{"type":"command","command":"~/.claude/hooks/auto-tools"}';
    await put(path, `{"hooks":{"UserPromptSubmit":[{"hooks":[${old}]}]},"a":1}`);
    await installed(home);
    assert.deepEqual(await hookCommands(path), [`${home.path}/.claude/hooks/auto-tools`]);
    assert.equal(await uninstall([], home.io()), 0);
    assert.equal(await Deno.readTextFile(path), '{"hooks":{"UserPromptSubmit":[]},"a":1}');
  });
});

Deno.test("install: settings behind a symlink are written through it", async () => {
  await withHome(async (home) => {
    await HOMES["with settings kept elsewhere"]?.(home);
    await installed(home);
    assert.equal((await Deno.lstat(`${home.path}/.claude/settings.json`)).isSymlink, true);
    assert.equal((await hookCommands(`${home.path}/dotfiles/claude.json`)).length, 1);
  });
});

Deno.test("install: a dangling symlink for settings is refused", async () => {
  await withHome(async (home) => {
    await Deno.mkdir(`${home.path}/.claude`);
    await Deno.symlink("../gone/settings.json", `${home.path}/.claude/settings.json`);
    const before = await snapshot(home.path);
    assert.match(await installed(home, [], 40), /settings\.json/);
    assert.deepEqual(await snapshot(home.path), before);
  });
});

Deno.test("install: settings keep their mode and a backup is made once", async () => {
  await withHome(async (home) => {
    const settings = `${home.path}/.claude/settings.json`;
    await put(settings, '{"model":"x"}', 0o600);
    await installed(home);
    assert.equal(((await Deno.stat(settings)).mode ?? 0) & 0o777, 0o600);
    assert.equal(await Deno.readTextFile(`${settings}.auto-tools-backup-1`), '{"model":"x"}');
    await Deno.writeTextFile(home.program, "newer");
    await installed(home);
    assert.equal(await Deno.readTextFile(`${home.path}/.claude/hooks/auto-tools`), "newer");
    const names = [...Deno.readDirSync(`${home.path}/.claude`)].map(({ name }) => name).sort();
    assert.deepEqual(names, ["hooks", "settings.json", "settings.json.auto-tools-backup-1"]);
  });
});

Deno.test("install: what the user changed since stays after uninstalling", async () => {
  await withHome(async (home) => {
    const path = `${home.path}/.claude/settings.json`;
    await put(path, '{\n  "model": "x"\n}\n');
    await installed(home);
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, text.replace('"model": "x"', '"model": "y",\n  "mine": true'));
    await put(`${home.path}/.local/bin/mine`, "mine");
    assert.equal(await uninstall([], home.io()), 0);
    assert.equal(await Deno.readTextFile(path), '{\n  "model": "y",\n  "mine": true\n}\n');
    assert.deepEqual([...Deno.readDirSync(`${home.path}/.local/bin`)].map(({ name }) => name), ["mine"]);
    assert.deepEqual([...Deno.readDirSync(`${home.path}/.claude`)].map(({ name }) => name), [
      "settings.json",
    ]);
  });
});

Deno.test("install: a new place after the user's own edits keeps one backup and leaves nothing on uninstalling", async () => {
  await withHome(async (home) => {
    const path = `${home.path}/.claude/settings.json`;
    await put(path, '{\n  "model": "x"\n}\n');
    await installed(home);
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(
      path,
      text.replace('"x"', '"y"').replace("hooks/auto-tools", "older/auto-tools"),
    );
    await installed(home);
    const names = [...Deno.readDirSync(`${home.path}/.claude`)].map(({ name }) => name).sort();
    assert.deepEqual(names, ["hooks", "settings.json", "settings.json.auto-tools-backup-2"]);
    assert.equal(await uninstall([], home.io()), 0);
    assert.deepEqual(Object.values(await snapshot(home.path)), [
      "folder 755",
      'file 644 {\n  "model": "y"\n}\n',
    ]);
  });
});

Deno.test("install: hooks that are switched off are pointed out", async () => {
  await withHome(async (home) => {
    await put(`${home.path}/.claude/settings.json`, '\uFEFF{"disableAllHooks":true}');
    assert.match(await installed(home), /"disableAllHooks" is true in/);
  });
});

Deno.test("install: run from the sources it does not copy the compiler", async () => {
  await withHome(async (home) => {
    assert.equal(await install([], { ...home.io(), execPath: "/usr/bin/deno" }), 20);
    assert.match(
      home.output.text,
      /only the built program can install itself: \/usr\/bin\/deno; run \.\/install\.sh/,
    );
    assert.deepEqual(await snapshot(home.path), {});
  });
});

Deno.test("install: CLAUDE_CONFIG_DIR and --bin-dir decide the places", async () => {
  await withHome(async (home) => {
    const env = { CLAUDE_CONFIG_DIR: `${home.path}/my claude/` };
    assert.equal(await install(["--bin-dir", "tools"], home.io(env)), 0, home.output.text);
    const program = `${home.path}/my claude/hooks/auto-tools`;
    assert.deepEqual(await hookCommands(`${home.path}/my claude/settings.json`), [program]);
    assert.equal(await Deno.realPath(`${home.path}/tools/codex-auto`), program);
    assert.deepEqual(
      Object.keys(await snapshot(home.path)).filter((path) => /\.claude$|\.local/.test(path)),
      [],
    );
    assert.equal(await uninstall([], home.io(env)), 0);
    assert.deepEqual(await snapshot(home.path), {});
  });
});

Deno.test("install: --no-hook leaves the settings alone", async () => {
  await withHome(async (home) => {
    await put(`${home.path}/.claude/settings.json`, "not JSON at all");
    await installed(home, ["--no-hook"]);
    assert.equal(await Deno.readTextFile(`${home.path}/.claude/settings.json`), "not JSON at all");
    assert.equal(await uninstall(["--no-hook"], home.io()), 0);
    assert.deepEqual(Object.keys(await snapshot(home.path)).length, 2);
  });
});

for (const text of ['{"a":1,}', "{ // mine\n}", "[]", '{"hooks":[]}', "\xff"]) {
  Deno.test(`install: settings that cannot be edited safely stop everything: ${JSON.stringify(text)}`, async () => {
    await withHome(async (home) => {
      await put(`${home.path}/.claude/settings.json`, "");
      await Deno.writeFile(
        `${home.path}/.claude/settings.json`,
        text === "\xff" ? new Uint8Array([0x7b, 0xff, 0x7d]) : new TextEncoder().encode(text),
      );
      const before = text === "\xff" ? undefined : await snapshot(home.path);
      assert.notEqual(await install([], home.io()), 0);
      assert.match(home.output.text, /settings\.json/);
      if (before !== undefined) assert.deepEqual(await snapshot(home.path), before);
      assert.deepEqual([...Deno.readDirSync(`${home.path}/.claude`)].map(({ name }) => name), [
        "settings.json",
      ]);
    });
  });
}

Deno.test("install: settings broken since keep the program, so that no dead hook is left", async () => {
  await withHome(async (home) => {
    await installed(home);
    await Deno.writeTextFile(`${home.path}/.claude/settings.json`, "{");
    const before = await snapshot(home.path);
    assert.equal(await uninstall([], home.io()), 20);
    assert.deepEqual(await snapshot(home.path), before);
  });
});

Deno.test("install: a foreign program under our name stops it, --replace keeps it and uninstalling brings it back", async () => {
  await withHome(async (home) => {
    await put(`${home.path}/.local/bin/codex-auto`, "mine", 0o755);
    await put(`${home.path}/.claude/hooks/context-inject-global.sh`, "mine too", 0o755);
    const before = await snapshot(home.path);
    assert.match(await installed(home, [], 40), /is not ours; move it away, or pass --replace/);
    assert.deepEqual(await snapshot(home.path), before);
    await installed(home, ["--replace"]);
    assert.equal((await Deno.lstat(`${home.path}/.local/bin/codex-auto`)).isSymlink, true);
    assert.match(await installed(home), /already installed/);
    assert.equal(await uninstall([], home.io()), 0);
    assert.deepEqual(await snapshot(home.path), before);
  });
});

Deno.test("install: a mistyped option names the one that was meant", async () => {
  await withHome(async (home) => {
    await assert.rejects(install(["--copilott"], home.io()), {
      kind: "invalidArgs",
      message: "unknown option: --copilott; did you mean --copilot?",
    });
  });
});

Deno.test("install: this program in the folder of commands, put there by hand, becomes the link", async () => {
  await withHome(async (home) => {
    const path = `${home.path}/.local/bin/auto-tools`;
    await put(path, await Deno.readTextFile(home.io().execPath), 0o755);
    await installed(home);
    assert.equal(await Deno.readLink(path), `${home.path}/.claude/hooks/auto-tools`);
    assert.equal(await uninstall([], home.io()), 0);
  });
});

Deno.test("install: links to another copy of the program move to this one", async () => {
  await withHome(async (home) => {
    await Deno.mkdir(`${home.path}/.local/bin`, { recursive: true });
    await Deno.symlink("/old/hooks/auto-tools", `${home.path}/.local/bin/auto-tools`);
    await installed(home);
    assert.equal(
      await Deno.readLink(`${home.path}/.local/bin/auto-tools`),
      `${home.path}/.claude/hooks/auto-tools`,
    );
  });
});

Deno.test("install: a failure in the middle takes everything back", async () => {
  await withHome(async (home) => {
    await put(`${home.path}/.claude/settings.json`, '{"model":"x"}');
    await put(`${home.path}/file`, "not a folder");
    const before = await snapshot(home.path);
    const reported = await installed(home, ["--bin-dir", `${home.path}/file/bin`], 40);
    assert.match(reported, /cannot make the folder .*file\/bin: .*; a file is where a folder is needed/);
    assert.match(reported, /nothing was changed/);
    assert.deepEqual(await snapshot(home.path), before);
  });
});

Deno.test("install: a failure in the middle of an update keeps the old program", async () => {
  await withHome(async (home) => {
    await installed(home);
    const before = await snapshot(home.path);
    await Deno.writeTextFile(home.program, "newer");
    await put(`${home.path}/file`, "not a folder");
    await installed(home, ["--bin-dir", `${home.path}/file/bin`], 40);
    await Deno.remove(`${home.path}/file`);
    assert.deepEqual(await snapshot(home.path), before);
  });
});

for (const args of [["--nonsense"], ["--bin-dir"], ["--bin-dir="], ["--mcp", "--dry-run"], ["extra"]]) {
  Deno.test(`install: wrong usage changes nothing: ${args.join(" ")}`, async () => {
    await withHome(async (home) => {
      await assert.rejects(install(args, home.io()), { kind: "invalidArgs" });
      assert.deepEqual(await snapshot(home.path), {});
    });
  });
}

Deno.test("install: without a home folder it says what to set", async () => {
  await withHome(async (home) => {
    assert.equal(await install([], { ...home.io(), home: "" }), 20);
    assert.match(home.output.text, /set HOME/);
  });
});

Deno.test("install: help names every option and every client", () => {
  for (const command of ["install", "uninstall"]) {
    assert.match(helpText(command), /--bin-dir DIR[^]*--dry-run[^]*Example/);
  }
  for (const client of Object.keys(clients)) assert.ok(helpText("install").includes(client), client);
});

Deno.test("install: a damaged record of the installation does not stop uninstalling", async () => {
  await withHome(async (home) => {
    await installed(home);
    await Deno.writeTextFile(
      `${home.path}/.claude/hooks/.auto-tools-install.json`,
      '{"version":1,"binary":"x"}',
    );
    assert.equal(await uninstall([], home.io()), 0);
    const files = Object.entries(await snapshot(home.path)).filter(([, what]) => !what.startsWith("folder"));
    assert.deepEqual(files.map(([path]) => path), [`${home.path}/.claude/settings.json`]);
    assert.doesNotMatch(files[0]?.[1] ?? "", /auto-tools/);
  });
});
