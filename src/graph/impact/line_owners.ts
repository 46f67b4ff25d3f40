import { fileText } from "../../model/decode.ts";
import { type History, STATUSES } from "../../history/history.ts";
import { diffLines, type Hunk } from "../changes/line_diff.ts";
import { listed, type Owner } from "./owners.ts";

/** A range of lines in the current file; one-based, inclusive. */
export interface Span {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Dependencies of {@link lineOwners}. */
export interface LineTools {
  /** Current text of a file; undefined if it cannot be read. */
  readonly text: (path: string) => string | undefined;
  /** Contents by `commit:./path`; unavailable ones are missing. */
  readonly read: (names: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  /** Checked after each batch of commits; the first batch is always read. */
  readonly late: () => boolean;
}

/** Maximum number of commits examined per file. */
const MOST_COMMITS = 400;
/** Number of commits per batch. */
const AT_ONCE = 8;
/** Minimum share of lines with a known commit. */
const LEAST_KNOWN = 0.5;

/** A commit, and the number of lines it added. */
interface CommitLines {
  readonly commit: number;
  readonly lines: number;
}

/**
 * The authors of lines, most lines first: each line belongs to the newest commit that added it, as in `git blame`.
 * Undefined if fewer than half of the lines are attributed: uncommitted, beyond the history or the time limit, or older
 * than a rename of the file.
 */
export async function lineOwners(
  history: History,
  spans: readonly Span[],
  tools: LineTools,
): Promise<Owner[] | undefined> {
  const written: CommitLines[] = [];
  let wanted = 0;
  for (const span of spans) {
    wanted += span.endLine - span.startLine + 1;
    written.push(...await authorsOf(history, span, tools));
  }
  const known = written.reduce((sum, { lines }) => sum + lines, 0);
  if (known === 0 || known < wanted * LEAST_KNOWN) return undefined;
  const shares = new Map<number, { commits: Set<number>; lines: number }>();
  for (const { commit, lines } of written) {
    const author = history.commits.authors[commit]!;
    const share = shares.get(author) ?? { commits: new Set(), lines: 0 };
    shares.set(author, share);
    share.commits.add(commit);
    share.lines += lines;
  }
  return listed(
    [...shares].map(([author, { commits, lines }]) => ({
      author,
      weight: lines,
      total: known,
      lines,
      commits: commits.size,
      newest: Math.min(...commits),
    })),
    history,
  );
}

async function authorsOf(history: History, span: Span, tools: LineTools): Promise<CommitLines[]> {
  const { path } = span;
  const number = history.numberOf(path);
  const text = tools.text(path);
  if (number === undefined || text === undefined || /[\r\n]/.test(path)) return [];
  const now = text.split(/\r?\n/);
  const open = new Set(
    Array.from({ length: span.endLine - span.startLine + 1 }, (_, at) => span.startLine + at),
  );
  const written: CommitLines[] = [];
  const commits = [...history.commitsOf(number)].slice(0, MOST_COMMITS);
  for (let from = 0; from < commits.length; from += AT_ONCE) {
    const some = commits.slice(from, from + AT_ONCE);
    const names = some.map((
      commit,
    ) => [nameAt(history.id(commit), path), nameAt(`${history.id(commit)}^`, path)]);
    const contents = await tools.read(names.flat());
    for (const [at, commit] of some.entries()) {
      const [after, before] = names[at]!.map((name) => contents.get(name));
      if (!after || isRenamed(history, commit, number)) return written;
      const lines = claim(open, {
        text,
        now,
        after: fileText(path, after),
        before: before ? fileText(path, before) : "",
      });
      if (lines > 0) written.push({ commit, lines });
    }
    if (open.size === 0 || tools.late()) break;
  }
  return written;
}

function nameAt(commit: string, path: string): string {
  return `${commit}:./${path}`;
}

/** True if this commit renamed or copied the file: older content has another path. */
function isRenamed({ changes }: History, commit: number, path: number): boolean {
  const status = STATUSES[changes.statuses[changes.paths.indexOf(path, changes.starts[commit])]!];
  return status === "renamed" || status === "copied";
}

/** A file's current text, its lines, and its versions after and before a commit. */
interface Versions {
  readonly text: string;
  readonly now: readonly string[];
  readonly after: string;
  readonly before: string;
}

/** True if any of the lines was added, at any position. */
function mayHold(added: readonly Hunk[], after: string, lines: IteratorObject<string>): boolean {
  const all = after.split(/\r?\n/);
  const texts = new Set(
    added.flatMap(({ newStart, newCount }) => all.slice(newStart - 1, newStart - 1 + newCount)),
  );
  return lines.some((line) => texts.has(line));
}

/** Removes the open lines that a commit added and that still exist; returns their number. */
function claim(open: Set<number>, { text, now, after, before }: Versions): number {
  const added = diffLines(before, after);
  if (!mayHold(added, after, open.values().map((line) => now[line - 1] ?? ""))) return 0;
  const since = diffLines(after, text);
  let count = 0;
  for (const line of open) {
    let shift = 0;
    let isNew = false;
    for (const { newStart, newCount, oldCount } of since) {
      if (line >= newStart && line < newStart + newCount) isNew = true;
      else if (newStart + newCount <= line) shift += oldCount - newCount;
    }
    const then = line + shift;
    if (isNew || !added.some(({ newStart, newCount }) => then >= newStart && then < newStart + newCount)) {
      continue;
    }
    open.delete(line);
    count++;
  }
  return count;
}
