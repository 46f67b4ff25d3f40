import type { LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE, CLASS_KINDS, VALUE_KINDS } from "../syntax/class_kinds.ts";
import type { Definition, ParsedFile } from "../syntax/parsed_file.ts";
import { stem, wordParts } from "../text/tokens.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** A definition by its file and its place there. */
export interface Member {
  readonly file: number;
  readonly at: number;
  readonly definition: Definition;
}

/** Definitions of one kind: derived from one base, or named by one table. */
export interface Kin {
  /** Name of the base or of the table. */
  readonly label: string;
  readonly base?: Member;
  readonly table?: Member;
  readonly members: readonly Member[];
}

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

/** A kind and where it is listed, most members first. */
export interface FoundKin {
  readonly kin: Kin;
  readonly registries: readonly Registry[];
}

const FEWEST = 3;
const MOST_MEMBERS = 120;
/** Definitions whose files are looked at, those files, and definitions whose ranks count. */
const RANKED = 60;
const MOST_FILES = 20;
const MOST_COUNTED = 300;
/** A name that more definitions have says little. */
const MOST_NAMESAKES = 3;
/** Bases whose derived classes are looked up, and kinds whose registries are. */
const MOST_BASES = 8;
const MOST_KIN = 4;
/** Uses of a name, and members whose uses are looked at. */
const MOST_USES = 120;
const MOST_USED = 40;
/** Lines of a registry for each member that it names, and between two of one run. */
const LINES_EACH = 8;
const GAP = 6;
/** Rarity up to which a word counts. */
const RAREST = 6;
/** What a said word of the label and of the paths counts, by its rarity; what a word of the label costs that is not said. */
const SAID = 1 / 3;
const AROUND = 1 / 6;
const MOST_AROUND = 1.5;
const UNSAID = 0.2;
/** Less than this of the question tells of no kind. */
const LEAST_TOLD = 0.4;
const BASE_GAIN = 0.5;
/** Members that rank count so much at the first place and half of it at this one. */
const RANK_GAIN = 1;
const HALF_RANK = 4;
const MOST_RANKED = 5;
/** What a registry counts, and as much again where it names all. */
const LISTED_GAIN = 0.5;
/** What a name says beside its kind. */
const GENERAL: ReadonlySet<string> = new Set(
  [
    "base",
    "abstract",
    "type",
    "kind",
    "get",
    "set",
    "is",
    "default",
    "interface",
    "impl",
    "generic",
    "common",
  ]
    .map(stem),
);

/** The kind that a question speaks of, with the places that list it; undefined where it plainly speaks of none. */
export function kinFor(result: SearchResult): FoundKin | undefined {
  const { index } = result.table.context;
  const worthOf = worthIn(result);
  const files = filesNear(result);
  const likely = [...byBase(index, files, worthOf), ...byTable(index, files)]
    .map((kin) => ({ kin, worth: worthOf(kin) })).filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth).slice(0, MOST_KIN);
  const found = likely.map(({ kin, worth }) => {
    const registries = registriesOf(kin, index);
    const listed = registries[0]?.members.length ?? 0;
    const gain = listed === 0 ? 0 : LISTED_GAIN * (1 + listed / kin.members.length);
    return { kin, registries, worth: worth + gain };
  });
  return found.sort((a, b) => b.worth - a.worth)
    .find(({ kin, registries }) => kin.base !== undefined || registries.length > 0);
}

function filesNear({ files, functions, table: { context: { index } } }: SearchResult): number[] {
  const near = [...files.map(({ file }) => file), ...functions.slice(0, RANKED).map(({ file }) => file)];
  return [...new Set(near)].filter((file) => index.traits.test[file] !== 1).slice(0, MOST_FILES);
}

