import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { BugLocation } from "../../src/tools/ci_bug_locate.ts";
import { mirrorOf } from "./harness/mirror.ts";
import cases from "./cases/own_cases.json" with { type: "json" };

/**
 * Judges the compiled program by `own_cases.json`, in check-outs that hold no later commit, and prints where the gold
 * files stand:
 *
 *     deno run -A tests/research/own_cases.ts MIRRORS
 *
 * MIRRORS holds bare repositories as `owner+name/repo`. A case is a hit at k when any of its gold files is among the
 * first k, and a strict one when all are.
 */
const [mirrors = ""] = Deno.args;
const DEPTHS = [1, 5, 10];
const PROGRAM = new URL("../../dist/auto-tools", import.meta.url).pathname;

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
  judge("bugs: files of `locate`", cases.bugs, (one, root) => locate(one, root).files);
  judge(
    "bugs: the five candidates of `locate`",
    cases.bugs,
    (one, root) => locate(one, root).candidates.map((candidate) => candidate.file_path),
  );
  judge("queries: files of `search`", cases.queries, (one, root) => {
    const { files } = ask<{ files: string[] }>(root, "search", one.text);
    return files;
  });
} finally {
  Deno.removeSync(folder, { recursive: true });
}

function locate(one: OwnCase, root: string): BugLocation {
  return ask<BugLocation>(root, "locate", one.text);
}

/** Asks until every case has its ranks, then prints them with the shares of hits. */
function judge(
  title: string,
  list: readonly OwnCase[],
  answer: (one: OwnCase, root: string) => readonly string[],
): void {
  const all: Ranks[] = [];
  console.log(`\n| ${title} | ranks of the gold files |\n|-|-|`);
  for (const one of list) {
    const found = [...new Set(answer(one, checkOut(one)))];
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

function ask<Answer>(root: string, command: "locate" | "search", text: string): Answer {
  return JSON.parse(run([command, "--json"], root, text));
}

/** A work tree of the case's commit with its history up to there, and a whole index. */
function checkOut({ repository, commit }: OwnCase): string {
  const root = `${folder}/${repository.replace("/", "+")}-${commit.slice(0, 10)}`;
  if (existsSync(root)) return root;
  const gitDir = mirrorOf(repository, { mirrors });
  if (gitDir === undefined) throw new Error(`no mirror in ${mirrors}: ${repository}`);
  git("init", "-q", root);
  // The objects are the mirror's, its branches and tags are not here: nothing after the commit can be reached.
  Deno.writeTextFileSync(`${root}/.git/objects/info/alternates`, `${gitDir}/objects\n`);
  git("-C", root, "checkout", "-q", "--detach", commit);
  run(["index"], root);
  return root;
}

/** Output of the compiled program, which reads no settings of the user and starts no daemon. */
function run(args: readonly string[], cwd: string, input = ""): string {
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: folder, CI_AUTO_TOOLS_DAEMON_IDLE_S: "0" };
  const { status, stdout, stderr } = spawnSync(PROGRAM, args, { cwd, input, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args[0]} failed in ${cwd}: exit ${status}, ${stderr}`);
  return stdout;
}

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
}
