import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { claimOf } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import { derivedFrom } from "./derived_classes.ts";
import { linesOf } from "./file_lines.ts";
import type { Member } from "./kin.ts";
import { piecesOf } from "./rank/pieces.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** A name of the code, such as a class that is to be derived from. */
const IDENTIFIER = /\b\w*[a-z][A-Z]\w*/g;
/** Classes that are shown as a pattern, and lines of each. */
const MOST = 3;
const LINES = 40;
/** Fewer derived classes are no kind. */
const FEWEST = 2;
/** Uses of the name that are looked through. */
const MOST_USES = 500;

/** Whether a question that wants one more of something names a class of the repository. */
export function namesClass(index: LexicalIndex, wanted: string): boolean {
  return (wanted.match(IDENTIFIER) ?? []).some((name) => index.definitionCount(name) > 0);
}

/**
 * For a question that wants one more of a class ("a new ProgressColumn"): the classes derived from it as patterns, best
 * match of the question first, then the smallest. Empty where it names no class that others derive from.
 */
export function derivedFindings(result: SearchResult, files: RepositoryFiles, wanted: string): Finding[] {
  const { context } = result.table;
  const { index } = context;
  const scores = new Map<string, number>();
  for (const { file, definition, score } of result.functions) {
    const owner = definition.qualifiedName.split(".").slice(0, -1).join(".");
    for (const name of [definition.qualifiedName, owner]) {
      const key = `${file}\0${name}`;
      scores.set(key, Math.max(scores.get(key) ?? -Infinity, score));
    }
  }
  const scoreOf = ({ file, definition }: Member): number =>
    scores.get(`${file}\0${definition.qualifiedName}`) ?? -Infinity;
  for (const name of wanted.match(IDENTIFIER) ?? []) {
    const derived = derivedFrom(name, index, { mostUses: MOST_USES });
    if (derived.length < FEWEST) continue;
    derived.sort((a, b) =>
      (scoreOf(a) === scoreOf(b) ? 0 : scoreOf(b) - scoreOf(a)) || sizeOf(a) - sizeOf(b) || a.file - b.file
    );
    return derived.slice(0, MOST).map(({ file, definition }): Finding => {
      const path = index.files.paths[file]!;
      const lines = linesOf(path, files) ?? [];
      const { startLine, endLine, qualifiedName: symbol } = definition;
      return {
        path,
        startLine,
        endLine,
        symbol,
        claim: `one of ${derived.length} derived from ${name}: ${claimOf(definition, lines, startLine)}`,
        score: 1,
        reasons: [],
        code: piecesOf(lines, { startLine, endLine, most: LINES, weigh: lineWeights(context) }),
      };
    });
  }
  return [];
}

function sizeOf({ definition }: Member): number {
  return definition.endLine - definition.startLine;
}
