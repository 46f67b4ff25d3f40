import { type LexicalIndex, ROLES } from "../../index/lexical_index.ts";
import type { Finding, RepositoryFiles } from "../../model/calls.ts";
import { isRoute, likeness, type LinkEnd, type PlacedEnd } from "../../model/links.ts";
import { tokens } from "../../text/tokens.ts";
import { linesOf } from "../../search/file_lines.ts";
import { MOST_NAMESAKES } from "../../search/rank/values.ts";
import { linkEnds } from "./link_lines.ts";
import type { Form } from "../form.ts";
import { definitionAround, lineFinding } from "../messages/message_findings.ts";
import { packageImports } from "../../graph/package_imports.ts";

/** Chunks and uses that are read for one name, and ends that are listed of it. */
const MOST_READ = 400;
const MOST_ENDS = 12;
/** Lines of one definition that are read. */
const MOST_LINES = 200;
/** Places that are shown, and named symbols whose links to other repositories are looked up. */
const MOST_SHOWN = 5;

/** Links to other repositories in a search. */
interface Links {
  /** The definitions around the ends that were asked for. */
  readonly items: readonly Finding[];
  /** Those and the ends in definitions of named symbols. */
  readonly ends: readonly PlacedEnd[];
}

/** Names that occur in other repositories too, if a workspace asks for them. */
export const LINKS: Form = {
  accepts: (_, { links }) => links !== undefined,
  find: ({ args, question, index, files }) => {
    const symbols = question.terms.identifiers.slice(0, MOST_SHOWN);
    const { items, ends } = linkFindings(index, files, { names: args.links ?? [], symbols });
    return { items, isCertain: items.length > 0, ...(ends.length > 0 && { data: { links: ends } }) };
  },
};

/**
 * The lines that declare, call, send or take the names.
 *
 * @param names routes, topics and procedures
 * @param symbols names of definitions whose own ends are listed besides
 */
function linkFindings(
  index: LexicalIndex,
  files: RepositoryFiles,
  { names, symbols }: { readonly names: readonly string[]; readonly symbols: readonly string[] },
): Links {
  const read: Reader = (path) => linesOf(path, files) ?? [];
  const named = names.flatMap((name) => endsOf(name, index, read)).slice(0, MOST_ENDS);
  const own = symbols.flatMap((name) => endsIn(name, index, read)).slice(0, MOST_ENDS);
  const items = new Map<string, Finding>();
  for (const { file, line, kind, side, name } of named) {
    const claim = `${wordFor({ kind, side, name }, index.files.paths[file]!)} in line ${line}`;
    const finding = lineFinding({ file, line }, claim, index, read);
    const key = `${finding.path}:${finding.startLine}`;
    if (!items.has(key) && items.size < MOST_SHOWN) items.set(key, finding);
  }
  const placed = [...named, ...own].map(({ file, line, ...end }): PlacedEnd => ({
    ...end,
    path: index.files.paths[file]!,
    line,
    startLine: definitionAround({ file, line }, index)?.startLine ?? line,
  }));
  return { items: [...items.values()], ends: placed };
}

type Reader = (path: string) => readonly string[];

/** An end with the number of its file. */
interface FileEnd extends LinkEnd {
  readonly file: number;
  readonly line: number;
}

/** Describes the role of a line for its name. */
function wordFor({ kind, side, name }: LinkEnd, path: string): string {
  if (kind === "rpc" && side === "serves" && !path.endsWith(".proto")) return `answers rpc ${name}`;
  const verbs = {
    route: ["declares", "calls"],
    topic: ["takes", "sends"],
    rpc: ["declares rpc", "calls rpc"],
  } as const;
  return `${verbs[kind][side === "serves" ? 0 : 1]} ${name}`;
}

