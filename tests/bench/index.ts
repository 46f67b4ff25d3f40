import process from "node:process";
import { openIndex } from "../../src/index/open_index.ts";
import type { HelperResult } from "../../src/index/lexical_index.ts";
import { indexHelper } from "../../src/platform/index_helper.ts";
import { indexTools, openStore } from "../support/index_kit.ts";

/**
 * Speed of the index over a git repository: `deno run -A tests/bench/index.ts FOLDER [--alone]`. Prints milliseconds of wall clock
 * and of processor time; touches the file it edits back to what it was.
 */

const root = Deno.args[0]!;
const cache = Deno.makeTempDirSync();
const git = ["-C", root, "ls-files", "-z", "-c", "-o", "--exclude-standard"];
const listing = new Deno.Command("git", { args: git }).outputSync().stdout;

let wall = performance.now();
let cpu = process.cpuUsage();

function lap(what: string, detail = ""): void {
  const used = process.cpuUsage(cpu);
  const cpuMs = (used.user + used.system) / 1000;
  const wallMs = performance.now() - wall;
  console.log(
    `${what.padEnd(34)} ${wallMs.toFixed(1).padStart(8)} ms  cpu ${
      cpuMs.toFixed(1).padStart(8)
    } ms  ${detail}`,
  );
  wall = performance.now();
  cpu = process.cpuUsage();
}

async function run(what: string, terms: readonly string[] = [], helps = false): Promise<void> {
  wall = performance.now();
  cpu = process.cpuUsage();
  const assets = new URL("../../dist/assets/", import.meta.url).pathname;
  const helper = indexHelper<HelperResult>(
    new URL("../../src/engine/sandbox/index_helper.ts", import.meta.url),
    {
      root,
      cache,
      assets,
    },
  );
  const { store, ...tools } = { ...indexTools(root, openStore(cache), listing), ...(helps && { helper }) };
  const opened = await openIndex(store?.database, tools, { rules: "bench" });
  const { index, read, parsed, problem } = opened;
  lap(
    what,
    `${index.files.count} files, ${index.chunks.count} chunks, read ${read}, parsed ${parsed} ${
      problem ?? ""
    }`,
  );
  if (terms.length > 0) {
    for (const term of terms) index.postings(term);
    lap(`  ${terms.length} terms`);
    index.pathPostings("test");
    lap("  path terms");
    index.nearNames("get_query_set", 5);
    lap("  near names");
    index.definitionsNamed("filter").length + index.referencesTo("filter").length;
    lap("  definitions and references");
  }
  const segments = store!.segments().length;
  console.log(
    `  ${(store!.database.size() / 1e6).toFixed(1)} MB, ${segments} segments, rss ${
      (Deno.memoryUsage().rss / 1e6).toFixed(0)
    } MB`,
  );
  opened.tidy();
  lap("  tidy");
  opened.close();
}

const TERMS =
  "queryset filter foreign key manager form valid error tag url resolver session csrf token migration admin"
    .split(" ");
if (Deno.args.includes("--alone")) await run("cold, one thread");
else await run("cold, two threads", [], true);
await run("second (racily clean)");
await run("nothing changed");
await run("nothing changed", TERMS);
const path = `${root}/${
  new TextDecoder().decode(listing).split("\0").find((path) => path.endsWith(".py") && path.length > 30)
}`;
const before = Deno.readTextFileSync(path);
Deno.writeTextFileSync(path, `${before}\n# changed ${Date.now()}\n`);
await run("one file changed", TERMS);
Deno.writeTextFileSync(path, before);
await run("and changed back");

const many = new TextDecoder().decode(listing).split("\0").filter((path) => path.endsWith(".py")).slice(
  100,
  400,
);
const texts = many.map((path) => Deno.readTextFileSync(`${root}/${path}`));
const write = (suffix: string): void =>
  many.forEach((path, at) => Deno.writeTextFileSync(`${root}/${path}`, texts[at]! + suffix));
write("\n# another branch\n");
await run("300 files changed");
write("");
await run("and changed back");
write("\n# another branch\n");
await run("and once more");
write("");
await run("and changed back");
Deno.removeSync(cache, { recursive: true });
