import { historyOf, type Tool, type ToolContext } from "../ports/tool.ts";
import { counted } from "../model/counted.ts";
import type { Finding, Findings } from "../model/calls.ts";
import { nearPaths } from "../model/near_paths.ts";
import { workTreeChanges } from "../graph/changes/work_tree_changes.ts";
import { candidatePlaces, findingAt, findingOf, label, placeOf } from "../graph/describe.ts";
import { type CodeGraph, LEAST_CERTAIN } from "../graph/edges.ts";
import { type Dependant, dependants } from "../graph/impact.ts";
import { type OpenedGraph, openGraph } from "../graph/open_graph.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { isTestSymbol } from "../graph/test_symbols.ts";
import { unresolvedData, unresolvedText } from "../graph/unresolved.ts";
import { filesAt, symbolsOf } from "../graph/symbols.ts";
import { type ChangedFileData, changedSymbols, changesData } from "../graph/impact/changes_data.ts";
import { dependantsText, type Impact, type Reach, reachedData } from "../graph/impact/impact_data.ts";
import { ownersOf } from "../graph/impact/owners.ts";
import { nothing } from "../answers/nothing.ts";

const MOST_ITEMS = 20;
const MOST_CHANGED_ITEMS = 5;

/** Start of the impact analysis. */
interface Target {
  readonly name: string;
  readonly symbols: readonly SymbolRef[];
  readonly paths: readonly string[];
  readonly changes?: readonly ChangedFileData[];
  /** The target is a file. */
  readonly isFile?: true;
  /** Other definitions of the name. */
  readonly others?: readonly SymbolRef[];
  readonly gaps: readonly string[];
}

/**
 * Code affected by a change of a symbol or file, or by the uncommitted changes.
 */
export const ciImpact: Tool<"ci_impact"> = async (args, context): Promise<Findings> => {
  const opened = await openGraph(context);
  if (!opened) return nothing("ci_impact", "no index", ["no index: impact needs one"]);
  const { graph, late } = opened;
  const name = args.symbol ?? args.file;
  const target = name === undefined ? await uncommitted(opened, context) : named(graph, name);
  if (typeof target === "string") {
    return { ...nothing("ci_impact", target, opened.gaps), ...(name !== undefined && { isUnknown: true }) };
  }
  const reach: Reach = { depth: args.depth ?? 3, ...DECAY };
  const reached = dependants(graph, target.symbols, { ...reach, late });
  const history = args.owners !== false ? await historyOf(context) : undefined;
  const data: Impact = {
    target: target.name,
    ...reach,
    ...(target.changes && { changes: target.changes }),
    ...reachedData(graph, reached, target),
    ...related(graph, target),
    owners: history ? ownersOf(history, target.paths) : [],
  };
  const gaps = [...opened.gaps, ...target.gaps, ...(history?.gaps ?? [])];
  const items = itemsOf(graph, { target, reached, data });
  return {
    tool: "ci_impact",
    items,
    strength: items.length > 0 ? "strong" : "none",
    gaps: late() ? [...gaps, "impact cut short by the time"] : gaps,
    summary: summaryOf(data),
    data,
  };
};

/** Implementations of a named symbol, and unresolved calls of its name. */
function related(
  graph: CodeGraph,
  { changes, isFile, symbols, others = [] }: Target,
): Pick<Impact, "implementations" | "unresolved" | "candidates"> {
  if (changes || isFile) return {};
  const implementations = symbols.flatMap((symbol) => graph.resolver.implementations(symbol));
  const unresolved = unresolvedData(graph, symbols);
  return {
    ...(implementations.length > 0 &&
      { implementations: implementations.map((one) => label(placeOf(graph, one))) }),
    ...(others.length > 0 && { candidates: candidatePlaces(graph, others) }),
    ...(unresolved && { unresolved }),
  };
}

/** Share of an impact that is left after each step, and the smallest one that is listed. */
const DECAY = { decay: 0.8, threshold: 0.1 };

