import assert from "node:assert/strict";
import type { CommandIo } from "../../src/platform/command_io.ts";
import { claudePlugin } from "../../src/setup/client_checks.ts";
import { layoutFor, parseInstallOptions } from "../../src/setup/install_layout.ts";
import { makeRepo, parseFixture } from "../support/fixture.ts";

const RECORD = ".claude/plugins/installed_plugins.json";
const ENABLED = '{"enabledPlugins": {"auto-tools@auto-tools": true}}';

/** What `doctor` says of the plug-in in a home with these files and a `claude` at a path. */
function check(files: string, claude = ""): ReturnType<typeof claudePlugin> {
  using home = makeRepo(files, { git: false });
  const record = parseFixture(files).get(RECORD);
  if (record !== undefined) home.write(RECORD, record.replaceAll("HOME", home.root));
  if (claude !== "") {
    home.write(claude, "");
    Deno.mkdirSync(`${home.root}/bin`);
    Deno.symlinkSync(`${home.root}/${claude}`, `${home.root}/bin/claude`);
  }
  const variables = new Map([["PATH", `${home.root}/bin`], ["HOME", home.root]]);
  const io = {
    home: home.root,
    cwd: home.root,
    execPath: "/x",
    env: (name: string) => variables.get(name),
  } as CommandIo;
  const found = claudePlugin(layoutFor(parseInstallOptions([]), io), io);
  return found && { ...found, found: found.found.replaceAll(home.root, "HOME") };
}

const SETTINGS = `//- /.claude/settings.json\n${ENABLED}\n`;
const OWN = "//- /.claude/auto-tools-plugin/hooks/hooks.json\n" + '{"modules": ["auto-tools.js"]}\n';
const MODULE = "//- /.claude/auto-tools-plugin/hooks/auto-tools.js\n//\n";

Deno.test("doctor, plug-in: its module answers in a client that runs modules, else its hook", () => {
  const reported = (files: string, claude?: string): string => check(files, claude)?.found ?? "";
  const place = "plugin in HOME/.claude/auto-tools-plugin; ";
  assert.equal(
    reported(SETTINGS + OWN + MODULE, "share/versions/2.1.329"),
    `${place}its module answers in Claude Code 2.1.329`,
  );
  assert.equal(
    reported(SETTINGS + OWN + MODULE, "share/versions/2.2.0"),
    `${place}its module answers in Claude Code 2.2.0`,
  );
  assert.equal(
    reported(SETTINGS + OWN + MODULE, "share/versions/2.1.197"),
    `${place}Claude Code 2.1.197 runs no modules as far as is known: its hook answers`,
  );
  const manifest = '//- /npm/package.json\n{"name": "@anthropic-ai/claude-code", "version": "2.0.999"}\n';
  assert.match(
    reported(SETTINGS + OWN + MODULE + manifest, "npm/cli.js"),
    /Claude Code 2\.0\.999 runs no modules/,
  );
  assert.equal(
    reported(SETTINGS + OWN + MODULE),
    `${place}its module answers where Claude Code runs modules, else its hook`,
  );
  assert.equal(
    reported(SETTINGS + OWN, "share/versions/2.1.329"),
    `${place}it has no module: its hook answers`,
  );
});

Deno.test("doctor, plug-in: the one that the client fetched from a marketplace is found, a missing one reported", () => {
  const installs = { plugins: { "auto-tools@auto-tools": [{ installPath: "HOME/fetched" }] } };
  const record = `//- /${RECORD}\n${JSON.stringify(installs)}\n`;
  const fetched = "//- /fetched/hooks/hooks.json\n{}\n";
  assert.equal(
    check(SETTINGS + record + fetched)?.found,
    "plugin in HOME/fetched; it has no module: its hook answers",
  );
  assert.equal(check(SETTINGS + record)?.state, "broken");
  assert.equal(check(SETTINGS)?.state, "broken");
  assert.equal(check("//- /.claude/settings.json\n{}\n"), undefined);
});
