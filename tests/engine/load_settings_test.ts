import assert from "node:assert/strict";
import { loadSettings } from "../../src/engine/load_settings.ts";
import { makeRepo } from "../support/fixture.ts";
import { runChecks } from "../support/own_process.ts";

Deno.test("settings: a file that is there and cannot be read is told, a missing one is not", async () => {
  const received = async (root: string) =>
    (await loadSettings(root)).problems.filter((it) => it.includes("256 KiB"));
  using none = makeRepo("//- /a.js\nlet a;\n");
  assert.deepEqual(await received(none.root), []);
  using large = makeRepo("//- /a.js\nlet a;\n");
  large.write("config/auto-tools.yaml", `x: ${"y".repeat(300 * 1024)}`);
  using folder = makeRepo("//- /config/auto-tools.yaml/a\nlet a;\n");
  using pipe = makeRepo("//- /config/a\nlet a;\n");
  new Deno.Command("mkfifo", { args: [`${pipe.root}/config/auto-tools.yaml`] }).outputSync();
  const line =
    "config: cannot read the file, or it is longer than 256 KiB: config/auto-tools.yaml; using defaults";
  for (const { root } of [large, folder, pipe]) assert.deepEqual(await received(root), [line]);
});

Deno.test("settings: which files and variables decide, and what is told of those that do not", async () => {
  const module = new URL("./checks/settings.ts", import.meta.url);
  const reported = ["auto", "off"].map((mode) => runChecks(module, { CI_AUTO_TOOLS: mode }));
  await Promise.all([runChecks(module), ...reported]);
});
