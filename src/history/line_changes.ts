/** Lines added and removed per file, as `git log -z --numstat` prints them with the format {@link LINES_FORMAT}. */

/** Commit and committer time. */
export const LINES_FORMAT = "%H %ct";

/** One commit's lines. */
export interface CommitLines {
  /** First 16 hexadecimal digits. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly files: readonly FileLines[];
}

/** One file's lines; 0 for binary files. */
export interface FileLines {
  readonly path: string;
  readonly added: number;
  readonly deleted: number;
}

/** Reads a whole listing; what does not fit is left out. */
export function parseLines(text: string): CommitLines[] {
  const result: CommitLines[] = [];
  let files: FileLines[] = [];
  const tokens = text.split("\0");
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!.replace(/^\n/, "");
    const commit = /^([0-9a-f]{16})[0-9a-f]{24,48} (\d{1,10})$/.exec(token);
    if (commit) {
      result.push({ id: commit[1]!, time: Number(commit[2]), files: files = [] });
      continue;
    }
    const change = /^(\d+|-)\t(\d+|-)\t([^]*)$/.exec(token);
    if (!change) continue;
    // A rename has no path here, but the old and the new one behind it.
    const path = change[3] !== "" ? change[3]! : tokens[at += 2] ?? "";
    if (path !== "") files.push({ path, added: Number(change[1]) || 0, deleted: Number(change[2]) || 0 });
  }
  return result;
}

/** The text that {@link parseLines} reads back. */
export function printLines(commits: readonly CommitLines[]): string {
  return commits.map(({ id, time, files }) =>
    `${id}${"0".repeat(24)} ${time}\0` +
    files.map(({ path, added, deleted }) => `${added}\t${deleted}\t${path}\0`).join("")
  ).join("");
}
