import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { kindByPath, languageFor } from "../../../src/index/content_indexer.ts";
import type { FileParser } from "../../../src/syntax/parser.ts";
import { roleOf } from "../../../src/index/roles.ts";
import { isSensitivePath, isSkippedPath } from "../../../src/safety/sensitive.ts";
import type { Case } from "./mirror.ts";
import { eachBlob } from "./mirror.ts";

/** A repository to make cases from. */
export interface Mine {
  readonly repo: string;
  readonly gitDir: string;
  readonly parser: FileParser;
  /** Maximum number of cases. */
  readonly most: number;
}

/** One file of a commit, as its parent has it. */
interface Change {
  readonly path: string;
  readonly sha: string;
  /** One-based lines that were changed, removed or written behind. */
  readonly lines: readonly (readonly [first: number, last: number])[];
}

interface Commit {
  readonly sha: string;
  readonly parent: string;
  readonly text: string;
  readonly changes: Change[];
}

/** Newest commits looked at. */
const DEPTH = 4000;
/** A commit that changes more says too little of each. */
const MOST_FILES = 5;
const MOST_DEFINITIONS = 6;
const LONGEST_TEXT = 900;
const CHORE =
  /^(?:bump|merge|release|version|docs?\b|typo|chore|lint|style|format|ci\b|build|tests?\b|revert|prepare|changelog|readme|add tests?|update (?:dep|change|readme|version|doc)|cleanup|clean up)/i;
const TRAILER =
  /^(?:signed-off|co-authored|reviewed|acked|closes?|fix(?:es|ed)?|resolves?|see|refs?|pr-url|cc|change-id)\b[\s:-].{0,80}$/gim;

/** Messages of commits with the definitions that they changed, at the parent commit; newest first. */
export async function fixCases({ repo, gitDir, parser, most }: Mine): Promise<Case[]> {
  const commits = await commitsOf(gitDir, 2 * most);
  const wanted = new Map<string, string>();
  for (const { changes } of commits) for (const { sha, path } of changes) wanted.set(sha, path);
  const found = new Map<string, { readonly lang: string; readonly touched: Touched }>();
  await eachBlob(gitDir, [...wanted.keys()], (sha, bytes) => {
    const path = wanted.get(sha)!;
    const text = new TextDecoder().decode(bytes);
    const lang = languageFor(path, text);
    const parsed = lang === undefined ? undefined : parser.parse(text, lang);
    if (lang !== undefined && parsed) found.set(sha, { lang, touched: touchedIn(path, parsed) });
  });
  const cases: Case[] = [];
  for (const { sha, parent, text, changes } of commits) {
    const known = changes.flatMap((change) => {
      const file = found.get(change.sha);
      return file ? [{ change, ...file }] : [];
    });
    const gold = new Set(known.flatMap(({ change, touched }) => touched(change.lines)));
    if (gold.size === 0 || gold.size > MOST_DEFINITIONS) continue;
    cases.push({
      id: `${repo}@${sha.slice(0, 12)}`,
      repo,
      lang: known[0]!.lang,
      set: "fix",
      base_commit: parent,
      query: text,
      gold_files: [...new Set(changes.map(({ path }) => path))],
      gold_functions: [...gold],
    });
    if (cases.length === most) break;
  }
  return cases;
}

/** Keys (`path:Qualified.name`) of the definitions that hold changed lines. */
type Touched = (lines: Change["lines"]) => string[];

/** Finds the innermost definitions that hold changed lines. */
function touchedIn(path: string, parsed: NonNullable<ReturnType<FileParser["parse"]>>): Touched {
  const { definitions } = parsed;
  return (lines) => {
    const found = new Set<number>();
    for (const [first, last] of lines) {
      let best = -1;
      definitions.forEach(({ startLine, endLine, kind }, at) => {
        if (kind === "module" || kind === "field" || kind === "variable") return;
        if (startLine <= first && last <= endLine) best = at;
      });
      if (best >= 0) found.add(best);
    }
    return [...found].map((at) => `${path}:${definitions[at]!.qualifiedName}`);
  };
}

