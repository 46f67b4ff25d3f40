import assert from "node:assert/strict";
import { BINARY, PATIENT_HOME, payload, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

/** Payloads that must end in silence: exit code 0, not one byte. */
const SILENT: Record<string, string | Uint8Array> = {
  "empty": "",
  "white space": " \n\t ",
  "truncated": payload("Where is refundOrder?", "/").slice(0, 60),
  "not JSON": "Where is refundOrder?",
  "an array": "[]",
  "null": "null",
  "a number": "42",
  "a string": '"Where is refundOrder?"',
  "no event": '{"prompt":"Where is refundOrder?"}',
  "unknown event": '{"hook_event_name":"SomethingNew","prompt":"Where is refundOrder?"}',
  "prototype event": '{"hook_event_name":"__proto__","prompt":"Where is refundOrder?"}',
  "prompt is a number": '{"hook_event_name":"UserPromptSubmit","prompt":42}',
  "prompt is an object": '{"hook_event_name":"UserPromptSubmit","prompt":{"text":"x"}}',
  "prompt missing": '{"hook_event_name":"UserPromptSubmit"}',
  "invalid UTF-8": bytes(0xff, 0xfe, 0x7b, 0x22, 0x80),
  "NUL bytes": bytes(0, 0, 0, 0),
  "two objects": "{}\n{}",
  "deep nesting": "[".repeat(200_000),
};

for (const [name, stdin] of Object.entries(SILENT)) {
  Deno.test(`hostile stdin: ${name}: silence`, async () => {
    using repo = makeRepo(SHOP);
    const { code, stdout, stderr } = await runBinary(["hook"], { cwd: repo.root, stdin });
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
  });
}

/** Payloads with strange neighbours of a good prompt: answered as if they were not there. */
const ANSWERED: Record<string, Record<string, unknown>> = {
  "cwd is a number": { cwd: 7 },
  "cwd is relative": { cwd: "../../.." },
  "session id climbs": { session_id: "../../../tmp/x" },
  "session id is an object": { session_id: { a: 1 } },
  "unknown fields": { extra: { nested: [1, 2, 3] }, "": null },
};

for (const [name, extra] of Object.entries(ANSWERED)) {
  Deno.test(`hostile stdin: ${name}: answered all the same`, async () => {
    using repo = makeRepo(SHOP);
    const stdin = payload("Where is refundOrder defined?", repo.root, extra);
    const { code, stdout } = await runBinary(["hook"], {
      cwd: repo.root,
      stdin,
      env: { HOME: PATIENT_HOME },
    });
    assert.equal(code, 0);
    assert.match(JSON.parse(stdout).hookSpecificOutput.additionalContext, /src\/orders\/refund\.ts/);
  });
}

Deno.test("hostile stdin: a prompt of 1 MB is answered", async () => {
  using repo = makeRepo(SHOP);
  const prompt = "Where is refundOrder defined?\n" + "lorem ipsum dolor sit amet ".repeat(40_000);
  const { code, stdout } = await runBinary(["hook"], {
    cwd: repo.root,
    stdin: payload(prompt, repo.root),
    env: { HOME: PATIENT_HOME },
  });
  assert.equal(code, 0);
  assert.match(JSON.parse(stdout).hookSpecificOutput.additionalContext, /refund\.ts/);
});

Deno.test("hostile stdin: a closed standard output is no crash", async () => {
  using repo = makeRepo(SHOP);
  const script = `printf '%s' "$PAYLOAD" | "${BINARY}" hook >&-; echo "exit $?"`;
  const { stdout, stderr } = await runBinary(["-c", script], {
    program: "/bin/sh",
    cwd: repo.root,
    env: { PAYLOAD: payload("Where is refundOrder defined?", repo.root) },
  });
  assert.equal(stdout, "exit 0\n");
  assert.equal(stderr, "");
});

Deno.test("hostile stdin: a folder that does not exist is silence", async () => {
  const { code, stdout } = await runBinary(["hook"], {
    stdin: payload("Where is refundOrder?", "/no/such/folder"),
  });
  assert.deepEqual({ code, stdout }, { code: 0, stdout: "" });
});

/** Runs the binary with a standard input that is written to and never closed; it is ended after a minute. */
async function withOpenInput(
  args: string[],
  cwd: string,
  pieces: string[],
  env = {},
): Promise<string | undefined> {
  const child = new Deno.Command(BINARY, {
    args,
    cwd,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: PATIENT_HOME,
      CI_AUTO_TOOLS_DAEMON_IDLE_S: "0",
      ...env,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
  for (const piece of pieces) await writer.write(new TextEncoder().encode(piece)).catch(() => {});
  const { code, signal, stdout } = await child.output();
  clearTimeout(timer);
  await writer.close().catch(() => {});
  if (signal !== null) return undefined;
  assert.equal(code, args[0] === "hook" ? 0 : code);
  return new TextDecoder().decode(stdout);
}

Deno.test("hostile stdin: an input that is never closed is answered once its object is whole", async () => {
  using repo = makeRepo(SHOP);
  const whole = payload('Where is refundOrder defined? "{[\\" 哪里', repo.root, {
    nested: { list: [{}, "]}"] },
  });
  const half = Math.floor(whole.length / 2);
  for (const pieces of [[whole], [whole.slice(0, half), whole.slice(half)], ["\ufeff \n", whole, "{"]]) {
    assert.match(await withOpenInput(["hook"], repo.root, pieces) ?? "", /refund\.ts/);
  }
});

Deno.test("hostile stdin: an input that is never closed and never whole ends with the budget", async () => {
  using repo = makeRepo(SHOP);
  const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "300" };
  for (const pieces of [[], ["{"], ['{"prompt": "'], ["no object"], ["}"]]) {
    assert.equal(await withOpenInput(["hook"], repo.root, pieces, env), "", pieces.join(""));
  }
});
