import type { LexicalIndex } from "../index/lexical_index.ts";
import { ROLES } from "../index/lexical_index.ts";
import { stem, tokens, wordParts } from "../text/tokens.ts";
import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import type { ReadLines } from "./file_lines.ts";
import { commonWords, wordsOf } from "./name_words.ts";
import type { SearchResult } from "./rank/search_result.ts";

/** A file that is one of a kind, such as one renderer among renderers. */
export interface Sibling {
  readonly file: number;
  /** What the file is named after, without what all of the kind have in common. */
  readonly name: string;
  readonly main: Definition;
  /** Lower-cased names that stand for it in other files. */
  readonly terms: readonly string[];
}

/** Files of one folder and language that define one thing each, and the question speaks of them. */
export interface Family {
  readonly folder: string;
  readonly members: readonly Sibling[];
}

/** A part of another file that names several members. */
export interface Listing {
  readonly file: number;
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  readonly members: readonly Sibling[];
}

const FEWEST = 3;
const MOST = 150;
const MOST_LISTINGS = 8;
const MOST_TESTS = 2;
/** Lines that stand together, and most of them for each member: what is far between is used, not listed. */
const WINDOW = 24;
const LINES_EACH = 2.5;
const LONGEST_LINE = 1000;
/** Of the definitions and files that the search found, these say which folder is meant. */
const RANKED = 10;
const SHORTEST_PREFIX = 5;
/** Stems of files that serve the others. */
const SHARED =
  /^(?:_.*|index|mod|lib|main|\w*base\w*|\w*abstract\w*|types?|utils?|helpers?|common|consts?|constants|errors?|exceptions?|registry|factory|core|init|doc|package)$|interface|trait|[-_]inl$/i;
/** Kinds that hold the others, or are parts of them. */
const OUTER: ReadonlySet<Definition["kind"]> = new Set(["module", "field", "variable"]);
/** A folder's own file: the folder is the member. */
const OWN_FILE = /^(?:index|mod|__init__|lib|main|middleware|handler|module|plugin)$/;
/** What was written when a member was added. */
const HISTORY = /(?:change|history|release|news|upgrad|migrat)[^/]*$/i;
/** Imports take what they need and list no kind. */
const IMPORT = /^\s*(?:import|using|use|package|#include)\b/;
/** Folders whose name says nothing of a kind. */
const GENERAL: ReadonlySet<string> = new Set(
  ["src", "lib", "internal", "pkg", "core", "common", "util", "utils", "main", "app", "support", "include"]
    .map(stem),
);

/**
 * The kind that the question wants one more of; undefined where no folder is plainly it.
 *
 * @param wanted the words of the question that say of what
 */
export function familyOf({ functions, files, table }: SearchResult, wanted: string): Family | undefined {
  const { index } = table.context;
  const asked = [...new Set(tokens(wanted))];
  const ranked = [...functions.slice(0, RANKED), ...files.slice(0, RANKED)].map(({ file }) => file);
  let best: Family | undefined;
  let most = 0;
  for (const [folder, listed] of foldersOf(index)) {
    if (listed.length < FEWEST || listed.length > MOST) continue;
    const names = listed.map((file) => nameOf(index.files.paths[file]!, folder));
    const common = commonWords(names.map(wordsOf));
    const kind = new Set([...wordsOf(folder.split("/").at(-1) ?? ""), ...common]);
    const isSaid = (word: string): boolean =>
      asked.includes(word) || common.length > 0 && asked.some((one) => isSame(one, word));
    const said = [...kind].filter((word) => !GENERAL.has(word) && isSaid(word));
    const named = names.filter((name) =>
      wordsOf(name).some((word) => !kind.has(word) && asked.includes(word))
    ).length;
    const hits = ranked.filter((file) => listed.includes(file)).length;
    if (said.length === 0 && named < 2 || hits === 0) continue;
    const members = distinct(listed.flatMap((file, at) => siblingOf(index, file, names[at]!, kind) ?? []));
    const score = hits + 2 * Math.min(named, 3) + 3 * said.length;
    if (members.length < FEWEST || score <= most) continue;
    [best, most] = [{ folder, members }, score];
  }
  return best;
}

/** Render and renderer are one word, where the files' names say too that they are of a kind. */
function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  return Math.min(one.length, other.length) >= SHORTEST_PREFIX &&
    (one.startsWith(other) || other.startsWith(one));
}

