import assert from "node:assert/strict";
import { pluginText } from "../../src/clients/hook_target.ts";

/** OpenCode's plug-in file with a stand-in for the program. */

interface Part {
  readonly type: string;
  readonly text: string;
  readonly synthetic?: boolean;
}

interface Message {
  readonly info: { readonly id: string; readonly role: string; readonly sessionID: string };
  readonly parts: Part[];
}

interface Hooks {
  "chat.message"(input: { sessionID: string }, output: unknown): Promise<void>;
  "experimental.chat.messages.transform"(input: unknown, output: { messages: Message[] }): Promise<void>;
}

/** The plug-in with `script` as its program, in a folder of its own. */
async function withPlugin(
  script: string | undefined,
  test: (hooks: Hooks, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "auto-tools-test-" }));
  try {
    const program = `${folder}/it's "auto-tools"`;
    if (script !== undefined) await Deno.writeTextFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await Deno.writeTextFile(`${folder}/plugin.mjs`, pluginText("opencode.js", program));
    const { AutoTools } = await import(`file://${folder}/plugin.mjs`);
    await test(await AutoTools({ directory: folder }), folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const ANSWER = `cat > payload.json; printf '%s' '{"hookSpecificOutput":{"additionalContext":"facts"}}'`;

function message(id: string, role: string, text: string): Message {
  return { info: { id, role, sessionID: "s" }, parts: [{ type: "text", text }] };
}

async function turn(hooks: Hooks, messages: Message[]): Promise<string[]> {
  const last = messages.at(-1)!;
  await hooks["chat.message"]({ sessionID: "s" }, { message: { id: last.info.id }, parts: last.parts });
  await hooks["experimental.chat.messages.transform"]({}, { messages });
  return messages.map(({ parts }) => parts.map(({ text }) => text).join("|"));
}

Deno.test("opencode plug-in: the facts stand in this turn's requests, after the prompt, and nowhere else", async () => {
  await withPlugin(ANSWER, async (hooks, folder) => {
    const first = message("m1", "user", "one");
    assert.deepEqual(await turn(hooks, [first]), ["one|facts"]);
    assert.deepEqual(JSON.parse(await Deno.readTextFile(`${folder}/payload.json`)), {
      hook_event_name: "messages.transform",
      cwd: folder,
      prompt: "one",
    });
    // The client keeps what was typed; a tool round sends it again.
    const again = [message("m1", "user", "one"), message("m2", "assistant", "call")];
    await hooks["experimental.chat.messages.transform"]({}, { messages: again });
    assert.deepEqual(again.map(({ parts }) => parts.length), [2, 1]);
    const next = [
      message("m1", "user", "one"),
      message("m2", "assistant", "a"),
      message("m3", "user", "two"),
    ];
    assert.deepEqual(await turn(hooks, next), ["one", "a", "two|facts"]);
    const added = next[2]!.parts[1]!;
    assert.equal(added.synthetic, true);
  });
});

Deno.test("opencode plug-in: what was not typed is not asked about", async () => {
  await withPlugin(ANSWER, async (hooks, folder) => {
    const last = message("m1", "user", "typed");
    last.parts.push({ type: "text", text: "a file's text", synthetic: true });
    await turn(hooks, [last]);
    assert.equal(JSON.parse(await Deno.readTextFile(`${folder}/payload.json`)).prompt, "typed");
    assert.deepEqual(await turn(hooks, [message("m2", "user", " ")]), [" "]);
    const other = [message("m9", "user", "never asked about")];
    await hooks["experimental.chat.messages.transform"]({}, { messages: other });
    assert.equal(other[0]!.parts.length, 1);
  });
});

for (
  const [what, script] of Object.entries({
    "a program that is gone": undefined,
    "nothing": "cat >/dev/null",
    "no JSON": "echo {",
    "another document": `echo '{"hookSpecificOutput":{"additionalContext":{}}}'`,
    "a failure": "exit 3",
    "output without end": "yes facts",
  })
) {
  Deno.test(`opencode plug-in: the prompt goes on after ${what}`, async () => {
    await withPlugin(script, async (hooks) => {
      assert.deepEqual(await turn(hooks, [message("m1", "user", "one")]), ["one"]);
    });
  });
}

Deno.test("opencode plug-in: no shape of the client's messages makes it throw", async () => {
  await withPlugin(ANSWER, async (hooks) => {
    const chat = hooks["chat.message"] as (input: unknown, output: unknown) => Promise<void>;
    const transform = hooks["experimental.chat.messages.transform"] as typeof chat;
    for (const odd of [undefined, null, {}, { parts: 5 }, { messages: [{}] }, { messages: null }]) {
      await chat(odd, odd);
      await transform(odd, odd);
    }
  });
});
