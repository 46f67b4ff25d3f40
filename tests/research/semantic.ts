import { readFileSync, writeFileSync } from "node:fs";
import type { LexicalIndex } from "../../src/index/lexical_index.ts";
import { translationHints } from "../../src/search/query/translation_hints.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import { orderNear } from "../../src/search/rank/hybrid.ts";
import type { RankingModel } from "../../src/search/rank/model.ts";
import { MODELS } from "../../src/search/rank/model.ts";
import { NEIGHBOUR_GROUP } from "../../src/search/rank/neighbour_features.ts";
import { beginSearch } from "../../src/search/rank/search.ts";
import { strengthOfWords } from "../../src/search/rank/confidence.ts";
import type { Strength } from "../../src/model/findings.ts";
import { hasCjk } from "../../src/text/chars.ts";
import { nearestChunks } from "../../src/index/vectors/nearest.ts";
import { unit } from "../../src/index/vectors/quantise.ts";
import { caseIndex, contentsOf, listingOf } from "./harness/contents.ts";
import { readWords, wordEmbedder } from "./harness/learned_embedder.ts";
import type { Case } from "./harness/mirror.ts";
import { mirrorOf, readCases } from "./harness/mirror.ts";
import type { Embed } from "./harness/vectors.ts";
import { MemoryVectors } from "./harness/vectors.ts";

/**
 * Ranks every case by its words, by its meaning and by the graph, each alone, for `fuse.ts` to combine:
 *
 *     deno run -A tests/research/semantic.ts EVAL MIRRORS CACHE OUTPUT MODEL [SETS]
 *
 * MODEL is what `learn_words.ts` wrote (`.bin`), or a module: a path to a file that exports `embed` (`harness/vectors.ts`
 * says how). SETS, separated by commas: default all three; the short
 * questions come with any.
 */
const [evalDir = "", mirrors = "", cacheDir = "", output = "", model = "", sets = ""] = Deno.args;
const DEPTH = 100;
const SETS = sets === "" ? ["lite-dev", "verified-dev", "multilingual-dev"] : sets.split(",");

/** What a case's three lists are. */
interface Row {
  readonly id: string;
  readonly repo: string;
  readonly set: string;
  readonly lang: string;
  readonly gold: readonly string[];
  /** How sure the words are. */
  readonly words: Strength;
  readonly keyword: readonly string[];
  readonly vector: readonly string[];
  readonly graph: readonly string[];
}

const folds = JSON.parse(readFileSync(`${cacheDir}/folds.json`, "utf8")).search as Record<
  string,
  RankingModel
>;
const embed: Embed = model.endsWith(".bin") ? wordEmbedder(readWords(model)) : (await import(model)).embed;
const rows: Row[] = [];
const cases = [...readCases(evalDir, SETS), ...bilingualCases()];
for (const repo of [...new Set(cases.map((item) => item.repo))].sort()) {
  const gitDir = mirrorOf(repo, { evalDir, mirrors });
  if (gitDir === undefined) continue;
  const mine = cases.filter((item) => item.repo === repo);
  const contents = await contentsOf(repo, mine, gitDir, cacheDir);
  const vectors = new MemoryVectors(gitDir, embed);
  for (const item of mine) {
    const listing = listingOf(item, gitDir, cacheDir);
    const index = caseIndex(contents, listing);
    await vectors.add(index, (file) => listing[file]!.sha);
    rows.push(await rowOf(item, index, vectors));
  }
  writeFileSync(output, rows.map((row) => JSON.stringify(row)).join("\n") + "\n");
  console.error(`${repo}: ${rows.length} of ${cases.length}`);
}

async function rowOf(item: Case, index: LexicalIndex, vectors: MemoryVectors): Promise<Row> {
  const text = item.query;
  const query = queryViews(text, { translations: hasCjk(text) ? translationHints([text]) : [] });
  const { table, weights, keyword } = beginSearch(query, index, { model: folds[item.repo] ?? MODELS.search });
  const [vector] = await embed([text.slice(0, 4000)]);
  const near = nearestChunks(index, vectors, unit(vector!)!);
  const { columns } = NEIGHBOUR_GROUP.compute(table.context);
  const graph = index.files.paths.map((_, file) =>
    (columns.get("used_by_leads")?.[file] ?? 0) + (columns.get("uses_leads")?.[file] ?? 0)
  );
  const linked = graph.flatMap((value, file) => value > 0 ? [file] : []).sort((a, b) =>
    graph[b]! - graph[a]!
  );
  const paths = (files: readonly number[]): string[] =>
    files.slice(0, DEPTH).map((file) => index.files.paths[file]!);
  return {
    id: item.id,
    repo: item.repo,
    set: item.set,
    lang: item.lang,
    gold: item.gold_files,
    words: strengthOfWords(keyword.order, table),
    keyword: paths(keyword.order),
    vector: paths(orderNear(near.chunks, table, weights)),
    graph: paths(linked),
  };
}

/** The short questions in both languages; one right file is enough. */
function bilingualCases(): Case[] {
  const data = JSON.parse(readFileSync(new URL("./cases/bilingual.json", import.meta.url), "utf8"));
  return data.pairs.filter((pair: { held?: boolean }) => !pair.held).flatMap(
    (pair: Record<string, string>) => {
      const repository = data.repositories[pair["repository"]!];
      const commit = repository.commit ?? Deno.env.get("DJANGO_COMMIT") ?? repository.tag;
      return (["en", "zh"] as const).map((language) => ({
        id: `${pair["id"]}-${language}`,
        repo: repository.name,
        lang: language,
        base_commit: commit,
        gold_files: pair["gold"],
        query: pair[language],
        set: `bilingual-${language}`,
      }));
    },
  );
}
