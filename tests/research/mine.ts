import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { researchParser } from "./harness/contents.ts";
import { fixCases } from "./harness/fix_cases.ts";
import { forbiddenIn } from "./harness/forbidden.ts";
import { mirrorOf } from "./harness/mirror.ts";

/**
 * Makes cases of public repositories: messages of commits with the files and definitions that they changed.
 *
 *     deno task mine EVAL MIRRORS OUTPUT [REPOSITORY...]
 *
 * MIRRORS holds bare repositories as `owner+name/repo`; default: all of them that may be learnt from
 * (`harness/forbidden.ts`). Writes OUTPUT/owner+name.jsonl, one case per line; existing
 * files are kept.
 */
const MOST_FIXES = 400;

const [evalDir = "", mirrors = "", output = "", ...named] = Deno.args;
const isForbidden = forbiddenIn(evalDir);
const names = named.length > 0
  ? named
  : readdirSync(mirrors).filter((name) => name.includes("+")).map((name) => name.replace("+", "/")).sort();
const parser = await researchParser();
let total = 0;
mkdirSync(output, { recursive: true });
for (const repo of names) {
  const gitDir = mirrorOf(repo, { mirrors });
  const file = `${output}/${repo.replace("/", "+")}.jsonl`;
  if (gitDir === undefined || isForbidden(repo) || existsSync(file)) continue;
  const started = Date.now();
  const cases = await fixCases({ repo, gitDir, parser, most: MOST_FIXES });
  writeFileSync(file, cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
  total += cases.length;
  console.log(`${repo}: ${cases.length} fixes in ${((Date.now() - started) / 1000).toFixed(0)} s`);
}
console.log(`${total} fixes`);
