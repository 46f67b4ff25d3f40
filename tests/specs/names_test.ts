import assert from "node:assert/strict";
import { hookContext } from "../support/binary.ts";
import { warmRepo } from "../support/warm_repo.ts";

/** Questions about a definition by a plain word that is its name. */

const SIGNALS = Array.from({ length: 30 }, (_, at) => `
  /** Raises the flag number ${at}. */
  raise${at}(): number {
    return this.flags + ${at};
  }
`).join("");
const { repo, env } = await warmRepo(`
//- /src/beacon.ts
/** Flags of a ship that others read from afar. */
export class Beacon {
  flags = 3;
  constructor(readonly ship: string) {}
${SIGNALS}
}
//- /src/readers.ts
import { Beacon } from "./beacon.ts";
/** Reads a beacon, the class of each beacon and the beacon of each class. */
export function readBeaconClass(beacon: Beacon): number {
  return beacon.raise1();
}
/** What a beacon does. */
export function beaconDoes(beacon: Beacon): number {
  return readBeaconClass(beacon);
}
//- /src/horn.ts
/** A long tone. */
export function sound(seconds: number): number {
  return seconds * 2;
}
//- /src/log.ts
/** All calls so far, how they are used, and what they return. */
export const calls: string[] = [];
export function note(call: string): void {
  calls.push(call);
}
export const it = note;
//- /spec/beacon_test.ts
import { Beacon } from "../src/beacon.ts";
test("a beacon has three flags", () => new Beacon("north").raise1());
`);

async function ask(prompt: string): Promise<string> {
  return await hookContext(prompt, repo.root, { env });
}

Deno.test("names: a class asked for by a plain name is shown by its first lines and its members, alone", async () => {
  for (const prompt of ["explain the Beacon class", "what does Beacon do?", "Beacon 类是做什么的"]) {
    const block = await ask(prompt);
    assert.match(
      block,
      /^1\. src\/beacon\.ts:2-\d+ Beacon: .*members constructor \(4\), raise0 \(\d+\)/m,
      prompt,
    );
    assert.match(
      block,
      /, \d+ more; used by beaconDoes|, \d+ more; used by readBeaconClass/,
      `${prompt}\n${block}`,
    );
    assert.match(block, /^export class Beacon \{\n {2}flags = 3;/m, `${prompt}\n${block}`);
    assert.doesNotMatch(block, /raise9\(\): number|return readBeaconClass/, `${prompt}\n${block}`);
    assert.doesNotMatch(block, /^\d\. src\/readers/m, `${prompt}\n${block}`);
  }
});

Deno.test("names: beside other words a class of a plain name is no answer by itself", async () => {
  const block = await ask("where does it read the class of each Beacon?");
  assert.match(block, /^1\. src\/readers\.ts:3-5 readBeaconClass/m);
});

Deno.test("names: a plain word is a function's name where its definition is asked for", async () => {
  for (const prompt of ["where is sound defined?", "sound 在哪里定义"]) {
    assert.match(await ask(prompt), /^1\. src\/horn\.ts:2-4 sound/m, prompt);
  }
});

Deno.test("names: a file asked for alone is shown by what it defines, a short one whole", async () => {
  for (const prompt of ["explain beacon.ts", "beacon.ts 是做什么的"]) {
    const block = await ask(prompt);
    assert.match(
      block,
      /^1\. src\/beacon\.ts:1-\d+: defines Beacon \(2\), constructor \(4\), raise0 \(7\), /m,
      prompt,
    );
    assert.doesNotMatch(block, /^---|^2\. /m, prompt);
  }
  const short = await ask("what does src/horn.ts do?");
  assert.match(short, /^1\. src\/horn\.ts:1-4: defines sound \(2\)\n--- src\/horn\.ts:1-4$/m);
});

Deno.test("names: tests of a file are those of what it is called after", async () => {
  const block = await ask("tests for Beacon.ts?");
  assert.match(block, /^\d\. spec\/beacon_test\.ts:2\S* .*uses Beacon/m);
});

Deno.test("names: users of a file are those of the product before tests", async () => {
  const block = await ask("who uses src/beacon.ts?");
  assert.match(block, /^1\. src\/readers\.ts:/m);
  assert.match(block, /^\d+\. spec\/beacon_test\.ts:.* uses Beacon/m);
});

Deno.test("names: a follow-up asks for users of what the prompt before it named, also with a new name", async () => {
  for (
    const then of ["who calls it?", "where is it used?", "show me the callers", "rename it to signalsOf"]
  ) {
    const session = crypto.randomUUID();
    await hookContext("explain readBeaconClass", repo.root, { env, session });
    const block = await hookContext(then, repo.root, { env, session });
    assert.match(block, /beaconDoes: calls readBeaconClass/, then);
  }
});
