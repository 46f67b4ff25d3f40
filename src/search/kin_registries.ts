import type { LexicalIndex } from "../index/lexical_index.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import type { Kin, Member } from "./kin.ts";
import { FEWEST_MEMBERS, MOST_NAMESAKES, MOST_USES } from "./kin.ts";
import { isDense, tableAt } from "./kin_by_table.ts";

/** A definition that names several members, or such lines outside of any. */
export interface Registry {
  readonly file: number;
  readonly definition?: Definition;
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  readonly members: readonly Member[];
}

/** Members whose uses are looked at. */
const MOST_USED = 40;
/** Members of a large kind that count for how many a registry has to name. */
const MOST_REQUIRED = 16;
/** Lines of a list that names half of them, for each. */
const LINES_OF_MOST = 12;
/** Lines between two of one run. */
const GAP = 6;

/**
 * The places outside of tests and of the members themselves that name at least a quarter of them, the most first; before
 * them the table that the kind is of.
 */
export function registriesOf({ members, table }: Kin, index: LexicalIndex): Registry[] {
  const own = table && { ...table, ...linesIn(table.definition), members };
  const isOwn = ({ file, startLine }: Registry): boolean => own?.file === file && own.startLine === startLine;
  return [...(own ? [own] : []), ...otherRegistries(members, index).filter((one) => !isOwn(one))];
}

function otherRegistries(members: readonly Member[], index: LexicalIndex): Registry[] {
  const least = Math.max(FEWEST_MEMBERS, Math.ceil(Math.min(members.length, MOST_REQUIRED) / 4));
  return usesByScope(members, index).flatMap(({ file, at, lines, held }): Registry[] => {
    const each = 2 * held.size >= members.length ? LINES_OF_MOST : undefined;
    if (held.size < least || !isDense(lines, held.size, each)) return [];
    const definition = index.parsed(file)?.definitions[at];
    const range = definition ?? longestRun(lines);
    if (!range) return [];
    const { startLine, endLine } = range;
    return [{ file, ...(definition && { definition }), startLine, endLine, members: [...held] }];
  }).sort((a, b) =>
    b.members.length - a.members.length || (a.endLine - a.startLine) - (b.endLine - b.startLine) ||
    a.file - b.file
  );
}

/** The uses of members in one definition, or in a file outside of any. */
interface ScopeUses {
  readonly file: number;
  /** Place of the definition; -1 for none. */
  readonly at: number;
  readonly lines: number[];
  readonly held: Set<Member>;
}

/** Where members are used outside of tests and of themselves; a table stands for what is inside it. */
function usesByScope(members: readonly Member[], index: LexicalIndex): readonly ScopeUses[] {
  const scopes = new Map<string, ScopeUses>();
  for (const member of members.slice(0, MOST_USED)) {
    const { name } = member.definition;
    if (!isDistinct(member, index)) continue;
    for (const { file, line, scope, kind } of index.referencesTo(name, MOST_USES)) {
      const parsed = index.parsed(file);
      if (!parsed || kind === "import" || index.traits.test[file] === 1) continue;
      if (members.some((one) => one.file === file && holdsLine(one.definition, line))) continue;
      const table = tableAt(parsed, scope, line);
      const at = table >= 0 ? table : scope;
      const own = scopes.get(`${file}:${at}`) ?? { file, at, lines: [], held: new Set() };
      scopes.set(`${file}:${at}`, own);
      own.lines.push(line);
      own.held.add(member);
    }
  }
  return [...scopes.values()];
}

/** Whether few definitions of its language have a member's name; constructors are of their class. */
function isDistinct({ file, definition: { name, kind } }: Member, index: LexicalIndex): boolean {
  if (index.definitionCount(name) <= MOST_NAMESAKES) return true;
  const { languages } = index.files;
  const own = index.definitionsNamed(name).filter((one) =>
    languages[one.file] === languages[file] && CLASS_KINDS.has(one.kind) === CLASS_KINDS.has(kind)
  );
  return own.length <= MOST_NAMESAKES;
}

function linesIn({ startLine, endLine }: Definition): Pick<Registry, "startLine" | "endLine"> {
  return { startLine, endLine };
}

/** The most of the lines that stand together; undefined for too few. */
function longestRun(lines: readonly number[]): Pick<Registry, "startLine" | "endLine"> | undefined {
  const runs: number[][] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && line - run.at(-1)! <= GAP) run.push(line);
    else runs.push([line]);
  }
  const longest = runs.sort((a, b) => b.length - a.length)[0] ?? [];
  return longest.length < FEWEST_MEMBERS ? undefined : { startLine: longest[0]!, endLine: longest.at(-1)! };
}
