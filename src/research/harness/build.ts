import { contentsOf } from "./contents.ts";
import { mirrorOf, readCases } from "./mirror.ts";

/** Indexes the contents of all repositories whose mirror is there. Arguments: evaluation folder, mirrors, cache folder, sets, repositories. */
const [
  evalDir = "",
  mirrors = "",
  cacheDir = "",
  sets = "lite-dev,verified-dev,multilingual-dev",
  only = "",
] = Deno.args;
const cases = readCases(evalDir, sets.split(","));
for (const repo of new Set(cases.map((item) => item.repo))) {
  if (only !== "" && !only.split(",").includes(repo)) continue;
  const gitDir = mirrorOf(repo, { evalDir, mirrors });
  if (gitDir === undefined) console.error(`${repo}: no mirror`);
  else await contentsOf(repo, cases.filter((item) => item.repo === repo), gitDir, cacheDir);
}
