import process from "node:process";
import { refresh } from "../../src/analysis/index/refresh.ts";
import { indexTools, openStore } from "../support/index_kit.ts";

/**
 * Speed of the index over a git repository: `deno run -A tests/bench/index.ts FOLDER`. Prints milliseconds of wall clock
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

async function run(what: string, terms: readonly string[] = []): Promise<void> {
  wall = performance.now();
  cpu = process.cpuUsage();
  const store = openStore(cache)!;
  const { index, read, parsed, problem } = await refresh(indexTools(root, store, listing), {
    rules: "bench",
  });
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
  store.database.endRead();
  console.log(
    `  ${(store.database.size() / 1e6).toFixed(1)} MB, rss ${(Deno.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
  store.database.close();
}

const TERMS =
  "queryset filter foreign key manager form valid error tag url resolver session csrf token migration admin"
    .split(" ");
await run("cold");
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
Deno.removeSync(cache, { recursive: true });
