import assert from "node:assert/strict";
import { hookContext, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";

/** The lines of code in a block: whole definitions where they fit, of long ones the lines that decide. */

const plain = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => `  book.add(${from + at});`).join("\n");

async function answer(files: string, prompt: string): Promise<string> {
  using repo = makeRepo(files);
  await runBinary(["index"], { cwd: repo.root });
  return await hookContext(prompt, repo.root);
}

/** Ranges of lines that are shown of a file. */
const shownOf = (block: string, path: string): string[] =>
  [...block.matchAll(/^--- (\S+):(\d+-\d+)$/gm)].filter(([, file]) => file === path).map(([, , lines]) =>
    lines!
  );

Deno.test("excerpt: a word on few lines of a long function decides, one on most of them does not", async () => {
  const block = await answer(
    `
//- /src/harbour.ts
export function moorShip(ship: Ship, berth: Berth, book: Book): void {
${plain(40)}
  if (berth.quarantine) return;
${plain(25, 40)}
${Array(26).fill("  ship.quay.rope(ship.cleat, ship.quay);").join("\n")}
${plain(25, 65)}
}
`,
    "when does moorShip leave a ship at the quay without a rope because of quarantine?",
  );
  assert.match(block, /^ {2}if \(berth\.quarantine\) return;$/m);
});

Deno.test("excerpt: the best place is whole up to sixty lines, of a longer one half as much is shown", async () => {
  const block = (lines: number): Promise<string> =>
    answer(
      `
//- /src/harbour.ts
export function moorShip(book: Book): void {
${plain(lines - 2)}
}
`,
      "what does moorShip do?",
    );
  assert.deepEqual(shownOf(await block(60), "src/harbour.ts"), ["1-60"]);
  assert.deepEqual(shownOf(await block(61), "src/harbour.ts"), ["1-30"]);
});

Deno.test("excerpt: short places behind the third are shown whole, long ones by name", async () => {
  const names = ["Tug", "Barge", "Ferry", "Yacht", "Canoe"];
  const lines = [5, 5, 5, 18, 40];
  const files = names.map((name, at) => `
//- /src/${name.toLowerCase()}.ts
/** Checks the papers of a ${name.toLowerCase()} before it may moor at the quay. */
export function checkPapers${name}(book: Book): void {
${plain(lines[at]! - 2)}
}
`).join("");
  const block = await answer(files, "where are the papers checked before it may moor at the quay?");
  const places = [...block.matchAll(/^\d+\. (\S+?):(\d+)-(\d+) /gm)];
  assert.equal(places.length, 5, block);
  for (const [, path, from, to] of places.slice(3)) {
    assert.deepEqual(shownOf(block, path!), Number(to) - Number(from) < 22 ? [`${from}-${to}`] : [], block);
  }
});

Deno.test("excerpt: of places that are less likely to be right fewer lines are shown", async () => {
  const shown = async (ships: number): Promise<string[]> => {
    const files = Array.from({ length: ships }, (_, at) => `
//- /src/ship${at}.ts
/** Keeps the ship in order. */
export function repairShip${at}(days: number, book: Book): number {
  if (days < 0) throw new RangeError("no ship is repaired in the past");
${plain(42)}
  return days * ${at};
}
`).join("");
    const block = await answer(files, "why can a ship not be repaired in the past?");
    assert.match(block, /^Likely places/m);
    return [...block.matchAll(/^--- src\/ship\d+\.ts:(\S+)$/gm)].map(([, lines]) => lines!);
  };
  assert.deepEqual(await shown(5), ["2-47", "2-16", "2-13"]);
  assert.deepEqual(await shown(10), ["2-21", "2-16", "2-13"]);
});

Deno.test("excerpt: the value of a constant comes before the callers, whose file is named where it is another", async () => {
  const files = `
//- /src/a/rather/long/path/to/the/code/of/a/harbour/with/many/quays/mooring.ts
const MAXIMUM_ROPES = 5;
export function moorWithRopes(ropes: number): void {
  if (ropes >= MAXIMUM_ROPES) throw new RangeError("too many");
}
export function moorTug(): void {
  moorWithRopes(2);
}
export function moorFerry(): void {
  moorWithRopes(3);
}
`;
  const block = await answer(files, "how many ropes may moorWithRopes take?");
  assert.match(
    block,
    /moorWithRopes: MAXIMUM_ROPES = 5 \(line 1\); called by moorTug \(line 6\), moorFerry \(line 9\)$/m,
  );
  assert.match(
    await answer(files, "what's MAXIMUM_ROPES"),
    /MAXIMUM_ROPES: used by moorWithRopes \(line 3\)$/m,
  );
});
