import { type DefinitionSite, KINDS, type LexicalIndex } from "../index/lexical_index.ts";
import { CALLABLE, CLASS_LIKE } from "../syntax/class_kinds.ts";
import { holdsLine } from "../syntax/parsed_file.ts";
import { isCapitalized } from "../syntax/source.ts";
import { isTestCode } from "../syntax/test_code.ts";
import { bodiesOf } from "./bodies.ts";
import { type CodeGraph, LEAST_CONFIDENCE, MOST_USES } from "./edges.ts";
import { distinctSymbols, symbolKey, type SymbolRef } from "./symbol_ref.ts";
import { isTestSymbol } from "./test_symbols.ts";

/** Matches of a symbol entered by a user. */
export interface SymbolMatches {
  /** The best match and its overloads; with a path every match in that file. */
  readonly symbols: readonly SymbolRef[];
  /** Further definitions of the name, best first; none where path and whole name were given. */
  readonly others: readonly SymbolRef[];
  /** Similar names if nothing matches. */
  readonly suggestions: readonly string[];
  /** The meaning of a name that is no definition's as it is written. */
  readonly note?: string;
}

const MOST_SUGGESTIONS = 5;
/** Maximum number of further definitions whose callers or callees are looked up. */
const MOST_NAMESAKES = 8;
/** Weight of a use in a test where namesakes are compared, beside one in the product. */
const SHARE_OF_TEST = 1e-4;

/**
 * The definitions of a symbol, the namesake first that is used. `receiver.name` as in code (`db.sync`, `pkg.Load`) is
 * what such calls resolve to; a name in other letter case is the one that differs in nothing else.
 */
export function symbolsOf(graph: CodeGraph, text: string): SymbolMatches {
  const found = findSymbols(graph.index, text);
  if (found.symbols.length > 0) return usedFirst(graph, found);
  const folded = found.suggestions.find((name) => name.toLowerCase() === text.toLowerCase());
  // `Store#find` may be the private `Store.#find` of JavaScript.
  const other = folded ?? (text.includes("#") && !text.includes(".#") ? text.replace("#", ".#") : undefined);
  const matches = asCalled(graph, text) ?? (other === undefined ? undefined : symbolsOf(graph, other));
  const [best] = matches?.symbols ?? [];
  return matches && best ? { ...matches, note: `${text} is read as ${nameOf(graph.index, best)}` } : found;
}

/** The definitions to which calls with this receiver and name resolve, the most frequent first. */
function asCalled(graph: CodeGraph, text: string): SymbolMatches | undefined {
  const { index, resolver } = graph;
  const parts = partsOf(index, text);
  const [receiver, name = ""] = [parts.slice(0, -1).join("."), parts.at(-1)];
  if (receiver === "") return undefined;
  const calls = index.referencesTo(name, MOST_USES).filter((use) =>
    use.kind !== "import" && `.${use.receiver}`.toLowerCase().endsWith(`.${receiver}`.toLowerCase())
  );
  const targets = calls.flatMap((use) => {
    const [best] = resolver.resolve(use.file, { ...use, name });
    return best && best.confidence >= LEAST_CONFIDENCE ? bodiesOf(index).of(best) : [];
  });
  const groups = [...Map.groupBy(targets, symbolKey).values()];
  const [best, ...others] = groups.sort((a, b) => b.length - a.length).map(([symbol]) => symbol!);
  return best && { symbols: [best], others, suggestions: [] };
}

/**
 * Finds the definitions of a symbol: `name`, `Class.method`, `path:Qualified.name`, `path:line`, or a name after its
 * modules (`package.module.name`, `crate::module::name`). Code precedes declarations and tests, then path order.
 */