/** The definitions of a name; of a file, all its definitions. */
function named(graph: CodeGraph, name: string): Target | string {
  const { index } = graph;
  const files = filesAt(index, name);
  const file = files.length === 1 ? files[0] : undefined;
  const found = file === undefined ? symbolsOf(graph, name) : undefined;
  const symbols = file === undefined
    ? found?.symbols ?? []
    : (index.parsed(file)?.definitions ?? []).map((_, definition) => ({ file, definition }));
  if (symbols.length === 0) {
    const names = found?.suggestions ?? [];
    const paths = /[/.]/.test(name) ? nearPaths(name, index.files.paths) : [];
    const near = paths.length > 0 ? `; near paths: ${paths.join(", ")}` : "";
    return `unknown symbol or file: ${name}${names.length > 0 ? `; near names: ${names.join(", ")}` : near}`;
  }
  const paths = [...new Set(symbols.map((symbol) => index.files.paths[symbol.file] ?? ""))];
  const gaps = found?.note === undefined ? [] : [found.note];
  return { name, symbols, paths, gaps, ...(found ? { others: found.others } : { isFile: true }) };
}

async function uncommitted(
  { graph, opened, late }: OpenedGraph,
  context: ToolContext,
): Promise<Target | string> {
  const found = await workTreeChanges(opened, { ...context, late });
  if (!found) return "no commit to compare the work tree with";
  if (found.files.length === 0) return "no uncommitted changes in files the index reads";
  return {
    name: "uncommitted changes",
    symbols: changedSymbols(found.files),
    paths: found.files.map(({ path, oldPath }) => oldPath ?? path),
    changes: changesData(graph, found.files),
    gaps: found.gaps,
  };
}

function itemsOf(
  graph: CodeGraph,
  { target, reached, data }: { target: Target; reached: readonly Dependant[]; data: Impact },
): Finding[] {
  const changed = (target.changes ?? []).flatMap((file) => changedItems(file, data))
    .sort((a, b) => b.score - a.score);
  const isTest = (one: Dependant): "test" | "product" => isTestSymbol(graph, one.symbol) ? "test" : "product";
  const { product = [], test = [] } = Object.groupBy(reached, isTest);
  const users = [...product, ...test]
    .map((one) => findingAt(graph, one.symbol, claimOf(graph, one), one.impact));
  return [...changed.slice(0, MOST_CHANGED_ITEMS), ...users.slice(0, MOST_ITEMS)];
}

/** Findings about changed definitions; removed names that are still used score highest. */
function changedItems(file: ChangedFileData, data: Impact): Finding[] {
  return file.definitions.map((one): Finding => {
    const through = `${file.path}:${one.symbol}`;
    const users = data.dependants.filter((row) => row.through === through && row.distance === 1);
    const uses = one.still_used ?? [];
    const tests = users.filter((row) => row.is_test).length;
    const effect = one.change === "removed"
      ? uses.length > 0 ? `still used at ${uses.slice(0, 3).join(", ")}` : "no use of the name is left"
      : `${users.length} direct uses, ${tests} in tests`;
    const score = 1 + (uses.length > 0 ? 1 : 0) + (one.change === "signature" ? 0.5 : 0) +
      users.length / 1000;
    const place = one.change === "removed" ? { symbol: one.symbol } : one;
    return {
      ...findingOf({ ...place, path: file.path }, `uncommitted change: ${one.change}; ${effect}`, score),
      reasons: [{ name: "direct uses", value: users.length + uses.length }],
    };
  });
}

function claimOf(graph: CodeGraph, one: Dependant): string {
  const through = placeOf(graph, one.through);
  const far = one.distance > 1 ? `; distance ${one.distance}` : "";
  const doubt = one.confidence < LEAST_CERTAIN ? ` (confidence ${Number(one.confidence.toFixed(2))})` : "";
  return `uses ${through.symbol ?? through.path} in line ${one.line}${doubt}${far}`;
}

function summaryOf({ target, changes, dependants, tests, public_api, owners, unresolved }: Impact): string {
  const files = changes ? ` in ${counted(changes.length, "file")}` : "";
  const owner = owners[0] ? `, most commits by ${owners[0].name.slice(0, 60)}` : "";
  return `${target.slice(0, 100)}${files}: ${dependantsText(dependants)}, ${
    counted(tests.length, "test")
  }, ` +
    `${public_api.length} public${owner}${unresolved ? `; ${unresolvedText(unresolved)}` : ""}`;
}
