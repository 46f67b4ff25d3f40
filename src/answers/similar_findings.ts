import type { Finding, RepositoryFiles } from "../model/calls.ts";
import { folderOf } from "../model/paths.ts";
import { type LexicalIndex, ROLES } from "../index/lexical_index.ts";
import { stemOf } from "../index/path_names.ts";
import { CLASS_LIKE } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { linesOf } from "../search/file_lines.ts";
import { kindOf } from "../search/rank/line_values.ts";
import { piecesOf } from "../search/rank/pieces.ts";
import type { SearchResult } from "../search/rank/search_result.ts";
import { tokens } from "../text/tokens.ts";
import { lineWeights } from "./definitions/definition_findings.ts";

/** Lines of a definition, or of the definitions of a file. */
type Range = Pick<Definition, "startLine" | "endLine"> & { readonly file: number; readonly symbol?: string };
/** One of a group of similar files, folders or types, by its name as written, and as a token. */
type Member = Range & { readonly name: string; readonly term: string };
/** A place that names several members. */
type Registry = Range & { readonly names: ReadonlySet<string>; readonly isImport: boolean };

/** Number of the best definitions whose groups are looked up. */
const RANKED = 15;
/** Number of the likeliest groups whose registries are looked up. */
const LIKELY = 4;
/** Chunks that are read for the registries of a group. */
const MOST_READ = 6;
/** Minimum number of members of a group, and of those that a registry names. */
const FEWEST = 3;
/** Maximum number of members of a group. */
const MOST = 150;
/** Minimum score of a group that is shown; about the same from 0.25 to 0.35, worse from 0.7 on. */
const CLEAR = 0.35;
/** Rank at which a definition counts half. */
const HALF = 4;
/** Registries that are shown. */
const MOST_LISTED = 3;
/** Members that are named for a registry. */
const MOST_NAMED = 6;
/** Lines of code of a place. */
const LINES = 20;
/** Maximum length of a name that may be a word of the language. */
const SHORT = 4;
/** Minimum number of lines of a member that shows a pattern. */
const SMALLEST = 5;

/** For a question that adds something similar: the places that list the group, and one to copy; empty for no clear group. */
export function similarFindings(result: SearchResult, files: RepositoryFiles): Finding[] {
  const { context } = result.table;
  const { index, query } = context;
  const [found] = best(groupsNear(result), (members) => massOf(members, result)).slice(0, LIKELY)
    .map((members) => ({ members, registries: registriesOf(members, index, files) }))
    .map((group) => ({ ...group, score: scoreOf(group, result) })).sort((a, b) => b.score - a.score);
  if (!found || found.score < CLEAR) return [];
  const noun = found.members[0]!.symbol === undefined ? "files" : "types";
  const names = new Map(found.members.map(({ term, name }) => [term, name]));
  const make = (range: Range, claim: string, weigh = lineWeights(context)): Finding => {
    const { file, startLine, endLine, symbol } = range;
    const path = index.files.paths[file]!;
    const code = piecesOf(linesOf(path, files) ?? [], { startLine, endLine, most: LINES, weigh });
    return { path, startLine, endLine, ...(symbol && { symbol }), claim, score: 1, reasons: [], code };
  };
  const listed = found.registries.slice(0, MOST_LISTED).map((one) => {
    const some = [...one.names].slice(0, MOST_NAMED).map((term) => names.get(term)).join(", ");
    const claim = `lists ${one.names.size} of ${names.size} similar ${noun}: ${some}`;
    return make(one, claim, (lines) => lines.map((line) => termsIn(line, names).length));
  });
  const size = ({ startLine, endLine }: Range): number => endLine - startLine;
  const likeliest = found.members.filter((one) => size(one) >= SMALLEST).sort((a, b) => size(a) - size(b));
  const model = likeliest.find(({ term }) => query.terms.has(term)) ?? likeliest[0];
  return listed.toSpliced(1, 0, ...(model ? [make(model, `one of ${names.size} similar ${noun}`)] : []));
}

/** A group scores by the ranked definitions among its members and registries, by those the question names, and by its registry. */
function scoreOf(
  { members, registries }: { readonly members: readonly Member[]; readonly registries: readonly Registry[] },
  result: SearchResult,
): number {
  const [first] = registries;
  if (!first || first.isImport) return 0;
  const asked = members.filter(({ term }) => result.table.context.query.terms.has(term)).length;
  const mass = massOf(members, result, registries.slice(0, MOST_LISTED));
  return mass * (first.names.size / members.length) ** 2 * (1 + asked);
}

