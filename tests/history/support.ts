import type { History } from "../../src/history/history.ts";
import type { HistoryEvent } from "../../src/history/session.ts";
import { HistorySession } from "../../src/history/session.ts";
import { startHistory } from "../../src/engine/start_history.ts";
import { historyFiles } from "../../src/platform/history_files.ts";
import type { Repo } from "../support/fixture.ts";

/** What one reading gave, and what git was asked for. */
export interface Reading {
  readonly history: History;
  readonly asked: readonly string[];
}

/** The repository that each history was read of. */
const ROOTS = new WeakMap<History, string>();

/** Reads the history of `root` the way the sandboxed side does. `upTo` stops after so many pieces of git's answers. */
export async function readHistory(root: string, cache?: string, upTo = Infinity): Promise<Reading> {
  let session: HistorySession | undefined;
  let asked: readonly string[] = [];
  let pieces = 0;
  const feed = await startHistory(root, {
    folder: cache,
    limitMs: 4000,
    start: (start) => {
      asked = start.streams;
      session = new HistorySession(start, cache === undefined ? undefined : historyFiles(cache));
    },
    receive: (event: HistoryEvent) => {
      if (pieces++ < upTo) session!.receive(event);
    },
  });
  await Promise.all(feed.map(({ answer }) => answer));
  const history = await session!.history(() => 0, 0);
  ROOTS.set(history, root);
  return { history, asked };
}

/** A folder for the cache, removed at the end of the `using` scope. */
export function makeCache(): { readonly path: string } & Disposable {
  const path = Deno.makeTempDirSync({ prefix: "auto-tools-history-" });
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

/** Writes a file and commits everything, one minute after the commit before. */
export function commit(repo: Repo, files: Record<string, string>, message = "change", author = "Ada"): void {
  for (const [path, text] of Object.entries(files)) repo.write(path, text);
  repo.git("add", "-A");
  const mail = `${author.toLowerCase().replaceAll(" ", ".")}@example.org`;
  repo.git(
    "-c",
    `user.name=${author}`,
    "-c",
    `user.email=${mail}`,
    "commit",
    "-q",
    "--allow-empty",
    "-m",
    message,
  );
}

/** Subjects of all commits, newest first, by git. */
export function subjects(history: History, root: string = ROOTS.get(history)!): string[] {
  return Array.from({ length: history.commits.count }, (_, commit) => subjectOf(root, history.id(commit)));
}

/** Subjects of the commits that touched a path. */
export function touched(history: History, path: string, root: string = ROOTS.get(history)!): string[] {
  const number = history.numberOf(path);
  const commits = number === undefined ? [] : [...history.commitsOf(number)];
  return commits.map((commit) => subjectOf(root, history.id(commit)));
}

function subjectOf(root: string, id: string): string {
  const { stdout } = new Deno.Command("git", { args: ["-C", root, "log", "-1", "--format=%s", id] })
    .outputSync();
  return new TextDecoder().decode(stdout).trimEnd();
}

/** Paths of the files of a commit. */
export function filesOf(history: History, commit: number): string[] {
  return [...history.filesOf(commit)].map((path) => history.paths[path]!).sort();
}
