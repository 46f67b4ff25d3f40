import assert from "node:assert/strict";
import { sendable } from "../../src/safety/outgoing.ts";

const KEY = "AK" + "IA" + "Q3EGRX7NPL2VDZ5K";

Deno.test("a secret is redacted before a text may be sent", () => {
  const text = sendable(`client = connect("${KEY}")`, 1000);
  assert(!text.includes(KEY));
  assert(text.startsWith("client = connect("));
});

Deno.test("a secret across the cut is not sent in half", () => {
  const head = "x = 1\n".repeat(10);
  const text = sendable(`${head}key = "${KEY}"`, head.length + 16);
  assert(!text.includes(KEY.slice(0, 8)), text);
});

Deno.test("hidden characters are not sent, and no surrogate pair is split", () => {
  assert.equal(sendable("a\u{E0041}b", 10), "ab");
  assert.equal(sendable("ab😀", 3), "ab");
});

Deno.test("a secret is not cut before it is redacted, wherever it stands", () => {
  for (let hidden = 0; hidden <= 60; hidden++) {
    const text = sendable("\u{E0041}".repeat(hidden) + `key = "${KEY}"`, 40);
    assert(!text.includes(KEY.slice(0, 8)), `${hidden}: ${text}`);
  }
});