/** How much of a question speaks of a kind: its name, the paths of its members, and how those rank; 0 for too little. */
function worthIn({ functions, table }: SearchResult): (kin: Kin) => number {
  const { index, query, text } = table.context;
  const ranks = new Map(
    functions.slice(0, MOST_COUNTED).map(({ file, at }, rank) => [`${file}:${at}`, rank]),
  );
  const asked = (word: string): number =>
    query.terms.has(word) ? Math.min(RAREST, text.rarity.get(word) ?? 0) : 0;
  const sum = (words: readonly string[]): number => words.reduce((all, word) => all + asked(word), 0);
  return ({ label, members, base, table }) => {
    const words = [...new Set(wordsOf(label))].filter((word) => !GENERAL.has(word));
    const folders = folderWords(members, index).filter((word) => !words.includes(word));
    const places = [...members, base, table]
      .flatMap((one) => one === undefined ? [] : ranks.get(`${one.file}:${one.at}`) ?? [])
      .sort((a, b) => a - b).slice(0, MOST_RANKED);
    const ranked = places.reduce((all, rank) => all + RANK_GAIN * HALF_RANK / (rank + HALF_RANK), 0);
    const told = SAID * sum(words) + Math.min(MOST_AROUND, AROUND * sum(folders)) + ranked;
    if (told < LEAST_TOLD) return 0;
    const unsaid = words.filter((word) => asked(word) === 0).length;
    return told - UNSAID * unsaid + (base ? BASE_GAIN : 0);
  };
}

/** Words of a name, as the index has them. */
export function wordsOf(name: string): string[] {
  return wordParts(name).map((part) => stem(part.toLowerCase()));
}