export function findSymbols(index: LexicalIndex, text: string): SymbolMatches {
  const { path, name } = split(index, text.trim());
  if (/^\d+$/.test(name) && path !== undefined) {
    return { symbols: atLine(index, path, Number(name)), others: [], suggestions: [] };
  }
  // A name may contain dots, as in R.
  const parts = index.definitionCount(name) > 0 ? [name] : partsOf(index, name);
  const last = parts.at(-1) ?? "";
  const files = path === undefined ? undefined : new Set(filesAt(index, path));
  const all = index.definitionsNamed(last).filter((site) => files?.has(site.file) ?? true);
  const sites = all.toSorted((a, b) => rank(index, a) - rank(index, b));
  const wanted = parts.join(".");
  const named = sites.filter((site) =>
    parts.length === 1 ||
    `.${index.parsed(site.file)?.module}.${nameOf(index, site)}`.endsWith(`.${wanted}`)
  );
  const matches = named.length > 0 || path !== undefined ? named : inModules(index, sites, parts);
  const symbols = distinctSymbols(
    matches.map((site) => bodiesOf(index).of({ file: site.file, definition: site.definition })),
  );
  const [best] = symbols;
  if (best === undefined) {
    const owned = [...new Set(sites.map((site) => nameOf(index, site)))];
    const suggestions = owned.length > 0 ? owned : index.nearNames(last, MOST_SUGGESTIONS);
    return { symbols, others: [], suggestions: suggestions.slice(0, MOST_SUGGESTIONS) };
  }
  const isExact = path !== undefined && nameOf(index, best) === wanted;
  const isMatch = path === undefined
    ? (symbol: SymbolRef) => symbol.file === best.file && nameOf(index, symbol) === nameOf(index, best)
    : (symbol: SymbolRef) => !isExact || nameOf(index, symbol) === wanted;
  // A method may have its field's name.
  const isField = ({ file, definition }: SymbolRef): boolean =>
    index.parsed(file)?.definitions[definition]?.kind === "field";
  const found = symbols.filter((symbol) => isMatch(symbol) && isField(symbol) === isField(best));
  return {
    symbols: found,
    others: isExact ? [] : symbols.filter((one) => !found.includes(one)),
    suggestions: [],
  };
}

/** The matches with the namesake first that is used most, in the product rather than in tests. */
export function usedFirst(graph: CodeGraph, matches: SymbolMatches): SymbolMatches {
  return withMost(
    matches,
    (one) =>
      graph.callers(one).filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
        .reduce((sum, { from }) => sum + (isTestSymbol(graph, from) ? SHARE_OF_TEST : 1), 0),
  );
}

/** The matches; if the best one calls nothing, as in an interface, with the namesake first that calls most. */
export function callingFirst(graph: CodeGraph, matches: SymbolMatches): SymbolMatches {
  const callsOf = (one: SymbolRef): number =>
    graph.callees(one).filter(({ to }) => CALLABLE.has(graph.definition(to)?.kind ?? "type")).length;
  return matches.symbols.some((one) => callsOf(one) > 0) ? matches : withMost(matches, callsOf);
}

/** The matches with the one first of which there is most. */
function withMost(matches: SymbolMatches, amountOf: (one: SymbolRef) => number): SymbolMatches {
  const { symbols, others } = matches;
  if (others.length === 0) return matches;
  const own = symbols.reduce((sum, one) => sum + amountOf(one), 0);
  const namesakes = others.slice(0, MOST_NAMESAKES).map((one) => ({ one, amount: amountOf(one) }));
  const [most] = namesakes.toSorted((a, b) => b.amount - a.amount);
  if (!most || most.amount <= own) return matches;
  return {
    ...matches,
    symbols: [most.one],
    others: [...symbols, ...others.filter((one) => one !== most.one)],
  };
}

/**
 * Parts of a name, without a sign behind it that no definition has. `A.prototype.run` is `A.run`; a private JavaScript
 * name keeps its `#`.
 */
