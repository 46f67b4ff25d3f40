import assert from "node:assert/strict";
import { codexEnv } from "./support/codex.ts";
import { makeCodexUser } from "./support/codex_auto.ts";
import { fetchClient } from "./support/fetch_client.ts";
import { inputMessages } from "./support/responses_api.ts";
import { QUESTION } from "./support/workspace.ts";

/** Codex's terminal interface in a pseudo-terminal, as `codex-auto` without arguments starts it. */

const client = await fetchClient("codex");
const script = await new Deno.Command("sh", { args: ["-c", "command -v script"], stdout: "null" }).output();
if (!script.success) {
  console.error("SKIPPED: Codex's terminal interface: no `script` on PATH for a pseudo-terminal");
}

Deno.test({
  name: `codex-auto with codex ${client.ok ? client.version : ""}: the terminal interface has the hook`,
  ignore: !client.ok || !script.success,
  fn: async () => {
    assert.ok(client.ok);
    await using user = await makeCodexUser(client.executable);
    const config = `${user.workspace.home}/.codex/config.toml`;
    const trusted = `\n[projects.${JSON.stringify(user.workspace.repository)}]\ntrust_level = "trusted"\n`;
    await Deno.writeTextFile(config, trusted, { append: true });
    const child = new Deno.Command("script", {
      args: ["-qfec", "stty rows 50 cols 160; codex-auto", "/dev/null"],
      cwd: user.workspace.repository,
      env: { ...codexEnv(user.workspace), TERM: "xterm-256color" },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const keys = child.stdin.getWriter();
    const type = (text: string): Promise<void> => keys.write(new TextEncoder().encode(text));
    let screen = "";
    const reading = (async () => {
      for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
        screen += part;
        // A real terminal answers these questions: where the cursor is, which colours it has.
        if (part.includes("\x1b[6n")) await type("\x1b[1;1R").catch(() => {});
        if (part.includes("\x1b[c")) await type("\x1b[?62;c").catch(() => {});
      }
    })();
    try {
      await until(() => /mock-model/.test(screen), () => screen);
      await type(QUESTION);
      await pause(500);
      await type("\r");
      await until(() => user.api.requests.length > 0, () => screen);
      const asked = user.api.requests.find((request) =>
        inputMessages(request).some(({ text }) => text.includes(QUESTION))
      );
      assert.ok(asked, "the prompt reached the model");
      const facts = inputMessages(asked).filter(({ text }) => /src\/session\.py:\d+/.test(text));
      assert.deepEqual(facts.map(({ role }) => role), ["developer"]);
    } finally {
      child.kill("SIGKILL");
      await keys.close().catch(() => {});
      await Promise.all([child.status, reading]);
    }
  },
});

async function until(condition: () => boolean, shown: () => string): Promise<void> {
  for (let waited = 0; waited < 20_000; waited += 50) {
    if (condition()) return;
    await pause(50);
  }
  assert.fail(`it did not happen within 20 s; the screen:\n${shown().slice(-3000)}`);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
