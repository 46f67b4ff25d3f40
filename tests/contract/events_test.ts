import assert from "node:assert/strict";
import type { Workspace } from "../clients/support/workspace.ts";
import { makeWorkspace, program, QUESTION } from "../clients/support/workspace.ts";
import { explain, run } from "../support/processes.ts";

/** What the program prints and keeps for Claude Code's other events. */

const SESSION = "67df4918-b797-401a-a661-3064613bc399";

eventTest(
  "a subagent's facts are at most 1,500 units, cut with a mark, and its input is whole",
  async (workspace) => {
    for (let i = 0; i < 30; i++) {
      const lines = Array.from(
        { length: 12 },
        (_, line) => `    session_token_part_${line} = ${line}  # session token`,
      );
      // In folders of long names, each with lines to show: whatever is found does not fit.
      const folder = `${workspace.repository}/src/customers_${"of_the_shop_".repeat(4)}${i}`;
      await Deno.mkdir(folder);
      await Deno.writeTextFile(
        `${folder}/rotate_session_token.py`,
        `def rotate_session_token(users):\n${lines.join("\n")}\n`,
      );
    }
    const input = { description: "d", prompt: `Look: ${QUESTION}`, subagent_type: "Explore", model: "haiku" };
    const output = await hook(workspace, {
      hook_event_name: "PreToolUse",
      tool_name: "Agent",
      tool_input: input,
    });
    assert.equal(output?.hookSpecificOutput?.hookEventName, "PreToolUse");
    const { prompt, ...others } = output.hookSpecificOutput.updatedInput ?? { prompt: "" };
    const { prompt: _, ...expected } = input;
    assert.deepEqual(others, expected);
    const [facts = "", rest] = prompt.split("\n\n---\n\n");
    assert.equal(rest, input.prompt);
    assert.ok(facts.length <= 1_500, `${facts.length} units`);
    assert.match(
      facts,
      /^<auto-tools-context>[\s\S]*<\/auto-tools-context>\n\.\.\. \(truncated \/ 已截断\)$/,
    );
  },
);

eventTest("a subagent whose prompt holds facts already gets no more", async (workspace) => {
  const tool_input = { prompt: `<auto-tools-context>\nx\n</auto-tools-context>\n${QUESTION}` };
  const payload = { hook_event_name: "PreToolUse", tool_name: "Task", tool_input };
  assert.equal(await hook(workspace, payload), undefined);
});

eventTest(
  "a failed edit of a missing file tells the person and names the nearest paths",
  async (workspace) => {
    const output = await hook(workspace, {
      hook_event_name: "PostToolUseFailure",
      tool_name: "Edit",
      tool_input: { file_path: `${workspace.repository}/src/carts.py` },
      error: "File does not exist.",
    });
    assert.match(output?.systemMessage ?? "", /could not be changed/);
    assert.match(output?.hookSpecificOutput?.additionalContext ?? "", /- src\/cart\.py/);
  },
);

eventTest("a failed search is answered with places of what was searched", async (workspace) => {
  const output = await hook(workspace, {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Grep",
    tool_input: { pattern: "rotate_session_token(" },
    error: "regex parse error",
  });
  assert.match(output?.hookSpecificOutput?.additionalContext ?? "", /src\/session\.py:\d+/);
});

const SEVERITY = {
  Task: "high",
  Agent: "high",
  Write: "high",
  Edit: "high",
  Bash: "medium",
  WebFetch: "low",
};
for (const [tool_name, severity] of Object.entries(SEVERITY)) {
  eventTest(
    `${tool_name}: a failure is of ${severity} weight, and only heavy ones are told`,
    async (workspace) => {
      const failure = {
        hook_event_name: "PostToolUseFailure",
        tool_name,
        tool_input: {},
        error: "secret: hunter2",
      };
      const output = await hook(workspace, failure);
      assert.equal(output?.systemMessage !== undefined, severity === "high");
      const [entry] = await timeline(workspace);
      assert.deepEqual([entry?.["event"], entry?.["tool"], entry?.["severity"]], [
        "tool:failure",
        tool_name,
        severity,
      ]);
      assert.ok(!JSON.stringify(entry).includes("hunter2"), "no error text is kept");
      assert.equal(await hook(workspace, { ...failure, is_interrupt: true }), undefined);
      assert.equal((await timeline(workspace)).length, 1, "a key press is no failure");
    },
  );
}

eventTest("a session ends once, also when the client says it twice", async (workspace) => {
  await hook(workspace, { hook_event_name: "SessionStart", source: "startup" });
  // The end is noted by a process of its own.
  const end = async (reason: string): Promise<void> => {
    await hook(workspace, { hook_event_name: "SessionEnd", reason });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  };
  await end("other");
  await end("clear");
  await hook(workspace, { hook_event_name: "SessionStart", source: "resume" });
  await end("other");
  const events = (await timeline(workspace)).map(({ event }) => event);
  assert.deepEqual(events, ["session:start", "session:end", "session:start", "session:end"]);
});

eventTest("after a compaction what was edited since is not given back", async (workspace) => {
  await hook(workspace, { hook_event_name: "UserPromptSubmit", prompt: QUESTION });
  const file_path = `${workspace.repository}/src/session.py`;
  await hook(workspace, { hook_event_name: "PostToolUse", tool_name: "Write", tool_input: { file_path } });
  const output = await hook(workspace, { hook_event_name: "SessionStart", source: "compact" });
  assert.doesNotMatch(JSON.stringify(output ?? ""), /session\.py/);
});

eventTest("nothing is kept through a link that leads out of the repository", async (workspace) => {
  const outside = `${workspace.folder}/outside`;
  await Deno.mkdir(outside);
  await Deno.symlink(outside, `${workspace.repository}/.devbooks`);
  await hook(workspace, { hook_event_name: "SessionStart", source: "startup" });
  assert.deepEqual([...Deno.readDirSync(outside)], []);
});

for (const name of ["PreCompact", "SubagentStart", "Stop", "Notification"]) {
  eventTest(`silence for ${name}`, async (workspace) => {
    assert.equal(await hook(workspace, { hook_event_name: name, trigger: "manual" }), undefined);
  });
}

/** What the program may print, as far as these tests look at it. */
interface HookOutput {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: {
    readonly hookEventName: string;
    readonly additionalContext?: string;
    readonly updatedInput?: { readonly prompt: string } & Readonly<Record<string, unknown>>;
  };
}

async function hook(workspace: Workspace, payload: Record<string, unknown>): Promise<HookOutput | undefined> {
  const input = JSON.stringify({ session_id: SESSION, cwd: workspace.repository, ...payload });
  const options = { cwd: workspace.repository, env: workspace.env, input };
  const ended = await run(await program(), ["hook"], options);
  assert.equal(ended.code, 0, explain("auto-tools hook", ended));
  assert.equal(ended.stderr, "");
  return ended.stdout === "" ? undefined : JSON.parse(ended.stdout);
}

async function timeline(workspace: Workspace): Promise<Record<string, unknown>[]> {
  const path = `${workspace.repository}/.devbooks/cache/auto-tools/timeline.jsonl`;
  return (await Deno.readTextFile(path)).trim().split("\n").map((line) => JSON.parse(line));
}

function eventTest(name: string, act: (workspace: Workspace) => Promise<void>): void {
  Deno.test(`events: ${name}`, async () => {
    await using workspace = await makeWorkspace();
    await act(workspace);
  });
}
