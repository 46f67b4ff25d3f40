import fusion from "../../config/fusion.json" with { type: "json" };
import { fuseRanks } from "../search/rank/fuse_ranks.ts";
import type { SearchResult } from "../search/rank/search_result.ts";
import type { Candidate } from "../graph/context.ts";

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
