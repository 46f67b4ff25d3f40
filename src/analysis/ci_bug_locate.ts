import type { Finding, Findings, ScoreReason } from "../model/findings.ts";
import { placeOf } from "./graph/describe.ts";
import { openGraph } from "./graph/open_graph.ts";
import type { CodeGraph } from "./graph/edges.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";
import { functionReasons } from "./rank/rank_functions.ts";
import { locateGroups } from "./rank/locate_groups.ts";
import { MODELS } from "./rank/model.ts";
import type { SearchResult } from "./rank/search.ts";
import { strengthOf } from "./rank/strength.ts";
import { askIndex } from "./search/ask_index.ts";
import type { Tool } from "./tool.ts";

/** One place where the fault may be, as programs read it. */
export interface BugCandidate {
  readonly file_path: string;
  readonly symbol?: string;
  /** One-based, inclusive. */
  readonly start_line: number;
  /** One-based, inclusive. */
  readonly end_line: number;
  /** Between 0 and 1: the share among the candidates. */
  readonly confidence: number;
  /** What speaks for it, the strongest first. */
  readonly reasons: readonly ScoreReason[];
}

/** The whole answer. */
export interface BugLocation {
  /** Ranked paths. */
  readonly files: readonly string[];
  /** `path:Qualified.name`, ranked. */
  readonly functions: readonly string[];
  readonly candidates: readonly BugCandidate[];
}

const DEFAULT_TOP = 5;
const FILES_RANKED = 20;
const FUNCTIONS_RANKED = 40;
const REASONS = 5;
/** Share of the time left that reading git's history may use. */
const HISTORY_SHARE = 0.5;

/**
 * Where an error most likely comes from: stack frames, names, paths, messages and words of the report against the
 * index, the neighbours of what matches, and what earlier fixes touched. Arguments: `error` (the report or trace), `terms`, `top_n`.
 */
export const ciBugLocate: Tool = async (args, context): Promise<Findings> => {
  const opened = await openGraph(context);
  if (!opened) return nothing("no index", ["no index: locating needs one"]);
  const { graph } = opened;
  const now = context.clock();
  const history = await context.history.open(now + (context.deadline - now) * HISTORY_SHARE);
  const gaps = [...opened.gaps, ...history.gaps];
  const result = await askIndex(graph.index, { query: args["error"], terms: args["terms"] }, {
    limit: FILES_RANKED,
    files: context.files,
    model: MODELS.locate,
    groups: locateGroups(history),
  });
  if (!result || result.files.length === 0) {
    return nothing("nothing in the report matches the repository", gaps);
  }
  const topN = Number(args["top_n"] ?? DEFAULT_TOP);
  const data = locate(graph, result, topN);
  return {
    tool: "ci_bug_locate",
    items: data.candidates.map(findingOf),
    strength: strengthOf(result),
    gaps,
    summary: `${data.candidates.length} candidates, best ${data.candidates[0]?.file_path ?? "none"}`,
    data,
  };
};

function locate(graph: CodeGraph, result: SearchResult, topN: number): BugLocation {
  const best = result.functions.slice(0, FUNCTIONS_RANKED);
  const shares = softmax(best.map((one) => one.score));
  const names = best.map((one) => `${graph.index.files.paths[one.file]}:${one.definition.qualifiedName}`);
  return {
    files: result.files.map((file) => file.path),
    functions: [...new Set(names)],
    candidates: best.slice(0, topN).map((one, i) => candidateOf(graph, one, shares[i] ?? 0)),
  };
}

function candidateOf(graph: CodeGraph, one: RankedFunction, confidence: number): BugCandidate {
  const definition = graph.index.parsed(one.file)?.definitions.indexOf(one.definition) ?? -1;
  const place = placeOf(graph, { file: one.file, definition });
  return {
    file_path: place.path,
    ...(place.symbol !== undefined && { symbol: place.symbol }),
    start_line: place.start_line,
    end_line: place.end_line,
    confidence: Number(confidence.toFixed(3)),
    reasons: functionReasons(one, MODELS.locate.functions).slice(0, REASONS),
  };
}

function findingOf(one: BugCandidate): Finding {
  return {
    path: one.file_path,
    startLine: one.start_line,
    endLine: one.end_line,
    ...(one.symbol !== undefined && { symbol: one.symbol }),
    claim: `likely related to the reported fault (confidence ${one.confidence.toFixed(2)})`,
    score: one.confidence,
    reasons: one.reasons,
  };
}

function softmax(scores: readonly number[]): number[] {
  const top = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - top));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

function nothing(summary: string, gaps: readonly string[]): Findings {
  const data: BugLocation = { files: [], functions: [], candidates: [] };
  return { tool: "ci_bug_locate", items: [], strength: "none", gaps, summary, data };
}
