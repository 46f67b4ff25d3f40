import { openTestIndex } from "./index_kit.ts";

/** Opens the index of a folder and prints how often two names are defined: `deno run index_reader.ts ROOT`. */

const opened = await openTestIndex(Deno.args[0]!);
const found = Object.fromEntries(["door", "gate"].map((name) => [name, opened.index.definitionCount(name)]));
console.log(JSON.stringify({ found, problem: opened.problem }));
opened.close();
