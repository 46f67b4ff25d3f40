/**
 * Do the tests notice when a line is wrong? Changes one place of the sources at a time in a copy of the project and runs
 * the tests of its folder. A mutant that no test notices survives and is printed with its line.
 *
 * `deno run -A tests/mutation/main.ts [--per-folder N] [FOLDER...]`, default 30 mutants for each folder of
 * {@link SUITES}; which ones is fixed by a hash of file and place. Exit code 1 if more than a tenth survived.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Mutant, mutantsOf, typescriptParser } from "./sites.ts";

/** For each folder of src the tests that have to notice, without a build of the program. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  safety: ["tests/safety"],
  pipeline: ["tests/pipeline"],
  intent: ["tests/intent"],
  engine: ["tests/engine"],
  graph: ["tests/graph"],
  "search/rank": ["tests/search"],
};

/** Milliseconds after which a mutant counts as noticed: it never ends. */
const TIME_LIMIT_MS = 300_000;

const ROOT = new URL("../..", import.meta.url).pathname;

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: { "per-folder": { type: "string", default: "30" } },
});
const copy = await copyProject();
try {
  const parser = await typescriptParser();
  let [tried, survived] = [0, 0];
  for (const folder of positionals.length > 0 ? positionals : Object.keys(SUITES)) {
    const tests = SUITES[folder];
    if (!tests) throw new Error(`no tests are named for this folder: ${folder}`);
    if (!await pass(copy, tests)) throw new Error(`these tests fail without a change: ${tests.join(" ")}`);
    const chosen = choose(parser, folder, Number(values["per-folder"]));
    for (const [path, mutant] of chosen) {
      tried++;
      if (await isNoticed(copy, path, mutant, tests)) continue;
      survived++;
      console.log(`survived: ${path}:${mutant.line} ${mutant.what}`);
    }
    console.log(`${folder}: ${chosen.length} mutants; so far ${survived} of ${tried} survived`);
  }
  console.log(`${survived} of ${tried} survived (${(100 * survived / Math.max(1, tried)).toFixed(1)} %)`);
  if (survived > tried / 10) Deno.exitCode = 1;
} finally {
  Deno.removeSync(copy, { recursive: true });
}

/** The project's files, with the packages linked. */
async function copyProject(): Promise<string> {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-mutation-" });
  const listing = await new Deno.Command("git", { args: ["ls-files", "-z"], cwd: ROOT }).output();
  for (const path of new TextDecoder().decode(listing.stdout).split("\0").filter(Boolean)) {
    Deno.mkdirSync(join(folder, path, ".."), { recursive: true });
    Deno.copyFileSync(join(ROOT, path), join(folder, path));
  }
  for (const linked of ["node_modules", "dist"]) Deno.symlinkSync(join(ROOT, linked), join(folder, linked));
  return folder;
}

function choose(
  parser: Parameters<typeof mutantsOf>[0],
  folder: string,
  count: number,
): [string, Mutant][] {
  const all = sourcesBelow(`src/${folder}`).flatMap((path) =>
    mutantsOf(parser, Deno.readTextFileSync(join(ROOT, path))).map((
      mutant,
    ): [string, Mutant] => [path, mutant])
  );
  const order = ([path, { start, replacement }]: [string, Mutant]): string =>
    createHash("sha1").update(`${path} ${start} ${replacement}`).digest("hex");
  return all.map((entry) => [order(entry), entry] as const).sort(([a], [b]) => a < b ? -1 : 1)
    .slice(0, count).map(([, entry]) => entry);
}

async function isNoticed(
  copy: string,
  path: string,
  mutant: Mutant,
  tests: readonly string[],
): Promise<boolean> {
  const file = join(copy, path);
  const source = Deno.readTextFileSync(file);
  Deno.writeTextFileSync(file, source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end));
  try {
    return !await pass(copy, tests);
  } finally {
    Deno.writeTextFileSync(file, source);
  }
}

async function pass(copy: string, tests: readonly string[]): Promise<boolean> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--no-check", "--fail-fast", "--parallel", ...tests],
    cwd: copy,
    stdout: "null",
    stderr: "null",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).output();
  return success;
}

function sourcesBelow(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory ? sourcesBelow(path) : path.endsWith(".ts") ? [path] : [];
  }).sort();
}
