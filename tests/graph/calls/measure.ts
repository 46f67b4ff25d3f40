import { createCodeGraph, LEAST_CONFIDENCE, LOWEST_CONFIDENCE } from "../../../src/graph/edges.ts";
import type { CodeGraph } from "../../../src/graph/edges.ts";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import { testParser } from "../../syntax/support.ts";
import { symbolName } from "../support.ts";
import labels from "./labels.json" with { type: "json" };
import { filesAt } from "./repository.ts";

/**
 * `deno run -A measure.ts MIRRORS [LANGUAGE] [--misses]`: precision and recall of the call graph's edges on the call sites
 * that were labelled by hand. MIRRORS holds a git folder `owner+name/repo` per repository. Every edge at a labelled site
 * counts: right when it leads to the labelled definition, wrong when it leads elsewhere or the call leaves the
 * repository. Recall is the share of calls that stay in the repository and have their edge.
 */

/** A labelled call. */
interface Site {
  /** `path:line`, one-based. */
  readonly at: string;
  readonly name: string;
  /** `path:Qualified.name`, several where any is right; null for a call that leaves the repository; or `dynamic`. */
  readonly target: string | readonly string[] | null;
}

interface Count {
  edges: number;
  right: number;
  inside: number;
  found: number;
}

const mirrors = Deno.args[0] ?? "";
const wanted = Deno.args.slice(1).find((arg) => !arg.startsWith("--"));
const showsMisses = Deno.args.includes("--misses");
const parser = await testParser();

console.log(
  "| sample | language | repository | sites | inside | precision, shown | recall, shown | precision, all | recall, all |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
for (const { repository, commit, language, sample, sites } of labels) {
  if (wanted !== undefined && language !== wanted) continue;
  const files = await filesAt(`${mirrors}/${repository.replace("/", "+")}/repo`, commit);
  const graph = createCodeGraph(buildMemoryIndex(files, parser));
  const shown: Count = { edges: 0, right: 0, inside: 0, found: 0 };
  const all: Count = { edges: 0, right: 0, inside: 0, found: 0 };
  const misses: string[] = [];
  for (const site of sites as readonly Site[]) {
    if (site.target === "dynamic") continue;
    const targets = site.target === null ? [] : [site.target].flat();
    const edges = edgesAt(graph, site);
    count(shown, targets, edges.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE));
    count(all, targets, edges.filter(({ confidence }) => confidence >= LOWEST_CONFIDENCE));
    const best = edges[0];
    if (
      best?.confidence !== undefined && best.confidence >= LEAST_CONFIDENCE
        ? !targets.includes(best.to)
        : targets.length > 0
    ) {
      misses.push(
        `${site.at} ${site.name}: ${targets[0] ?? "outside"}; got ${
          best ? `${best.to} ${best.rule} ${best.confidence}` : "nothing"
        }`,
      );
    }
  }
  const row = [sample, language, repository, sites.length, shown.inside, ...figures(shown), ...figures(all)];
  console.log(`| ${row.join(" | ")} |`);
  if (showsMisses) { for (const miss of misses) console.log(`    ${miss}`); }
}

function edgesAt(graph: CodeGraph, site: Site): { to: string; confidence: number; rule: string }[] {
  const { index, resolver } = graph;
  const colon = site.at.lastIndexOf(":");
  const file = index.files.numberOf(site.at.slice(0, colon));
  if (file === undefined) throw new Error(`no such file: ${site.at}`);
  const line = Number(site.at.slice(colon + 1));
  const uses = (index.parsed(file)?.references ?? []).filter((one) =>
    one.line === line && one.name === site.name
  );
  const calls = uses.filter(({ kind }) => kind === "call" || kind === "new" || kind === "decorator");
  return (calls[0] ? resolver.resolve(file, calls[0]) : [])
    .map((one) => ({ to: symbolName(index, one), confidence: one.confidence, rule: one.rule }));
}

/** Overloads share a name and are one target. */
function count(counts: Count, targets: readonly string[], edges: readonly { to: string }[]): void {
  const ends = new Set(edges.map(({ to }) => to));
  counts.edges += ends.size;
  counts.right += [...ends].filter((to) => targets.includes(to)).length;
  if (targets.length === 0) return;
  counts.inside++;
  if (targets.some((target) => ends.has(target))) counts.found++;
}

function figures({ edges, right, inside, found }: Count): string[] {
  const percent = (part: number, of: number): string =>
    of === 0 ? "-" : `${Math.round(100 * part / of)} % (${part}/${of})`;
  return [percent(right, edges), percent(found, inside)];
}
