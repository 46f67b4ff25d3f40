import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { researchParser } from "./harness/contents.ts";
import { docPairs } from "./harness/doc_pairs.ts";
import { fixPairs } from "./harness/fix_pairs.ts";
import { forbiddenIn } from "./harness/forbidden.ts";
import { mirrorOf } from "./harness/mirror.ts";

/**
 * Makes training pairs of public repositories: messages of commits with what they changed, comments with what they
 * describe.
 *
 *     deno task mine EVAL MIRRORS OUTPUT [REPOSITORY...]
 *
 * MIRRORS holds bare repositories as `owner+name/repo`; default: all of them that may be learnt from
 * (`harness/forbidden.ts`). Writes OUTPUT/fix/owner+name.jsonl and OUTPUT/doc/owner+name.jsonl, a pair a line; what is
 * there already is kept.
 */
const MOST_FIXES = 400;
const MOST_DOCS = 1200;

const [evalDir = "", mirrors = "", output = "", ...named] = Deno.args;
const isForbidden = forbiddenIn(evalDir);
const names = named.length > 0
  ? named
  : readdirSync(mirrors).filter((name) => name.includes("+")).map((name) => name.replace("+", "/")).sort();
const parser = await researchParser();
const totals = { fix: 0, doc: 0 };
for (const kind of ["fix", "doc"]) mkdirSync(`${output}/${kind}`, { recursive: true });
for (const repo of names) {
  const gitDir = mirrorOf(repo, { mirrors });
  const file = (kind: string): string => `${output}/${kind}/${repo.replace("/", "+")}.jsonl`;
  if (gitDir === undefined || isForbidden(repo) || existsSync(file("doc"))) continue;
  const started = Date.now();
  const fix = await fixPairs({ repo, gitDir, parser, most: MOST_FIXES });
  const doc = await docPairs({ repo, gitDir, parser, most: MOST_DOCS });
  for (const [kind, pairs] of [["fix", fix], ["doc", doc]] as const) {
    writeFileSync(file(kind), pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(""));
    totals[kind] += pairs.length;
  }
  console.log(
    `${repo}: ${fix.length} fixes, ${doc.length} comments in ${((Date.now() - started) / 1000).toFixed(0)} s`,
  );
}
console.log(`${totals.fix} fixes, ${totals.doc} comments`);
