import type { CkbCalls, CkbQuestion } from "../../model/ckb.ts";
import type { Finding, Findings } from "../../model/findings.ts";
import type { GraphContextData } from "../ci_graph_rag.ts";
import type { AskedServer, Confirmed, PlaceCheck } from "./places.ts";
import { lastPart } from "./places.ts";

/** Anchors whose neighbours are asked for, and neighbours taken of each. */
const MOST_ANCHORS = 3;
const MOST_NEIGHBOURS = 5;
/** As the built-in graph counts: ten tokens for a line. */
const TOKENS = 10;
/** A neighbour matters less than its anchor. */
const SHARE = 0.5;

type Candidate = GraphContextData["candidates"][number];

/** One question for each of the best definitions that match. */
export function relatedQuestions(builtIn: Findings): CkbQuestion[] {
  return anchorsOf(builtIn).map(({ file_path: path, line_start: line, symbol = "" }) => ({
    ask: "calls",
    symbol: { name: lastPart(symbol), path, line },
    direction: "both",
    depth: 1,
    usage: false,
  }));
}

/**
 * The built-in context with the neighbours the server knows, which come first. Undefined when none stands in the
 * repository.
 *
 * @param answers in the order of {@link relatedQuestions}; undefined where there was none
 */
export function relatedFrom(
  answers: readonly (CkbCalls | undefined)[],
  { call, builtIn, check }: AskedServer,
): Findings | undefined {
  const budget = Number(call.args["budget"] ?? 8000);
  const own = builtIn.data as GraphContextData;
  const taken = new Set(own.candidates.map((one) => `${one.file_path}\0${lastPart(one.symbol ?? "")}`));
  const items: Finding[] = [];
  const added: Candidate[] = [];
  let tokens = own.token_count;
  for (const [at, anchor] of anchorsOf(builtIn).entries()) {
    for (const { place, reason } of neighbours(answers[at], anchor, check)) {
      const key = `${place.path}\0${lastPart(place.name)}`;
      if (taken.has(key) || tokens + TOKENS > budget) continue;
      taken.add(key);
      tokens += TOKENS;
      items.push(findingOf(place, reason, anchor.relevance_score * SHARE));
      added.push(candidateOf(place, reason, anchor.relevance_score * SHARE));
    }
  }
  if (items.length === 0) return undefined;
  const candidates = [...own.candidates, ...added].sort((a, b) => b.relevance_score - a.relevance_score);
  return {
    ...builtIn,
    items: [...items, ...builtIn.items],
    summary: `${candidates.length} related definitions, ${tokens} tokens, ${added.length} by ckb`,
    data: { ...own, source: `${own.source}+ckb`, token_count: tokens, candidates },
  };
}

function anchorsOf(builtIn: Findings): Candidate[] {
  const candidates = (builtIn.data as GraphContextData | undefined)?.candidates ?? [];
  return candidates.filter(({ reason, symbol }) => reason === "anchor" && lastPart(symbol ?? "") !== "")
    .slice(0, MOST_ANCHORS);
}

function neighbours(
  answer: CkbCalls | undefined,
  anchor: Candidate,
  check: PlaceCheck,
): { place: Confirmed; reason: string }[] {
  if (!answer) return [];
  const nodes = new Map(answer.nodes.map((node) => [node.id, node]));
  const name = lastPart(anchor.symbol ?? "");
  const found = answer.edges.flatMap(({ from, to }) => {
    const node = nodes.get(to === answer.root ? from : from === answer.root ? to : "");
    const place = node && check.place(node);
    const reason = to === answer.root ? `calls ${name} (by ckb)` : `called by ${name} (by ckb)`;
    return place ? [{ place, reason }] : [];
  });
  return found.slice(0, MOST_NEIGHBOURS);
}

function findingOf({ path, line, name }: Confirmed, claim: string, score: number): Finding {
  return {
    path,
    startLine: line,
    endLine: line,
    symbol: name,
    claim,
    score,
    reasons: [{ name: claim, value: score }],
  };
}

function candidateOf({ path, line, name }: Confirmed, reason: string, score: number): Candidate {
  return {
    file_path: path,
    symbol: name,
    line_start: line,
    line_end: line,
    relevance_score: Number(score.toFixed(4)),
    reason,
    tokens: TOKENS,
  };
}