async function commitsOf(gitDir: string, most: number): Promise<Commit[]> {
  const child = spawn("git", [
    ...["--git-dir", gitDir, "log", "-n", String(DEPTH), "--no-merges", "-p", "-U0", "--no-renames"],
    ...["--full-index", "--no-color", "--no-ext-diff", "--no-textconv", "--format=%x01%H %P%n%B%x02"],
  ], { stdio: ["ignore", "pipe", "ignore"] });
  const commits: Commit[] = [];
  let head: string[] | undefined;
  let commit: Commit | undefined;
  let sha = "";
  let isTooLarge = false;
  const finish = (): void => {
    if (commit && !isTooLarge && commit.changes.length > 0) commits.push(commit);
    commit = undefined;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("\u0001")) {
      finish();
      if (commits.length >= most) break;
      head = [line.slice(1)];
      isTooLarge = false;
    } else if (head) {
      head.push(line);
      if (!line.endsWith("\u0002")) continue;
      commit = commitOf(head);
      head = undefined;
    } else if (commit && line.startsWith("index ")) sha = line.slice(6, 46);
    else if (commit && line.startsWith("--- a/")) {
      const path = line.slice(6);
      if (isOwnCode(path)) commit.changes.push({ path, sha, lines: [] });
      else sha = "";
      if (commit.changes.length > MOST_FILES) isTooLarge = true;
    } else if (commit && line.startsWith("--- /dev/null")) sha = "";
    else if (commit && sha !== "" && line.startsWith("@@ ")) addLines(commit, line);
  }
  finish();
  child.kill();
  return commits;
}

function addLines(commit: Commit, hunk: string): void {
  const [, from, count] = /^@@ -(\d+)(?:,(\d+))? /.exec(hunk) ?? [];
  const first = Number(from);
  const last = first + Math.max(1, count === undefined ? 1 : Number(count)) - 1;
  const change = commit.changes.at(-1);
  if (change && first > 0) (change.lines as [number, number][]).push([first, last]);
}

/** Undefined for a message that tells nothing, a first commit, and one of a machine. */
function commitOf(head: readonly string[]): Commit | undefined {
  const [sha = "", parent] = head[0]!.split(" ");
  const message = head.slice(1).join("\n").slice(0, -1).replace(/\r/g, "");
  const subject = message.split("\n")[0]!.replace(/\s*\(?#\d+\)?/g, "")
    .replace(/^(?:fix|feat|perf|refactor|bug)(?:\([^)]*\))?!?:\s*/i, "").trim();
  const body = message.split("\n").slice(1).join("\n").replace(TRAILER, "").replace(/https?:\S+/g, "")
    .replace(/\n{2,}/g, "\n").trim();
  const words = subject.match(/[\p{L}]{2,}/gu) ?? [];
  if (parent === undefined || CHORE.test(subject)) return undefined;
  if (words.length < 4 && !(/\p{Script=Han}{4}/u.test(subject))) return undefined;
  return { sha, parent, text: `${subject}\n${body}`.trim().slice(0, LONGEST_TEXT), changes: [] };
}

/** Whether a file is code that cases are made of: no test, no document, nothing generated or vendored. */
export function isOwnCode(path: string): boolean {
  if (isSensitivePath(path) || isSkippedPath(path) || NOT_OWN.test(path)) return false;
  return roleOf(path) === "code" && kindByPath(path, TYPICAL_SIZE) === "source";
}

const NOT_OWN =
  /(?:^|\/)(?:examples?|docs?|benches|benchmarks?|e2e|fixtures|vendor|third_party|deps|generated)\/|\.min\.|\.pb\.go$/i;

/** Bytes; a commit's diff does not tell the size of a file. */
const TYPICAL_SIZE = 1000;
