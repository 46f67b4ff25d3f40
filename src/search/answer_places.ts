import { graphOver } from "../graph/open_graph.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import { definitionFindings } from "./definition_findings.ts";
import type { MessageFindings } from "./message_findings.ts";
import { messageFindings } from "./message_findings.ts";
import type { SearchResult } from "./rank/search_result.ts";
import { withValues } from "./values_used.ts";

/** Maximum definitions beside the code of a message. */
const BESIDE_MESSAGES = 2;

/** The parts of a question that decide how its results are shown. */
export interface Wanted {
  /** Definitions at most. */
  readonly most: number;
  /** Lines of code by rank; places behind have none. */
  readonly lines: readonly number[];
}

/** The ranked definitions, behind the code of the messages that the question quotes. */
export function placesFor(result: SearchResult, wanted: Wanted, files: RepositoryFiles): Finding[] {
  const { index, query } = result.table.context;
  const found = definitionFindings(result, files, wanted);
  const messages = messageFindings(query.question.messages, graphOver(index), {
    files,
    ranked: result.functions,
  });
  return withValues([...messages.items, ...besidesMessages(found, messages)], index, files);
}

/** Checks if a place is one of others. */
export function isAmong({ path, symbol, startLine }: Finding, others: readonly Finding[]): boolean {
  return others.some((one) =>
    one.path === path && one.symbol === symbol && (symbol !== undefined || one.startLine === startLine)
  );
}

/** With the whole message found in the code, other definitions add little. */
function besidesMessages(found: readonly Finding[], { items, isWhole }: MessageFindings): Finding[] {
  const others = found.filter((one) => !isAmong(one, items));
  return isWhole ? others.slice(0, BESIDE_MESSAGES) : others;
}
