import assert from "node:assert/strict";
import { buildSymbolFilter } from "../../src/index/symbol_filter.ts";
import { intentWith } from "../../src/engine/informed_intent.ts";
import { readIntent } from "../../src/intent/intent.ts";

const ABOUT = '{"about":{"symbols":["Ledger.settle"],"paths":["src/ledger.ts"]}}';

Deno.test("informed intent: what nothing more is known of stays as it was read", async () => {
  for (const prompt of ["and where is it stored?", "how does recovery work?"]) {
    const plain = readIntent(prompt);
    assert.equal(await intentWith(prompt, plain, { notes: "", symbols: undefined }), plain);
  }
});

Deno.test("informed intent: notes of the session say what a prompt leans on", async () => {
  const prompt = "and where is it called?";
  const { carried } = await intentWith(prompt, readIntent(prompt), { notes: ABOUT, symbols: undefined });
  assert.deepEqual(carried?.symbols, ["Ledger.settle"]);
});

/** Sixteen names with each of these words. */
const FILMS = buildSymbolFilter(
  "movie subtitle pause second hour tv tablet exit position option resume mark".split(" ")
    .flatMap((word) => Array.from({ length: 16 }, (_, at) => `${word}_${at}`)).join("\n"),
  true,
);
const LEDGER = buildSymbolFilter("Ledger\nsettle\n", true);

async function kindWith(prompt: string, symbols: Uint8Array): Promise<string> {
  return (await intentWith(prompt, readIntent(prompt), { notes: "", symbols })).kind;
}

Deno.test("informed intent: a report on daily life is about code where the repository is about the same", async () => {
  const reports = [
    "After pausing a movie for more than an hour the subtitles come about three seconds too early, on the TV as well as on the tablet.",
    "家里用平板看电影，看到一半退出去，回来之后它就被打上了「已看完」的勾，也没有从上次位置继续的选项。",
  ];
  for (const prompt of reports) {
    assert.equal(readIntent(prompt).kind, "none", prompt);
    assert.equal(await kindWith(prompt, LEDGER), "none", prompt);
    assert.notEqual(await kindWith(prompt, FILMS), "none", prompt);
  }
});

Deno.test("informed intent: small talk stays none, whatever the repository is about", async () => {
  const talk = [
    "We watched a movie yesterday that was about three hours long and my daughter fell asleep in the middle; which shorter ones can you recommend for the weekend?",
    "上周末我们带孩子去看电影，看到一半孩子就睡着了，回来之后他说想再看一次，你觉得合适吗？",
    "why did my soup crash and burn lol",
    "movies?",
  ];
  for (const prompt of talk) assert.equal(await kindWith(prompt, FILMS), "none", prompt);
});

Deno.test("informed intent: a short question is about code where its words are names of the repository", async () => {
  const quorum = buildSymbolFilter("QuorumPeer\nstartQuorum\nquorum_interval\nintervalMs\n", true, [
    "src/quorum/peer.ts",
  ]);
  for (const prompt of ["quorum interval?", "how does quorum work", "quorum 间隔"]) {
    assert.notEqual(await kindWith(prompt, quorum), "none", prompt);
    assert.equal(await kindWith(prompt, LEDGER), "none", prompt);
  }
  for (const prompt of ["thanks a lot", "great job", "tell me a joke about quorum"]) {
    assert.equal(await kindWith(prompt, quorum), "none", prompt);
  }
});

Deno.test("informed intent: a name that a complete index lacks does not suffice", async () => {
  const prompt = "gather vs TaskGroup";
  assert.notEqual(readIntent(prompt).kind, "none");
  assert.equal(await kindWith(prompt, LEDGER), "none");
  assert.notEqual(await kindWith(prompt, buildSymbolFilter("Ledger\n", false)), "none");
  assert.notEqual(await kindWith(prompt, buildSymbolFilter("TaskGroup\n", true)), "none");
});
