import { openTestIndex } from "./index_kit.ts";

/**
 * A process that edits a file of its own and refreshes the index, over and over, until it is killed or has done it
 * `rounds` times: `deno run index_process.ts ROOT NAME [ROUNDS]`. Prints a line after each refresh.
 */

const [root = "", name = "", rounds = "1000"] = Deno.args;

for (let round = 0; round < Number(rounds); round++) {
  const text = `def fix_${name}_${round}(door):\n    return door.item(${round})\n`.repeat(1 + (round % 20));
  Deno.writeTextFileSync(`${root}/${name}.py`, text);
  const started = performance.now();
  const index = await openTestIndex(root, { batchSize: 2000 });
  const found = index.index.definitionsNamed(`fix_${name}_${round}`).length;
  index.tidy();
  index.close();
  const { parsed, problem } = index;
  console.log(JSON.stringify({ round, found, parsed, problem, ms: performance.now() - started }));
}
