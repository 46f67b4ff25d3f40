import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { firstNames } from "./claims.ts";
import { derivedFindings, namesClass } from "./derived_findings.ts";
import type { ReadLines } from "./file_lines.ts";
import { linesOf } from "./file_lines.ts";
import { pieceOf, piecesOf } from "./rank/pieces.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { lineWeights } from "./definition_findings.ts";
import type { Family, Sibling } from "./siblings.ts";
import { familyOf, listingsOf } from "./siblings.ts";

/** A file up to this long is shown whole; of a longer one, so many lines of what it defines. */
const WHOLE = 50;
const LONGEST_LISTING = 14;
/** Listings with their lines; the others are pointers. */
const WITH_CODE = 3;
const MOST_NAMED = 5;
/** A shorter file shows no pattern. */
const LEAST_LINES = 8;

/**
 * For a question that wants one more of a kind: the smallest of those there are, or of those that it names, then the
 * places elsewhere that list them. Empty where the repository has no such kind.
 *
 * @param wanted what the question wants, in its words
 */
export function siblingFindings(result: SearchResult, files: RepositoryFiles, wanted: string): Finding[] {
  const { index } = result.table.context;
  // One more of a class is made after the classes beside it, not after the files of a folder.
  if (namesClass(index, wanted)) return derivedFindings(result, files, wanted);
  const family = familyOf(result, wanted);
  if (!family) return [];
  const read: ReadLines = (path) => linesOf(path, files);
  const listed = listingsOf(index, family, read);
  if (!listed[0]) return [];
  const registered = { folder: family.folder, members: listed[0].members };
  const pattern = patternOf(registered, result, files, wanted) ?? patternOf(family, result, files, wanted);
  if (!pattern) return [];
  const listings = listed.map((listing, rank): Finding => {
    const { file, startLine, members } = listing;
    const path = index.files.paths[file]!;
    const endLine = Math.min(listing.endLine, startLine + LONGEST_LISTING - 1);
    return {
      path,
      startLine,
      endLine: listing.endLine,
      claim: `names ${members.length} of them: ${namesOf(members)}`,
      score: 1,
      reasons: [],
      ...(rank < WITH_CODE && { code: [pieceOf(read(path) ?? [], startLine, endLine)] }),
    };
  });
  return [pattern, ...listings];
}

function patternOf(
  { folder, members }: Family,
  { table }: SearchResult,
  files: RepositoryFiles,
  wanted: string,
): Finding | undefined {
  const { index } = table.context;
  const said = wanted.toLowerCase();
  const sized = members.flatMap(({ file, name, main }) => {
    const path = index.files.paths[file]!;
    const lines = linesOf(path, files) ?? [];
    const definitions = index.parsed(file)?.definitions ?? [];
    const first = Math.min(...definitions.map((one) => one.docStartLine));
    const last = Math.max(...definitions.map((one) => one.endLine));
    return lines.length === 0 || last - first < LEAST_LINES ? [] : [{ path, name, main, lines, first, last }];
  }).sort((a, b) => (a.last - a.first) - (b.last - b.first) || (a.path < b.path ? -1 : 1));
  const chosen = sized.find(({ name }) => name.length > 1 && said.split(/\W+/).includes(name)) ?? sized[0];
  if (!chosen) return undefined;
  const { path, main, lines, first, last } = chosen;
  const isWhole = last - first < WHOLE;
  const [startLine, endLine] = isWhole ? [first, last] : [main.startLine, main.endLine];
  return {
    path,
    startLine,
    endLine,
    symbol: main.qualifiedName,
    claim: `one of the kind in ${folder === "" ? "." : folder}/: ${namesOf(members)}`,
    score: 1,
    reasons: [],
    code: isWhole
      ? [pieceOf(lines, first, last)]
      : piecesOf(lines, { startLine, endLine, most: WHOLE, weigh: lineWeights(table.context) }),
  };
}

function namesOf(members: readonly Sibling[]): string {
  return firstNames(members.map(({ name }) => name), MOST_NAMED);
}
