import assert from "node:assert/strict";
import { parse } from "yaml";
import type { ClaudeOptions, ClaudeRun } from "./support/claude.ts";
import { hookResponses, runClaude } from "./support/claude.ts";
import { testClient } from "./support/fetch_client.ts";
import { conversation, offeredTools, startMessagesApi, toolsUsed } from "./support/messages_api.ts";
import type { MockApi, Recorded, Reply } from "./support/mock_api.ts";
import { explain } from "../support/processes.ts";
import type { Workspace } from "./support/workspace.ts";
import { makeWorkspace, program, QUESTION } from "./support/workspace.ts";

/** The plugin in the real Claude Code: every event it hooks, its agents and their skills. */

const PLUGIN = new URL("../../config/claude-plugin", import.meta.url).pathname;
const AGENTS = ["explorer", "debugger", "code-reviewer", "security-reviewer", "impact-analyst"] as const;
const WRITING_TOOLS = ["Write", "Edit", "MultiEdit", "NotebookEdit", "Agent", "Task"];

for (const name of ["claude-code", "claude-code-older"] as const) {
  const client = await testClient(name);
  const test = (title: string, act: (session: Session) => Promise<void>): void =>
    Deno.test({
      name: `${name} ${client.ok ? client.version : ""} with the plugin: ${title}`,
      ignore: !client.ok,
      fn: async () => {
        assert.ok(client.ok);
        await using session = await openSession(client.executable);
        await act(session);
      },
    });

  test("a prompt gets its facts once", async (session) => {
    const done = await session.ask(QUESTION, []);
    assert.equal(hookResponses(done, "UserPromptSubmit").length, 1, explain(name, done));
    const texts = session.texts();
    assert.equal(count(texts, /src\/session\.py:\d+.*rotate_session_token/), 1, explain(name, done));
  });

  test("a subagent gets facts before its own prompt, and its other fields untouched", async (session) => {
    const task = `Find out ${QUESTION}`;
    const input = { description: "look it up", prompt: task, subagent_type: "general-purpose" };
    const done = await session.ask("Please delegate that.", [{ tool: "Agent", input }]);
    const inside = session.api.requests.map(conversation)
      .map((reported) => reported.find(({ role, text }) => role === "user" && text.includes(task))?.text)
      .find((text) => text !== undefined);
    assert.ok(inside, explain("no request of the subagent", done));
    const [facts, rest] = inside.split("\n\n---\n\n");
    assert.match(
      facts ?? "",
      /^<auto-tools-context>\n[\s\S]*src\/session\.py:\d+[\s\S]*<\/auto-tools-context>/,
    );
    assert.ok((facts ?? "").length <= 1_500, `${facts?.length} UTF-16 units`);
    assert.ok(rest?.startsWith(task), inside);
    assert.equal(count(session.texts(), /Agent.*(?:failed|invalid)/i), 0);
  });

  test("reading a missing file is answered with the nearest paths", async (session) => {
    const file_path = `${session.workspace.repository}/lib/sesion.py`;
    const done = await session.ask("Please read it.", [{ tool: "Read", input: { file_path } }]);
    const after = session.api.requests.flatMap(conversation).map(({ text }) => text);
    assert.ok(
      after.some((text) => /nearest existing paths:\n- src\/session\.py/.test(text)),
      explain(name, done),
    );
    assert.deepEqual((await session.timeline("tool:failure")).map(({ tool, severity }) => [tool, severity]), [
      ["Read", "low"],
    ]);
  });

  test("a compaction gives back the places that mattered, and the session starts anew", async (session) => {
    const done = await session.ask([QUESTION, "thanks", "/compact", "well done"], []);
    assert.deepEqual(hookResponses(done, "PreCompact").filter(({ stdout }) => stdout !== ""), []);
    const restored = hookResponses(done, "SessionStart").map(({ stdout }) => stdout).filter((out) =>
      out !== ""
    );
    assert.equal(restored.length, 1, explain(name, done));
    const context = JSON.parse(restored[0] ?? "").hookSpecificOutput.additionalContext as string;
    assert.match(context, /src\/session\.py:\d+ /);
    assert.ok(session.texts().some((text) => text.includes(context)), "the next request holds the digest");
  });

  test("after /clear the session knows nothing, and is given the facts again", async (session) => {
    const done = await session.ask([QUESTION, QUESTION, "/clear", QUESTION], []);
    const counts = session.api.requests.filter(isMain).map((request) => {
      const texts = conversation(request).map(({ text }) => text);
      return [/src\/session\.py:\d+-/, /Given earlier/].map((pattern) => count(texts, pattern));
    });
    assert.deepEqual(counts, [[1, 0], [1, 1], [1, 0]], explain(name, done));
    const starts = (await session.timeline("session:start")).map(({ source }) => source);
    assert.deepEqual(starts, ["startup", "clear"]);
  });

  test("a session that starts has its index built beside it", async (session) => {
    const built = (): boolean =>
      [...readFolder(session.state)].some(({ name }) => /^index-.*\.sqlite$/.test(name));
    // The client ends what runs beside it when it ends, so the model takes its time.
    session.beforeAnswer = async () => {
      for (let attempt = 0; attempt < 300 && !built(); attempt++) {
        await new Promise((done) => setTimeout(done, 100));
      }
    };
    await session.ask("thanks", []);
    assert.ok(built(), "no prompt about code was asked, and yet there is an index");
  });

  test("a session ends once in the timeline and leaves no notes", async (session) => {
    let ended: Record<string, unknown>[] = [];
    // The client waits a second for this hook, which a busy machine may need for less than that; its work is detached.
    for (let attempt = 0; attempt < 3 && ended.length === 0; attempt++) {
      await session.ask(QUESTION, []);
      for (let wait = 0; wait < 50 && ended.length === 0; wait++) {
        await new Promise((done) => setTimeout(done, 100));
        ended = await session.timeline("session:end");
      }
    }
    assert.equal(ended.length, 1);
    const id = String(ended[0]?.["session"]);
    assert.match(id, /^[0-9a-f-]{36}$/);
    const notes = [...readFolder(`${session.state}/sessions`)].map((entry) => entry.name);
    assert.deepEqual(notes.filter((name) => name.startsWith(id)), []);
  });

  test("an edited file is noted", async (session) => {
    const file_path = `${session.workspace.repository}/src/cart.py`;
    const edit = { file_path, old_string: "self.lines = []", new_string: "self.lines = list()" };
    const done = await session.ask("Please change it.", [
      { tool: "Read", input: { file_path } },
      { tool: "Edit", input: edit },
    ], ["--permission-mode", "acceptEdits"]);
    const changed = await session.timeline("file:changed");
    assert.deepEqual(changed.map(({ path }) => path), ["src/cart.py"], explain(name, done));
  });

  test("its agents cannot write and know their skills, and one has two tools", async (session) => {
    const all = [...AGENTS, "check-runner"];
    const task = (agent: string): string => `Task for ${agent}: say hello`;
    const calls = all.map((agent) => ({
      tool: "Agent",
      input: { description: "say hello", prompt: task(agent), subagent_type: `auto-tools:${agent}` },
    }));
    const done = await session.ask("Please delegate that.", calls);
    const requestOf = (agent: string): Recorded =>
      session.api.requests.find((one) =>
        !isMain(one) &&
        conversation(one).some(({ role, text }) => role === "user" && text.includes(task(agent)))
      ) ?? assert.fail(explain(`no request of the subagent ${agent}`, done));
    for (const agent of AGENTS) {
      const request = requestOf(agent);
      const offered = offeredTools(request);
      assert.ok(offered.includes("Read"), `${agent}: ${offered.join(", ")}`);
      const forbidden = await listed(agent, "disallowedTools");
      assert.ok(WRITING_TOOLS.every((tool) => forbidden.includes(tool)), `${agent}: ${forbidden.join(", ")}`);
      assert.deepEqual(offered.filter((tool) => forbidden.includes(tool)), [], agent);
      const everything = JSON.stringify(request.body);
      for (const skill of await listed(agent, "skills")) {
        assert.ok(
          everything.includes(JSON.stringify(await bodyOf(skill)).slice(1, -1)),
          `the skill's text is in the request: ${agent}, ${skill}`,
        );
      }
    }
    const runner = offeredTools(requestOf("check-runner")).filter((tool) => !tool.startsWith("mcp__"));
    assert.deepEqual(runner.sort(), ["Bash", "Read"]);
  });
}

