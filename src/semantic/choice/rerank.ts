import { LONGEST_QUESTION } from "../../model/question.ts";
import type { Clock, Finding, Findings, Snippet, ToolOutcome } from "../../model/calls.ts";
import { asObject } from "../../model/json.ts";
import type { ModelUse, RankOutcome, Reranker, SemanticGap } from "../../model/semantic.ts";
import { sendable } from "../../safety/outgoing.ts";
import type { Sanitizer } from "../../safety/sanitize.ts";
import { languagePrice } from "./models.ts";
import { refill, reorderData } from "./reorder.ts";

/** Options of {@link rerank}. */
export interface RerankOptions {
  readonly reranker: Reranker;
  readonly question: string;
  readonly sanitizer: Sanitizer;
  readonly clock: Clock;
  /** Time limit of the whole request in milliseconds; below a minimum no request is sent. */
  readonly limitMs: number;
}

/** The outcomes, in a better order or as they were. */
export interface Reranked {
  readonly outcomes: readonly ToolOutcome[];
  /** Reason why the order is unchanged. */
  readonly gap?: SemanticGap;
  /** Absent when no model was asked. */
  readonly use?: ModelUse;
}

/** Only what was searched for by likeness is ranked; the deep tools' answers are facts in an order of their own. */
const RANKED_TOOLS: ReadonlySet<string> = new Set(["ci_search", "ci_graph_rag"]);
const MOST_PER_TOOL = 10;
const MOST_CANDIDATES = 24;
const MOST_LINES_UNITS = 600;
const MOST_PROMPT_UNITS = 40_000;
const LEAST_MS = 50;

/**
 * Sorts the findings of search and graph by a language model. On any failure the order stays as found, and the reason
 * is reported; nothing is added or lost. Never rejects.
 */
export async function rerank(outcomes: readonly ToolOutcome[], options: RerankOptions): Promise<Reranked> {
  const candidates = candidatesOf(outcomes);
  if (candidates.size < 2) return { outcomes };
  if (options.limitMs < LEAST_MS) return { outcomes, gap: NO_TIME };
  const { reranker, clock } = options;
  const started = clock();
  const ids = [...candidates.keys()].map((_, at) => `c${at + 1}`);
  const prompt = sendable(
    promptOf({ ids, candidates: [...candidates.values()] }, options),
    MOST_PROMPT_UNITS,
  );
  const answer = await reranker.rank(prompt, { ids, signal: AbortSignal.timeout(options.limitMs) });
  const use = useOf(reranker, answer, clock() - started);
  if (!answer.ok) return { outcomes, gap: answer, use };
  const keys = [...candidates.keys()];
  const ranks = new Map(answer.order.map((id, rank) => [keys[ids.indexOf(id)] ?? "", rank]));
  return { outcomes: outcomes.map((outcome) => reorder(outcome, ranks)), use };
}

const NO_TIME: SemanticGap = { ok: false, reason: "timeout", detail: "no time was left to ask" };

/** Part of a finding that the model receives. */
type Candidate = Pick<Finding, "path" | "startLine" | "symbol" | "claim" | "code">;

/** By place, each once: what the graph found may be what the search found. */
function candidatesOf(outcomes: readonly ToolOutcome[]): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  for (const { tool, findings } of outcomes) {
    if (!RANKED_TOOLS.has(tool) || !findings || findings.strength === "none") continue;
    const own = [
      ...findings.items.slice(0, MOST_PER_TOOL),
      ...listedIn(findings.data).slice(0, MOST_PER_TOOL),
    ];
    for (const candidate of own) {
      const place = placeOf(candidate);
      if (candidates.size < MOST_CANDIDATES && !candidates.has(place)) candidates.set(place, candidate);
    }
  }
  return candidates;
}

/** The graph's data also lists the places it started from. */
function listedIn(data: unknown): Candidate[] {
  const { candidates } = asObject(data) ?? {};
  if (!Array.isArray(candidates)) return [];
  return candidates.flatMap((one) => {
    const { file_path, line_start = 1, symbol, reason, content } = asObject(one) ?? {};
    if (typeof file_path !== "string" || typeof line_start !== "number") return [];
    return [{
      path: file_path,
      startLine: line_start,
      claim: typeof reason === "string" ? reason : "",
      ...(typeof symbol === "string" && { symbol }),
      ...(typeof content === "string" && { code: [{ startLine: line_start, text: content }] }),
    }];
  });
}

function placeOf({ path, startLine }: Candidate): string {
  return `${path}:${startLine}`;
}

/** The request as one JSON object, which no string inside can end. Its texts are sanitized as for the report. */
function promptOf(
  { ids, candidates }: { ids: readonly string[]; candidates: readonly Candidate[] },
  { question, sanitizer }: RerankOptions,
): string {
  return JSON.stringify({
    // Before it is quoted: rules that look for quotes would not know them again.
    question: sendable(question, LONGEST_QUESTION),
    candidates: candidates.map(({ path, startLine, symbol, claim, code }, at) => ({
      id: ids[at],
      place: `${sanitizer.line(path).text}:${startLine}`,
      ...(symbol !== undefined && { symbol: sanitizer.line(symbol).text }),
      found_because: sanitizer.line(claim).text,
      ...(code && { lines: linesOf(code, sanitizer) }),
    })),
  });
}

function linesOf(code: readonly Snippet[], sanitizer: Sanitizer): string {
  return code.map(({ text }) => sanitizer.text(text).text).join("\n...\n").slice(0, MOST_LINES_UNITS);
}

function reorder(outcome: ToolOutcome, ranks: ReadonlyMap<string, number>): ToolOutcome {
  const { findings } = outcome;
  if (!findings || !RANKED_TOOLS.has(outcome.tool)) return outcome;
  const items = refill(findings.items, (item) => ranks.get(placeOf(item)));
  const reordered: Findings = { ...findings, items, data: reorderData(findings.data, ranks) };
  return { ...outcome, findings: reordered };
}

function useOf({ provider, model }: Reranker, answer: RankOutcome, milliseconds: number): ModelUse {
  const { input, output } = answer.ok ? answer : { input: 0, output: 0 };
  const price = languagePrice(model);
  const dollars = price && (input * price.input + output * price.output) / 1e6;
  return {
    purpose: "rerank",
    provider,
    model,
    milliseconds: Math.round(milliseconds),
    input,
    output,
    ...(dollars !== undefined && { dollars }),
    ...(!answer.ok && { failure: answer.reason }),
  };
}
