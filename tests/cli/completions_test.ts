import assert from "node:assert/strict";
import { COMMAND_NAMES, parseCommand } from "../../src/cli/command_line.ts";
import { completions } from "../../src/cli/completions.ts";
import { Failure } from "../../src/model/errors.ts";
import { editDistance, nearestWord } from "../../src/model/near_words.ts";

/** What a real bash offers for a line whose last word is being typed. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `${completions("bash")}
COMP_WORDS=(auto-tools ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}
_auto_tools; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await new Deno.Command("bash", { args: ["-c", script] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter(Boolean);
}

Deno.test("completions: bash offers commands, then the options of the command", async () => {
  assert.deepEqual(await offered("se"), ["search"]);
  assert.deepEqual(await offered("--p"), ["--prompt"]);
  assert.deepEqual(await offered("search", "--l"), ["--lang", "--limit"]);
  assert.deepEqual(await offered("doctor", "--"), ["--help", "--live"]);
  assert.deepEqual(await offered("hook", "--"), ["--help"]);
  assert.deepEqual(await offered("nothing", "--"), []);
});

Deno.test("completions: bash offers the words that an option or command takes, with = too", async () => {
  assert.deepEqual(await offered("search", "--mode", ""), ["keyword", "semantic", "hybrid"]);
  assert.deepEqual(await offered("search", "--mode", "=", "s"), ["semantic"]);
  assert.deepEqual(await offered("chain", "x", "--format", "="), ["text", "json", "mermaid", "dot", "html"]);
  assert.deepEqual(await offered("impact", "--format", "me"), ["mermaid"]);
  assert.deepEqual(await offered("search", "--repo", ""), ["all"]);
  assert.deepEqual(await offered("install", "--mcp", "cu"), ["cursor"]);
  assert.deepEqual(await offered("completions", "z"), ["zsh"]);
  assert.deepEqual(await offered("search", "x", "--limit", "k"), []);
});

Deno.test("completions: zsh and fish offer the words that bash offers, the ones that are accepted", () => {
  const choices = [...completions("bash").matchAll(/^ +"(\S+) ([\w-]+)"\) options="(.*)" ;;$/gm)];
  assert.ok(choices.length >= 12, String(choices.length));
  for (const [, command, option, words] of choices) {
    assert.ok(
      completions("zsh").includes(`  "${command} ${option}") compadd -- ${words}; return ;;\n`),
      option,
    );
    const after = option === command ? "" : ` -l ${option?.slice(2)}`;
    const line = `"__fish_seen_subcommand_from ${command}"${after} -x -a "${words}"\n`;
    assert.ok(completions("fish").includes(line), line);
  }
});

Deno.test("completions: zsh and fish know every command and option that bash knows", () => {
  const options = (text: string): string[] =>
    text.match(/^ +"?search(?: "\*)?\) options=.*$/m)?.[0].match(/--[a-z-]+/g) ?? [];
  assert.deepEqual(options(completions("zsh")), options(completions("bash")));
  const fish = completions("fish");
  for (const option of options(completions("bash"))) {
    assert.ok(fish.includes(`__fish_seen_subcommand_from search" -l ${option.slice(2)}`), option);
  }
  for (const name of COMMAND_NAMES) {
    assert.ok(fish.includes(`-a ${name} -d '`), name);
    assert.match(completions("zsh"), new RegExp(`^  '${name}:`, "m"));
  }
});

Deno.test("command line: what was almost typed is suggested, what was not is not", () => {
  const messages: readonly (readonly [readonly string[], string])[] = [
    [["serch"], "unknown command: serch; did you mean search?"],
    [["hotspot"], "unknown command: hotspot; did you mean hotspots?"],
    [["quux"], "unknown command: quux"],
    [["--promt", "x"], "unknown option: --promt; did you mean --prompt?"],
    [["completions", "tcsh"], "completions takes one of bash, zsh, fish: tcsh"],
  ];
  for (const [args, message] of messages) {
    assert.throws(() => parseCommand("auto-tools", args), new Failure("invalidArgs", message));
  }
  assert.deepEqual(parseCommand("auto-tools", ["hook", "--help"]), { name: "help", topic: "hook" });
});

Deno.test("near words: a swap is one edit, a third of the word at most may differ", () => {
  assert.equal(editDistance("chian", "chain", 3), 1);
  assert.equal(editDistance("abc", "abc", 3), 0);
  assert.ok(editDistance("abcdef", "uvwxyz", 2) > 2);
  assert.equal(nearestWord("chian", ["chains", "chain", "china"]), "chain");
  assert.equal(nearestWord("ab", ["xy"]), undefined);
});
