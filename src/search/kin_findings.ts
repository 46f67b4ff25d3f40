import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { claimOf, firstNames } from "./claims.ts";
import { lineWeights } from "./definition_findings.ts";
import { linesOf } from "./file_lines.ts";
import type { Member } from "./kin.ts";
import type { FoundKin } from "./kin_choice.ts";
import { kinFor, ranksOf } from "./kin_choice.ts";
import { extentOf } from "./kin_extent.ts";
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
/** Definitions whose ranks say which is shown as the pattern. */
const MOST_RANKED = 30;
/** A definition of fewer lines shows no pattern. */
const LEAST_LINES = 5;

/** What is shown of a place. */
interface Shown {
  readonly claim: string;
  readonly most: number;
  readonly weigh: (line: string) => number;
}

/** What a question says of the kind. */
export interface AskedKind {
  /** What it calls it. */
  readonly kinds: readonly string[];
  /** It asks what all are derived from. */
  readonly asksForBase: boolean;
}

/**
 * For a question that wants one more of a kind: where the kind is listed, one that the question names or that ranks, else the
 * smallest, and what they are derived from, which comes first where it asks for that. Empty where the question speaks of no such kind.
 */
export function kinFindings(
  result: SearchResult,
  files: RepositoryFiles,
  { kinds, asksForBase }: AskedKind,
): Finding[] {
  const found = kinFor(result, kinds);
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
  const ofMember = (member: Member, most: number, what: string): Finding => {
    const { file, definition } = member;
    const { startLine, endLine } = extentOf(member, context.index);
    const claim = `${what}: ${claimOf(definition, linesOf(paths[file]!, files) ?? [], startLine)}`;
    return findingOf({ file, definition, startLine, endLine }, { claim, most, weigh });
  };
  const [list, ...others] = registries.slice(0, MOST_LISTED).map((place) => {
    const claim = `names ${place.members.length} of ${members.length}: ${namesOf(place.members)}`;
    return findingOf(place, { claim, most: LISTED_LINES, weigh: namesMember });
  });
  const pattern = patternOf(found, result);
  const kind = base ? `derived from ${label}` : `in ${label}`;
  const above = base ? [ofMember(base, BASE_LINES, `what ${members.length} are derived from`)] : [];
  return [
    ...(asksForBase ? above : []),
    ...(list ? [list] : []),
    ...(pattern ? [ofMember(pattern, PATTERN_LINES, `one of ${members.length} ${kind}`)] : []),
    ...(asksForBase ? [] : above),
    ...others,
  ];
}

/** One that the question names, else the first that ranks, else the smallest that shows how one is written. */
function patternOf({ kin, registries }: FoundKin, { table, functions }: SearchResult): Member | undefined {
  const { index, query } = table.context;
  const own = new Set(wordsOf(kin.label));
  const ranks = ranksOf(functions.slice(0, MOST_RANKED), index);
  const candidates = (registries[0]?.members ?? kin.members).map((member) => {
    const { startLine, endLine } = extentOf(member, index);
    const size = endLine - startLine + 1;
    const words = wordsOf(member.definition.name);
    return {
      member,
      size,
      isShort: Number(size < LEAST_LINES),
      said: words.filter((word) => !own.has(word) && query.terms.has(word)).length,
      rank: ranks.get(`${member.file}:${member.at}`) ?? MOST_RANKED,
    };
  });
  return candidates.sort((a, b) =>
    a.isShort - b.isShort || b.said - a.said || a.rank - b.rank || a.size - b.size
  )[0]?.member;
}

function namesOf(members: readonly Member[]): string {
  return firstNames(members.map(({ definition }) => definition.name), MOST_NAMED);
}
