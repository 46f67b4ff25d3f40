import assert from "node:assert/strict";
import { parse } from "smol-toml";
import { run as install } from "../../src/setup/install.ts";
import { run as uninstall } from "../../src/setup/uninstall.ts";
import { type Home, snapshot, withHome } from "./support.ts";

/** Removal takes out of the clients' files what the installation recorded, whatever happened to them since. */

const CONFIG = ".codex/config.toml";
const ORIGINAL = 'model = "x"\n';
const NOTES = 'notes = """\n[mcp_servers.auto-tools]\ncommand = "mine"\n[tui]\n"""\n';

async function installed(home: Home, ...args: string[]): Promise<string> {
  assert.equal(await install(args, home.io()), 0, home.output.text);
  return home.output.text;
}

async function removed(home: Home, ...args: string[]): Promise<string> {
  assert.equal(await uninstall(args, home.io()), 0, home.output.text);
  return home.output.text;
}

function removalTest(name: string, test: (home: Home) => Promise<void>): void {
  Deno.test(`removal: ${name}`, async () => {
    await withHome(async (home) => {
      await Deno.mkdir(`${home.path}/.codex`);
      await Deno.writeTextFile(`${home.path}/${CONFIG}`, ORIGINAL);
      await test(home);
    });
  });
}

const read = (home: Home, path: string): Promise<string> => Deno.readTextFile(`${home.path}/${path}`);

async function edit(home: Home, path: string, change: (text: string) => string): Promise<void> {
  await Deno.writeTextFile(`${home.path}/${path}`, change(await read(home, path)));
}

removalTest("a header in the user's multi-line string stays, and so does a backup", async (home) => {
  await installed(home, "--codex", "--codex-mcp");
  await edit(home, CONFIG, (text) => NOTES + text);
  const before = await read(home, CONFIG);
  const reported = await removed(home);
  assert.deepEqual(parse(await read(home, CONFIG)), parse(NOTES + ORIGINAL));
  assert.equal(await read(home, `${CONFIG}.auto-tools-backup-2`), before);
  assert.match(reported, /keep .*config\.toml as .*config\.toml\.auto-tools-backup-2/);
  const left = Object.keys(await snapshot(home.path)).map((path) => path.slice(home.path.length + 1));
  assert.deepEqual(left, [".codex", CONFIG, `${CONFIG}.auto-tools-backup-2`]);
});

removalTest("nothing recorded, nothing touched", async (home) => {
  const mine = '[mcp_servers.auto-tools]\ncommand = "auto-tools"\nargs = ["mcp"]\n';
  await Deno.writeTextFile(`${home.path}/${CONFIG}`, mine);
  await Deno.mkdir(`${home.path}/.cursor`);
  await Deno.writeTextFile(`${home.path}/.cursor/mcp.json`, '{"mcpServers":{"auto-tools":{"command":"x"}}}');
  const before = await snapshot(home.path);
  const reported = await removed(home, "--codex", "--codex-mcp", "--mcp", "cursor");
  for (const target of ["codex", "codex-mcp", "mcp:cursor"]) {
    assert.ok(reported.includes(`note: nothing is recorded for ${target}:`), reported);
  }
  await removed(home);
  assert.deepEqual(await snapshot(home.path), before);
});

removalTest("an entry that the user made their own stays", async (home) => {
  await installed(home, "--codex-mcp", "--mcp", "cursor");
  const own = (text: string): string => text.replace(/"[^"]*hooks\/auto-tools"/, '"/usr/bin/mine"');
  await edit(home, CONFIG, own);
  await edit(home, ".cursor/mcp.json", own);
  const reported = await removed(home);
  assert.match(await read(home, CONFIG), /command = "\/usr\/bin\/mine"/);
  assert.match(await read(home, ".cursor/mcp.json"), /"command": "\/usr\/bin\/mine"/);
  assert.match(reported, /note: .*config\.toml no longer holds what was written there/);
});

removalTest("what the user added to an entry survives an update", async (home) => {
  await installed(home, "--codex-mcp", "--mcp", "cursor");
  await edit(
    home,
    CONFIG,
    (text) => `${text}startup_timeout_sec = 9\n\n[mcp_servers.auto-tools.env]\nA = "1"\n`,
  );
  await edit(
    home,
    ".cursor/mcp.json",
    (text) => text.replace('"command"', '"env": { "A": "1" },\n      "command"'),
  );
  const before = [await read(home, CONFIG), await read(home, ".cursor/mcp.json")];
  const older = (text: string): string => text.replace("hooks/auto-tools", "older/auto-tools");
  await edit(home, CONFIG, older);
  await edit(home, ".cursor/mcp.json", older);
  await installed(home, "--codex-mcp", "--mcp", "cursor");
  assert.equal(await read(home, CONFIG), before[0]);
  assert.deepEqual(JSON.parse(await read(home, ".cursor/mcp.json")), JSON.parse(before[1] ?? ""));
});

removalTest("a lost backup does not take the file with it", async (home) => {
  await installed(home, "--codex-mcp");
  await Deno.remove(`${home.path}/${CONFIG}.auto-tools-backup-1`);
  await removed(home);
  assert.equal(await read(home, CONFIG), ORIGINAL);
});

removalTest("a lost hooks.json does not leave its trust behind", async (home) => {
  await installed(home, "--codex");
  await Deno.remove(`${home.path}/.codex/hooks.json`);
  await removed(home);
  assert.equal(await read(home, CONFIG), ORIGINAL);
});

removalTest("target by target the bytes come back", async (home) => {
  const before = await snapshot(home.path);
  await installed(home, "--claude", "--codex", "--codex-mcp", "--mcp", "claude");
  await removed(home, "--codex-mcp");
  assert.deepEqual(Object.keys(parse(await read(home, CONFIG))), ["model", "hooks"]);
  await removed(home, "--codex");
  assert.equal(await read(home, CONFIG), ORIGINAL);
  await removed(home);
  assert.deepEqual(await snapshot(home.path), before);
});

removalTest("a damaged file stops everything", async (home) => {
  await installed(home, "--claude", "--codex-mcp", "--mcp", "cursor");
  await edit(home, CONFIG, (text) => text + "broken = \n");
  const before = await snapshot(home.path);
  assert.equal(await uninstall([], home.io()), 20);
  assert.match(home.output.text, /codex-mcp: config\.toml is not valid/);
  assert.deepEqual(await snapshot(home.path), before);
});

removalTest("keys that stand twice are refused", async (home) => {
  await Deno.mkdir(`${home.path}/.cursor`);
  await Deno.writeTextFile(`${home.path}/.cursor/mcp.json`, '{"mcpServers":{},"mcpServers":{"a":{}}}');
  await Deno.writeTextFile(`${home.path}/.codex/hooks.json`, '{"hooks":{"Stop":[]},"hooks":{}}');
  for (const args of [["--mcp", "cursor"], ["--codex"]]) {
    assert.equal(await install(args, home.io()), 20);
    assert.match(home.output.text, /the key occurs twice: (?:mcpServers|hooks)/);
  }
});
