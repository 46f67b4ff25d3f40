/**
 * Codec of lines added and deleted per file, in the output format of `git log -z --numstat` with {@link LINES_FORMAT}.
 */

/** Commit hash and committer time. */
export const LINES_FORMAT = "%H %ct";

/** Changed lines of one commit. */
export interface CommitLines {
  /** First 16 hexadecimal digits of the commit hash. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly files: readonly FileLines[];
}

/** Changed lines of one file; 0 for binary files. */
export interface FileLines {
  readonly path: string;
  readonly added: number;
  readonly deleted: number;
}

/** Parses a whole listing; unrecognized tokens are skipped. */
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
    // A rename has an empty path here, followed by the old and the new path.
    const path = change[3] !== "" ? change[3]! : tokens[at += 2] ?? "";
    if (path !== "") files.push({ path, added: Number(change[1]) || 0, deleted: Number(change[2]) || 0 });
  }
  return result;
}

/** Serializes commits into the format of {@link parseLines}. */
export function printLines(commits: readonly CommitLines[]): string {
  return commits.map(({ id, time, files }) =>
    `${id}${"0".repeat(24)} ${time}\0` +
    files.map(({ path, added, deleted }) => `${added}\t${deleted}\t${path}\0`).join("")
  ).join("");
}
