import type { Findings } from "../model/findings.ts";
import { findingAt, label, placeOf } from "./graph/describe.ts";
import type { Place } from "./graph/describe.ts";
import type { CodeGraph } from "./graph/edges.ts";
import type { Dependant } from "./graph/impact.ts";
import { dependants } from "./graph/impact.ts";
import { openGraph } from "./graph/open_graph.ts";
import type { SymbolRef } from "./graph/resolve.ts";
import { findSymbols } from "./graph/symbols.ts";
import type { Tool } from "./tool.ts";

/** One dependant as programs read it. */
export interface ImpactData extends Place {
  readonly impact: number;
  readonly distance: number;
  /** `path:Qualified.name` of the definition it depends through, and the one-based line of the use. */
  readonly through: string;
  readonly line: number;
  readonly is_test: boolean;
  /** Usable from outside its file, and at the file's top level. */
  readonly is_public: boolean;
}

/** The whole answer. */
export interface Impact {
  readonly target: string;
  readonly depth: number;
  readonly decay: number;
  readonly threshold: number;
  readonly dependants: readonly ImpactData[];
  /** Tests that reach the target, most direct first. */
  readonly tests: readonly string[];
  readonly public_api: readonly string[];
}

/** What breaks when a symbol or file changes. Arguments: `symbol` or `file`, `depth`, `decay`, `threshold`. */
export const ciImpact: Tool = async (args, context): Promise<Findings> => {
  const target = String(args["symbol"] ?? args["file"] ?? "");
  const opened = await openGraph(context);
  if (!opened) return nothing("no index", ["no index: impact needs one"]);
  const { graph, late, gaps } = opened;
  const changed = targetsOf(graph, target);
  if (changed.length === 0) {
    const { suggestions } = findSymbols(graph.index, target);
    const near = suggestions.length > 0 ? `; near names: ${suggestions.join(", ")}` : "";
    return nothing(`unknown symbol or file: ${target}${near}`, gaps);
  }
  const options = {
    depth: Number(args["depth"] ?? 3),
    decay: Number(args["decay"] ?? 0.8),
    threshold: Number(args["threshold"] ?? 0.1),
  };
  const reached = dependants(graph, changed, { ...options, late });
  const data = describe(graph, target, options, reached);
  return {
    tool: "ci_impact",
    items: reached.slice(0, 20).map((one) => findingAt(graph, one.symbol, claimOf(graph, one), one.impact)),
    strength: reached.length > 0 ? "strong" : "none",
    gaps: late() ? [...gaps, "impact cut short by the time"] : gaps,
    summary:
      `${target}: ${reached.length} dependants, ${data.tests.length} tests, ${data.public_api.length} public`,
    data,
  };
};

/** A file stands for all its top-level definitions and their members. */
function targetsOf(graph: CodeGraph, target: string): SymbolRef[] {
  const file = graph.index.files.numberOf(target.replace(/^\.\//, ""));
  if (file === undefined) return [...findSymbols(graph.index, target).symbols];
  return (graph.index.parsed(file)?.definitions ?? []).map((_, definition) => ({ file, definition }));
}

function describe(
  graph: CodeGraph,
  target: string,
  options: Pick<Impact, "depth" | "decay" | "threshold">,
  reached: readonly Dependant[],
): Impact {
  const rows = reached.map((one) => rowOf(graph, one));
  return {
    target,
    ...options,
    dependants: rows,
    tests: rows.filter((row) => row.is_test).map(label),
    public_api: rows.filter((row) => row.is_public).map(label),
  };
}

function rowOf(graph: CodeGraph, one: Dependant): ImpactData {
  const definition = graph.definition(one.symbol);
  const isTest = graph.index.files.roles[one.symbol.file] === 1;
  return {
    ...placeOf(graph, one.symbol),
    impact: Number(one.impact.toFixed(3)),
    distance: one.distance,
    through: label(placeOf(graph, one.through)),
    line: one.line,
    is_test: isTest,
    is_public: !isTest && definition !== undefined && definition.exported && definition.parent < 0,
  };
}

function claimOf(graph: CodeGraph, one: Dependant): string {
  const through = placeOf(graph, one.through);
  return `uses ${through.symbol ?? through.path} in line ${one.line}; impact ${
    one.impact.toFixed(2)
  }, distance ${one.distance}`;
}

function nothing(summary: string, gaps: readonly string[]): Findings {
  return { tool: "ci_impact", items: [], strength: "none", gaps, summary };
}
