import type { Edge } from "../../graph/edge_lists.ts";
import { type CodeGraph, createCodeGraph } from "../../graph/edges.ts";
import { openGraph } from "../../graph/open_graph.ts";
import { sameSymbol, type SymbolRef } from "../../graph/symbol_ref.ts";
import { overlayIndex } from "../../index/overlay_index.ts";
import { languageFor, readingOf, sourceText } from "../../index/content_indexer.ts";
import { Failure } from "../../model/errors.ts";
import {
  type NavigationAnswer,
  type NavigationCalls,
  type NavigationMethod,
  type NavigationQuery,
  type NavigationSymbol,
  NOWHERE,
  type OpenText,
  type TextPlace,
  type TextRange,
} from "../../model/navigation.ts";
import type { FileParser } from "../../syntax/parser.ts";
import type { ParsedFile } from "../../syntax/parsed_file.ts";
import type { Tool, ToolContext } from "../../ports/tool.ts";
import { describe, LEAST_RECORDED, meaningAt, outlineOf, standsOn } from "./symbol_at.ts";
import { inLine, isIn, isSpelled, nameRangeOf, type NavigationView, Texts, wordsOf } from "./texts.ts";

/** Input of an answer. */
interface Place extends NavigationView {
  readonly query: NavigationQuery;
  readonly symbols: readonly SymbolRef[];
  /** Files that the position names. */
  readonly files: readonly number[];
}

/** Longer texts are not parsed, as files are not. UTF-16 units. */
const LONGEST_TEXT = 1 << 20;

/** `navigate`: answers a question about a position, as its data. */
export const navigate: Tool<"navigate"> = async ({ navigation }, context) => ({
  tool: "navigate",
  items: [],
  strength: "none",
  gaps: [],
  summary: "",
  data: navigation && await answerOf(navigation, context),
});

/**
 * Files that the index does not list (sensitive, excluded, generated) answer nothing.
 *
 * @throws Failure without an index
 */
async function answerOf(query: NavigationQuery, context: ToolContext): Promise<NavigationAnswer> {
  const opened = await openGraph(context);
  if (!opened) throw new Failure("toolUnavailable", "the index is not ready");
  const open = query.open.filter(({ text }) => text.length <= LONGEST_TEXT);
  const graph = await withOpenTexts(opened.graph, open, context);
  const texts = new Texts(context.files, new Map(open.map(({ path, text }) => [path, text])));
  const view: NavigationView = { graph, texts };
  if (query.method === "workspaceSymbols") return { ...NOWHERE, symbols: named(view, query.name ?? "") };
  const file = graph.index.files.numberOf(query.path ?? "");
  if (file === undefined) return NOWHERE;
  const parsed = graph.index.parsed(file);
  if (query.method === "documentSymbols") {
    return { ...NOWHERE, symbols: parsed ? outlineOf(parsed, query.path ?? "", texts) : [] };
  }
  const { symbols, files } = meaningAt(view, file, query.position ?? { line: 0, character: 0 });
  return ANSWERS[query.method]({ ...view, query, symbols, files });
}

type Answered = Exclude<NavigationMethod, "workspaceSymbols" | "documentSymbols">;

const ANSWERS: Readonly<Record<Answered, (place: Place) => NavigationAnswer>> = {
  definition: (place) => ({
    ...NOWHERE,
    places: place.files.map((file) => ({ path: place.graph.index.files.paths[file] ?? "", range: START })),
    symbols: describeAll(place, place.symbols),
  }),
  references: (place) => ({
    ...NOWHERE,
    places: place.symbols.flatMap((symbol) => usesOf(place, symbol)),
    symbols: place.query.withDefinition ? describeAll(place, place.symbols) : [],
  }),
  implementation: (place) => {
    const found = place.symbols.flatMap((symbol) => place.graph.resolver.implementations(symbol));
    return { ...NOWHERE, symbols: describeAll(place, found) };
  },
  hover: (place) => ({ ...NOWHERE, symbols: describeAll(place, place.symbols) }),
  incomingCalls: (place) => callsWith(place, "callers"),
  outgoingCalls: (place) => callsWith(place, "callees"),
};

