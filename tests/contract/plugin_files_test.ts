import assert from "node:assert/strict";
import { parse } from "yaml";
import denoJson from "../../deno.json" with { type: "json" };
import plugin from "../../config/claude-plugin/.claude-plugin/plugin.json" with { type: "json" };

/** The plugin's files as any strict reader sees them; what the real client makes of them is in `tests/clients/`. */

const PLUGIN = new URL("../../config/claude-plugin/", import.meta.url).pathname;
/** Tokens of a skill that is preloaded: about four characters each. */
const SKILL_TOKENS = { least: 150, most: 320 };

const agents = await frontMatterBelow("agents");
const skills = await frontMatterBelow("skills");

Deno.test("plugin: every front matter is YAML with a description of one line", async () => {
  for (const { path, front } of [...agents, ...skills, ...await frontMatterBelow("commands")]) {
    assert.match(String(front["description"]), /^[^\n]{20,400}$/, path);
  }
});

Deno.test("plugin: agents cannot write, or list the few tools they have", () => {
  const writing = ["Write", "Edit", "MultiEdit", "NotebookEdit", "Agent", "Task"];
  for (const { path, front } of agents) {
    const { tools, disallowedTools } = front;
    assert.ok((tools === undefined) !== (disallowedTools === undefined), path);
    // The shell writes, too.
    const isReadOnly = /read-only/i.test(String(front["description"]));
    assert.ok(!isReadOnly || (disallowedTools as string[]).includes("Bash"), path);
    const forbidden = (disallowedTools ?? writing) as string[];
    assert.deepEqual(writing.filter((tool) => !forbidden.includes(tool)), [], path);
    assert.equal(path.endsWith(`/${front["name"]}.md`), true, path);
  }
});

Deno.test("plugin: skills are references of some hundred tokens, and those the agents name exist", () => {
  const names = skills.map(({ front }) => front["name"]);
  for (const { path, front, body } of skills) {
    assert.equal(front["user-invocable"], false, path);
    // Where the model may not call a skill, the client preloads it into no agent either.
    assert.notEqual(front["disable-model-invocation"], true, path);
    const tokens = Math.round(body.length / 4);
    assert.ok(tokens >= SKILL_TOKENS.least && tokens <= SKILL_TOKENS.most, `${path}: about ${tokens} tokens`);
  }
  for (const { path, front } of agents) {
    for (const skill of (front["skills"] ?? []) as string[]) {
      assert.ok(names.includes(skill), `${path}: ${skill}`);
    }
  }
});

Deno.test("plugin: its version is the program's", () => assert.equal(plugin.version, denoJson.version));

interface PluginFile {
  readonly path: string;
  readonly front: Readonly<Record<string, unknown>>;
  readonly body: string;
}

async function frontMatterBelow(folder: string): Promise<PluginFile[]> {
  const files: PluginFile[] = [];
  for await (const entry of Deno.readDir(`${PLUGIN}${folder}`)) {
    const path = `${PLUGIN}${folder}/${entry.name}${entry.isDirectory ? "/SKILL.md" : ""}`;
    const [, front = "", body = ""] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(await Deno.readTextFile(path)) ?? [];
    files.push({ path, front: parse(front) ?? {}, body });
  }
  return files;
}
