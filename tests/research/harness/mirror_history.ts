import { spawnSync } from "node:child_process";
import type { CoChangeOptions, History } from "../../../src/history/history.ts";
import { MOST_COUPLED } from "../../../src/history/history.ts";
import { countTerms } from "../../../src/search/query/search_query.ts";

/** One commit as git's log tells it. */
interface Commit {
  readonly time: number;
  readonly files: readonly string[];
  readonly terms: ReadonlyMap<string, number>;
  readonly subject: string;
}

/** The non-merge commits of eight years before the oldest of the given commits, by name. */
export type Log = ReadonlyMap<string, Commit>;

const YEARS = 8;

/** Reads the log behind all the given commits. */
export function readLog(gitDir: string, bases: readonly string[]): Log {
  const times = bases.map((base) => Number(git(gitDir, ["log", "-1", "--format=%ct", base]).trim()));
  const since = Math.min(...times) - YEARS * 365 * 86_400;
  const format = "--format=%x01%H %ct%x02%s%x02%b%x03";
  const out = git(gitDir, [
    "log",
    "--no-merges",
    "--name-only",
    "--no-renames",
    `--since=${since}`,
    format,
    ...new Set(bases),
  ]);
  const log = new Map<string, Commit>();
  for (const block of out.split("\x01").slice(1)) {
    const [head = "", rest = ""] = block.split("\x03");
    const [name = "", subject = "", body = ""] = head.split("\x02");
    const [hash = "", time = "0"] = name.split(" ");
    const files = rest.split("\n").filter((path) => path !== "").slice(0, 100);
    log.set(hash, { time: Number(time), files, terms: messageTerms(subject, body), subject });
  }
  return log;
}

/** The history that a work tree at `base` has. */
export function historyAt(gitDir: string, base: string, log: Log): History {
  const commits = git(gitDir, ["rev-list", "-n", "20000", base]).split("\n").flatMap((hash) =>
    log.get(hash) ?? []
  );
  const numbers = new Map<string, number>();
  const files = commits.map((commit) =>
    Uint32Array.from(commit.files, (path) => {
      let number = numbers.get(path);
      if (number === undefined) numbers.set(path, number = numbers.size);
      return number;
    })
  );
  const lengths = Uint32Array.from(
    commits,
    ({ terms }) => [...terms.values()].reduce((sum, count) => sum + count, 0),
  );
  const postings = messagePostings(commits);
  const byPath: number[][] = Array.from(numbers, () => []);
  files.forEach((list, commit) => list.forEach((path) => byPath[path]!.push(commit)));
  return {
    commits: {
      count: commits.length,
      times: Uint32Array.from(commits, (commit) => commit.time),
      authors: new Uint32Array(commits.length),
    },
    changes: changesOf(files),
    paths: [...numbers.keys()],
    authors: [],
    messages: {
      postings: (term) => postings.get(term),
      lengths,
      averageLength: lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length),
    },
    gaps: [],
    numberOf: (path) => numbers.get(path),
    filesOf: (commit) => files[commit]!,
    commitsOf: (path) => Uint32Array.from(byPath[path]!),
    coChange: (seeds, options) => coChange(seeds, files, byPath, options),
    id: () => "",
    linesOf: () => undefined,
    newest: () => {
      throw new Error("the harness asks for all of it");
    },
  };
}

function changesOf(files: readonly Uint32Array[]): History["changes"] {
  const starts = new Uint32Array(files.length + 1);
  files.forEach((list, commit) => starts[commit + 1] = starts[commit]! + list.length);
  const count = starts[files.length]!;
  const paths = new Uint32Array(count);
  files.forEach((list, commit) => paths.set(list, starts[commit]));
  return { count, starts, paths };
}

function coChange(
  seeds: Iterable<readonly [number, number]>,
  files: readonly Uint32Array[],
  byPath: readonly number[][],
  { maxFiles = 30 }: CoChangeOptions = {},
): Map<number, number> {
  const sums = new Map<number, number>();
  const given = new Map(seeds);
  for (const [path, weight] of given) {
    for (const commit of byPath[path]!.slice(0, MOST_COUPLED)) {
      const list = files[commit]!;
      if (list.length > maxFiles) continue;
      for (const other of list) {
        if (!given.has(other)) {
          sums.set(other, (sums.get(other) ?? 0) + weight / Math.max(1, list.length - 1));
        }
      }
    }
  }
  return sums;
}

function messagePostings(
  commits: readonly Commit[],
): Map<string, { commits: Uint32Array; counts: Uint32Array }> {
  const lists = new Map<string, [number, number][]>();
  commits.forEach(({ terms }, commit) => {
    for (const [term, count] of terms) {
      const list = lists.get(term);
      if (list) list.push([commit, count]);
      else lists.set(term, [[commit, count]]);
    }
  });
  return new Map([...lists].map(([term, list]) => [
    term,
    {
      commits: Uint32Array.from(list, ([commit]) => commit),
      counts: Uint32Array.from(list, ([, count]) => count),
    },
  ]));
}

function messageTerms(subject: string, body: string): Map<string, number> {
  const counts = new Map<string, number>();
  const clean = body.replace(
    /^(?:Signed-off-by|Co-authored-by|Reviewed-by|Reported-by|Change-Id|git-svn-id).*$/gim,
    "",
  );
  for (const [text, weight] of [[subject, 2], [clean.slice(0, 1500), 1]] as const) {
    for (const [term, count] of countTerms(text)) counts.set(term, (counts.get(term) ?? 0) + weight * count);
  }
  return counts;
}

function git(gitDir: string, args: readonly string[]): string {
  const out = spawnSync("git", ["--git-dir", gitDir, ...args], { maxBuffer: 1 << 30, encoding: "utf8" });
  if (out.status !== 0) throw new Error(`git ${args[0]} failed: ${out.stderr.slice(0, 200)}`);
  return out.stdout;
}
