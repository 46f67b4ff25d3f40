import type { LexicalIndex } from "../index/lexical_index.ts";
import { counted } from "../model/counted.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { claimOf } from "./claims.ts";
import { fileDocOf } from "./file_docs.ts";
import { linesOf } from "./file_lines.ts";
import type { Scope } from "./scopes.ts";
import { wordsOf } from "./name_words.ts";
import type { ScopeUse } from "./scope_uses.ts";

/** A file of a scope, or a folder below it, with what stands for it. */
interface Group {
  /** The file's name, or the folder's with a slash. */
  readonly name: string;
  readonly files: readonly number[];
  /** The file that the others use most. */
  readonly main: number;
  readonly weight: number;
}

/** What the files of a scope are told by. */
export interface GroupContext {
  readonly scope: Scope;
  readonly uses: readonly ScopeUse[];
  readonly index: LexicalIndex;
  readonly files: RepositoryFiles;
  /** Whether the question has a word, as `tokenize` emits it. */
  readonly isSaid: (token: string) => boolean;
}

/** With so many files, those of a folder below are one group. */
const FEW_FILES = 9;
/** Groups with a line of their own, and lines that name the others. */
const MOST_GROUPS = 6;
const MOST_OTHERS = 2;
const MOST_NAMED = 4;
const TEST_MODULE = /^tests?$/;
/** UTF-16 units of a claim. */
const LONGEST = 230;
/** A file without a comment is told by the names of what it defines, one among others by fewer. */
const MOST_DEFINED = 4;
const MOST_DEFINED_BESIDE = 2;
/** What use from outside and being named by the question weigh, beside how often something is used and how long it is. */
const PER_OUTSIDE = 2;
const SAID = 10;
/** Lines from which a file weighs something for its length. */
const SMALL = 50;

/** The files of a scope with a line each, those of a large one by the folders below it, the most used first. */
export function groupFindings(context: GroupContext): Finding[] {
  const { index } = context;
  const groups = groupsOf(context);
  const lineCount = (files: readonly number[]): number =>
    Math.max(1, files.length > 1 ? 1 : index.parsed(files[0]!)?.lines ?? 1);
  const findingOf = (group: Group, endLine: number, claim: string): Finding => ({
    path: index.files.paths[group.main]!,
    startLine: 1,
    endLine,
    claim,
    score: 1,
    reasons: [],
  });
  const leading = groups.slice(0, MOST_GROUPS).map((group) =>
    findingOf(group, lineCount(group.files), groupClaim(group, context))
  );
  const others = groups.slice(MOST_GROUPS);
  const rest: Finding[] = [];
  while (others.length > 0 && rest.length < MOST_OTHERS) {
    const first = others[0]!;
    let claim = "";
    for (let says = beside(first, context); others.length > 0; says = beside(others[0]!, context)) {
      if (claim !== "" && claim.length + says.length > LONGEST) break;
      claim = claim === "" ? `also ${says}` : `${claim}; ${says}`;
      others.shift();
      if (others.length === 0) break;
    }
    rest.push(findingOf(first, 1, claim.slice(0, LONGEST)));
  }
  return [...leading, ...rest];
}

function groupsOf({ scope: { folders, files }, uses, index, isSaid }: GroupContext): Group[] {
  const { paths } = index.files;
  const weights = new Map<number, number>();
  for (const { file, outsideFiles, insideFiles } of uses) {
    weights.set(file, (weights.get(file) ?? 0) + PER_OUTSIDE * outsideFiles + insideFiles.length);
  }
  const weightOf = (file: number): number => weights.get(file) ?? 0;
  const bases = basesOf(files.map((file) => paths[file]!), folders);
  const groups = new Map<string, number[]>();
  for (const file of files) {
    const path = paths[file]!;
    const inside = path.slice(bases.find((base) => path.startsWith(base))?.length ?? 0);
    const slash = inside.indexOf("/");
    const name = files.length > FEW_FILES && slash >= 0 ? inside.slice(0, slash + 1) : inside;
    const held = groups.get(name);
    if (held) held.push(file);
    else groups.set(name, [file]);
  }
  const own = new Set(folders.flatMap((folder) => wordsOf(folder.slice(folder.lastIndexOf("/") + 1))));
  const wordWeight = (name: string): number => {
    const words = wordsOf(name.replace(/\.\w+$/, "")).filter((word) => !own.has(word));
    return words.length > 0 && words.every(isSaid) ? SAID : 0;
  };
  const sizeWeight = (held: readonly number[]): number => {
    const lines = held.reduce((sum, file) => sum + (index.parsed(file)?.lines ?? 0), 0);
    return Math.log2(Math.max(1, lines / SMALL));
  };
  return [...groups].map(([name, held]) => ({
    name,
    files: held,
    main: held.toSorted((a, b) => weightOf(b) - weightOf(a) || a - b)[0]!,
    weight: Math.log2(1 + held.reduce((sum, file) => sum + weightOf(file), 0)) + wordWeight(name) +
      sizeWeight(held),
  })).sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
}

