import { literal, oneLine } from "../model/text.ts";
import type { Clock, RepositoryFile, RepositoryFiles } from "../model/ports.ts";
import type { Pattern } from "./query.ts";

/** Number of occurrences of each pattern in one file. */
export interface FileHits {
  readonly file: RepositoryFile;
  /** Parallel to the patterns. */
  readonly counts: Uint16Array;
  /** Matches of the patterns in the path, parallel to them: 1 inside a component, 2 a whole component or stem. */
  readonly inPath: Uint8Array;
  readonly length: number;
}

/** Result of a scan. */
export interface Scan {
  readonly hits: readonly FileHits[];
  readonly looked: number;
  readonly total: number;
  /** Characters read, for length normalisation. */
  readonly characters: number;
}

const ROLE_ORDER = { code: 0, test: 1, doc: 2, data: 3 } as const;

/** Counts the patterns in every file until the deadline; files whose path matches and code come first. */
export function scan(
  files: RepositoryFiles,
  patterns: readonly Pattern[],
  limits: { clock: Clock; deadline: number },
): Scan {
  const list = files.list();
  const expression = alternation(patterns);
  const index = new Map(patterns.map((pattern, i) => [pattern.text, i]));
  const hits: FileHits[] = [];
  let characters = 0;
  let looked = 0;
  for (const { file, inPath, matches } of inOrder(list, patterns)) {
    if ((looked & 15) === 0 && limits.clock() > limits.deadline) break;
    looked++;
    const content = files.read(file.path);
    const counts = new Uint16Array(patterns.length);
    const length = content.ok ? content.text.length : 0;
    const found = content.ok ? count(content.text, expression, index, counts) : false;
    characters += length;
    if (found || matches) hits.push({ file, counts, inPath, length });
  }
  return { hits, looked, total: list.length, characters };
}

function alternation(patterns: readonly Pattern[]): RegExp {
  const longestFirst = patterns.map((pattern) => pattern.text).sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((text) => literal(text).replace(/\s+/g, "\\s+")).join("|"), "gi");
}

function count(text: string, expression: RegExp, index: Map<string, number>, counts: Uint16Array): boolean {
  expression.lastIndex = 0;
  let found = false;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) {
    const at = index.get(match[0].toLowerCase()) ?? index.get(oneLine(match[0].toLowerCase()));
    if (at === undefined) continue;
    counts[at] = Math.min((counts[at] ?? 0) + 1, 65_535);
    found = true;
  }
  return found;
}

function inOrder(
  list: readonly RepositoryFile[],
  patterns: readonly Pattern[],
): { file: RepositoryFile; inPath: Uint8Array; matches: number }[] {
  const rows = list.map((file) => {
    const inPath = pathMatches(file.path.toLowerCase(), patterns);
    return { file, inPath, matches: inPath.reduce((sum, hit) => sum + hit, 0) };
  });
  return rows.sort((a, b) =>
    Math.sign(b.matches) - Math.sign(a.matches) || ROLE_ORDER[a.file.role] - ROLE_ORDER[b.file.role] ||
    b.matches - a.matches || (a.file.path < b.file.path ? -1 : 1)
  );
}

function pathMatches(path: string, patterns: readonly Pattern[]): Uint8Array {
  const result = new Uint8Array(patterns.length);
  patterns.forEach((pattern, i) => {
    const at = path.indexOf(pattern.text);
    if (at < 0) return;
    const before = at === 0 || "/_-.".includes(path[at - 1] ?? "");
    const after = path[at + pattern.text.length];
    result[i] = before && (after === undefined || "/_-.".includes(after)) ? 2 : 1;
  });
  return result;
}
