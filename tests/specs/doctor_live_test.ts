import assert from "node:assert/strict";
import { answerModel, asksModel } from "../../src/clients/live/model.ts";
import { BINARY, PATIENT_SETTINGS, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

/** `auto-tools doctor --live` with a stand-in for Copilot CLI: it runs the hook that is installed and asks the model. */

/** @param times how often the stand-in puts what the hook said into its request */
function standIn(times: number): string {
  return `
const { hooks } = JSON.parse(Deno.readTextFileSync(Deno.env.get("HOME") + "/.copilot/hooks/auto-tools.json"));
const child = new Deno.Command("/bin/sh", {
  args: ["-c", hooks.userPromptSubmitted[0].bash], stdin: "piped", stdout: "piped",
}).spawn();
const prompt = Deno.args[Deno.args.indexOf("-p") + 1];
const writer = child.stdin.getWriter();
await writer.write(new TextEncoder().encode(JSON.stringify({ sessionId: "s", timestamp: 1, cwd: Deno.cwd(), prompt })));
await writer.close();
const said = new TextDecoder().decode((await child.output()).stdout);
const content = prompt + (said === "" ? "" : JSON.parse(said).additionalContext.repeat(${times}));
const answer = await fetch(Deno.env.get("COPILOT_PROVIDER_BASE_URL") + "/chat/completions", {
  method: "POST",
  body: JSON.stringify({ stream: true, messages: [{ role: "user", content }] }),
});
if (!(await answer.text()).includes('"content":"ok"')) Deno.exit(1);
`;
}

/** A client that ends without asking a model, as one without a login does. */
const LOGGED_OUT = "Deno.exit(41);";

async function live(times: number, hook = true): Promise<string> {
  using home = makeRepo("", { git: false });
  using repo = makeRepo(SHOP);
  home.write(".config/auto-tools/auto-tools.yaml", PATIENT_SETTINGS);
  home.write("client.ts", times < 0 ? LOGGED_OUT : standIn(times));
  home.write(
    "bin/copilot",
    `#!/bin/sh\nexec '${Deno.execPath()}' run -A --no-config --no-lock '${home.root}/client.ts' "$@"\n`,
  );
  Deno.chmodSync(`${home.root}/bin/copilot`, 0o755);
  const env = { HOME: home.root, PATH: `${home.root}/bin:/usr/bin:/bin`, DENO_NO_UPDATE_CHECK: "1" };
  const options = { cwd: repo.root, env };
  if (hook) assert.equal((await runBinary(["install", "--copilot"], options)).code, 0, BINARY);
  const { code, stdout } = await runBinary(["doctor", "--live"], options);
  assert.ok(times === 1 || code === 40);
  return stdout;
}

Deno.test("doctor --live: the facts reached the model once, twice, or not at all", async () => {
  assert.match(await live(1), /^proved +live: Copilot CLI +the facts reached the model, once$/m);
  assert.match(await live(2), /^failed live: Copilot CLI +the facts reached the model 2 times$/m);
  assert.match(
    await live(-1),
    /^not proved live: Copilot CLI +the model was never asked; exit 41\n +fix: log in/m,
  );
  assert.match(await live(0), /^failed live: Copilot CLI +the prompt reached the model without our facts$/m);
});

Deno.test("doctor --live: a client whose hook is not installed is not run", async () => {
  assert.doesNotMatch(await live(1, false), /live: Copilot CLI/);
});

Deno.test("doctor --live: the model answers in the form each client asks in", () => {
  const stream = '{"stream": true}';
  for (
    const [path, body, part] of [
      ["/v1/messages", stream, "message_stop"],
      ["/v1/messages", "{}", '"stop_reason":"end_turn"'],
      ["/v1/responses", stream, "response.completed"],
      ["/v1/chat/completions", stream, "data: [DONE]"],
      ["/v1/chat/completions", "{}", '"object":"chat.completion"'],
      ["/v1beta/models/x:streamGenerateContent", "{}", 'data: {"candidates"'],
      ["/v1beta/models/x:generateContent", "{}", '{"candidates"'],
    ] as const
  ) {
    assert.ok(asksModel(path), path);
    const answer = answerModel(path, body);
    assert.equal(answer.status, 200);
    assert.ok(answer.body.includes(part), `${path}: ${answer.body}`);
  }
  for (const path of ["/v1/models", "/", "/v1beta/models/x:countTokens"]) {
    assert.ok(!asksModel(path));
    assert.equal(answerModel(path, "{}").status, 404);
  }
});