/** A name that stands for several members tells none of them. */
function distinct(members: readonly Sibling[]): Sibling[] {
  const counts = new Map<string, number>();
  for (const term of members.flatMap(({ terms }) => terms)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return members.map((member) => ({
    ...member,
    terms: member.terms.filter((term) => counts.get(term) === 1),
  }))
    .filter(({ terms }) => terms.length > 0);
}

/** The parts of other files that name at least three members, the most first; one of each file. */
export function listingsOf(
  index: LexicalIndex,
  { folder, members }: Family,
  linesOf: ReadLines,
): Listing[] {
  const chunks = chunksNaming(index, members);
  const least = Math.max(FEWEST, Math.ceil(Math.min(members.length, 20) / 4));
  const found = new Map<number, Listing>();
  for (const [chunk, held] of [...chunks].sort((a, b) => b[1].size - a[1].size || a[0] - b[0])) {
    const file = index.chunks.file[chunk]!;
    if (held.size < least || found.size === MOST_LISTINGS) break;
    if (found.has(file) || HISTORY.test(index.files.paths[file]!)) continue;
    const lines = linesOf(index.files.paths[file]!) ?? [];
    const range = [index.chunks.startLine(chunk), index.chunks.endLine(chunk)] as const;
    const listing = densest(lines, range, [...held]);
    const isDense = listing.endLine - listing.startLine < LINES_EACH * listing.members.length;
    if (listing.members.length >= least && isDense) found.set(file, { file, ...listing });
  }
  const { paths } = index.files;
  const isOutside = ({ file }: Listing): boolean => !paths[file]!.startsWith(`${folder}/`);
  const all = [...found.values()].sort((a, b) => b.members.length - a.members.length);
  // What only its own folder and tests list are the parts of one thing.
  if (!all.some((one) => isOutside(one) && !isTest(index, one.file))) return [];
  const tests = all.filter(({ file }) => isTest(index, file));
  return [...all.filter((one) => !tests.includes(one)), ...tests.slice(0, MOST_TESTS)];
}

/** The members that each chunk of the other files names. */
function chunksNaming(index: LexicalIndex, members: readonly Sibling[]): Map<number, Set<Sibling>> {
  const own = new Set(members.map(({ file }) => file));
  const chunks = new Map<number, Set<Sibling>>();
  const terms = members.flatMap((member) => member.terms);
  index.load(terms);
  for (const member of members) {
    for (const term of member.terms) {
      for (const chunk of index.postings(term)?.chunks ?? []) {
        if (own.has(index.chunks.file[chunk]!)) continue;
        const held = chunks.get(chunk);
        if (held) held.add(member);
        else chunks.set(chunk, new Set([member]));
      }
    }
  }
  return chunks;
}

function isTest(index: LexicalIndex, file: number): boolean {
  return ROLES[index.files.roles[file]!] === "test";
}

/** The few lines that name most members, from the first of those to the last. */
function densest(
  lines: readonly string[],
  [from, to]: readonly [number, number],
  members: readonly Sibling[],
): Omit<Listing, "file"> {
  const rows: { readonly line: number; readonly named: readonly Sibling[] }[] = [];
  for (let line = from; line <= Math.min(to, lines.length); line++) {
    if (IMPORT.test(lines[line - 1]!)) continue;
    const here = new Set(tokens(lines[line - 1]!.slice(0, LONGEST_LINE)));
    const named = members.filter(({ terms }) => terms.some((term) => here.has(term)));
    if (named.length > 0) rows.push({ line, named });
  }
  let best: Omit<Listing, "file"> = { startLine: from, endLine: from, members: [] };
  rows.forEach(({ line }, at) => {
    const near = rows.slice(at).filter((row) => row.line < line + WINDOW);
    const named = new Set(near.flatMap((row) => row.named));
    if (named.size <= best.members.length) return;
    best = { startLine: line, endLine: near.at(-1)!.line, members: [...named] };
  });
  return best;
}

/** Code files by folder and language; a folder with a file of its own stands for that in the folder above. */
function foldersOf(index: LexicalIndex): Iterable<readonly [string, readonly number[]]> {
  const folders = new Map<string, { readonly folder: string; readonly listed: number[] }>();
  const { paths, roles, languages } = index.files;
  for (let file = 0; file < index.files.count; file++) {
    if (ROLES[roles[file]!] !== "code" || index.chunks.count === 0) continue;
    const parts = paths[file]!.split("/");
    const isOwn = OWN_FILE.test(stemOf(paths[file]!)) && parts.length > 2;
    const folder = parts.slice(0, isOwn ? -2 : -1).join("/");
    const key = `${isOwn}\0${languages[file]}\0${folder}`;
    const known = folders.get(key);
    if (known) known.listed.push(file);
    else folders.set(key, { folder, listed: [file] });
  }
  return [...folders.values()].map(({ folder, listed }) => [folder, listed] as const);
}

/** The stem of a file in the folder, or of the folder below that it stands for. */
function nameOf(path: string, folder: string): string {
  const below = path.slice(folder === "" ? 0 : folder.length + 1).split("/");
  return below.length > 1 ? below[0]! : stemOf(path);
}

function siblingOf(
  index: LexicalIndex,
  file: number,
  full: string,
  kind: ReadonlySet<string>,
): Sibling | undefined {
  if (SHARED.test(full) || wordsOf(full).every((word) => kind.has(word))) return undefined;
  const definitions = index.parsed(file)?.definitions ?? [];
  const main =
    definitions.filter(({ kind }) => !OUTER.has(kind)).sort((a, b) =>
      Number(CLASS_KINDS.has(b.kind)) - Number(CLASS_KINDS.has(a.kind)) || sizeOf(b) - sizeOf(a)
    )[0];
  if (!main) return undefined;
  const name = wordParts(full).filter((part) => !kind.has(stem(part))).join("_") || full;
  const names = [main.name, full, name].map((one) => tokens(one)[0] ?? "").filter((term) => term.length > 1);
  return { file, name, main, terms: [...new Set(names)] };
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}

function sizeOf({ startLine, endLine }: Definition): number {
  return endLine - startLine;
}
