/**
 * Do the tests notice when a line is wrong? Changes one place of the sources at a time in a copy of the project and runs
 * the tests that can notice it, nearest first, up to the first failure; then the type check; then, where the area has
 * specs of the compiled program, those that concern the source, with a program built from the mutant. Each mutant is printed
 * with its line and what noticed it; one that nothing notices survives. A test file that fails without a change is left out
 * and named. Copies work side by side. `dist/auto-tools` must be of these sources. An interrupted run prints what it has.
 *
 * `deno run -A tests/mutation/main.ts [--per-area N] [--seed TEXT] [--copies N] [AREA...]`, default {@link SAMPLED} areas, 30 mutants
 * of each; which ones is fixed by a hash of seed, file and place. Of {@link CRITICAL} areas every mutant is tried. An AREA
 * may also be a file of one. Exit code 1 if more than a tenth survived, or any of a critical area.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { removeTree } from "../support/fixture.ts";
import { type Area, CRITICAL, SAMPLED } from "./areas.ts";
import { reasonOf } from "./equivalent.ts";
import { Project } from "./project.ts";
import { type Mutant, mutantsOf, typescriptParser } from "./sites.ts";
import { testsOf } from "./tests_of.ts";

/** Test files that run first. */
const NEAREST = 2;
const GOLDENS = /(?:documents|fixtures)_test\.ts$/;

const ROOT = new URL("../..", import.meta.url).pathname;

/** A mutant of a file, relative to the project. */
type Site = readonly [path: string, mutant: Mutant];

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    "per-area": { type: "string", default: "30" },
    seed: { type: "string", default: "" },
    copies: { type: "string", default: "2" },
  },
});
const parser = await typescriptParser();
// A run that is ended leaves its files behind. A short name: sockets lie in it.
const scratch = Deno.makeTempDirSync({ prefix: "at-" });
Deno.env.set("TMPDIR", scratch);
const copies = await Promise.all(Array.from({ length: Number(values.copies) }, () => Project.copy(ROOT)));
const outcomes: Outcome[] = [];
const leftOut = new Set<string>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => Deno.exit(finish()));
}
try {
  for (const place of positionals.length > 0 ? positionals : Object.keys(SAMPLED)) await tryAll(place);
} finally {
  Deno.exitCode = finish();
}

/** What came of the mutants of one place. */
interface Outcome {
  readonly place: string;
  readonly isCritical: boolean;
  tried: number;
  survived: number;
}

/** Prints what is known and removes the copies; returns the exit code. */
function finish(): number {
  for (const copy of copies) copy.remove();
  removeTree(scratch);
  for (const { place, tried, survived } of outcomes) {
    console.log(`${place}: ${survived} of ${tried} mutants survived`);
  }
  for (const path of leftOut) console.log(`left out, because it fails without a change: ${path}`);
  const total = (what: "tried" | "survived"): number => outcomes.reduce((sum, one) => sum + one[what], 0);
  const [tried, survived] = [total("tried"), total("survived")];
  console.log(`${survived} of ${tried} survived (${(100 * survived / Math.max(1, tried)).toFixed(1)} %)`);
  const isCriticalHit = outcomes.some((one) => one.isCritical && one.survived > 0);
  return isCriticalHit || survived > tried / 10 ? 1 : 0;
}

async function tryAll(place: string): Promise<void> {
  const { area, isCritical, sources } = areaOf(place);
  const chosen = choose(sitesOf(sources, area), isCritical ? Infinity : Number(values["per-area"]));
  const all = testFilesOf(area.tests);
  for (const failing of await Promise.all(copies.map((copy) => copy.failingUnchanged(all)))) {
    for (const path of failing) leftOut.add(path);
  }
  const tests = all.filter((path) => !leftOut.has(path));
  const queue = chosen.filter(([path, mutant]) => reasonOf(path, textOf(path), mutant) === undefined);
  console.log(`${place}: ${queue.length} mutants; ${chosen.length - queue.length} more change nothing`);
  const outcome: Outcome = { place, isCritical, tried: 0, survived: 0 };
  outcomes.push(outcome);
  await Promise.all(copies.map(async (copy) => {
    for (let site = queue.shift(); site !== undefined; site = queue.shift()) {
      const [path, { line, what }] = site;
      const judge = await judgeOf(copy, site, { tests, specs: specsOf(path, area) });
      outcome.tried++;
      if (judge === undefined) outcome.survived++;
      console.log(
        `${judge === undefined ? "SURVIVED" : "noticed"}: ${path}:${line} ${what} (${judge ?? "by nothing"})`,
      );
    }
  }));
}