/** The ends of that name in the product's code. */
function endsOf(name: string, index: LexicalIndex, read: Reader): FileEnd[] {
  const isMeant = ({ kind, name: found }: LinkEnd): boolean =>
    (kind === "route") === isRoute(name) && likeness(kind, name, found) !== undefined;
  const found = new Map<string, FileEnd>();
  let isProtocol = false;
  const part = isRoute(name) ? name.split("/").findLast((one) => one !== "*") : "";
  for (const chunk of chunksWith(name, index)) {
    const file = index.chunks.file[chunk]!;
    isProtocol ||= PROTOCOL.test(index.files.paths[file]!);
    const [from, to] = [index.chunks.startLine(chunk), index.chunks.endLine(chunk)];
    for (const one of endsBetween(file, { from, to, part }, index, read)) {
      if (isMeant(one)) found.set(`${file}:${one.line}:${one.side}`, one);
    }
  }
  const ends = [...found.values()];
  // A method of that name is a procedure only where something of the protocol names it too.
  return isProtocol ? [...implementing(ends, index), ...ends] : ends.filter(({ kind }) => kind !== "rpc");
}

/** Protocol files and what is made from them. */
const PROTOCOL = /proto|grpc|_pb|\.pb\./i;

/** The definitions that answer the procedures of protocol files. */
function implementing(ends: readonly FileEnd[], index: LexicalIndex): FileEnd[] {
  const declared = new Set(
    ends.filter(({ kind, side }) => kind === "rpc" && side === "serves").map(({ name }) => name),
  );
  return [...declared].flatMap((name) => {
    const snake = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
    return [name, name[0]!.toLowerCase() + name.slice(1), snake].flatMap((one) =>
      index.definitionsNamed(one)
        .filter(({ file }) => index.traits.test[file] !== 1 && !PROTOCOL.test(index.files.paths[file]!))
        .map(({ file, startLine: line }): FileEnd => ({ kind: "rpc", side: "serves", name, file, line }))
    );
  });
}

/** The ends in the definitions of a name, and the declarations that name it as what answers. */
function endsIn(name: string, index: LexicalIndex, read: Reader): FileEnd[] {
  const inside = index.definitionsNamed(name).slice(0, MOST_NAMESAKES).flatMap(
    ({ file, startLine, endLine }) =>
      endsBetween(file, { from: startLine, to: Math.min(endLine, startLine + MOST_LINES) }, index, read),
  );
  const answering = index.referencesTo(name, MOST_READ).flatMap(({ file, line }) =>
    endsBetween(file, { from: line, to: line }, index, read).filter(({ kind, side }) =>
      kind !== "rpc" && side === "serves"
    )
  );
  return [...inside, ...answering];
}

function endsBetween(
  file: number,
  { from, to, part = "" }: { readonly from: number; readonly to: number; readonly part?: string | undefined },
  index: LexicalIndex,
  read: Reader,
): FileEnd[] {
  if (index.traits.test[file] === 1 || !["code", "data"].includes(ROLES[index.files.roles[file]!] ?? "")) {
    return [];
  }
  const path = index.files.paths[file]!;
  const lines = read(path);
  const ends: FileEnd[] = [];
  for (let line = from; line <= Math.min(to, lines.length); line++) {
    if (!lines[line - 1]!.includes(part)) continue;
    for (const end of linkEnds(lines, line - 1, path)) ends.push({ ...end, file, line });
  }
  return ends;
}

/** Chunks that hold the words of a name, the rarest counting most. */
function chunksWith(name: string, index: LexicalIndex): number[] {
  const terms = [...new Set(tokens(name.replace(/^[A-Z]+ (?=\/)/, "").replaceAll("*", " ")))];
  const held = new Map<number, number>();
  for (const term of terms) {
    const postings = index.postings(term);
    const rarity = Math.log(1 + index.chunks.count / (postings?.chunks.length ?? 1));
    postings?.chunks.forEach((chunk) => held.set(chunk, (held.get(chunk) ?? 0) + rarity));
  }
  return [...held].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_READ).map(([chunk]) => chunk);
}

/** Imports of the named identifiers from packages of other repositories, as data alone. */
export const IMPORTS: Form = {
  accepts: ({ terms }, { packages }) => packages !== undefined && terms.identifiers.length > 0,
  find: ({ args, question, index }) => ({
    items: [],
    data: { imports: packageImports(index, question.terms.identifiers, args.packages ?? []) },
  }),
};
