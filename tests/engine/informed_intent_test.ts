import assert from "node:assert/strict";
import { intentWith } from "../../src/engine/informed_intent.ts";
import { readIntent } from "../../src/intent/intent.ts";

const ABOUT = '{"about":{"symbols":["Ledger.settle"],"paths":["src/ledger.ts"]}}';

Deno.test("informed intent: what nothing more is known of stays as it was read", async () => {
  for (const prompt of ["and where is it called?", "how does recovery work?"]) {
    const plain = readIntent(prompt);
    assert.equal(await intentWith(prompt, plain, { notes: "", symbols: undefined }), plain);
  }
});

Deno.test("informed intent: notes of the session say what a prompt leans on", async () => {
  const prompt = "and where is it called?";
  const { carried } = await intentWith(prompt, readIntent(prompt), { notes: ABOUT, symbols: undefined });
  assert.deepEqual(carried?.symbols, ["Ledger.settle"]);
});

Deno.test("informed intent: without an index a topic is no guess", async () => {
  const prompt = "how does recovery work?";
  const intent = await intentWith(prompt, readIntent(prompt), { notes: ABOUT, symbols: undefined });
  assert.deepEqual([intent.kind, intent.isGuess], ["none", undefined]);
});
