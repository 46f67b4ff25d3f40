import fusion from "../../config/fusion.json" with { type: "json" };
import type { Finding, Findings } from "../model/calls.ts";
import type { ToolArguments } from "../model/tools.ts";
import { remembered } from "./answers/answer_cache.ts";
import { type Anchor, buildContext, type Candidate, type GraphContext } from "../graph/context.ts";
import { findingAt, label, placeOf } from "../graph/describe.ts";
import type { CodeGraph } from "../graph/edges.ts";
import { type OpenedGraph, openGraph } from "../graph/open_graph.ts";
import type { SearchResult } from "../search/rank/search_result.ts";
import { strengthOf } from "../search/rank/certainty.ts";
import { askIndex } from "../search/ask_index.ts";
import { askMeaning } from "../search/ask_meaning.ts";
import { nothing } from "../answers/nothing.ts";
import type { Tool, ToolContext } from "../ports/tool.ts";
import { fuseRanks } from "../search/rank/fuse_ranks.ts";

/** One candidate as programs read it. */
interface CandidateData {
  readonly file_path: string;
  readonly symbol?: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly relevance_score: number;
  readonly reason: string;
  /** `path:Qualified.name` of the definition it was reached through; absent for what matches itself. */
  readonly via?: string;
  readonly tokens: number;
}

/** The whole answer, `graphContext` of the contract. */
export interface GraphContextData {
  readonly schema_version: "1.0";
  readonly source: `keyword${"+vector" | ""}+graph${"+ckb" | ""}`;
  readonly token_count: number;
  readonly candidates: readonly CandidateData[];
}

/** The anchors' own share among the findings: the search shows those already. */
const MOST_ITEMS = 10;

/** Callees, used names and users of the matching code. */
export const ciGraphRag: Tool<"ci_graph_rag"> = async (args, context): Promise<Findings> => {
  const graph = await openGraph(context);
  if (!graph) return nothing("ci_graph_rag", "no index", ["no index: the graph needs one"], NO_CONTEXT);
  const call = { tool: "ci_graph_rag", args, opened: graph.opened } as const;
  return await remembered(call, context, {
    compute: () => follow(args, graph, context),
    isWhole: () => !graph.late(),
  });
};

async function follow(
  args: ToolArguments["ci_graph_rag"],
  { graph, late, gaps }: OpenedGraph,
  context: ToolContext,
): Promise<Findings> {
  const topK = args.top_k ?? 10;
  const meaning = askMeaning(undefined, context);
  const { files } = context;
  const result = topK > 0
    ? await askIndex(graph.index, args, { limit: 10, files, semantic: meaning.match })
    : undefined;
  const found = result
    ? buildContext(graph, anchorsOf(result, topK), {
      depth: args.depth ?? 2,
      tokenBudget: args.budget ?? 8000,
      late,
      ...(result.semantic && { fuse: (candidates) => fuseContext(candidates, result) }),
    })
    : undefined;
  if (!result || !found || found.candidates.length === 0) {
    return nothing("ci_graph_rag", "no anchors in the graph", gaps, NO_CONTEXT);
  }
  return {
    tool: "ci_graph_rag",
    ...meaning.use(),
    items: found.candidates.filter((one) => one.why !== "anchor").slice(0, MOST_ITEMS)
      .map((one) => relatedAt(graph, one)),
    strength: strengthOf(result),
    gaps,
    summary: `${found.candidates.length} related definitions, ${found.tokenCount} tokens` +
      (found.dropped > 0 ? `; ${found.dropped} more over the token budget` : ""),
    data: dataOf(graph, found, result.semantic ? "keyword+vector+graph" : "keyword+graph"),
  };
}

/** The best definitions, weighted by their probability among the ranked ones. */
function anchorsOf({ functions }: SearchResult, topK: number): Anchor[] {
  const top = functions[0]?.score ?? 0;
  return functions.slice(0, topK).map(({ file, at, score }) => ({
    file,
    definition: at,
    score: Math.exp(score - top),
  }));
}

function relatedAt(graph: CodeGraph, candidate: Candidate): Finding {
  const { why: name, relevance: value } = candidate;
  return { ...findingAt(graph, candidate, name, value), reasons: [{ name, value }] };
}

function dataOf(graph: CodeGraph, found: GraphContext, source: GraphContextData["source"]): GraphContextData {
  return {
    schema_version: "1.0",
    source,
    token_count: found.tokenCount,
    candidates: found.candidates.map((one) => {
      const place = placeOf(graph, one);
      return {
        file_path: place.path,
        ...(place.symbol !== undefined && { symbol: place.symbol }),
        line_start: one.startLine,
        line_end: one.endLine,
        relevance_score: Number(one.relevance.toFixed(4)),
        reason: one.why,
        ...(one.via && { via: label(placeOf(graph, one.via)) }),
        tokens: one.tokens,
      };
    }),
  };
}

const NO_CONTEXT: GraphContextData = {
  schema_version: "1.0",
  source: "keyword+graph",
  token_count: 0,
  candidates: [],
};

/** Ranks what the graph reached by words, meaning and graph together; the best candidate keeps a relevance of 1. */
export function fuseContext(
  candidates: readonly Candidate[],
  { semantic, table }: SearchResult,
): readonly Candidate[] {
  if (!semantic) return candidates;
  const { index } = table.context;
  const places = new Map(candidates.map(({ file, definition }, at) => [`${file}:${definition}`, at]));
  const listed = (keys: readonly string[]): number[] => [
    ...new Set(keys.flatMap((key) => places.get(key) ?? [])),
  ];
  const chunkKey = ({ file, chunk }: { readonly file: number; readonly chunk: number }): string =>
    `${file}:${index.chunks.definition(chunk)}`;
  const { k, keyword, vector, graph } = fusion.context;
  const fused = fuseRanks([
    { name: "graph", weight: graph, order: candidates.map((_, at) => at) },
    { name: "keyword", weight: keyword, order: listed(semantic.byWords.map(chunkKey)) },
    { name: "vector", weight: vector, order: listed(semantic.chunks.map(chunkKey)) },
  ], { k, depth: candidates.length });
  const top = fused[0]?.score ?? 1;
  return fused.map(({ item, score }) => ({ ...candidates[item]!, relevance: score / top }));
}