/** The scope's folders with slashes, going down while one folder alone holds everything. */
function basesOf(paths: readonly string[], folders: readonly string[]): string[] {
  return folders.map((folder) => {
    let base = folder === "" ? "" : `${folder}/`;
    const own = paths.filter((path) => path.startsWith(base));
    for (;;) {
      const next = own[0]?.slice(base.length).split("/") ?? [];
      const below = `${base}${next[0]}/`;
      if (next.length < 2 || !own.every((path) => path.startsWith(below))) return base;
      base = below;
    }
  });
}

/** What a group is: what its main file says of itself, else what it defines; then which of the scope's files it uses. */
function groupClaim(group: Group, context: GroupContext): string {
  const { name, files: own, main } = group;
  const { uses, index } = context;
  const count = own.length > 1
    ? `${name} ${counted(own.length, "file")}, most used ${baseName(index, main)}: `
    : "";
  const used = new Map<number, number>();
  for (const { file, insideFiles } of uses) {
    if (own.includes(file) || !insideFiles.some((user) => own.includes(user))) continue;
    used.set(file, (used.get(file) ?? 0) + 1);
  }
  const names = [...used].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_NAMED)
    .map(([file]) => baseName(index, file));
  const outside = Math.max(
    0,
    ...uses.filter(({ file }) => own.includes(file)).map((use) => use.outsideFiles),
  );
  const links = [
    ...(names.length > 0 ? [`uses ${names.join(", ")}`] : []),
    ...(outside > 0 ? [`used outside in ${counted(outside, "file")}`] : []),
  ];
  const rest = links.length > 0 ? `; ${links.join("; ")}` : "";
  const room = LONGEST - count.length - rest.length;
  const doc = docOf(main, context);
  const says = doc === "" ? definedIn(main, context, MOST_DEFINED) : doc;
  return `${count}${says.length > room ? `${says.slice(0, room - 1)}…` : says}${rest}`;
}

function beside(group: Group, context: GroupContext): string {
  const { name, files: own, main } = group;
  const count = own.length > 1 ? ` (${counted(own.length, "file")})` : "";
  return `${name}${count}: ${definedIn(main, context, MOST_DEFINED_BESIDE)}`;
}

/** A file's own description, else that of what is named like it; else empty. */
function docOf(file: number, { index, files }: GroupContext): string {
  const path = index.files.paths[file]!;
  const lines = linesOf(path, files) ?? [];
  const top = (index.parsed(file)?.definitions ?? []).filter(({ parent }) => parent < 0);
  const doc = fileDocOf(lines, Math.min(...top.map((one) => one.startLine), lines.length + 1));
  if (doc) return doc.sentence;
  const stem = baseName(index, file).replace(/\.\w+$/, "").toLowerCase();
  const named = top.find(({ name }) => name.toLowerCase() === stem);
  return named && named.doc !== "" ? claimOf(named, lines, named.startLine) : "";
}

/** Names of what a file defines, the most used first, then the largest. */
function definedIn(file: number, { uses, index, files }: GroupContext, most: number): string {
  const top = (index.parsed(file)?.definitions ?? []).filter(({ parent, name }) =>
    parent < 0 && !TEST_MODULE.test(name)
  );
  const known = uses.filter((use) => use.file === file)
    .sort((a, b) => b.outsideFiles + b.insideFiles.length - a.outsideFiles - a.insideFiles.length)
    .map(({ definition }) => definition.name);
  const largest = top.toSorted((a, b) => b.endLine - b.startLine - a.endLine + a.startLine)
    .map(({ name }) => name);
  const names = [...new Set([...known.slice(0, most - 1), ...largest])].slice(0, most);
  const path = index.files.paths[file]!;
  return names.length === 0
    ? claimOf(undefined, linesOf(path, files) ?? [], 1)
    : `defines ${names.join(", ")}`;
}

function baseName({ files }: LexicalIndex, file: number): string {
  const path = files.paths[file]!;
  return path.slice(path.lastIndexOf("/") + 1);
}
