import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { stemOf } from "../index/path_names.ts";
import { CALLABLE, CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { tokens } from "../text/tokens.ts";
import { claimOf } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import type { Example } from "./example_sites.ts";
import { exampleOf, sitesOf } from "./example_sites.ts";
import type { ReadLines } from "./file_lines.ts";
import { linesOf } from "./file_lines.ts";
import { pieceOf, piecesOf } from "./rank/pieces.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Definitions that are shown as the pattern, and lines of each. */
const PATTERN_LINES = [40, 20] as const;
/** A candidate's score beside how many words of the example its name has. */
const PER_SCORE = 0.1;
/** Lines so near are one piece. */
const GAP = 3;

interface Pattern {
  readonly file: number;
  readonly definition: Definition;
}

/**
 * For a question that wants something more "like X": the definition of X as the pattern, then the other places that name
 * X or that definition, which are where one more is entered. Empty where the code does not know X, or nothing else names it.
 *
 * @param examples what the question names as the pattern, as written
 */
export function exampleFindings(
  result: SearchResult,
  files: RepositoryFiles,
  examples: readonly string[],
): Finding[] {
  const { context } = result.table;
  const { index } = context;
  const read: ReadLines = (path) => linesOf(path, files);
  for (const said of examples) {
    const example = exampleOf(said, index);
    if (!example) continue;
    const patterns = patternsOf(example, result);
    const near = new Set(result.files.map(({ file }) => file));
    const sites = sitesOf(example, patterns, { index, near, read });
    if (sites.length + patterns.length < 2) continue;
    const shown = patterns.map(({ file, definition }, at): Finding => {
      const path = index.files.paths[file]!;
      const lines = read(path) ?? [];
      const { startLine, endLine, qualifiedName: symbol } = definition;
      const code = piecesOf(lines, {
        startLine,
        endLine,
        most: PATTERN_LINES[at]!,
        weigh: lineWeights(context),
      });
      const claim = `${said}, the example: ${claimOf(definition, lines, startLine)}`;
      return { path, startLine, endLine, symbol, claim, score: 1, reasons: [], code };
    });
    const places = sites.map(({ file, lines, count }): Finding => {
      const path = index.files.paths[file]!;
      const text = read(path) ?? [];
      return {
        path,
        startLine: lines[0]!,
        endLine: lines.at(-1)!,
        claim: `names ${said}${count > lines.length ? `, ${count} lines in all` : ""}`,
        score: 1,
        reasons: [],
        code: runsOf(lines).map(([from, to]) => pieceOf(text, from, to)),
      };
    });
    return [...shown, ...places];
  }
  return [];
}

/** The definitions that go by the example's name, or functions of the file that does, a class rather than its members; best match of the question first. */
function patternsOf({ said, term }: Example, { table, functions }: SearchResult): Pattern[] {
  const { index } = table.context;
  const parts = [...new Set(tokens(said))];
  const best = new Map<string, Pattern & { readonly worth: number }>();
  for (const { file, definition, score } of functions) {
    if (index.traits.test[file] === 1) continue;
    const all = index.parsed(file)?.definitions ?? [];
    const outer = all[definition.parent];
    const isOuter = outer !== undefined && CLASS_KINDS.has(outer.kind) && tokens(outer.name).includes(term);
    const chosen = isOuter ? outer : definition;
    const isOwnFile = CALLABLE.has(definition.kind) &&
      tokens(stemOf(index.files.paths[file]!).replace(/[-_]/g, ""))[0] === term;
    const own = isOwnFile ? [...tokens(chosen.name), ...parts] : tokens(chosen.name);
    if (!own.includes(term)) continue;
    const worth = parts.filter((part) => own.includes(part)).length + PER_SCORE * score;
    const key = `${file}\0${chosen.startLine}`;
    if ((best.get(key)?.worth ?? -Infinity) < worth) best.set(key, { file, definition: chosen, worth });
  }
  const ranked = [...best.values()].sort((a, b) => b.worth - a.worth);
  const apart = ranked.filter(({ file, definition }, at) =>
    !ranked.slice(0, at).some((one) => one.file === file && overlaps(definition, one.definition))
  );
  return apart.slice(0, PATTERN_LINES.length);
}

function overlaps(one: Definition, other: Definition): boolean {
  return one.startLine <= other.endLine && other.startLine <= one.endLine;
}

function runsOf(lines: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run && line - run[1] < GAP) run[1] = line;
    else runs.push([line, line]);
  }
  return runs;
}
