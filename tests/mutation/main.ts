/**
 * Do the tests notice when a line is wrong? Changes one place of the sources at a time in a copy of the project and runs
 * the tests that can notice it, nearest first, up to the first failure; then the type check; then, where the area has
 * specs of the compiled program, those that concern the source, with a program built from the mutant. A mutant that nothing
 * notices survives and is printed with its line. Copies work side by side. `dist/auto-tools` must be of these sources.
 *
 * `deno run -A tests/mutation/main.ts [--per-area N] [--seed TEXT] [--copies N] [AREA...]`, default {@link SAMPLED} areas, 30 mutants
 * of each; which ones is fixed by a hash of seed, file and place. Of {@link CRITICAL} areas every mutant is tried. An AREA
 * may also be a file of one. Exit code 1 if more than a tenth survived, or any of a critical area.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Area, CRITICAL, SAMPLED } from "./areas.ts";
import { reasonOf } from "./equivalent.ts";
import { Project } from "./project.ts";
import { type Mutant, mutantsOf, typescriptParser } from "./sites.ts";
import { testsOf } from "./tests_of.ts";

/** Test files that run first. */
const NEAREST = 2;
const GOLDENS = /(?:documents|fixtures|features|warehouse)_test\.ts$/;

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
const copies = await Promise.all(Array.from({ length: Number(values.copies) }, () => Project.copy(ROOT)));
try {
  const outcomes = [];
  for (const place of positionals.length > 0 ? positionals : Object.keys(SAMPLED)) {
    outcomes.push(await tryAll(place));
  }
  const [tried, survived] = [total(outcomes, "tried"), total(outcomes, "survived")];
  console.log(`${survived} of ${tried} survived (${(100 * survived / Math.max(1, tried)).toFixed(1)} %)`);
  const isCriticalHit = outcomes.some((one) => one.isCritical && one.survived > 0);
  if (isCriticalHit || survived > tried / 10) Deno.exitCode = 1;
} finally {
  for (const copy of copies) copy.remove();
}

/** What came of the mutants of one place. */
interface Outcome {
  readonly isCritical: boolean;
  readonly tried: number;
  readonly survived: number;
}

function total(outcomes: readonly Outcome[], what: "tried" | "survived"): number {
  return outcomes.reduce((sum, outcome) => sum + outcome[what], 0);
}

async function tryAll(place: string): Promise<Outcome> {
  const { area, isCritical, sources } = areaOf(place);
  const chosen = choose(sitesOf(sources, area), isCritical ? Infinity : Number(values["per-area"]));
  const tests = testFilesOf(area.tests);
  for (const failed of await Promise.all(copies.map((copy) => copy.firstFailureUnchanged(tests)))) {
    if (failed !== undefined) throw new Error(`fails without a change: ${failed}`);
  }
  const queue = chosen.filter(([path, mutant]) => reasonOf(path, textOf(path), mutant) === undefined);
  const tried = queue.length;
  let survived = 0;
  await Promise.all(copies.map(async (copy) => {
    for (let site = queue.shift(); site !== undefined; site = queue.shift()) {
      if (queue.length % 50 === 0) console.error(`${place}: ${queue.length} of ${tried} are left`);
      if (await isNoticed(copy, site, { tests, specs: specsOf(site[0], area) })) continue;
      survived++;
      console.log(`survived: ${site[0]}:${site[1].line} ${site[1].what}`);
    }
  }));
  console.log(`${place}: ${survived} of ${tried} mutants survived; ${chosen.length - tried} change nothing`);
  return { isCritical, tried, survived };
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

async function isNoticed(
  copy: Project,
  [path, mutant]: Site,
  { tests, specs }: { readonly tests: readonly string[]; readonly specs: readonly string[] },
): Promise<boolean> {
  return await copy.with(path, mutant, async () => {
    const [near, far] = split(testsOf(ROOT, path, tests));
    if (await copy.firstFailure(near) !== undefined) return true;
    if (far.length > 0 && await copy.firstFailure(far) !== undefined) return true;
    if (mutant.mayBreakTypes && !await copy.hasTypes(path)) return true;
    if (specs.length === 0) return false;
    if (!await copy.build()) return true;
    const broken = await copy.firstBroken(specs);
    if (broken !== undefined && !await copy.passesUnchanged(broken)) {
      throw new Error(`fails without a change: ${broken}`);
    }
    return broken !== undefined;
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
