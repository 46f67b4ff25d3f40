import { type CodeGraph, createCodeGraph } from "../../graph/edges.ts";
import { openGraph } from "../../graph/open_graph.ts";
import type { SymbolRef } from "../../graph/symbol_ref.ts";
import { overlayIndex } from "../../index/overlay_index.ts";
import { languageFor, readingOf, sourceText } from "../../index/content_indexer.ts";
import { Failure } from "../../model/errors.ts";
import type {
  NavigationAnswer,
  NavigationMethod,
  NavigationQuery,
  NavigationSymbol,
  OpenText,
} from "../../model/navigation.ts";
import { NOWHERE } from "../../model/navigation.ts";
import type { FileParser } from "../../syntax/parser.ts";
import type { ParsedFile } from "../../syntax/parsed_file.ts";
import type { Tool, ToolContext } from "../../ports/tool.ts";
import { describe, meaningAt, outlineOf } from "./symbol_at.ts";
import { type NavigationView, Texts } from "./texts.ts";
import { callsOf, usesOf } from "./uses.ts";

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
  if (query.method === "workspaceSymbols") {
    return { ...NOWHERE, symbols: named(view, query.name ?? "") };
  }
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
  const changed = open.filter(({ path, text }) => isListed(graph, path) && !isSaved(context, { path, text }));
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

function isListed(graph: CodeGraph, path: string): boolean {
  return graph.index.files.numberOf(path) !== undefined;
}

function isSaved({ files }: ToolContext, { path, text }: OpenText): boolean {
  const content = files.read(path);
  return content.ok && content.text === text;
}

function parse({ path, text }: OpenText, parser: FileParser): ParsedFile {
  const language = languageFor(path, text);
  return sourceText(text, { language, reading: readingOf(path, "source", language), parser }).parsed;
}
