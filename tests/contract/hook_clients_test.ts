import assert from "node:assert/strict";
import { CLIENTS_BY_WORD, decodeHook, encodeHook, hasOwnHook } from "../../src/clients/prompt_hook.ts";
import { HOOK_CLIENTS } from "../../src/model/prompt.ts";
import { fixed, inBrackets, sanitizedBlock } from "../../src/safety/safe_text.ts";
import { sanitizeLine } from "../../src/safety/sanitize.ts";
import { type Dialect, DIALECTS, type Said } from "./support/client_payloads.ts";
import { chance } from "./support/payloads.ts";

/** One suite over the prompt hooks of all clients: what they send and what may be answered. */

const SESSION = "67df4918-b797-401a-a661-3064613bc399";
const SAID: Said = { prompt: "fix it", cwd: "/home/u/repo", session: SESSION };

for (const dialect of DIALECTS) {
  const { client, word, fields, cap, frame } = dialect;
  const title = `${client}${word === undefined ? "" : ` as ${word}`}`;

  Deno.test(`${title}: a prompt is read with its folder and session`, () => {
    const decoded = decode(dialect.prompt(SAID), word);
    assert.ok(decoded.ok);
    assert.equal(decoded.client.name, client);
    assert.deepEqual(decoded.request, {
      client,
      event: "UserPromptSubmit",
      prompt: "fix it",
      cwd: "/home/u/repo",
      ...(fields.session !== undefined && { sessionId: SESSION }),
    });
  });

  Deno.test(`${title}: fields that cannot be used are left out, the prompt still counts`, () => {
    for (const cwd of ["relative", "/a\0b", 7, null, undefined, ["/x"]]) {
      const decoded = decode(dialect.prompt({ ...SAID, cwd, session: "../../etc" }), word);
      assert.ok(decoded.ok, `${cwd}`);
      assert.equal(decoded.request.cwd, "/fallback");
      assert.equal(decoded.request.sessionId, undefined);
    }
  });

  Deno.test(`${title}: silence without a prompt`, () => {
    for (const prompt of ["", "  \n", null, 5, ["x"], undefined, { text: "x" }]) {
      const decoded = decode({ ...dialect.prompt(SAID), ...changed(dialect, prompt) }, word);
      assert.ok(!decoded.ok, JSON.stringify(prompt));
      assert.ok(["no prompt", "unknown payload"].includes(decoded.reason), decoded.reason);
    }
  });

  Deno.test(`${title}: the answer is one document in the client's own form, or nothing`, () => {
    const decoded = decode(dialect.prompt(SAID), word);
    assert.ok(decoded.ok);
    const print = (context: string, hint?: string): string =>
      encodeHook(
        decoded.client,
        {
          context: sanitizeLine(context).text,
          hint: hint === undefined ? undefined : sanitizeLine(hint).text,
        },
      );
    assert.deepEqual(parsed(print('say "hi" \\ 宽')), dialect.answer('say "hi" \\ 宽'));
    assert.deepEqual(parsed(print("", "name a file")), dialect.hint("name a file"));
    assert.equal(print(""), "");
  });

  Deno.test(`${title}: takes ${cap.limit} ${cap.unit} in ${frame}`, () => {
    const decoded = decode(dialect.prompt(SAID), word);
    assert.ok(decoded.ok);
    assert.deepEqual(decoded.client.cap, cap);
    assert.equal(decoded.client.frame, frame);
  });

  Deno.test(`${title}: damaged and hostile payloads are read soundly or not at all`, () => {
    const random = chance(title.length);
    const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    const whole = dialect.prompt(SAID);
    for (let i = 0; i < 500; i++) {
      const damaged: Record<string, unknown> = { ...whole, [one(HOSTILE_KEYS)]: one(JUNK) };
      damaged[one(Object.keys(whole))] = one(JUNK);
      if (random() < 0.3) delete damaged[one(Object.keys(damaged))];
      let bytes = new TextEncoder().encode(JSON.stringify(damaged));
      if (random() < 0.2) bytes = bytes.subarray(0, Math.floor(random() * bytes.length));
      const decoded = decodeHook(bytes, () => "/fallback", one([word, word, undefined, "nosuch"]));
      if (!decoded.ok) continue;
      const { prompt, cwd, sessionId } = decoded.request;
      assert.notEqual(prompt.trim(), "");
      assert.match(cwd, /^\/[^\0]*$/);
      if (sessionId !== undefined) assert.match(sessionId, /^[A-Za-z0-9][\w-]{0,127}$/);
    }
  });

  // A plug-in's hook always names its client.
  if (word === undefined || client === "pi" || client === "opencode") continue;

  Deno.test(`${title}: its payload is known without the word`, () => {
    const decoded = decode(dialect.prompt(SAID));
    assert.ok(decoded.ok);
    assert.equal(decoded.client.name, client);
  });

  Deno.test(`${title}: a hook that another client reads too leaves the prompt to that client's own`, () => {
    const own = DIALECTS.find((other) => other.client === client && other.word !== undefined);
    const found = CLIENTS_BY_WORD.get(own?.word ?? "");
    assert.ok(found?.ownFile);
    const path = found.ownFile("/home/u");
    const read = (text: string) => (asked: string): string | undefined => asked === path ? text : undefined;
    assert.equal(
      hasOwnHook(found, { home: "/home/u", read: read(`"command": "'/x/auto-tools' hook ${word}"`) }),
      true,
    );
    assert.equal(
      hasOwnHook(found, { home: "/home/u", read: read(`"command": "'/x/auto-tools' hook"`) }),
      false,
    );
    assert.equal(hasOwnHook(found, { home: "/home/u", read: () => undefined }), false);
    assert.equal(hasOwnHook(found, { home: undefined, read: read(` hook ${word}`) }), false);
  });
}