/** Words that the ends of most members' paths have. */
function folderWords(members: readonly Member[], index: LexicalIndex): string[] {
  const counts = new Map<string, number>();
  for (const { file } of members) {
    const parts = index.files.paths[file]!.replace(/\.\w+$/, "").split("/").slice(-3);
    for (const word of new Set(parts.flatMap(wordsOf))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => 3 * count >= 2 * members.length).map(([word]) => word);
}

/** What is derived from the classes in some files, and from the bases of those; the likeliest by what is known there. */
function byBase(index: LexicalIndex, files: readonly number[], worthOf: (kin: Kin) => number): Kin[] {
  const known = new Map<string, Member[]>();
  const add = (name: string, ...members: readonly Member[]): void => {
    known.set(name, [...known.get(name) ?? [], ...members]);
  };
  for (const file of files) {
    const { definitions = [], heritage = [] } = index.parsed(file) ?? {};
    for (const { base, definition: at } of heritage) {
      const definition = definitions[at];
      if (definition) add(lastName(base), { file, at, definition });
    }
    for (const { name, kind } of definitions) {
      if (kind === "class" || kind === "interface" || kind === "trait") add(name);
    }
  }
  const likely = [...known].flatMap(([label, members]) => {
    const count = index.definitionCount(label);
    const base = count > 0 && count <= MOST_NAMESAKES ? definedAs(label, index) : undefined;
    const worth = base ? worthOf({ label, members, base }) : 0;
    return base && worth > 0 ? [{ label, base, worth }] : [];
  }).sort((a, b) => b.worth - a.worth).slice(0, MOST_BASES);
  return likely.flatMap(({ label, base }): Kin[] => {
    const members = derivedFrom(label, index);
    return members.length < FEWEST || members.length > MOST_MEMBERS ? [] : [{ label, base, members }];
  });
}

function lastName(base: string): string {
  return base.split(/[.:\\]+/).at(-1)!;
}

/** The first definition of a name that is no test, and not the given one. */
function definedAs(name: string, index: LexicalIndex, own?: Omit<Member, "definition">): Member | undefined {
  for (const { file, definition: at } of index.definitionsNamed(name)) {
    const definition = index.parsed(file)?.definitions[at];
    const isOwn = own?.file === file && own.at === at;
    if (definition && !isOwn && index.traits.test[file] !== 1) return { file, at, definition };
  }
  return undefined;
}

/** The classes that name a base, outside of tests. */
function derivedFrom(name: string, index: LexicalIndex): Member[] {
  const users = new Set(index.referencesTo(name, MOST_USES).map(({ file }) => file));
  for (const { file } of index.definitionsNamed(name)) users.add(file);
  return [...users].sort((a, b) => a - b).filter((file) => index.traits.test[file] !== 1).flatMap((file) => {
    const { definitions = [], heritage = [] } = index.parsed(file) ?? {};
    const own = heritage.filter(({ base }) => lastName(base) === name).map(({ definition }) => definition);
    return [...new Set(own)].flatMap((at): Member[] => {
      const definition = definitions[at];
      return definition && CLASS_KINDS.has(definition.kind) ? [{ file, at, definition }] : [];
    });
  });
}

/** What the tables and lists of some files name: classes, functions or values, not what they only call. */
function byTable(index: LexicalIndex, files: readonly number[]): Kin[] {
  return files.flatMap((file) => {
    const parsed = index.parsed(file);
    return parsed ? [...namesInTables(parsed)].flatMap(([at, held]) => tableKin(index, file, at, held)) : [];
  });
}

interface HeldNames {
  readonly names: Set<string>;
  readonly called: Set<string>;
  readonly lines: number[];
}

function namesInTables(parsed: ParsedFile): Map<number, HeldNames> {
  const tables = new Map<number, HeldNames>();
  for (const { name, scope, kind, line } of parsed.references) {
    const at = kind === "import" || kind === "decorator" ? -1 : tableAt(parsed, scope, line);
    if (at < 0) continue;
    const held = tables.get(at) ?? { names: new Set(), called: new Set(), lines: [] };
    tables.set(at, held);
    held.names.add(name);
    held.lines.push(line);
    if (kind === "call") held.called.add(name);
  }
  return tables;
}

/** The outermost value around a use; -1 for none. */
function tableAt({ definitions }: ParsedFile, scope: number, line: number): number {
  const isValue = (at: number): boolean => VALUE_KINDS.has(definitions[at]?.kind ?? "function");
  if (!isValue(scope)) {
    return definitions.findIndex(({ kind, startLine, endLine }) =>
      VALUE_KINDS.has(kind) && startLine <= line && line <= endLine
    );
  }
  let at = scope;
  while (isValue(definitions[at]!.parent)) at = definitions[at]!.parent;
  return at;
}

function tableKin(index: LexicalIndex, file: number, at: number, { names, called, lines }: HeldNames): Kin[] {
  if (names.size < FEWEST || names.size > MOST_MEMBERS || !isDense(lines, names.size)) return [];
  const definition = index.parsed(file)!.definitions[at]!;
  const named = [...names].flatMap((name): Member[] => {
    const count = index.definitionCount(name);
    const member = count > 0 && count <= MOST_NAMESAKES ? definedAs(name, index, { file, at }) : undefined;
    const kind = member?.definition.kind;
    return !member || kind === "field" || called.has(name) && CALLABLE.has(kind!) ? [] : [member];
  });
  const members = [...Map.groupBy(named, sortOf).values()].sort((a, b) => b.length - a.length)[0] ?? [];
  const isKind = members.length >= FEWEST && 2 * members.length >= names.size;
  return isKind ? [{ label: definition.name, table: { file, at, definition }, members }] : [];
}

function sortOf({ definition: { kind } }: Member): string {
  return CLASS_KINDS.has(kind) ? "type" : CALLABLE.has(kind) ? "function" : "value";
}

/** Whether lines that name so many members stand near each other. */
function isDense(lines: readonly number[], members: number): boolean {
  return Math.max(...lines) - Math.min(...lines) < LINES_EACH * members;
}

/** The places outside of tests and of the members themselves that name at least a quarter of them. */
function registriesOf({ members }: Kin, index: LexicalIndex): Registry[] {
  const scopes = new Map<string, { file: number; at: number; lines: number[]; held: Set<Member> }>();
  for (const member of members.slice(0, MOST_USED)) {
    const { name } = member.definition;
    if (index.definitionCount(name) > MOST_NAMESAKES) continue;
    for (const { file, line, scope, kind } of index.referencesTo(name, MOST_USES)) {
      const parsed = index.parsed(file);
      if (!parsed || kind === "import" || index.traits.test[file] === 1) continue;
      if (members.some((one) => one.file === file && holds(one.definition, line))) continue;
      const table = tableAt(parsed, scope, line);
      const at = table >= 0 ? table : scope;
      const own = scopes.get(`${file}:${at}`) ?? { file, at, lines: [], held: new Set() };
      scopes.set(`${file}:${at}`, own);
      own.lines.push(line);
      own.held.add(member);
    }
  }
  const least = Math.max(FEWEST, Math.ceil(Math.min(members.length, 16) / 4));
  return [...scopes.values()].flatMap(({ file, at, lines, held }): Registry[] => {
    if (held.size < least || !isDense(lines, held.size)) return [];
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

function holds({ startLine, endLine }: Definition, line: number): boolean {
  return startLine <= line && line <= endLine;
}

/** The most of the lines that stand together. */
function longestRun(lines: readonly number[]): Pick<Registry, "startLine" | "endLine"> | undefined {
  const runs: number[][] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && line - run.at(-1)! <= GAP) run.push(line);
    else runs.push([line]);
  }
  const longest = runs.sort((a, b) => b.length - a.length)[0] ?? [];
  return longest.length < FEWEST ? undefined : { startLine: longest[0]!, endLine: longest.at(-1)! };
}
