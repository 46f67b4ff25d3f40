import type { Edge } from "../../graph/edges.ts";
import { sameSymbol, type SymbolRef } from "../../graph/symbol_ref.ts";
import type { NavigationCalls, TextPlace, TextRange } from "../../model/navigation.ts";
import { describe, LEAST_RECORDED, meaningAt, standsOn } from "./symbol_at.ts";
import { inLine, isIn, isSpelled, nameRangeOf, type NavigationView, wordsOf } from "./texts.ts";

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
function importsOf(
  { graph, texts }: NavigationView,
  symbol: SymbolRef,
  files: ReadonlySet<number>,
): Use[] {
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
