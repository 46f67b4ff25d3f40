import { counted } from "../../model/counted.ts";
import type { GraphContextData } from "../../tools/ci_graph_rag.ts";
import { type Page, TOP_LEVEL } from "./page.ts";
import { nameOf, type Reached, reachedPage } from "./reached_page.ts";

/** Page of a question's matches, and behind each definition those reached through it. */
export function graphPage(
  query: string,
  { candidates }: GraphContextData,
  summary: readonly string[],
): Page {
  const reached = candidates.map((one): Reached => {
    const { file_path: path, line_start: line, symbol, reason, relevance_score: share, via } = one;
    const title = symbol ?? TOP_LEVEL;
    const node = { title, note: `${path}:${line}`, share };
    return { name: nameOf(path, symbol), through: via, cells: [title, reason, { path, line }, share], node };
  });
  return reachedPage(
    {
      title: `Code graph: ${query}`,
      summary,
      legend:
        "What matches the question stands at its right, what that calls, uses or is used by behind it. The bar is " +
        "the relevance.",
      columns: ["definition", "reached because", "place", "relevance"],
    },
    {
      cells: [query, "question", "", 1],
      node: { title: query, note: counted(reached.length, "definition") },
    },
    reached,
  );
}
