import { readFileSync } from "node:fs";
import { bridgeHints } from "../../../src/analysis/query/bridge_hints.ts";
import { queryViews } from "../../../src/analysis/query/views.ts";
import { MODELS } from "../../../src/analysis/rank/model.ts";
import { search } from "../../../src/analysis/rank/search.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import type { Case } from "./mirror.ts";
import { mirrorOf } from "./mirror.ts";

/**
 * Scores short questions in English and Chinese; pairs held back are left out. Arguments: evaluation folder, mirrors,
 * cache folder, `verbose` to see what was not first. Where a mirror lacks the tag, DJANGO_COMMIT names a commit near it.
 */
const [evalDir = "", mirrors = "", cacheDir = "", verbose = ""] = Deno.args;
const model = MODELS.search;
const data = JSON.parse(readFileSync(new URL("../bilingual.json", import.meta.url), "utf8"));
const results: Record<string, number[]> = { en: [], zh: [] };
const times: number[] = [];
for (
  const [id, repository] of Object.entries(
    data.repositories as Record<string, { name: string; commit?: string; tag?: string }>,
  )
) {
  const gitDir = mirrorOf(repository.name, { evalDir, mirrors });
  if (gitDir === undefined) continue;
  const item = {
    base_commit: repository.commit ?? Deno.env.get("DJANGO_COMMIT") ?? repository.tag,
    repo: repository.name,
  } as Case;
  const contents = await contentsOf(repository.name, [item], gitDir, cacheDir);
  for (const pair of data.pairs) {
    if (pair.repository !== id || pair.held) continue;
    for (const language of ["en", "zh"] as const) {
      const index = caseIndex(contents, listingOf(item, gitDir, cacheDir));
      index.pathLength(0);
      const started = performance.now();
      const text: string = pair[language];
      const bridge = bridgeHints([text]);
      const { files } = search(queryViews(text, { bridge }), index, { limit: 20, model });
      times.push(performance.now() - started);
      const rank = 1 + files.findIndex((hit) => pair.gold.includes(hit.path));
      results[language]!.push(rank);
      if (verbose && rank !== 1) {
        console.log(
          `${pair.id} ${language} ${rank} ${text}\n   gold ${pair.gold} got ${
            files.slice(0, 3).map((f) => f.path)
          }`,
        );
      }
    }
  }
}
for (const [language, ranks] of Object.entries(results)) {
  const at = (k: number): string =>
    (100 * ranks.filter((r) => r > 0 && r <= k).length / ranks.length).toFixed(1);
  const mrr = ranks.reduce((sum, r) => sum + (r > 0 ? 1 / r : 0), 0) / ranks.length;
  console.log(`${language} ${ranks.length}: ${[1, 3, 5, 10].map(at).join("/")} mrr ${mrr.toFixed(3)}`);
}
times.sort((a, b) => a - b);
console.log(
  `query p50 ${times[times.length >> 1]!.toFixed(1)} ms, p95 ${
    times[Math.floor(times.length * 0.95)]!.toFixed(1)
  } ms, postings read cold`,
);
