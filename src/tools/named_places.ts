import type { CodeGraph } from "../graph/edges.ts";
import { SCRIPTS } from "../graph/file_names.ts";
import { sameSymbol, type SymbolRef } from "../graph/symbol_ref.ts";
import { ROLES } from "../index/lexical_index.ts";
import { scanFields } from "../index/text_fields.ts";
import type { RepositoryFiles } from "../model/calls.ts";
import { linesOf } from "../search/file_lines.ts";
import { MOST_NAMESAKES } from "../search/rank/values.ts";
import { languageConfig } from "../syntax/languages.ts";
import { LineTable } from "../syntax/lines.ts";
import { holdsLine, type ParsedFile } from "../syntax/parsed_file.ts";
import { isWordCode } from "../syntax/source.ts";
import { wordOf } from "../text/words.ts";

/** Places that name a definition without using it: a rename or a deletion has to change them, too. */
export interface NamedPlaces {
  /** `path:line` of the imports of the definition. */
  readonly imports: readonly string[];
  /** `path:line` of its exports, apart from the definition. */
  readonly exports: readonly string[];
  /** `path:line` of its name in strings, templates and data. */
  readonly texts: readonly string[];
  /** `path:line` of other code with its name: uses that no rule resolves, or something else of that name. */
  readonly others: readonly string[];
  /** Number of files with the name that were not searched. */
  readonly unsearched?: number;
}

type NamedLists = Record<Exclude<keyof NamedPlaces, "unsearched">, string[]>;

/** Maximum number of files searched for a name. */
const MOST_FILES = 200;
/** Numbers of fields: see `FIELDS`. */
const [CODE, STRING] = [0, 2];

/**
 * Searches the files that contain a definition's name, those of the product first.
 *
 * @param known keys `file:line` of its uses, which are left out
 */
export function namedPlaces(
  graph: CodeGraph,
  symbols: readonly [SymbolRef, ...SymbolRef[]],
  { known, files, late }: {
    readonly known: ReadonlySet<string>;
    readonly files: RepositoryFiles;
    readonly late: () => boolean;
  },
): NamedPlaces {
  const { index } = graph;
  const { paths, roles } = index.files;
  const name = graph.definition(symbols[0])?.name ?? "";
  const chunks = index.postings(wordOf(name).tokens[0] ?? "")?.chunks ?? [];
  const holding = [...new Set(Array.from(chunks, (chunk) => index.chunks.file[chunk]!))]
    .filter((file) => ROLES[roles[file]!] !== "doc")
    .sort((a, b) => roles[a]! - roles[b]! || Math.abs(a - symbols[0].file) - Math.abs(b - symbols[0].file));
  const elsewhere = usesOfNamesakes(graph, name, symbols);
  const found: NamedLists = { imports: [], exports: [], texts: [], others: [] };
  let searched = 0;
  for (const file of holding.slice(0, MOST_FILES)) {
    if (late()) break;
    searched++;
    const path = paths[file] ?? "";
    const parsed = index.parsed(file);
    const language = index.files.languageNames[index.files.languages[file]!] ?? "";
    const lines = occurrences(linesOf(path, files)?.join("\n") ?? "", name, language);
    // The name is behind a definition's attributes.
    const heads = symbols.filter((symbol) => symbol.file === file)
      .map((symbol) => lines.code.find((line) => holdsLine(graph.definition(symbol)!, line)));
    const isNew = (line: number): boolean => !known.has(`${file}:${line}`) && !heads.includes(line);
    const code = lines.code.filter(isNew);
    const imports = parsed ? importLines(graph, { file, parsed }, symbols, code) : [];
    const isOwn = parsed && SCRIPTS.has(language) && symbols.some((symbol) => symbol.file === file);
    const exports = code.filter((line) => isOwn && !parsed.definitions.some((one) => holdsLine(one, line)));
    const isImport = (line: number): boolean => parsed?.imports.some((one) => one.line === line) ?? false;
    const texts = lines.text.filter((line) => isNew(line) && !imports.includes(line) && !isImport(line));
    const isOther = (line: number): boolean =>
      !imports.includes(line) && !exports.includes(line) && !isImport(line) &&
      !elsewhere.has(`${file}:${line}`);
    const others = languageConfig(language)?.grammar ? code.filter(isOther) : [];
    for (const [kind, all] of Object.entries({ imports, exports, texts, others })) {
      found[kind as keyof typeof found].push(...all.map((line) => `${path}:${line}`));
    }
  }
  const unsearched = holding.length - searched;
  return { ...found, ...(unsearched > 0 && { unsearched }) };
}

/** Keys `file:line` of the other definitions of a name, and of the uses of them, if they are few. */
function usesOfNamesakes(graph: CodeGraph, name: string, symbols: readonly SymbolRef[]): ReadonlySet<string> {
  const sites = graph.index.definitionsNamed(name).filter((site) =>
    !symbols.some((one) => sameSymbol(one, site))
  );
  const uses = sites.length > MOST_NAMESAKES
    ? []
    : sites.flatMap((site) => graph.callers(site).map(({ from, line }) => `${from.file}:${line}`));
  return new Set([...sites.map(({ file, startLine }) => `${file}:${startLine}`), ...uses]);
}

/**
 * The lines, each once, in which a file imports a definition.
 *
 * @param lines those that name it without using it
 */
function importLines(
  { resolver }: CodeGraph,
  { file, parsed }: { readonly file: number; readonly parsed: ParsedFile },
  symbols: readonly SymbolRef[],
  lines: readonly number[],
): number[] {
  const found = parsed.imports.flatMap(({ names, line }) => {
    const isOurs = names.some(({ alias }) =>
      resolver.imported(file, alias).some((one) => symbols.some((symbol) => sameSymbol(one, symbol)))
    );
    // An import ends in this line, `const { a } = require("a")`, or begins in it.
    const nearest = lines.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line));
    return isOurs ? nearest.slice(0, 1) : [];
  });
  return [...new Set(found)];
}

/** The lines with a name in code, and in strings; in a template or data in any text. */
function occurrences(
  text: string,
  name: string,
  language: string,
): { readonly code: readonly number[]; readonly text: readonly number[] } {
  const found = { code: new Set<number>(), text: new Set<number>() };
  const isCode = languageConfig(language)?.grammar !== undefined;
  const isWord = name === name.toLowerCase() && !name.includes("_");
  const table = LineTable.of(text);
  let at = text.indexOf(name);
  scanFields(text, language, (start, end, field) => {
    for (; at >= start && at < end; at = text.indexOf(name, at + 1)) {
      const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at + name.length)];
      if (isWordCode(before) || isWordCode(after)) continue;
      if (field === CODE) found.code.add(table.lineAt(at));
      // In a sentence a plain word is a word.
      const isProse = isWord && (before <= SPACE || after <= SPACE);
      if ((field === STRING || field === CODE && !isCode) && !isProse) found.text.add(table.lineAt(at));
    }
  });
  return { code: [...found.code], text: [...found.text] };
}

const SPACE = 32;