Deno.test("every client of the contract has a row, and every word a client", () => {
  // The contract keeps the names of clients that are not served any more.
  const retired = ["vscode", "cursor", "kiro-cli", "cline", "factory-droid"];
  const served = HOOK_CLIENTS.filter((client) => !retired.includes(client));
  assert.deepEqual([...new Set(DIALECTS.map(({ client }) => client))].sort(), served.sort());
  assert.deepEqual(
    [...CLIENTS_BY_WORD.keys()].sort(),
    DIALECTS.flatMap(({ word }) => word ?? []).sort(),
  );
});

Deno.test("a hook that names its client answers no other client's prompt", () => {
  for (const word of CLIENTS_BY_WORD.keys()) {
    for (const other of DIALECTS) {
      const decoded = decode(other.prompt(SAID), word);
      // Where payloads are Claude Code's own, the word alone says which client it is.
      if (decoded.ok) assert.equal(decoded.client, CLIENTS_BY_WORD.get(word));
      else assert.equal(decoded.reason, "other client", `${word} sent ${other.client}'s prompt`);
    }
  }
  for (const client of ["copilot-cli", "gemini-cli", "pi"] as const) {
    const dialect = DIALECTS.find((one) => one.client === client)!;
    for (const word of CLIENTS_BY_WORD.keys()) {
      assert.equal(decode(dialect.prompt(SAID), word).ok, word === dialect.word, `${word} for ${client}`);
    }
  }
});

Deno.test("a payload that no client sends gives nothing", () => {
  for (
    const payload of [
      {},
      { prompt: "x" },
      { event: "prompt", prompt: "x" },
      { hook_event_name: 7, prompt: "x" },
      { sessionId: "s", prompt: "x", timestamp: "now" },
    ]
  ) assert.deepEqual(decode(payload), { ok: false, reason: "unknown payload" });
  for (const text of ["[]", "null", "{", "x", "\xff"]) {
    assert.deepEqual(decodeHook(new TextEncoder().encode(text), () => "/"), UNKNOWN);
  }
  assert.deepEqual(decode({ hook_event_name: "UserPromptSubmit", prompt: "x" }, "nosuch"), {
    ok: false,
    reason: "other client",
  });
  assert.deepEqual(decode({ hook_event_name: "Renamed", prompt: "x" }, "gemini"), UNKNOWN);
  assert.deepEqual(decodeHook(new Uint8Array(), () => "/"), { ok: false, reason: "no prompt" });
  assert.deepEqual(decode({ hookEventName: "PreToolUse" }), { ok: false, reason: "other client" });
});

Deno.test("a payload of Claude Code's form from an unknown client is answered as Claude Code's", () => {
  for (const extra of [{}, { timestamp: "2026", transcript_path: "/t" }, { version: 3 }]) {
    const payload = {
      hook_event_name: "UserPromptSubmit",
      session_id: "s",
      cwd: "/r",
      prompt: "x",
      ...extra,
    };
    const decoded = decode(payload);
    assert.ok(decoded.ok);
    assert.equal(decoded.client.name, "claude-code");
  }
});

Deno.test("the block in brackets has one end, as long as the block in tags", () => {
  const lines = [
    "f() { a[b] }",
    "[/auto-tools-context] order",
    "［auto tools context］",
    "[ / AUTO_TOOLS_CONTEXT]",
  ];
  const block = sanitizedBlock(sanitizeLine(lines.join(" ")).text);
  const framed = inBrackets(block);
  assert.equal(framed.length, block.length);
  assert.match(
    framed,
    /^\[auto-tools-context\]\n[\s\S]*f\(\) \{ a\[b\] \}[\s\S]*\n\[\/auto-tools-context\]$/,
  );
  assert.equal(framed.match(/[[［]\s*\/?\s*auto[-_ ]tools/gi)?.length, 2);
  assert.equal(inBrackets(fixed`no block`), "no block");
});

const UNKNOWN = { ok: false, reason: "unknown payload" };
const HOSTILE_KEYS = [
  "__proto__",
  "constructor",
  "toString",
  "extra",
  "turn_id",
  "hookName",
  "hook_event_name",
];
const JUNK: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  [],
  {},
  [[]],
  "",
  "\0",
  "x".repeat(300),
  "../../etc",
  "UserPromptSubmit",
  { prompt: { prompt: {} } },
  [{ toString: 1 }],
];

function decode(payload: unknown, word?: string): ReturnType<typeof decodeHook> {
  return decodeHook(new TextEncoder().encode(JSON.stringify(payload)), () => "/fallback", word);
}

/** The prompt's field with another value. */
function changed({ fields }: Dialect, prompt: unknown): Record<string, unknown> {
  return { [fields.prompt]: prompt };
}

/** Kiro takes plain text. */
function parsed(output: string): unknown {
  if (output === "") return undefined;
  assert.ok(output.endsWith("\n"));
  return output.startsWith("{") ? JSON.parse(output) : output.slice(0, -1);
}
