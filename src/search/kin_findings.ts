import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { claimOf, firstNames } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import { linesOf } from "./file_lines.ts";
import type { Member } from "./kin.ts";
import type { FoundKin } from "./kin_choice.ts";
import { kinFor } from "./kin_choice.ts";
import type { Registry } from "./kin_registries.ts";
import { wordsOf } from "./name_words.ts";
import { piecesOf } from "./rank/pieces.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** Lines of the pattern, of a place that lists the kind, and of what all are derived from. */
const PATTERN_LINES = 45;
const LISTED_LINES = 24;
const BASE_LINES = 16;
const MOST_LISTED = 3;
const MOST_NAMED = 5;
/** A definition of fewer lines shows no pattern. */
const LEAST_LINES = 5;

/** What is shown of a place. */
interface Shown {
  readonly claim: string;
  readonly most: number;
  readonly weigh: (line: string) => number;
}

/**
 * For a question that wants one more of a kind: where the kind is listed, the smallest of those there are or one that the
 * question names, and what they are derived from. Empty where the question speaks of no such kind.
 */
export function kinFindings(result: SearchResult, files: RepositoryFiles): Finding[] {
  const found = kinFor(result);
  if (!found) return [];
  const { context } = result.table;
  const { paths } = context.index.files;
  const { kin: { label, base, members }, registries } = found;
  const weigh = lineWeights(context);
  const names = new Set(members.map(({ definition }) => definition.name));
  const namesMember = (line: string): number =>
    (line.match(/[\w$]+/g) ?? []).filter((word) => names.has(word)).length;
  const findingOf = (place: Omit<Registry, "members">, { claim, most, weigh }: Shown): Finding => {
    const { file, definition, startLine, endLine } = place;
    const path = paths[file]!;
    const code = piecesOf(linesOf(path, files) ?? [], { startLine, endLine, most, weigh });
    const symbol = definition && { symbol: definition.qualifiedName };
    return { path, startLine, endLine, ...symbol, claim, score: 1, reasons: [], code };
  };
  const ofMember = ({ file, definition }: Member, most: number, what: string): Finding => {
    const { startLine, endLine } = definition;
    const claim = `${what}: ${claimOf(definition, linesOf(paths[file]!, files) ?? [], startLine)}`;
    return findingOf({ file, definition, startLine, endLine }, { claim, most, weigh });
  };
  const [list, ...others] = registries.slice(0, MOST_LISTED).map((place) => {
    const claim = `names ${place.members.length} of ${members.length}: ${namesOf(place.members)}`;
    return findingOf(place, { claim, most: LISTED_LINES, weigh: namesMember });
  });
  const pattern = patternOf(found, (word) => context.query.terms.has(word));
  const kind = base ? `derived from ${label}` : `in ${label}`;
  return [
    ...(list ? [list] : []),
    ...(pattern ? [ofMember(pattern, PATTERN_LINES, `one of ${members.length} ${kind}`)] : []),
    ...(base ? [ofMember(base, BASE_LINES, `what ${members.length} are derived from`)] : []),
    ...others,
  ];
}

/** One that the question names, else the smallest that shows how one is written. */
function patternOf({ kin, registries }: FoundKin, isAsked: (word: string) => boolean): Member | undefined {
  const listed = registries[0]?.members ?? kin.members;
  const own = new Set(wordsOf(kin.label));
  const size = ({ definition }: Member): number => definition.endLine - definition.startLine + 1;
  const said = ({ definition }: Member): number =>
    wordsOf(definition.name).filter((word) => !own.has(word) && isAsked(word)).length;
  return [...listed].sort((a, b) =>
    Number(size(b) >= LEAST_LINES) - Number(size(a) >= LEAST_LINES) || said(b) - said(a) || size(a) - size(b)
  )[0];
}

function namesOf(members: readonly Member[]): string {
  return firstNames(members.map(({ definition }) => definition.name), MOST_NAMED);
}