/** A home with the program and the plugin, and a model that does what the test says. */
interface Session extends AsyncDisposable {
  readonly workspace: Workspace;
  readonly api: MockApi;
  /** The folder of this program's own files in the repository. */
  readonly state: string;
  /** What the model waits for before each of its answers. */
  beforeAnswer: () => Promise<void>;
  /** One run of the client; the main conversation's model calls `tools` in their order, then says it is done. */
  ask(
    prompt: ClaudeOptions["prompt"],
    tools: readonly Reply[],
    args?: ClaudeOptions["args"],
  ): Promise<ClaudeRun>;
  /** Every text the main conversation's last request held. */
  texts(): string[];
  timeline(event: string): Promise<Record<string, unknown>[]>;
}

async function openSession(executable: string): Promise<Session> {
  const workspace = await makeWorkspace();
  let tools: readonly Reply[] = [];
  const api = startMessagesApi(async (request) => {
    await session.beforeAnswer();
    return isMain(request) ? tools[toolsUsed(request)] ?? done : done;
  });
  const hooks = `${workspace.home}/.claude/hooks`;
  await Deno.mkdir(hooks, { recursive: true });
  await Deno.symlink(await program(), `${hooks}/auto-tools`);
  const state = `${workspace.repository}/.devbooks/cache/auto-tools`;
  const session: Session = {
    workspace,
    api,
    state,
    beforeAnswer: () => Promise.resolve(),
    ask: async (prompt, next, args = []) => {
      tools = next;
      const ended = await runClaude(executable, workspace, api, {
        prompt,
        args: ["--plugin-dir", PLUGIN, ...args],
      });
      assert.equal(ended.code, 0, explain("claude", ended));
      return ended;
    },
    texts: () => conversation(api.requests.filter(isMain).at(-1) as Recorded).map(({ text }) => text),
    timeline: async (event) => {
      const lines = (await Deno.readTextFile(`${state}/timeline.jsonl`).catch(() => "")).split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line)).filter((entry) =>
        entry.event === event
      );
    },
    [Symbol.asyncDispose]: async () => {
      await api[Symbol.asyncDispose]();
      await workspace[Symbol.asyncDispose]();
    },
  };
  return session;
}

const done: Reply = { text: "done" };

/** Only the main conversation may start subagents. */
function isMain(request: Recorded): boolean {
  return offeredTools(request).some((tool) => tool === "Agent" || tool === "Task");
}

/** A list of an agent's front matter. */
async function listed(agent: string, key: "disallowedTools" | "skills"): Promise<string[]> {
  const text = await Deno.readTextFile(`${PLUGIN}/agents/${agent}.md`);
  const front = parse(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "") as Record<string, string[]>;
  return front[key] ?? assert.fail(`${agent} has no ${key}`);
}

/** All that stands below a skill's front matter. */
async function bodyOf(skill: string): Promise<string> {
  const text = await Deno.readTextFile(`${PLUGIN}/skills/${skill}/SKILL.md`);
  return text.replace(/^---\n[\s\S]*?\n---\n/, "").trim();
}

/** Nothing where there is no such folder yet. */
function readFolder(path: string): Iterable<Deno.DirEntry> {
  try {
    return [...Deno.readDirSync(path)];
  } catch {
    return [];
  }
}

function count(texts: readonly string[], pattern: RegExp): number {
  return texts.filter((text) => pattern.test(text)).length;
}
