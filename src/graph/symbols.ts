import type { DefinitionSite, LexicalIndex } from "../index/lexical_index.ts";
import { bodiesOf } from "./bodies.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** What a symbol as typed by a person may mean. */
export interface SymbolMatches {
  readonly symbols: readonly SymbolRef[];
  /** Near names when nothing matches. */
  readonly suggestions: readonly string[];
}

const MOST_SUGGESTIONS = 5;

/**
 * Finds the definitions a text names: `name`, `Class.method`, `path:Qualified.name` or `path:line`. Code comes before
 * declarations and tests, then by path.
 */
export function findSymbols(index: LexicalIndex, text: string): SymbolMatches {
  const { path, name } = split(text.trim());
  if (/^\d+$/.test(name) && path !== undefined) {
    return { symbols: atLine(index, path, Number(name)), suggestions: [] };
  }
  // `A.prototype.run` is defined as `A.run`; a private name of JavaScript keeps its sign.
  const parts = name.replace(/\.prototype(?=\.)/g, "").split(/\.|::|(?<=\w)#|->/).filter((part) =>
    part !== ""
  );
  const last = parts.at(-1) ?? "";
  const wanted = parts.join(".");
  const symbols = index.definitionsNamed(last.replace(/\(\)$/, ""))
    .filter((site) => path === undefined || endsWithPath(index.files.paths[site.file] ?? "", path))
    .filter((site) => {
      const qualified = index.parsed(site.file)?.definitions[site.definition]?.qualifiedName ?? "";
      return parts.length === 1 || `.${qualified}`.endsWith(`.${wanted}`);
    })
    .sort((a, b) => rank(index, a) - rank(index, b))
    .map((site) => bodiesOf(index).of({ file: site.file, definition: site.definition }));
  const whole = path === undefined ? [] : symbols.filter((symbol) => isNamed(index, symbol, wanted));
  return {
    symbols: distinct(whole.length > 0 ? whole : symbols),
    suggestions: symbols.length > 0 ? [] : index.nearNames(last, MOST_SUGGESTIONS),
  };
}

/**
 * Code, then what only declares it, then tests and the rest; functions and types before values, what stands by itself
 * before members, exported ones before local ones.
 */
function rank(index: LexicalIndex, { file, definition, kind }: DefinitionSite): number {
  const isDeclared = /\.(?:d\.[cm]?ts|pyi)$/.test(index.files.paths[file] ?? "");
  const isValue = kind === "field" ? 2 : kind === "variable" || kind === "constant" ? 1 : 0;
  const { name, qualifiedName, exported } = index.parsed(file)?.definitions[definition] ?? {};
  const isMember = qualifiedName !== name;
  return (index.files.roles[file] ?? 0) * 40 + (isDeclared ? 20 : 0) + isValue * 4 + (isMember ? 2 : 0) +
    (exported === false ? 1 : 0);
}

/** Whether a definition has exactly this qualified name: a function before a member of its name. */
function isNamed(index: LexicalIndex, { file, definition }: SymbolRef, wanted: string): boolean {
  return index.parsed(file)?.definitions[definition]?.qualifiedName === wanted;
}

function distinct(symbols: readonly SymbolRef[]): SymbolRef[] {
  return [...new Map(symbols.map((symbol) => [`${symbol.file}:${symbol.definition}`, symbol])).values()];
}

function split(text: string): { path?: string; name: string } {
  const match = /^(.+\.[A-Za-z0-9]+):(?!:)(.+)$/.exec(text);
  return match?.[1] && match[2] ? { path: match[1], name: match[2] } : { name: text };
}

function endsWithPath(path: string, wanted: string): boolean {
  return path === wanted || path.endsWith(`/${wanted.replace(/^\.?\//, "")}`);
}

function atLine(index: LexicalIndex, wanted: string, line: number): SymbolRef[] {
  return index.files.paths.flatMap((path, file) => {
    if (!endsWithPath(path, wanted)) return [];
    const definitions = index.parsed(file)?.definitions ?? [];
    const inner = definitions.map((one, i) => ({ one, i }))
      .filter(({ one }) => one.startLine <= line && line <= one.endLine)
      .sort((a, b) => b.one.startLine - a.one.startLine)[0];
    return inner ? [bodiesOf(index).of({ file, definition: inner.i })] : [];
  });
}
