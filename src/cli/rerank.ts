import { PATIENCE_MS } from "../model/semantic.ts";
import { type ExitCode, Failure } from "../model/errors.ts";
import type { Findings, ToolOutcome } from "../model/calls.ts";
import { asObject, type JsonObject, parseObject } from "../model/json.ts";
import { LIMITS } from "../model/limits.ts";
import { Sanitizer } from "../safety/sanitize.ts";
import { dropRights } from "../platform/permissions.ts";
import { type CommandIo, noPositionals, readArguments } from "../platform/command_io.ts";
import { loadSettings } from "../engine/load_settings.ts";
import { MOCK_RERANKER, openReranker, rankingOf } from "../engine/semantic.ts";

/**
 * `auto-tools rerank [--query TEXT] [--mock-llm]`: candidates on standard input, the same in order on standard output,
 * as JSON; the first ten are ranked. Where no model can be asked they come back as they were, with the reason.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, {
    flags: ["mock-llm"],
    texts: ["query"],
    ...noPositionals("rerank"),
  });
  const { settings } = await loadSettings(io.cwd);
  if (!settings["reranker.enabled"].value && !values["mock-llm"]) {
    throw new Failure("invalidArgs", "the reranker is off: set CI_AUTO_TOOLS_RERANKER=1 or reranker.enabled");
  }
  const { question, candidates } = readInput(await io.stdin(), values["query"]);
  const side = values["mock-llm"] ? MOCK_RERANKER : openReranker(settings);
  dropRights();
  const rank = rankingOf(question, side, settings);
  const asked = await rank([outcomeOf(candidates)], { sanitizer: new Sanitizer(), leftMs: PATIENCE_MS });
  const { gap, use } = asked;
  const ordered = asObject(asked.outcomes[0]?.findings?.data)?.["candidates"];
  const results = Array.isArray(ordered) ? ordered : candidates;
  const document = {
    schema_version: "1.0",
    ranked_results: results.map((one, at) => ({ ...asObject(one), rank: at + 1 })),
    ...(use && { use }),
    ...(gap && { fallback: { reason: gap.reason, degraded_to: "order as found" } }),
  };
  io.out(`${JSON.stringify(document)}\n`);
  if (gap) io.err(`[Limits] ${LIMITS.rerankerUnavailable(gap.reason, gap.detail)}\n`);
  return 0;
}

function readInput(text: string, query: unknown): { question: string; candidates: readonly JsonObject[] } {
  const input = parseObject(text);
  const list = input?.["candidates"];
  if (!Array.isArray(list)) throw new Failure("parse", "standard input is no JSON object with candidates");
  const question = query ?? input?.["query"];
  if (typeof question !== "string" || question.trim() === "") {
    throw new Failure("invalidArgs", "missing query: give --query TEXT or query in the JSON");
  }
  return { question, candidates: list.map((one) => asObject(one) ?? {}) };
}

/** The candidates as the graph would list them. */
function outcomeOf(candidates: readonly JsonObject[]): ToolOutcome {
  const findings: Findings = {
    tool: "ci_graph_rag",
    items: [],
    strength: "strong",
    gaps: [],
    summary: "",
    data: { candidates },
  };
  return { tool: "ci_graph_rag", status: "ok", startedAt: 0, durationMs: 0, findings };
}
