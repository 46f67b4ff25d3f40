import type { Place } from "../describe.ts";
import { label, placeOf } from "../describe.ts";
import type { CodeGraph } from "../edges.ts";
import type { Dependant } from "../impact.ts";
import { isTestSymbol } from "../test_symbols.ts";
import type { ChangedFileData } from "./changes_data.ts";
import type { UnresolvedData } from "../unresolved.ts";
import type { Owner } from "./owners.ts";

/** One dependant as programs read it. */
export interface ImpactData extends Place {
  readonly impact: number;
  readonly distance: number;
  /** `path:Qualified.name` of the definition it depends through, and the one-based line of the use. */
  readonly through: string;
  readonly line: number;
  /** The use is of a method that `through` overrides or implements. */
  readonly dispatch?: true;
  readonly is_test: boolean;
  /** Usable from outside its file, and at the file's top level. */
  readonly is_public: boolean;
}

/** How far impact was followed. */
export interface Reach {
  readonly depth: number;
  readonly decay: number;
  readonly threshold: number;
}

/** The whole answer. */
export interface Impact extends Reach {
  /** A symbol, a file, or `uncommitted changes`. */
  readonly target: string;
  /** What the work tree changes against HEAD; only without a target. */
  readonly changes?: readonly ChangedFileData[];
  readonly dependants: readonly ImpactData[];
  /** Methods that override or implement the target: they change with it. */
  readonly implementations?: readonly string[];
  /** Other definitions the name may mean, best first, at most ten; their dependants are not counted. */
  readonly candidates?: readonly Place[];
  /** Calls of the target's name of which nothing is known. */
  readonly unresolved?: UnresolvedData;
  /** Tests that reach the target, most direct first. */
  readonly tests: readonly string[];
  readonly public_api: readonly string[];
  /** Who wrote the target's lines, most lines first; where that is not known, who changed its files. */
  readonly owners: readonly Owner[];
}

/** The part of the answer that the graph gives. Of a file, what others can use comes first. */
export function reachedData(
  graph: CodeGraph,
  reached: readonly Dependant[],
  { isFile = false }: { readonly isFile?: boolean } = {},
): Pick<Impact, "dependants" | "tests" | "public_api"> {
  const rows = reached.map((one) => rowOf(graph, one));
  return {
    dependants: isFile ? rows.toSorted((a, b) => Number(b.is_public) - Number(a.is_public)) : rows,
    tests: rows.filter((row) => row.is_test).map(label),
    public_api: rows.filter((row) => row.is_public).map(label),
  };
}

function rowOf(graph: CodeGraph, one: Dependant): ImpactData {
  const definition = graph.definition(one.symbol);
  const isTest = isTestSymbol(graph, one.symbol);
  const isProduct = !isTest && graph.index.files.roles[one.symbol.file] !== 1;
  return {
    ...placeOf(graph, one.symbol),
    impact: Number(one.impact.toFixed(3)),
    distance: one.distance,
    through: label(placeOf(graph, one.through)),
    line: one.line,
    ...(one.isDispatch && { dispatch: true as const }),
    is_test: isTest,
    is_public: isProduct && definition !== undefined && definition.exported && definition.parent < 0,
  };
}