/** The area that a place names or lies in, and its sources there. */
function areaOf(place: string): { area: Area; isCritical: boolean; sources: readonly string[] } {
  for (const [areas, isCritical] of [[CRITICAL, true], [SAMPLED, false]] as const) {
    const named = areas[place];
    if (named) {
      return {
        area: named,
        isCritical,
        sources: named.sources.flatMap((path) => sourcesBelow(`src/${path}`)),
      };
    }
    const around = Object.values(areas).find(({ sources }) =>
      sources.some((path) => `${place}/`.startsWith(`${path}/`))
    );
    if (around) return { area: around, isCritical, sources: sourcesBelow(`src/${place}`) };
  }
  throw new Error(`in no area: ${place}`);
}

function sitesOf(sources: readonly string[], { more }: Area): Site[] {
  return sources.flatMap((path) =>
    mutantsOf(parser, textOf(path), more).map((mutant): Site => [path, mutant])
  );
}

function choose(all: readonly Site[], count: number): readonly Site[] {
  const order = ([path, { start, replacement }]: Site): string =>
    createHash("sha1").update(`${values.seed}${path} ${start} ${replacement}`).digest("hex");
  return all.map((site) => [order(site), site] as const).sort(([a], [b]) => a < b ? -1 : 1)
    .slice(0, count).map(([, site]) => site);
}

function testFilesOf(places: readonly string[]): readonly string[] {
  return places.flatMap((place) => sourcesBelow(`tests/${place}`)).filter((path) =>
    /[_.]test\.ts$/.test(path)
  );
}

/** The specs that concern a source. */
function specsOf(path: string, { specs = [] }: Area): readonly string[] {
  const [, names = []] = specs.find(([sources]) => sources.test(path)) ?? [];
  return names.map((name) => `tests/specs/${name}_test.ts`);
}

/** The mirror of the source and the goldens, which notice most, and all others, which need not even be loaded then. */
function split(tests: readonly string[]): readonly [near: string[], far: string[]] {
  const isNear = (path: string, at: number): boolean => at < NEAREST || GOLDENS.test(path);
  return [tests.filter(isNear), tests.filter((path, at) => !isNear(path, at))];
}

/** What noticed the mutant; undefined where nothing did. */
async function judgeOf(
  copy: Project,
  [path, mutant]: Site,
  { tests, specs }: { readonly tests: readonly string[]; readonly specs: readonly string[] },
): Promise<string | undefined> {
  return await copy.with(path, mutant, async () => {
    for (const group of split(testsOf(ROOT, path, tests))) {
      const failed = group.length > 0 ? await copy.firstFailure(group) : undefined;
      if (failed) return `${failed.file ?? "tests"}: ${failed.name}`;
    }
    if (mutant.mayBreakTypes && !await copy.hasTypes(path)) return "types";
    const built = specs.filter((spec) => !leftOut.has(spec));
    // A mutant is a program like any other: what goes wrong here says nothing about it.
    if (built.length === 0 || !await copy.build()) return undefined;
    for (const spec of built) {
      const result = await copy.tryOnProgram(spec);
      if (result === "fails") return spec;
      if (result === "fails without a change") leftOut.add(spec);
    }
    return undefined;
  });
}

function textOf(path: string): string {
  return copies[0]!.text(path);
}

function sourcesBelow(path: string): string[] {
  if (path.endsWith(".ts")) return [path];
  return [...Deno.readDirSync(join(ROOT, path))].flatMap((entry) =>
    entry.isDirectory || entry.name.endsWith(".ts") ? sourcesBelow(`${path}/${entry.name}`) : []
  ).sort();
}
