import assert from "node:assert/strict";
import { buildSymbolFilter } from "../../src/index/symbol_filter.ts";
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

const FILMS = buildSymbolFilter("Movie\nSubtitle\nPlayback\nresumePosition\n", true);
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

Deno.test("informed intent: half of a report's topics have to be the repository's, all of what is shorter", async () => {
  const english = "the movie fails when the soup is hot, why does it stop?";
  const personal = "my movie stops and the recipe fails when the oven is hot, why?";
  const chinese = "电影一播放就崩溃，做菜的时候为什么会报错？";
  const filter = (names: string): Uint8Array => buildSymbolFilter(names, true);
  const rows: readonly (readonly [prompt: string, length: number, names: string, isCode: boolean])[] = [
    [english, 0, "Movie\nSoup\n", true],
    [english, 99, "Movie\n", false],
    [english, 100, "Movie\n", true],
    [english, 100, "Ledger\n", false],
    // What is the user's own is no repository's, whatever its names.
    [personal, 100, "Movie\nRecipe\nOven\n", false],
    [chinese, 29, "Movie\n", false],
    [chinese, 30, "Movie\n", true],
  ];
  for (const [prompt, length, names, isCode] of rows) {
    const kind = await kindWith(prompt.padEnd(length), filter(names));
    assert.equal(kind !== "none", isCode, `${length} ${names}${prompt}`);
  }
});

Deno.test("informed intent: with an index a question about a topic is a guess at an explanation", async () => {
  const prompt = "how does recovery work?";
  const { kind, isGuess } = await intentWith(prompt, readIntent(prompt), { notes: "", symbols: LEDGER });
  assert.deepEqual([kind, isGuess], ["explain", true]);
  assert.equal(await kindWith("thanks a lot", LEDGER), "none");
});
