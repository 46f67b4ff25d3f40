import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { tokens } from "../text/tokens.ts";
import { firstNames } from "./claims.ts";
import type { ReadLines } from "./file_lines.ts";
import { linesOf } from "./file_lines.ts";
import { pieceOf } from "./rank/pieces.ts";
import type { SearchResult } from "./rank/search_result.ts";
import type { FoundVariants, VariantSite } from "./variants.ts";
import { variantsFor } from "./variants.ts";

/** Places, and those that are shown with their lines. */
const MOST_SITES = 8;
const WITH_CODE = 5;
const LONGEST_SITE = 16;
const LONGEST_TYPE = 40;
const MOST_NAMED = 6;
/** Lines of what makes one variant, which is shown as the pattern. */
const SMALLEST_PATTERN = 3;
const LARGEST_PATTERN = 45;

/**
 * For a question that wants one more of what a type lists ("another gutter type"): that type, the smallest function that is
 * for one of its variants, and the places that name them, where one more is entered. Empty where no type fits.
 *
 * @param examples variants that the question names
 */
export function variantFindings(
  result: SearchResult,
  files: RepositoryFiles,
  examples: readonly string[],
): Finding[] {
  const { index } = result.table.context;
  const read: ReadLines = (path) => linesOf(path, files);
  const found = variantsFor(result, examples, read);
  if (!found) return [];
  const { variants: { file, definition, names }, sites } = found;
  const path = index.files.paths[file]!;
  const last = Math.min(definition.endLine, definition.startLine + LONGEST_TYPE - 1);
  const type: Finding = {
    path,
    startLine: definition.startLine,
    endLine: definition.endLine,
    symbol: definition.qualifiedName,
    claim: `lists ${names.length}: ${firstNames(names, MOST_NAMED)}`,
    score: 1,
    reasons: [],
    code: [pieceOf(read(path) ?? [], definition.startLine, last)],
  };
  const pattern = patternOf(found, result, read);
  return [
    type,
    ...sites.slice(0, MOST_SITES).map((site, rank) => siteFinding(site, rank, found, result, files)),
    ...(pattern
      ? [{
        path: index.files.paths[pattern.file]!,
        startLine: pattern.definition.startLine,
        endLine: pattern.definition.endLine,
        symbol: pattern.definition.qualifiedName,
        claim: `what there is for ${pattern.name}, the smallest of its kind`,
        score: 1,
        reasons: [],
        code: [
          pieceOf(
            read(index.files.paths[pattern.file]!) ?? [],
            pattern.definition.startLine,
            pattern.definition.endLine,
          ),
        ],
      }]
      : []),
  ];
}

function siteFinding(
  { file, startLine, endLine, names }: VariantSite,
  rank: number,
  { variants }: FoundVariants,
  { table: { context: { index } } }: SearchResult,
  files: RepositoryFiles,
): Finding {
  const path = index.files.paths[file]!;
  const around = (index.parsed(file)?.definitions ?? []).findLast((one) =>
    one.startLine <= startLine && endLine <= one.endLine
  );
  const where = around ? `in ${around.qualifiedName}: ` : "";
  const last = Math.min(endLine, startLine + LONGEST_SITE - 1);
  return {
    path,
    startLine,
    endLine,
    claim: `${where}names ${names.length} of ${variants.names.length}: ${firstNames(names, MOST_NAMED)}`,
    score: 1,
    reasons: [],
    ...(rank < WITH_CODE && { code: [pieceOf(linesOf(path, files) ?? [], startLine, last)] }),
  };
}

/** The smallest function that goes by a variant's name, one that a place in its file calls before others. */
function patternOf(
  { variants: { file, names }, sites }: FoundVariants,
  { table: { context: { index } } }: SearchResult,
  read: ReadLines,
): { readonly file: number; readonly definition: Definition; readonly name: string } | undefined {
  const near = new Set([file, ...sites.map((site) => site.file)]);
  const size = (one: Definition): number => one.endLine - one.startLine;
  const isCalled = (at: number, { name }: Definition): boolean =>
    sites.some((site) =>
      site.file === at &&
      (read(index.files.paths[at]!) ?? []).slice(site.startLine - 1, site.endLine).some((line) =>
        line.includes(`${name}(`)
      )
    );
  const wanted = new Map(names.map((name) => [tokens(name.replace(/[-_]/g, ""))[0] ?? "", name]));
  return [...near].filter((one) => index.traits.test[one] !== 1).flatMap((one) =>
    (index.parsed(one)?.definitions ?? []).flatMap((definition) => {
      const name = wanted.get(tokens(definition.name.replace(/[-_]/g, ""))[0] ?? "");
      const isPattern = name !== undefined && CALLABLE.has(definition.kind) &&
        size(definition) >= SMALLEST_PATTERN && size(definition) <= LARGEST_PATTERN;
      return isPattern ? [{ file: one, definition, name }] : [];
    })
  ).sort((a, b) =>
    Number(isCalled(b.file, b.definition)) - Number(isCalled(a.file, a.definition)) ||
    size(a.definition) - size(b.definition) || a.file - b.file
  )[0];
}
