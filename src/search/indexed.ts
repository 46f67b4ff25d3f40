import type { Finding, Findings, ScoreReason } from "../model/findings.ts";
import type { ToolCall } from "../model/plan.ts";
import type { FileRole } from "../model/ports.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { KINDS } from "../index/lexical_index.ts";
import type { FileFilter } from "./rank/filters.ts";
import { fileFilter } from "./rank/filters.ts";
import type { FileHit, SearchResult } from "./rank/search.ts";
import { holdsTerm } from "./rank/term_lookup.ts";
import { snippetOf } from "./rank/snippets.ts";
import { strengthOf } from "./rank/confidence.ts";
import { askIndex } from "./ask_index.ts";
import { askMeaning } from "./ask_meaning.ts";
import { tokens } from "../text/tokens.ts";

const DEFAULT_LIMIT = 10;
/** Reasons kept per finding. */
const REASONS = 8;
/** Matched words named in a claim. */
const WORDS_SHOWN = 4;
/** The scores are logarithms of odds: twenty times, ninety times less likely than the best. */
const BEHIND = 3;
const FAR_BEHIND = 4.5;
const LEAST_PLACES = 3;

/**
 * Ranked search over an index. Arguments: `query` (the question as asked) or `terms` (what was read from it), both
 * when both are known; `limit` (default 10); `path`, `language`, `role` as in {@link FileFilter}.
 */
export async function searchIndex(
  index: LexicalIndex,
  args: ToolCall["args"],
  context: ToolContext,
): Promise<Findings> {
  const limit = typeof args["limit"] === "number" ? args["limit"] : DEFAULT_LIMIT;
  if (limit <= 0) return nothing("nothing to search for");
  const accepts = fileFilter(filterOf(args), index);
  const meaning = askMeaning(args, context, accepts);
  const result = await askIndex(index, args, {
    limit,
    files: context.files,
    semantic: meaning.match,
    ...(accepts && { accepts }),
  });
  if (!result) return nothing("nothing to search for");
  const items = result.files.flatMap((hit) => finding(hit, result, context) ?? []);
  return {
    tool: "ci_search",
    items,
    strength: strengthOf(result),
    ...(result.semantic === undefined && { worth: worthOf(items) }),
    gaps: gapsOf(index),
    ...meaning.use(),
    summary: `${items.length} of ${index.files.count} indexed files`,
    data: { files: items.map((item) => item.path), functions: functionsOf(result, limit) },
  };
}

function nothing(summary: string): Findings {
  return {
    tool: "ci_search",
    items: [],
    strength: "none",
    gaps: [],
    summary,
    data: { files: [], functions: [] },
  };
}

/** How many of the finds stand beside the best. */
function worthOf(items: readonly Finding[]): NonNullable<Findings["worth"]> {
  const best = items[0]?.score ?? 0;
  const within = (distance: number): number => items.filter(({ score }) => score > best - distance).length;
  return { places: Math.max(LEAST_PLACES, within(FAR_BEHIND)), lines: within(BEHIND) };
}

function filterOf(args: ToolCall["args"]): FileFilter {
  const text = (name: string): string | undefined => typeof args[name] === "string" ? args[name] : undefined;
  const path = text("path");
  const language = text("language");
  const role = text("role") as FileRole | undefined;
  return { ...(path && { path }), ...(language && { language }), ...(role && { role }) };
}

/** Undefined for a file that is gone: the index does not look at those of which it knows the path alone. */
function finding(hit: FileHit, result: SearchResult, context: ToolContext): Finding | undefined {
  const { path, startLine, endLine, score } = hit;
  const content = context.files.read(path);
  if (!content.ok && content.reason === "missing") return undefined;
  return {
    path,
    startLine,
    endLine,
    ...(hit.symbol !== undefined && { symbol: hit.symbol }),
    claim: claimOf(hit, result),
    isReason: true,
    score,
    reasons: hit.reasons.slice(0, REASONS),
    ...(content.ok && { snippet: snippetOf(content.text, hit, result.table.context) }),
  };
}

/** Names the rarest words of the question that the place or its path holds. */
function claimOf(hit: FileHit, { table }: SearchResult): string {
  const { query, index, text } = table.context;
  const found: ScoreReason[] = [];
  for (const term of query.terms.keys()) {
    if (holdsTerm(hit.file, term, index)) {
      found.push({ name: term, value: text.rarity.get(term) ?? 0 });
    }
  }
  found.sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
  const spelled = new Map([...query.mentions.words.keys()].flatMap((word) => {
    const whole = tokens(word)[0];
    return whole === undefined ? [] : [[whole, word] as const];
  }));
  const words = different(found.map(({ name }) => spelled.get(name) ?? name)).join(", ");
  const isNear = hit.reasons.some(({ name }) => name === "vector");
  if (words === "" && isNear) return `close to the question in meaning`;
  return words === "" ? `matches` : `matches ${words}`.slice(0, 240);
}

/** The first few words; a stem and its word are shown once. */
function different(words: readonly string[]): string[] {
  const shown: string[] = [];
  for (const word of words) {
    if (shown.length === WORDS_SHOWN) break;
    const stem = shown.findIndex((one) => word.startsWith(one));
    if (stem >= 0) shown[stem] = word;
    else if (!shown.some((one) => one.startsWith(word))) shown.push(word);
  }
  return shown;
}

function functionsOf({ functions, table }: SearchResult, limit: number): string[] {
  const names = functions.map(({ file, definition }) =>
    `${table.context.index.files.paths[file]}:${definition.qualifiedName}`
  );
  return [...new Set(names)].slice(0, limit * 2);
}

function gapsOf({ files }: LexicalIndex): string[] {
  const pending = files.kinds.reduce((sum, kind) => sum + (KINDS[kind] === "pending" ? 1 : 0), 0);
  return pending === 0 ? [] : [`${pending} of ${files.count} files not indexed yet`];
}