function callsWith(place: Place, direction: "callers" | "callees"): NavigationAnswer {
  return { ...NOWHERE, calls: place.symbols.flatMap((symbol) => callsOf(place, symbol, direction)) };
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const MOST_SYMBOLS = 100;

function describeAll(view: NavigationView, symbols: readonly SymbolRef[]): NavigationSymbol[] {
  return symbols.slice(0, MOST_SYMBOLS).flatMap((symbol) => describe(view, symbol) ?? []);
}

/** Definitions whose name contains a text, whole names first, then those that begin with it; case does not count. */
function named(view: NavigationView, text: string): NavigationSymbol[] {
  const { index } = view.graph;
  const wanted = text.toLowerCase();
  const rank = (name: string): number => {
    const at = name.toLowerCase().indexOf(wanted);
    return at < 0 ? -1 : name.length === wanted.length ? 0 : at === 0 ? 1 : 2;
  };
  const tables = index.nameTables().map((names) => new TextDecoder().decode(names()));
  const names = [...new Set(tables.join("\n").split("\n"))]
    .map((name) => ({ name, rank: rank(name) })).filter((one) => one.rank >= 0 && one.name !== "")
    .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  const found: SymbolRef[] = [];
  for (const { name } of names) {
    if (found.length >= MOST_SYMBOLS) break;
    found.push(...index.definitionsNamed(name));
  }
  return describeAll(view, found);
}

/** The graph made last over open texts. */
interface Overlay {
  last?: {
    readonly open: readonly OpenText[];
    readonly graph: CodeGraph;
    readonly parsed: ReadonlyMap<string, Parsed>;
  };
}

function noOverlay(): Overlay {
  return {};
}

/** A text with its record. */
interface Parsed {
  readonly text: string;
  readonly file: ParsedFile;
}

/** The graph with open texts in place of their files; the same one as long as the texts are the same. */
async function withOpenTexts(
  graph: CodeGraph,
  open: readonly OpenText[],
  context: ToolContext,
): Promise<CodeGraph> {
  const { files } = graph.index;
  const changed = open.filter((one) => files.numberOf(one.path) !== undefined && !isSaved(context, one));
  if (changed.length === 0) return graph;
  const overlay = graph.index.memo.get(noOverlay);
  const { last } = overlay;
  const isSame = last?.open.length === changed.length &&
    changed.every(({ path, text }) => last.parsed.get(path)?.text === text);
  if (isSame) return last.graph;
  const parser = await context.syntax.parser();
  if (!parser) throw new Failure("toolUnavailable", "there is no parser");
  const parsed = new Map(changed.map(({ path, text }): [string, Parsed] => {
    const known = last?.parsed.get(path);
    return [path, known?.text === text ? known : { text, file: parse({ path, text }, parser) }];
  }));
  const records = new Map(
    [...parsed].map(([path, { file }]) => [graph.index.files.numberOf(path) ?? -1, file]),
  );
  const made = createCodeGraph(overlayIndex(graph.index, records));
  overlay.last = { open: changed, graph: made, parsed };
  return made;
}

function isSaved({ files }: ToolContext, { path, text }: OpenText): boolean {
  const content = files.read(path);
  return content.ok && content.text === text;
}

function parse({ path, text }: OpenText, parser: FileParser): ParsedFile {
  const language = languageFor(path, text);
  return sourceText(text, { language, reading: readingOf(path, "source", language), parser }).parsed;
}

/** References in one answer, and symbols that call or are called. */
const MOST_PLACES = 2000;
const MOST_CALLS = 200;

/** Places where a symbol is used, in order of files and lines. */
export function usesOf(view: NavigationView, symbol: SymbolRef): TextPlace[] {
  const { graph } = view;
  const edges = certain(graph.callers(symbol)).sort((a, b) => a.from.file - b.from.file || a.line - b.line);
  const seen = new Set<string>();
  const uses = edges.slice(0, MOST_PLACES).flatMap((edge) => {
    const key = `${edge.from.file}:${edge.line}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return rangesOf(view, edge).map((range) => ({ file: edge.from.file, range }));
  });
  const imports = importsOf(view, symbol, new Set(uses.map(({ file }) => file)));
  const ranges = new Set(uses.map(keyOf));
  const accesses = accessesOf(view, symbol).filter((access) => !ranges.has(keyOf(access)));
  return [...imports, ...uses, ...accesses]
    .sort((a, b) => a.file - b.file || a.range.start.line - b.range.start.line)
    .map(({ file, range }) => ({ path: graph.index.files.paths[file] ?? "", range }));
}

/** Range of a use in a file of the index. */
interface Use {
  readonly file: number;
  readonly range: TextRange;
}

function keyOf({ file, range: { start } }: Use): string {
  return `${file}:${start.line}:${start.character}`;
}

/** Accesses of a field in its class: of these the graph holds only some, and of a private field there are no others. */
function accessesOf(view: NavigationView, { file, definition }: SymbolRef): Use[] {
  const { graph, texts } = view;
  const parsed = graph.index.parsed(file);
  const field = parsed?.definitions[definition];
  const owner = field?.kind === "field" ? parsed?.definitions[field.parent] : undefined;
  if (!field || !owner) return [];
  const lines = texts.of(graph.index.files.paths[file] ?? "");
  const own = nameRangeOf(field, lines).start;
  const uses: Use[] = [];
  for (let line = owner.startLine - 1; line < owner.endLine && uses.length < MOST_PLACES; line++) {
    for (const word of wordsOf(lines.line(line)).filter(({ text }) => isSpelled(text, field.name))) {
      const range = inLine(line, word);
      if (isIn(own, range)) continue;
      const { symbols } = meaningAt(view, file, range.start);
      if (symbols.some((one) => sameSymbol(one, { file, definition }))) uses.push({ file, range });
    }
  }
  return uses;
}

/** Maximum number of lines of an import that are searched for a name. */
const MOST_IMPORT_LINES = 40;

/** Imports of a symbol by its own name, in the files that use it. */
function importsOf({ graph, texts }: NavigationView, symbol: SymbolRef, files: ReadonlySet<number>): Use[] {
  const target = graph.definition(symbol)?.name ?? "";
  return [...files].flatMap((file) => {
    const lines = texts.of(graph.index.files.paths[file] ?? "");
    const imports = graph.index.parsed(file)?.imports ?? [];
    return imports.filter(({ names }) => names.some(({ name }) => name === target)).flatMap(({ line }) => {
      for (let at = line - 1; at < line + MOST_IMPORT_LINES; at++) {
        const word = wordsOf(lines.line(at)).find(({ text }) => isSpelled(text, target));
        if (word) return [{ file, range: inLine(at, word) }];
      }
      return [];
    });
  });
}

/** Callers of a symbol, or what it calls; one entry per other symbol, with all its lines. */
export function callsOf(
  view: NavigationView,
  symbol: SymbolRef,
  direction: "callers" | "callees",
): NavigationCalls[] {
  const edges = certain(view.graph[direction](symbol));
  const other = (edge: Edge): SymbolRef => direction === "callers" ? edge.from : edge.to;
  const groups = Map.groupBy(edges, (edge) => `${other(edge).file}:${other(edge).definition}`);
  return [...groups.values()].slice(0, MOST_CALLS).flatMap((group) => {
    const described = describe(view, other(group[0]!));
    const lines = new Map(group.map((edge) => [edge.line, edge]));
    const ranges = [...lines.values()].flatMap((edge) => rangesOf(view, edge));
    return described ? [{ symbol: described, ranges }] : [];
  });
}

function certain(edges: readonly Edge[]): Edge[] {
  return edges.filter(({ confidence }) => confidence >= LEAST_RECORDED);
}

/** Ranges of a use in its line: the symbol's name, or the file's own name for it. */
function rangesOf({ graph, texts }: NavigationView, { from, to, line }: Edge): TextRange[] {
  const target = graph.definition(to)?.name ?? "";
  const recorded = (graph.index.parsed(from.file)?.references ?? []).filter((one) =>
    one.line === line && one.kind !== "import"
  );
  const named = recorded.filter(({ name }) => name === target);
  const uses = named.length > 0
    ? named
    : recorded.filter((reference) =>
      graph.resolver.resolve(from.file, reference).some((one) => sameSymbol(one, to))
    );
  const text = texts.of(graph.index.files.paths[from.file] ?? "").line(line - 1);
  const words = wordsOf(text).filter((word) => uses.some(({ name }) => isSpelled(word.text, name)));
  const standing = words.filter(({ start }) =>
    uses.some(({ receiver }) => standsOn(text.slice(0, start), receiver))
  );
  return (standing.length > 0 ? standing : words).map((word) => inLine(line - 1, word));
}
