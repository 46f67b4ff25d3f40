/**
 * Do the tests notice when a line is wrong? Changes one place of the sources at a time in a copy of the project and runs
 * the tests that can notice it, nearest first, up to the first failure. A mutant that no test notices survives and is
 * printed with its line. Two copies work side by side.
 *
 * `deno run -A tests/mutation/main.ts [--per-folder N] [--seed TEXT] [FOLDER...]`, default 30 mutants for each folder of
 * {@link SUITES}; which ones is fixed by a hash of seed, file and place. A FOLDER may also be a file of one. Exit code 1
 * if more than a tenth survived.
 */

import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Mutant, mutantsOf, typescriptParser } from "./sites.ts";
import { testsOf } from "./tests_of.ts";

/** For each folder of src the folders of tests that have to notice, without a build of the program. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  safety: ["tests/safety"],
  pipeline: ["tests/pipeline"],
  intent: ["tests/intent"],
  engine: ["tests/engine", "tests/semantic"],
  graph: ["tests/graph", "tests/tools"],
  "search/rank": ["tests/search"],
};

/** Copies of the project that are changed side by side. */
const COPIES = 2;

/** As many test files run at once; most mutants fail the first ones. */
const BATCH = 3;

/** Milliseconds after which a mutant counts as noticed: it never ends. */
const TIME_LIMIT_MS = 300_000;

const ROOT = new URL("../..", import.meta.url).pathname;

/** A mutant of a file, relative to the project. */
type Site = readonly [path: string, mutant: Mutant];

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: { "per-folder": { type: "string", default: "30" }, seed: { type: "string", default: "" } },
});
const copies = await Promise.all(Array.from({ length: COPIES }, copyProject));
try {
  const parser = await typescriptParser();
  let [tried, survived] = [0, 0];
  for (const place of positionals.length > 0 ? positionals : Object.keys(SUITES)) {
    const chosen = choose(parser, place, Number(values["per-folder"]));
    const tests = testFilesOf(place);
    if (!await pass(copies[0]!, tests)) throw new Error(`tests of ${place} fail without a change`);
    const queue = [...chosen];
    let ofPlace = 0;
    await Promise.all(copies.map(async (copy) => {
      for (let site = queue.shift(); site !== undefined; site = queue.shift()) {
        if (await isNoticed(copy, site, testsOf(ROOT, site[0], tests))) continue;
        ofPlace++;
        console.log(`survived: ${site[0]}:${site[1].line} ${site[1].what}`);
      }
    }));
    [tried, survived] = [tried + chosen.length, survived + ofPlace];
    console.log(`${place}: ${ofPlace} of ${chosen.length} mutants survived`);
  }
  console.log(`${survived} of ${tried} survived (${(100 * survived / Math.max(1, tried)).toFixed(1)} %)`);
  if (survived > tried / 10) Deno.exitCode = 1;
} finally {
  for (const copy of copies) Deno.removeSync(copy, { recursive: true });
}

/** The project's files, with the packages linked. */
async function copyProject(): Promise<string> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-mutation-" }));
  const listing = await new Deno.Command("git", { args: ["ls-files", "-z"], cwd: ROOT }).output();
  for (const path of new TextDecoder().decode(listing.stdout).split("\0").filter(Boolean)) {
    Deno.mkdirSync(join(folder, dirname(path)), { recursive: true });
    Deno.copyFileSync(join(ROOT, path), join(folder, path));
  }
  for (const linked of ["node_modules", "dist"]) Deno.symlinkSync(join(ROOT, linked), join(folder, linked));
  return folder;
}

function choose(parser: Parameters<typeof mutantsOf>[0], place: string, count: number): readonly Site[] {
  const all = sourcesBelow(`src/${place}`).flatMap((path) =>
    mutantsOf(parser, Deno.readTextFileSync(join(ROOT, path))).map((mutant): Site => [path, mutant])
  );
  const order = ([path, { start, replacement }]: Site): string =>
    createHash("sha1").update(`${values.seed}${path} ${start} ${replacement}`).digest("hex");
  return all.map((site) => [order(site), site] as const).sort(([a], [b]) => a < b ? -1 : 1)
    .slice(0, count).map(([, site]) => site);
}

/** The test files of a place's suite, in order. */
function testFilesOf(place: string): readonly string[] {
  const suite = Object.entries(SUITES).find(([folder]) => `${place}/`.startsWith(`${folder}/`))?.[1];
  if (!suite) throw new Error(`no tests are named for this folder: ${place}`);
  return suite.flatMap(sourcesBelow).filter((path) => /[_.]test\.ts$/.test(path));
}

async function isNoticed(copy: string, [path, mutant]: Site, tests: readonly string[]): Promise<boolean> {
  const file = join(copy, path);
  const source = Deno.readTextFileSync(file);
  Deno.writeTextFileSync(file, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end));
  try {
    for (let at = 0; at < tests.length; at += BATCH) {
      if (!await pass(copy, tests.slice(at, at + BATCH))) return true;
    }
    return false;
  } finally {
    Deno.writeTextFileSync(file, source);
  }
}

async function pass(copy: string, tests: readonly string[]): Promise<boolean> {
  const { success } = await new Deno.Command("nice", {
    args: [Deno.execPath(), "test", "-A", "--no-check", "--fail-fast", ...tests],
    cwd: copy,
    stdout: "null",
    stderr: "null",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).output();
  return success;
}

function sourcesBelow(path: string): string[] {
  if (path.endsWith(".ts")) return [path];
  return [...Deno.readDirSync(join(ROOT, path))].flatMap((entry) =>
    entry.isDirectory || entry.name.endsWith(".ts") ? sourcesBelow(`${path}/${entry.name}`) : []
  ).sort();
}