function partsOf(index: LexicalIndex, name: string): readonly string[] {
  const parts = name.replace(/\.prototype(?=\.)/g, "").replace(/\(\)$/, "")
    .split(/\.|::?|(?<=\w)#|->/).filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  const hasSign = "?!=".includes(last.slice(-1)) && index.definitionCount(last) === 0;
  return hasSign ? [...parts.slice(0, -1), last.slice(0, -1)] : parts;
}

/** The definitions whose path contains the leading parts of the name in order, shortest path first. */
function inModules(
  index: LexicalIndex,
  sites: readonly DefinitionSite[],
  parts: readonly string[],
): readonly DefinitionSite[] {
  const behind = sites.flatMap((site) => {
    const own = nameOf(index, site).split(".").length;
    const modules = parts.slice(0, -own).filter((part) => !/^(?:crate|self|super)$/.test(part));
    const isWhole = parts.slice(-own).join(".") === nameOf(index, site);
    const folders = (index.files.paths[site.file] ?? "").replace(/\.\w+$/, "").split("/");
    let at = 0;
    for (const folder of folders) if (folder === modules[at]) at++;
    return isWhole && modules.length > 0 && at === modules.length ? [{ site, length: folders.length }] : [];
  });
  return behind.sort((a, b) => a.length - b.length).map(({ site }) => site);
}

/**
 * Sort key: code, then declaration files, then tests and others; functions and types before modules and types in lower
 * case and values, top-level definitions before members, members of interfaces before implementations, exported before
 * local ones.
 */
function rank(index: LexicalIndex, { file, definition, kind }: DefinitionSite): number {
  const isDeclared = /\.(?:d\.[cm]?ts|pyi)$/.test(index.files.paths[file] ?? "");
  const parsed = index.parsed(file);
  const definitions = parsed?.definitions ?? [];
  const { name = "", qualifiedName, exported, parent = -1 } = definitions[definition] ?? {};
  // A type in lower case is behind a function of its name, but not behind its constructor.
  const isSecond = CLASS_LIKE.has(kind) ? !isCapitalized(name) : definitions[parent]?.name === name;
  const isValue = kind === "field" ? 2 : kind === "variable" || kind === "constant" || isSecond ? 1 : 0;
  const isPromised = ["interface", "trait"].includes(definitions[parent]?.kind ?? "");
  const isMember = qualifiedName === name ? 0 : isPromised ? 1 : 2;
  const isGenerated = KINDS[index.files.kinds[file] ?? 0] === "generated";
  const isBehind = isDeclared || isGenerated || (parsed !== undefined && isTestCode(parsed, definition));
  return (index.files.roles[file] ?? 0) * 60 + (isBehind ? 30 : 0) + isValue * 6 +
    isMember * 2 +
    (exported === false ? 1 : 0);
}

function nameOf(index: LexicalIndex, { file, definition }: SymbolRef): string {
  return index.parsed(file)?.definitions[definition]?.qualifiedName ?? "";
}

/** Splits off a path before a colon (or two, as written by test runners), if the index contains it. */
function split(index: LexicalIndex, text: string): { path?: string; name: string } {
  const [, path = "", name = ""] = /^(.+\.[A-Za-z0-9]+|[^:]+)::?(.+)$/.exec(text) ?? [];
  const isPath = path !== "" && filesAt(index, path).length > 0;
  return isPath ? { path, name } : { name: text };
}

/** The file with exactly this path, otherwise every file whose path ends with it. */
export function filesAt(index: LexicalIndex, wanted: string): readonly number[] {
  const path = wanted.replace(/^\.?\//, "");
  const exact = index.files.numberOf(path);
  if (exact !== undefined) return [exact];
  return index.files.paths.flatMap((one, file) => one.endsWith(`/${path}`) ? [file] : []);
}

function atLine(index: LexicalIndex, wanted: string, line: number): SymbolRef[] {
  return filesAt(index, wanted).flatMap((file) => {
    const definitions = index.parsed(file)?.definitions ?? [];
    const inner = definitions.map((one, i) => ({ one, i }))
      .filter(({ one }) => holdsLine(one, line))
      .sort((a, b) => b.one.startLine - a.one.startLine)[0];
    return inner ? [bodiesOf(index).of({ file, definition: inner.i })] : [];
  });
}
