import assert from "node:assert/strict";
import clients from "../../config/mcp-clients.json" with { type: "json" };
import { FileRefused } from "../../src/clients/file_refused.ts";
import { addServer, removeServer } from "../../src/clients/mcp/client_file.ts";
import { removeTable, setTable } from "../../src/clients/codex/config_file.ts";

/** What is written into other programs' files, and that it can be taken out again to the byte. */

const PROGRAM = "/home/u/.claude/hooks/auto-tools";

for (const [name, client] of Object.entries(clients)) {
  const file = client as { key: string; type?: string };
  Deno.test(`${name}: the server is added once and removed without a trace`, () => {
    const others = { [file.key]: { other: { command: "x" } }, theme: "dark" };
    for (
      const text of ["", "{}\n", '{"a":1}', JSON.stringify(others, null, 4) + "\n", JSON.stringify(others)]
    ) {
      const added = addServer(text, file, PROGRAM);
      const entry = JSON.parse(added)[file.key]["auto-tools"];
      assert.deepEqual(entry, { ...(file.type && { type: file.type }), command: PROGRAM, args: ["mcp"] });
      assert.equal(addServer(added, file, PROGRAM), added);
      const removed = removeServer(added, file);
      if (text.trim() === "" || text.trim() === "{}") assert.equal(removed, undefined);
      else assert.equal(removed, text);
    }
  });

  Deno.test(`${name}: an older entry is updated, the rest stays`, () => {
    const old = JSON.stringify({ [file.key]: { "auto-tools": { command: "/old" }, z: 1 } }, null, 2);
    const { [file.key]: servers } = JSON.parse(addServer(old, file, PROGRAM));
    assert.equal(servers["auto-tools"].command, PROGRAM);
    assert.equal(servers.z, 1);
  });
}

Deno.test("a file of another shape is refused, not repaired", () => {
  for (const text of ["{ // comment\n}", "[]", "null", '{"mcpServers": []}', '{"mcpServers": "x"}']) {
    assert.throws(() => addServer(text, { key: "mcpServers" }, PROGRAM), FileRefused, text);
  }
});

Deno.test("a table of TOML is set once, replaced in place, and removed with what lies under it", () => {
  const table = { path: ["mcp_servers", "auto-tools"], values: { command: PROGRAM, args: ["mcp"] } };
  const block = `[mcp_servers.auto-tools]\ncommand = "${PROGRAM}"\nargs = ["mcp"]\n`;
  const texts = [
    "",
    'model = "x"\n',
    'model = "x"',
    "[a]\nb = 1\n\n# about c\n[c]\nd = 2\n",
    "[[list]]\nx = 1\n",
  ];
  for (const text of texts) {
    const added = setTable(text, table);
    assert.ok(added.endsWith(block), added);
    assert.equal(setTable(added, table), added);
    assert.equal(removeTable(added, table.path).trimEnd(), text.trimEnd());
  }
  const between = `[a]\nb = 1\n\n[mcp_servers.auto-tools]\ncommand = "/old"\n\n# about c\n[c]\nd = 2\n`;
  const replaced = setTable(between, table);
  assert.equal(replaced, `[a]\nb = 1\n\n${block}\n# about c\n[c]\nd = 2\n`);
  assert.equal(removeTable(replaced, table.path), "[a]\nb = 1\n\n# about c\n[c]\nd = 2\n");
  const nested = `${block}\n[mcp_servers.auto-tools.env]\nX = "1"\n\n[z]\n`;
  assert.equal(removeTable(nested, table.path).trim(), "[z]");
  const quoted = {
    path: ["hooks", "state", "/a b/hooks.json:user_prompt_submit:0:0"],
    values: { trusted_hash: "x" },
  };
  const trusted = setTable("", quoted);
  assert.equal(trusted, '[hooks.state."/a b/hooks.json:user_prompt_submit:0:0"]\ntrusted_hash = "x"\n');
  assert.equal(setTable(trusted, quoted), trusted);
  assert.equal(removeTable(trusted, quoted.path), "");
});
