import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { BugLocation } from "../../src/tools/ci_bug_locate.ts";
import { runBinary } from "../support/binary.ts";
import { mirrorOf } from "./harness/mirror.ts";
import cases from "./own_cases.json" with { type: "json" };

/**
 * Judges the compiled program by `own_cases.json`, in check-outs that hold no later commit, and prints where the gold
 * files stand:
 *
 *     deno run -A tests/ranking/own_cases.ts MIRRORS
 *
 * MIRRORS holds bare repositories as `owner+name/repo`. A case is a hit at k when any of its gold files is among the
 * first k, and a strict one when all are.
 */
const [mirrors = ""] = Deno.args;
const DEPTHS = [1, 5, 10];

interface OwnCase {
  readonly id: string;
  readonly repository: string;
  readonly commit: string;
  readonly text: string;
  readonly gold: readonly string[];
}

/** One-based ranks of the gold files; infinite for those that were not found. */
type Ranks = readonly number[];

const folder = Deno.makeTempDirSync({ prefix: "auto-tools-cases-" });
try {
  await judge("bugs: files of `locate`", cases.bugs, async (one, root) => (await locate(one, root)).files);
  await judge(
    "bugs: the five candidates of `locate`",
    cases.bugs,
    async (one, root) => (await locate(one, root)).candidates.map((candidate) => candidate.file_path),
  );
  await judge("queries: files of `search`", cases.queries, async (one, root) => {
    const { files } = await ask<{ files: string[] }>(root, "search", one.text);
    return files;
  });
} finally {
  Deno.removeSync(folder, { recursive: true });
}

async function locate(one: OwnCase, root: string): Promise<BugLocation> {
  return await ask<BugLocation>(root, "locate", one.text);
}

/** Asks until every case has its ranks, then prints them with the shares of hits. */
async function judge(
  title: string,
  list: readonly OwnCase[],
  answer: (one: OwnCase, root: string) => Promise<readonly string[]>,
): Promise<void> {
  const all: Ranks[] = [];
  console.log(`\n| ${title} | ranks of the gold files |\n|-|-|`);
  for (const one of list) {
    const found = [...new Set(await answer(one, await checkOut(one)))];
    const ranks = one.gold.map((path) => found.includes(path) ? 1 + found.indexOf(path) : Infinity);
    all.push(ranks);
    console.log(`| ${one.id} | ${ranks.map((rank) => rank === Infinity ? "-" : rank).join(", ")} |`);
  }
  const share = (isHit: (ranks: Ranks, k: number) => boolean): string =>
    DEPTHS.map((k) => `${Math.round(100 * all.filter((ranks) => isHit(ranks, k)).length / all.length)} %`)
      .join(", ");
  console.log(
    `| **hits at ${DEPTHS.join(", ")}** | ${share((ranks, k) => ranks.some((rank) => rank <= k))} |`,
  );
  console.log(`| **strict** | ${share((ranks, k) => ranks.every((rank) => rank <= k))} |`);
}

async function ask<Answer>(root: string, command: "locate" | "search", text: string): Promise<Answer> {
  const { code, stdout, stderr } = await runBinary([command, "--json"], { cwd: root, stdin: text });
  if (code !== 0) throw new Error(`${command} failed in ${root}: exit ${code}, ${stderr}`);
  return JSON.parse(stdout);
}

/** A work tree of the case's commit with its history up to there, and a whole index. */
async function checkOut({ repository, commit }: OwnCase): Promise<string> {
  const root = `${folder}/${repository.replace("/", "+")}-${commit.slice(0, 10)}`;
  if (existsSync(root)) return root;
  const gitDir = mirrorOf(repository, { mirrors });
  if (gitDir === undefined) throw new Error(`no mirror in ${mirrors}: ${repository}`);
  git("init", "-q", root);
  // The objects are the mirror's, its branches and tags are not here: nothing after the commit can be reached.
  Deno.writeTextFileSync(`${root}/.git/objects/info/alternates`, `${gitDir}/objects\n`);
  git("-C", root, "checkout", "-q", "--detach", commit);
  const { code, stderr } = await runBinary(["index"], { cwd: root });
  if (code !== 0) throw new Error(`index failed in ${root}: exit ${code}, ${stderr}`);
  return root;
}

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
}
