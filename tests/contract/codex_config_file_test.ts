import assert from "node:assert/strict";
import { parse } from "smol-toml";
import { FileRefused } from "../../src/clients/file_refused.ts";
import { removeTable, setTable } from "../../src/clients/codex/config_file.ts";

/** Codex's `config.toml` as people write it: our table goes in and out, every other value and comment stays. */

const TABLE = {
  path: ["mcp_servers", "auto-tools"],
  values: { command: "/home/u/.claude/hooks/auto-tools", args: ["mcp"] },
};
const TRUST = {
  path: ["hooks", "state", '/home/a b/"q".json:user_prompt_submit:0:0'],
  values: { trusted_hash: "sha256:00" },
};

/** Texts in which our table is not. */
const OTHERS: Readonly<Record<string, string>> = {
  "empty": "",
  "no line end": 'model = "x"',
  "our header in a multi-line string":
    'notes = """\n[mcp_servers.auto-tools]\ncommand = "x"\n"""\n\n[tui]\na = 1\n',
  "our header in a literal multi-line string": "notes = '''\n[mcp_servers.auto-tools]\n'''\n",
  "our header in a list of strings": 'list = [\n  "a",\n  """\n[mcp_servers.auto-tools]\n""", # [z]\n]\n',
  "our header in a comment": "# [mcp_servers.auto-tools]\n[a]\nb = 1 # [mcp_servers.auto-tools]\n",
  "lists of tables": "[[list]]\nx = 1\n[[list.inner]]\ny = 2\n\n[[list]]\n",
  "other servers, inline": 'mcp_servers = { other = { command = "x", args = ["a", "b"] } }\nmodel = "x"\n',
  "no servers, inline": "mcp_servers = {}\n",
  "other servers, dotted": 'mcp_servers.other.command = "x"\n[mcp_servers.third]\ncommand = "y"\n',
  "other servers under one header": '[mcp_servers]\nother = { command = "x" }\n\n[tui]\n',
  "names close to ours":
    '[mcp_servers."auto-tools.x"]\ncommand = "x"\n[mcp_servers.auto-tools-2]\ncommand = "y"\n',
  "carriage returns": 'model = "x"\r\n\r\n[tui]\r\na = 1\r\n',
  "dates, floats and large numbers":
    "d = 1979-05-27T07:32:00Z\nt = 07:32:00\nf = nan\ni = 9223372036854775807\n",
  "indented": "  [a]\n    b = 1\n  # end\n",
  "quoted keys": '"a.b"."c d" = 1\n\'e\' = 2\n["x.y"]\nz = 1\n',
  "emoji and line separators": 'a = "😀" # 😀\u2028[b]\n[c]\nd = "\u2029"\n',
};

/** Texts in which our table stands, and what is left without it. */
const OURS: Readonly<Record<string, readonly [string, string]>> = {
  "a table between comments": [
    '# a\n[a]\nb = 1\n\n[mcp_servers.auto-tools]\ncommand = "/old"\n\n# about c\n[c]\n',
    "# a\n[a]\nb = 1\n\n# about c\n[c]\n",
  ],
  "with a table of its own below": [
    '[mcp_servers.auto-tools]\ncommand = "/old"\n[mcp_servers.auto-tools.env]\nX = """\n[z]\n"""\n\n[z]\n',
    "\n[z]\n",
  ],
  "spaced and quoted": ['[ mcp_servers . "auto-tools" ] # ours\ncommand = "/old" # x\n[z]\n', "[z]\n"],
  "an inline table": [
    '[mcp_servers]\na = { command = "x" }\nauto-tools = { command = "/old" } # ours\nb = 1\n',
    '[mcp_servers]\na = { command = "x" }\nb = 1\n',
  ],
  "first in an inline table": [
    'mcp_servers = { auto-tools = { command = "/old" }, b = { command = "x" } }\n',
    'mcp_servers = { b = { command = "x" } }\n',
  ],
  "last in an inline table": [
    'mcp_servers = { b = { command = "x" }, auto-tools = { command = "/old" } }\n',
    'mcp_servers = { b = { command = "x" } }\n',
  ],
  "dotted keys": [
    'mcp_servers.auto-tools.command = "/old"\nmcp_servers.auto-tools.env.X = "1"\nmodel = "x"\n[z]\n',
    'model = "x"\n[z]\n',
  ],
  "dotted keys under a header": [
    '[mcp_servers]\nauto-tools.command = "/old"\nother.command = "x"\n',
    '[mcp_servers]\nother.command = "x"\n',
  ],
  "no values": ["[mcp_servers.auto-tools]\n[z]\n", "[z]\n"],
  "over several lines": [
    '[mcp_servers.auto-tools]\nargs = [\n  "[z]",\n  "mcp",\n]\ncommand = """\n[y]\n"""\n# tail\n',
    "# tail\n",
  ],
  "in a multi-line string and for real": [
    's = """\n[mcp_servers.auto-tools]\n"""\n[mcp_servers.auto-tools]\ncommand = "/old"\n',
    's = """\n[mcp_servers.auto-tools]\n"""\n',
  ],
};

for (const [name, text] of Object.entries(OTHERS)) {
  for (const table of [TABLE, TRUST]) {
    Deno.test(`config.toml: ${table.path[0]} goes in and out: ${name}`, () => {
      assert.equal(removeTable(text, table.path), text);
      const added = setTable(text, table);
      assert.deepEqual({ ...at(added, table.path) }, table.values);
      assert.equal(setTable(added, table), added);
      assert.equal(removeTable(added, table.path).trimEnd().replace("{  }", "{}"), text.trimEnd());
    });
  }
}

for (const [name, [text, left]] of Object.entries(OURS)) {
  Deno.test(`config.toml: a table of ours is updated in place and removed: ${name}`, () => {
    const updated = setTable(text, TABLE);
    const { command, args } = at(updated, TABLE.path);
    assert.deepEqual({ command, args }, TABLE.values);
    assert.equal(removeTable(text, TABLE.path), left);
    assert.deepEqual(parse(removeTable(updated, TABLE.path)), parse(left));
  });
}

for (const text of ["a = ", "a = 1\na = 2\n", "mcp_servers = 1\n", "[[mcp_servers]]\nx = 1\n", 'x = """\n']) {
  Deno.test(`config.toml: refused, not repaired: ${JSON.stringify(text)}`, () => {
    assert.throws(() => setTable(text, TABLE), FileRefused);
  });
}

function at(text: string, path: readonly string[]): Record<string, unknown> {
  // deno-lint-ignore no-explicit-any
  return path.reduce<any>((table, key) => table[key], parse(text, { integersAsBigInt: "asNeeded" }));
}
