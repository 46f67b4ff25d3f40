import { mirrorOf, readCases } from "./mirror.ts";
import { packOf } from "./pack.ts";

/** Builds the packs of all repositories whose mirror is there. Arguments: evaluation folder, mirrors, cache folder, sets. */
const [evalDir = "", mirrors = "", cacheDir = "", sets = "lite-dev,verified-dev,multilingual-dev", only = ""] = Deno.args;
const cases = readCases(evalDir, sets.split(","));
for (const repo of new Set(cases.map((item) => item.repo))) {
  if (only !== "" && !only.split(",").includes(repo)) continue;
  const gitDir = mirrorOf(repo, { evalDir, mirrors });
  if (gitDir === undefined) {
    console.error(`${repo}: no mirror yet`);
    continue;
  }
  await packOf(repo, { gitDir, cases: cases.filter((item) => item.repo === repo), cacheDir });
}
