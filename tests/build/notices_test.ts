import assert from "node:assert/strict";
import languages from "../../config/languages.json" with { type: "json" };
import { PROJECT } from "../setup/support.ts";

/** Licences under which a program may be handed on with a notice alone. */
const PERMISSIVE = /^(?:MIT|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|Unlicense|CC0-1\.0)$/;
/** They name their licence and hold no text of it. */
const WITHOUT_TEXT = ["pg-types", "pgpass", "tree-sitter-groovy"];

Deno.test("notices: everything that the program carries has a licence that allows it, with its text", async () => {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "config/build/notices.ts"],
    cwd: PROJECT,
    stdin: "null",
    stderr: "inherit",
  }).output();
  // The first two parts are the program's own licence and the runtime's.
  const parts = new TextDecoder().decode(stdout).split(`\n\n${"-".repeat(80)}\n\n`).slice(2);
  const packages = parts.map((part) => {
    const [, name = "", license = ""] = /^(\S+) \S+, (.+)$/m.exec(part) ?? [];
    return { name, license, text: part };
  });
  const names = packages.map(({ name }) => name);
  for (const { grammar } of languages) {
    if (grammar) assert.ok(names.includes(grammar.package), grammar.package);
  }
  for (const name of ["zod", "yaml", "web-tree-sitter", "d3-hierarchy"]) {
    assert.ok(names.includes(name), name);
  }
  assert.ok(
    ["esbuild", "binaryen", "linkedom"].every((name) => !names.includes(name)),
    "build and test only",
  );
  for (const { name, license, text } of packages) {
    assert.match(license, PERMISSIVE, name);
    assert.ok(WITHOUT_TEXT.includes(name) || text.length > 250, `no licence text: ${name}`);
  }
});