/** The files and the folders beside each of the best definitions, and the types in its file. */
function groupsNear({ functions, table: { context: { index } } }: SearchResult): Member[][] {
  const likely = [...new Set(functions.slice(0, RANKED).map(({ file }) => file))];
  const groups = likely.filter((file) => index.traits.test[file] !== 1).flatMap((like) => {
    const path = index.files.paths[like]!;
    const [folder, parent] = [folderOf(path), folderOf(folderOf(path))];
    const besides = membersOf(like, index, (other) => {
      const name = stemOf(other);
      return folderOf(other) === folder && !folder.endsWith(name) ? name : undefined;
    });
    const folders = membersOf(like, index, (other) => {
      const isBeside = parent !== "" && stemOf(other) === stemOf(path) &&
        folderOf(folderOf(other)) === parent;
      return isBeside ? folderOf(other).slice(parent.length + 1) : undefined;
    });
    const types = (index.parsed(like)?.definitions ?? []).flatMap((one): Member[] =>
      one.parent < 0 && CLASS_LIKE.has(one.kind)
        ? [{ ...one, term: termOf(one.name), file: like, symbol: one.qualifiedName }]
        : []
    );
    return [besides, folders, types];
  });
  return groups.filter(({ length }) => length >= FEWEST && length <= MOST);
}

/** The files in the language of one that have a name, as members. */
function membersOf(
  like: number,
  index: LexicalIndex,
  nameOf: (path: string) => string | undefined,
): Member[] {
  const { files: { paths, languages }, traits } = index;
  return paths.flatMap((path, file): Member[] => {
    const isOther = languages[file] !== languages[like] || traits.test[file] === 1;
    const name = isOther ? undefined : nameOf(path);
    const definitions = name === undefined ? [] : index.parsed(file)?.definitions ?? [];
    if (name === undefined || definitions.length === 0) return [];
    const endLine = Math.max(...definitions.map((one) => one.endLine));
    return [{ name, term: termOf(name), file, startLine: definitions[0]!.startLine, endLine }];
  });
}

/** Weight of the ranked definitions that are members or list them, beyond the members' share of the code. */
function massOf(
  members: readonly Member[],
  { functions, table: { context: { index: { chunks, files } } } }: SearchResult,
  listed: readonly Range[] = [],
): number {
  const places = [...members, ...listed];
  const size = members.reduce((all, { file, symbol }) => all + (symbol ? 0 : files.chunkCount[file]!), 0);
  return functions.slice(0, 2 * RANKED).reduce((sum, { file, definition: { startLine, endLine } }, rank) => {
    const isOf = places.some((one) =>
      one.file === file && one.startLine <= endLine && startLine <= one.endLine
    );
    return sum + (Number(isOf) - size / chunks.count) / (rank + HALF);
  }, 0);
}

/** The places outside of tests that name members close together; in the members' language first, imports last. */
function registriesOf(members: readonly Member[], index: LexicalIndex, files: RepositoryFiles): Registry[] {
  const terms = new Map(members.map(({ term, name }) => [term, name]));
  const { files: { languages, paths, roles }, chunks, traits } = index;
  const counts = new Map<number, number>();
  for (const chunk of [...terms.keys()].flatMap((term) => [...index.postings(term)?.chunks ?? []])) {
    counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
  }
  const isCode = (file: number): boolean => ROLES[roles[file]!] === "code" && traits.test[file] !== 1;
  const likely = [...counts].filter(([chunk, count]) => count >= FEWEST && isCode(chunks.file[chunk]!));
  const registries = best(likely, ([, count]) => count).slice(0, MOST_READ).flatMap(([chunk]): Registry[] => {
    const file = chunks.file[chunk]!;
    const { imports = [], definitions = [] } = index.parsed(file) ?? {};
    const from = chunks.startLine(chunk);
    const lines = (linesOf(paths[file]!, files) ?? []).slice(from - 1, chunks.endLine(chunk));
    const rows = lines.flatMap((text, at) =>
      kindOf(text) === "comment" ? [] : termsIn(text, terms).map((term) => ({ line: from + at, term }))
    );
    // One name in a line of a long list.
    const isImported = (line: number): boolean =>
      imports.some((one) => one.line <= line && line <= one.line + one.names.length + 1);
    const code = rows.filter(({ line }) => !isImported(line));
    const isImport = new Set(code.map(({ term }) => term)).size < FEWEST;
    const listed = isImport ? rows : code;
    const names = new Set(listed.map(({ term }) => term));
    if (names.size < FEWEST) return [];
    const definition = definitions[chunks.definition(chunk)];
    const symbol = definition && { ...definition, symbol: definition.qualifiedName };
    return [{ startLine: listed[0]!.line, endLine: listed.at(-1)!.line, ...symbol, file, names, isImport }];
  });
  return best(
    registries,
    ({ file, names, isImport }) =>
      names.size - MOST * (2 * Number(isImport) + Number(languages[file] !== languages[members[0]!.file])),
  );
}

/** Those with the highest value first. */
function best<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item[] {
  return items.map((item) => ({ item, value: valueOf(item) })).sort((a, b) => b.value - a.value)
    .map(({ item }) => item);
}

/** The terms of a line whose names it holds; a short one with capitals as written, because `in` and `not` are words of any code. */
function termsIn(line: string, names: ReadonlyMap<string, string>): string[] {
  return tokens(line).filter((token) => {
    const name = names.get(token);
    return name !== undefined && (name.length > SHORT || name === name.toLowerCase() || line.includes(name));
  });
}

/** The token of a whole name. */
function termOf(name: string): string {
  return tokens(name).sort((a, b) => b.length - a.length)[0] ?? "";
}
