import { queryViews } from "../../search/query/fields.ts";
import { LEXICAL_GROUPS } from "../../search/rank/feature_table.ts";
import { ALL_WANTED } from "../../search/rank/wanted.ts";
import { search } from "../../search/rank/search.ts";
import { pathTables } from "../../search/rank/path_tables.ts";
import { textScores } from "../../search/rank/text_scores.ts";
import { caseIndex, contentsOf, listingOf } from "./contents.ts";
import { mirrorOf, readCases } from "./mirror.ts";

/** Times warm queries over one commit of a repository. Arguments: evaluation folder, mirrors, cache folder, repository. */
const [evalDir = "", mirrors = "", cacheDir = "", repo = "django/django"] = Deno.args;
const cases = readCases(evalDir, ["lite-dev", "multilingual-dev"]).filter((item) => item.repo === repo);
const gitDir = mirrorOf(repo, { evalDir, mirrors })!;
const contents = await contentsOf(repo, cases.slice(0, 1), gitDir, cacheDir);
const index = caseIndex(contents, listingOf(cases[0]!, gitDir, cacheDir));
console.log(`${index.files.count} files, ${index.chunks.count} chunks`);

const texts: Record<string, string> = { prompt: "Where are CSRF tokens checked on incoming requests?" };
cases.slice(0, 12).forEach((item) => texts[item.id] = item.query);
for (const [name, text] of Object.entries(texts)) {
  const parts = new Map<string, number[]>();
  const time = <T>(part: string, run: () => T): T => {
    const started = performance.now();
    const value = run();
    const list = parts.get(part) ?? [];
    list.push(performance.now() - started);
    parts.set(part, list);
    return value;
  };
  for (let round = 0; round < 9; round++) {
    const query = time("views", () => queryViews(text));
    const context = {
      query,
      index,
      paths: pathTables(index),
      text: time("scores", () => textScores(query, index)),
      wanted: ALL_WANTED,
    };
    for (const group of LEXICAL_GROUPS) time(group.id, () => group.compute(context));
    time("all", () => search(queryViews(text), index));
  }
  const median = (list: number[]): string => list.sort((a, b) => a - b)[list.length >> 1]!.toFixed(1);
  const shown = [...parts].map(([part, list]) => `${part} ${median(list)}`).join(", ");
  console.log(`${name} (${text.length} characters, ${queryViews(text).terms.size} terms): ${shown}`);
}
