import { counted } from "../../model/counted.ts";
import type { Place } from "../describe.ts";
import { label, placeOf } from "../describe.ts";
import type { CodeGraph } from "../edges.ts";
import type { Dependant, ImpactOptions } from "../impact.ts";
import { isTestSymbol } from "../test_symbols.ts";
import type { ChangedFileData } from "./changes_data.ts";
import type { UnresolvedData } from "../unresolved.ts";
import type { Owner } from "./owners.ts";

/** A dependant in the structured answer. */
export interface ImpactData extends Place, Pick<Dependant, "impact" | "distance" | "line"> {
  /** `path:Qualified.name` of the definition it depends on directly. */
  readonly through: string;
  /** True if the use is of a method that `through` overrides or implements. */
  readonly dispatch?: true;
  readonly is_test: boolean;
  /** True if it is at the top level of its file and visible from outside. */
  readonly is_public: boolean;
}

/** Parameters of the impact analysis. */
export type Reach = Omit<ImpactOptions, "late">;

/** The structured answer. */
export interface Impact extends Reach {
  /** A symbol, a file, or `uncommitted changes`. */
  readonly target: string;
  /** Changes of the work tree against HEAD; only without a target. */
  readonly changes?: readonly ChangedFileData[];
  readonly dependants: readonly ImpactData[];
  /** Methods that override or implement the target: they change with it. */
  readonly implementations?: readonly string[];
  /** Other definitions of the name, best first, at most 10; their dependants are not counted. */
  readonly candidates?: readonly Place[];
  /** Unresolved calls of the target's name. */
  readonly unresolved?: UnresolvedData;
  /** Tests that reach the target, most direct first. */
  readonly tests: readonly string[];
  readonly public_api: readonly string[];
  /** Authors of the commits of the target's files, most commits first. */
  readonly owners: readonly Owner[];
}

/** The graph's part of the answer. For a file, dependants visible from outside come first. */
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

/** `12 dependants (8 by dispatch)`. */
export function dependantsText(rows: readonly ImpactData[]): string {
  const dispatched = rows.filter((row) => row.dispatch).length;
  return counted(rows.length, "dependant") + (dispatched > 0 ? ` (${dispatched} by dispatch)` : "");
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
