import assert from "node:assert/strict";
import { parseCommand } from "../../src/cli/command_line.ts";
import { MCP_CLIENTS } from "../../src/cli/help.ts";
import { Failure } from "../../src/model/errors.ts";
import type { CommandIo } from "../../src/platform/command_io.ts";

/** What a new user is told for wrong input, before anything is read or started: what failed, the value, what to do. */

const TYPED: readonly (readonly [line: string, message: string])[] = [
  ["serch", "unknown command: serch; did you mean search?"],
  ["help serch", "unknown command: serch; did you mean search?"],
  ["completions", "completions takes one of bash, zsh, fish, none is given"],
  ["completions tcsh", "completions takes one of bash, zsh, fish: tcsh"],
  ["man page", "man takes no argument: page"],
  ["--promt x", "unknown option: --promt; did you mean --prompt?"],
  ["--prompt", "--prompt takes a value: --prompt=TEXT"],
  ["--prompt x --format xml", "--format takes one of text, json: xml"],
];

const RUN: readonly (readonly [line: string, message: string])[] = [
  ["search", "missing query: give it as an argument, with --query-file or on standard input"],
  ["search x --limt 3", "unknown option: --limt; did you mean --limit?"],
  ["search x --limit", "--limit takes a value: --limit=VALUE"],
  ["search x --limit -3", "--limit takes a value: --limit=VALUE"],
  ["search x --limit many", "--limit takes a whole number: many"],
  ["search x --limit 0", "--limit takes a number from 1 to 100: 0"],
  ["search x --json=yes", "--json takes no value"],
  ["search x --kind prose", "--kind takes one of code, test, doc, data: prose"],
  ["search x --mode fast", "--mode takes one of keyword, semantic, hybrid: fast"],
  ["search x --lang kotlan", "unknown language: kotlan; did you mean kotlin?"],
  ["search --query-file /nowhere/q", "cannot read the query file: /nowhere/q"],
  ["locate", "missing query: give it as an argument, with --query-file or on standard input"],
  ["graph x --format pdf", "--format takes one of text, json, html: pdf"],
  ["graph x --depth deep", "--depth takes a whole number: deep"],
  ["chain", "chain takes one SYMBOL, none is given"],
  ['chain ""', "chain takes one SYMBOL, an empty one is given"],
  ['impact ""', "impact takes one SYMBOL or FILE, or none, an empty one is given"],
  ['complexity ""', "complexity takes one PATH, an empty one is given"],
  ['search ""', "missing query: give it as an argument, with --query-file or on standard input"],
  ['locate ""', "missing query: give it as an argument, with --query-file or on standard input"],
  ['graph ""', "missing query: give it as an argument, with --query-file or on standard input"],
  ["search x --path=", "--path takes a value: --path=VALUE"],
  [
    "status --mcp none",
    `unknown MCP client: none; known are ${MCP_CLIENTS.join(", ")}, or give the path of its JSON file`,
  ],
  ["stats --session=", "stats takes one SESSION at most, with --session, an empty one is given"],
  ["install x", "install takes no argument: x"],
  ["uninstall --bin-dir", "--bin-dir takes a value: --bin-dir=VALUE"],
  ["install --mcp --dry-run", "--mcp takes a value: --mcp=VALUE"],
  ["install --mcp=", "--mcp takes a value: --mcp=VALUE"],
  ["install --dry-run=yes", "--dry-run takes no value"],
  ["install --dry-rum", "unknown option: --dry-rum; did you mean --dry-run?"],
  ["chain a b", "chain takes one SYMBOL: a b"],
  ["chain a --direction up", "--direction takes one of callers, callees, both: up"],
  ["impact a b", "impact takes one SYMBOL or FILE, or none: a b"],
  ["complexity", "complexity takes one PATH, none is given"],
  ["complexity src --top few", "--top takes a whole number: few"],
  ["hotspots src", "hotspots takes no argument: src"],
  ["hotspots --days none", "--days takes a whole number: none"],
  ["index a b", "index takes one PATH, or none: a b"],
  ["index /nowhere/at/all", "no such folder: /nowhere/at/all"],
  ["index --estimate", "--estimate goes with --semantic"],
  ["config tier_max", "config takes no argument: tier_max"],
  ["last one", "last takes no argument: one"],
  ["rerank x", "rerank takes no argument: x"],
  ["status --jsn", "unknown option: --jsn; did you mean --json?"],
  ["status all", "status takes no argument: all"],
  ["stats --format xml", "--format takes one of text, json, html: xml"],
  ["stats a b", "stats takes one SESSION at most, with --session: a b"],
  ["doctor all", "doctor takes no argument: all"],
];

/** Stops a command that goes on although its input is wrong. */
const IO = new Proxy({} as CommandIo, {
  get: (_, name) => {
    const known = new Map<string | symbol, unknown>([
      ["cwd", "/"],
      ["home", "/nowhere"],
      ["isTerminal", false],
      ["isTyped", true],
      ["env", () => undefined],
      ["stdin", () => Promise.resolve("")],
    ]);
    if (!known.has(name)) throw new Error(`went on to ${String(name)}`);
    return known.get(name);
  },
});

for (const [line, message] of TYPED) {
  Deno.test(`message: auto-tools ${line}`, () => {
    assert.throws(() => parseCommand("auto-tools", line.split(" ")), new Failure("invalidArgs", message));
  });
}

for (const [line, message] of RUN) {
  Deno.test(`message: auto-tools ${line}`, async () => {
    const [name = "", ...args] = line.split(" ").map((word) => word === '""' ? "" : word);
    const folder = ["doctor", "install", "uninstall"].includes(name) ? "setup" : "cli";
    const { run } = await import(`../../src/${folder}/${name}.ts`);
    await assert.rejects(() => run(args, IO), { name: "Failure", message });
  });
}

Deno.test("message: a query file without a query", async () => {
  const file = Deno.makeTempFileSync();
  try {
    Deno.writeTextFileSync(file, " \n");
    for (const name of ["search", "locate", "graph"]) {
      const { run } = await import(`../../src/cli/${name}.ts`);
      const message = `the query file is empty: ${file}`;
      await assert.rejects(() => run(["--query-file", file], IO), { name: "Failure", message });
    }
  } finally {
    Deno.removeSync(file);
  }
});
