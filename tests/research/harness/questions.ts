import { readFileSync } from "node:fs";
import { readingOf } from "../../../src/search/query/translation_hints.ts";
import { isKnown } from "../../../src/search/rank/term_lookup.ts";
import { queryOf } from "../../support/query.ts";
import { MODELS } from "../../../src/search/rank/feature_table.ts";
import { search } from "../../../src/search/rank/search.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import type { Case } from "./mirror.ts";
import { mirrorOf } from "./mirror.ts";

/**
 * Scores short questions of `bilingual.json`, or of `chinese.json`: about repositories with Chinese comments.
 *
 *     deno run -A tests/research/harness/questions.ts EVAL MIRRORS CACHE [bilingual|chinese] [verbose] [held]
 *
 * Questions held back are scored only with `held`, and then alone. Where a mirror lacks the tag, DJANGO_COMMIT names a
 * commit near it.
 */
const [evalDir = "", mirrors = "", cacheDir = "", set = "bilingual", ...flags] = Deno.args;
const isHeld = flags.includes("held");

interface Question {
  readonly id: string;
  readonly repository: string;
  readonly en?: string;
  readonly zh?: string;
  readonly gold: readonly string[];
  readonly held?: boolean;
}

interface Repository {
  readonly name: string;
  readonly commit?: string;
  readonly tag?: string;
}

const data = JSON.parse(readFileSync(new URL(`../cases/${set}.json`, import.meta.url), "utf8"));
const questions: readonly Question[] = data.pairs ?? data.questions;
const results: Record<string, number[]> = {};
const times: Record<string, number[]> = {};
for (const [id, repository] of Object.entries(data.repositories as Record<string, Repository>)) {
  const gitDir = mirrorOf(repository.name, { evalDir, mirrors });
  if (gitDir === undefined) continue;
  const commit = repository.commit ?? Deno.env.get("DJANGO_COMMIT") ?? repository.tag ?? "";
  const item = { base_commit: commit, repo: repository.name } as Case;
  const contents = await contentsOf(repository.name, [item], gitDir, cacheDir);
  for (const question of questions) {
    if (question.repository !== id || (question.held ?? false) !== isHeld) continue;
    for (const language of ["en", "zh"] as const) {
      const text = question[language];
      if (text === undefined) continue;
      const index = caseIndex(contents, listingOf(item, gitDir, cacheDir));
      index.pathLength(0);
      const started = performance.now();
      const hints = language === "zh"
        ? readingOf(text, (token) => isKnown(token, index))
        : { translations: [] };
      const { files } = search(queryOf(text, hints), index, { limit: 20, model: MODELS.search });
      (times[language] ??= []).push(performance.now() - started);
      const rank = 1 + files.findIndex((hit) => question.gold.includes(hit.path));
      (results[language] ??= []).push(rank);
      if (flags.includes("verbose") && rank !== 1) {
        const best = files.slice(0, 3).map((file) => file.path);
        console.log(`${question.id} ${language} ${rank} ${text}\n   gold ${question.gold} got ${best}`);
      }
    }
  }
}
for (const [column, ranks] of Object.entries(results)) {
  const at = (k: number): string =>
    (100 * ranks.filter((rank) => rank > 0 && rank <= k).length / ranks.length).toFixed(1);
  const mrr = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length;
  const sorted = times[column]!.sort((a, b) => a - b);
  const quantile = (share: number): string => sorted[Math.floor(sorted.length * share)]!.toFixed(1);
  console.log(
    `${column.padEnd(18)} ${ranks.length}: ${[1, 3, 5, 10].map(at).join("/")} mrr ${mrr.toFixed(3)}, ` +
      `query p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms (postings read cold)`,
  );
}
