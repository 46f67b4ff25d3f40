import type { HotspotRow, Hotspots } from "../../history/hotspots/rows.ts";
import type { CkbAnswers, CkbLocation, CkbTool } from "../../model/ckb.ts";
import { counted } from "../../model/counted.ts";
import type { Finding, Findings, RepositoryFiles, ToolCall } from "../../model/calls.ts";
import type { ToolArguments } from "../../model/tools.ts";
import type { CallChain, ChainData } from "../ci_call_chain.ts";
import type { GraphContextData } from "../ci_graph_rag.ts";
import { findingOf, type Place } from "../../graph/describe.ts";
import { withoutDot } from "../../model/paths.ts";
import { linesOf } from "../../search/file_lines.ts";

/** Files read to confirm one answer. */
const MOST_READ = 60;
/** A name as code writes it; whatever else a server calls a symbol is not shown. */
const QUALIFIED = /^[\p{L}\p{N}_$.:#<>~*&[\]()-]{1,120}$/u;

/** A place confirmed by the line that contains its name. */
export interface Confirmed extends Place {
  readonly symbol: string;
  readonly line: number;
}

/**
 * Confirms a server's places against the repository: the file must be listed here and contain the name; otherwise the
 * place is dropped. The line becomes the nearest one with the name, because servers count from 0 or 1 and their index
 * may be older than the file. So a server can add no words that the repository does not contain.
 */
export class PlaceCheck {
  readonly #read = new Set<string>();
  /** Number of places that were left out. */
  refused = 0;

  /** @param root absolute path of the repository: some servers answer with whole paths */
  constructor(private readonly files: RepositoryFiles, private readonly root: string) {}

  /** True if the repository lists a file. */
  isListed(path: string): boolean {
    return this.files.list().some((file) => file.path === path);
  }

  /** The path as it is listed here, or none. */
  path(claimed: string): string[] {
    const path = claimed.startsWith(`${this.root}/`) ? claimed.slice(this.root.length + 1) : claimed;
    if (this.isListed(path)) return [path];
    this.refused++;
    return [];
  }

  /** The place, or none. */
  at(location: CkbLocation, name: string): Confirmed[] {
    if (!location) return [];
    return this.path(location.fileId).flatMap((path) => {
      const word = lastPart(name);
      const isRead = word !== "" && this.#read.add(path).size <= MOST_READ;
      const [line] = (isRead && linesOf(path, this.files) || [])
        .flatMap((text, at) =>
          text.includes(word) && text.split(/[^\p{L}\p{N}_$]+/u).includes(word) ? [at + 1] : []
        )
        .sort((a, b) => Math.abs(a - location.startLine) - Math.abs(b - location.startLine));
      if (line === undefined) this.refused++;
      const symbol = QUALIFIED.test(name) ? name : word;
      return line === undefined ? [] : [{ path, symbol, start_line: line, end_line: line, line }];
    });
  }
}

/** The last identifier of a qualified name; empty when there is none. */
export function lastPart(name: string): string {
  return /([\p{L}_$][\p{L}\p{N}_$]*)(?:\([^)]*\))?$/u.exec(name)?.[1] ?? "";
}

/** Calls a tool of the server; the answer has that tool's form. Rejects with the reason why there is none. */
export type AskCkb = <Tool extends CkbTool>(tool: Tool, args: object) => Promise<CkbAnswers[Tool]>;

/** Context of {@link takeOver}. */
export interface TakeOver {
  ask(timeLeft: number): AskCkb;
  readonly files: RepositoryFiles;
  /** Absolute path of the repository. */
  readonly root: string;
  /** Milliseconds. */
  readonly timeLeft: number;
}

/** A call's findings, with access to the server and to the confirmation of its answers. */
interface Asked {
  readonly builtIn: Findings;
  readonly ask: AskCkb;
  readonly check: PlaceCheck;
}

/**
 * Changes of the built-in findings; without items, nothing in the answer is in the repository. Undefined: the server
 * was not asked.
 */
type Answer = (Partial<Findings> & Pick<Findings, "items">) | undefined;

/** Undefined for a tool whose questions the server is not asked. */
async function answerOf(call: ToolCall, asked: Asked): Promise<Answer> {
  switch (call.tool) {
    case "ci_call_chain":
      return await chain(call.args, asked);
    case "ci_impact":
      return await references(call.args, asked);
    case "ci_hotspot":
      return await hotspots(call.args, asked);
    case "ci_graph_rag":
      return await related(call.args, asked);
    default:
      return undefined;
  }
}

/**
 * The built-in findings, changed by the server's answer as far as the repository confirms it. Without a usable answer
 * the built-in findings remain, with the reason.
 */
export async function takeOver(call: ToolCall, builtIn: Findings, options: TakeOver): Promise<Findings> {
  const check = new PlaceCheck(options.files, options.root);
  const asked = { builtIn, ask: options.ask(options.timeLeft), check };
  try {
    const answer = await answerOf(call, asked);
    if (answer?.items.length === 0) throw new Error("its answer names nothing that is in this repository");
    const gap = `not in this repository: ${counted(check.refused, "place")} named by ckb`;
    return { ...builtIn, ...answer, gaps: [...builtIn.gaps, ...(check.refused > 0 ? [gap] : [])] };
  } catch (error) {
    return { ...builtIn, ckbUnavailable: error instanceof Error ? error.message : String(error) };
  }
}

/** Rows, nodes, edges, uses and paths taken of one answer. */
const [MOST_ROWS, MOST_NODES, MOST_EDGES, MOST_USES, MOST_PATHS] = [50, 400, 1600, 200, 5];
/** Levels of calls asked for; calls shown of one definition; files of an impact, and lines of each. */
const [DEEPEST, WIDEST, MOST_FILES, MOST_LINES] = [4, 12, 20, 8];
/** Definitions of a context whose neighbours are asked for, and how many of each are taken. */
const [MOST_ANCHORS, MOST_NEIGHBOURS] = [3, 5];
/** A neighbour matters half as much as its anchor, and counts ten tokens for its line. */
const [SHARE, TOKENS] = [0.5, 10];

/** A definition as far as it is known here. */
type Known = Partial<Pick<ChainData, "path" | "symbol" | "start_line" | "end_line">>;

/** The symbol of a call; undefined for a file and for anything that is not a name. */
function targetOf(symbol: string, { builtIn: { data }, check }: Asked): Known | undefined {
  const { callers, callees } = (data ?? {}) as Trees;
  const isFile = check.isListed(withoutDot(symbol));
  return isFile || lastPart(symbol) === "" ? undefined : { symbol, ...(callers ?? callees) };
}

/** The server's id of a definition: same name, nearest to the place it has here. */
async function idOf({ ask }: Asked, { symbol = "", path, start_line: line = 0 }: Known): Promise<string> {
  const name = lastPart(symbol);
  const { symbols } = await ask("searchSymbols", { query: name, limit: MOST_ROWS });
  const distance = ({ location: at }: (typeof symbols)[number]): number =>
    at && at.fileId === path ? Math.abs(at.startLine - line) : 1e9;
  const [best] = symbols.filter((one) => lastPart(one.name) === name).sort((a, b) =>
    distance(a) - distance(b)
  );
  if (!best) throw new Error("it does not know the symbol");
  return best.stableId;
}

type Trees = Pick<CallChain, "callers" | "callees">;

/** The server's calls around a definition, as far as they lie in the repository; empty if it does not itself. */
async function callsOf(
  { ask, check, builtIn }: Asked,
  symbolId: string,
  { direction, depth }: { readonly direction: string; readonly depth: number },
): Promise<Trees> {
  const args = { symbolId, direction, depth: Math.min(Math.max(depth, 1), DEEPEST) };
  const { root, nodes, edges } = await ask("getCallGraph", args);
  const own = ownNodes(builtIn);
  const known = new Map(
    nodes.slice(0, MOST_NODES).flatMap(({ id, location, name }) =>
      check.at(location, name).map((place): [string, ChainData] => [
        id,
        { ...place, ...own.get(keyOf(place)), confidence: 1, children: [] },
      ])
    ),
  );
  const near = (id: string, isUp: boolean): string[] => {
    const all = (edges ?? []).slice(0, MOST_EDGES).filter(({ from, to }) => (isUp ? to : from) === id);
    return [...new Set(all.map(({ from, to }) => isUp ? from : to))].filter((other) => known.has(other));
  };
  const tree = (isUp: boolean, left: number, ...path: string[]): ChainData => {
    const others = left > 0 ? near(path[0]!, isUp) : [];
    const children = others.slice(0, WIDEST).map((id) =>
      path.includes(id)
        ? { ...known.get(id)!, cycle_detected: true as const }
        : tree(isUp, left - 1, id, ...path)
    );
    const more = others.length - children.length;
    return { ...known.get(path[0]!)!, ...(more > 0 && { more }), children };
  };
  return {
    ...(known.has(root) && direction !== "callees" && { callers: tree(true, depth, root) }),
    ...(known.has(root) && direction !== "callers" && { callees: tree(false, depth, root) }),
  };
}

/** Built-in nodes of the same definitions, which are more exact: their ranges, and the lines of the calls. */
function ownNodes({ data }: Findings): ReadonlyMap<string, Partial<ChainData>> {
  const { callers, callees } = (data ?? {}) as Trees;
  const named = (
    { more: _, cycle_detected: __, children, ...one }: ChainData,
  ): [string, Partial<ChainData>][] => [[keyOf(one), one], ...children.flatMap(named)];
  return new Map([callers ?? [], callees ?? []].flat().flatMap(named));
}

function keyOf({ path, symbol = "" }: Known): string {
  return `${path}\0${lastPart(symbol)}`;
}

/** The direct callers, then what is called. */
function factsOf(name: string, { callers, callees }: Trees, score = 1): Finding[] {
  return [
    ...(callers?.children ?? []).map((one) => findingOf(one, `calls ${name} (by ckb)`, score)),
    ...(callees?.children ?? []).map((one) => findingOf(one, `called by ${name} (by ckb)`, score)),
  ];
}

async function chain(
  { symbol: name = "", direction = "both", depth = 2, trace_usage: isTraced }: ToolArguments["ci_call_chain"],
  asked: Asked,
): Promise<Answer> {
  const { builtIn, ask, check } = asked;
  const target = targetOf(name, asked);
  if (!target) return undefined;
  const symbolId = await idOf(asked, target);
  const [trees, { paths }] = await Promise.all([
    callsOf(asked, symbolId, { direction, depth }),
    isTraced ? ask("traceUsage", { symbolId, maxPaths: MOST_PATHS, maxDepth: 5 }) : { paths: [] },
  ]);
  const usage = (paths ?? []).slice(0, MOST_PATHS).flatMap(({ pathType, nodes }) => {
    const claimed = nodes.filter(({ location }) => location);
    const steps = claimed.flatMap(({ location, name }) => check.at(location, name));
    const entry = /^\w{1,20}$/.test(pathType ?? "") ? pathType : "unknown";
    return steps.length > 0 && steps.length === claimed.length ? [{ entry, steps }] : [];
  });
  const { callers, callees } = trees;
  const root = callers ?? callees;
  const facts = factsOf(root?.symbol ?? "", trees);
  if (!root || facts.length + usage.length === 0) return { items: [] };
  const symbol = `${root.path}:${root.symbol}`;
  const { candidates = [] } = (builtIn.data ?? {}) as Partial<CallChain>;
  const cycle_detected = JSON.stringify(trees).includes('"cycle_detected"');
  const data = { schema_version: "1.0", source: "ckb", symbol, direction, depth, cycle_detected, candidates };
  const counts = [callers?.children.length ?? 0, callees?.children.length ?? 0];
  return {
    items: [{ ...findingOf(root, "the symbol asked about"), isReason: true }, ...facts],
    strength: "strong",
    summary: `${symbol}: ${counts[0]} callers, ${counts[1]} callees by ckb`,
    data: { ...data, ...trees, ...(isTraced === true && { usage }) },
  };
}

/** The uses come first, one finding per file; what the built-in engine reached from there, over several steps, follows. */
async function references(args: ToolArguments["ci_impact"], asked: Asked): Promise<Answer> {
  const { builtIn, ask, check } = asked;
  const target = targetOf(args.symbol ?? args.file ?? "", asked);
  if (!target) return undefined;
  const name = lastPart(target.symbol ?? "");
  const found = await ask("findReferences", { symbolId: await idOf(asked, target), limit: MOST_USES });
  const places = found.references.slice(0, MOST_USES).flatMap(({ location }) => check.at(location, name));
  const files = [...Map.groupBy(places, ({ path }) => path)].map(([path, uses]) => ({
    path,
    lines: [...new Set(uses.map(({ line }) => line))].sort((a, b) => a - b),
  })).sort((a, b) => b.lines.length - a.lines.length || (a.path < b.path ? -1 : 1)).slice(0, MOST_FILES);
  const facts = files.map(({ path, lines }) => {
    const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
    const shown = `line${lines.length > 1 ? "s" : ""} ${lines.slice(0, MOST_LINES).join(", ")}${more}`;
    return findingOf({ path, start_line: lines[0]! }, `uses ${name} in ${shown} (by ckb)`, lines.length);
  });
  const uses = counted(files.reduce((sum, { lines }) => sum + lines.length, 0), "use");
  return {
    items: facts.length > 0 ? [...facts, ...builtIn.items] : [],
    strength: "strong",
    summary: `${name}: ${uses} in ${counted(files.length, "file")} by ckb; ${builtIn.summary}`,
    data: { ...builtIn.data as object, source: "ckb", references: files },
  };
}

/** The server's hotspots in its order, with what the built-in engine measured of the same files. */
async function hotspots(
  { top = 20 }: ToolArguments["ci_hotspot"],
  { builtIn, ask, check }: Asked,
): Promise<Answer> {
  const own = builtIn.data as Hotspots | undefined;
  const since = own && { timeWindow: { start: own.since } };
  const found = await ask("getHotspots", { limit: top, ...since });
  const rows = found.hotspots.slice(0, MOST_ROWS).flatMap(({ filePath, churn, ranking }) =>
    check.path(filePath).map((path): HotspotRow => ({
      ...(own?.hotspots.find((row) => row.path === path) ??
        { ...UNMEASURED, last_changed: own?.until ?? "" }),
      ...{ path, score: Number((ranking?.score ?? 0).toFixed(4)) },
      ...{ commits: churn.changeCount, authors: churn.authorCount },
    }))
  );
  const items = rows.map(({ path, commits, authors, score }): Finding => ({
    ...(builtIn.items.find((item) => item.path === path) ?? findingOf({ path }, "")),
    claim: `changed by ${counted(commits, "commit")} (${counted(authors, "author")}) by ckb`,
    claimKey: `hotspot ${path}`,
    ...{ score, reasons: [{ name: "commits", value: commits }] },
  }));
  const data = { ...own, source: "ckb", hotspots: rows };
  return { items, strength: "strong", summary: `${rows.length} hotspots by ckb`, data };
}

const UNMEASURED = {
  ...{ lines_added: null, lines_deleted: null },
  ...{ complexity: 0, is_complexity_guessed: true, coupled: [] },
};

/** The built-in context, after the neighbours of its best definitions that only the server knows. */
async function related({ budget = 8000 }: ToolArguments["ci_graph_rag"], asked: Asked): Promise<Answer> {
  const own = asked.builtIn.data as GraphContextData;
  const anchors = own.candidates.filter(({ reason, symbol }) => reason === "anchor" && symbol);
  const found = await Promise.allSettled(
    anchors.slice(0, MOST_ANCHORS).map(async (anchor) => {
      const { file_path: path, line_start: start_line, symbol = "", relevance_score } = anchor;
      const symbolId = await idOf(asked, { path, start_line, symbol });
      const trees = await callsOf(asked, symbolId, { direction: "both", depth: 1 });
      return factsOf(lastPart(symbol), trees, relevance_score * SHARE).slice(0, MOST_NEIGHBOURS);
    }),
  );
  const [first] = found;
  if (first?.status === "rejected" && found.every(({ status }) => status === "rejected")) throw first.reason;
  const known = new Set(own.candidates.map(({ file_path: path, symbol = "" }) => keyOf({ path, symbol })));
  const room = Math.floor((budget - own.token_count) / TOKENS);
  const facts = found.flatMap((one) => one.status === "fulfilled" ? one.value : [])
    .filter((one) => !known.has(keyOf(one)) && known.add(keyOf(one))).slice(0, Math.max(0, room));
  const added = facts.map(({ path, symbol, startLine, endLine, score, claim }) => ({
    ...{ file_path: path, symbol, line_start: startLine, line_end: endLine },
    ...{ relevance_score: Number(score.toFixed(4)), reason: claim, tokens: TOKENS },
  }));
  const candidates = [...own.candidates, ...added].sort((a, b) => b.relevance_score - a.relevance_score);
  const token_count = own.token_count + TOKENS * added.length;
  return anchors.length === 0 ? undefined : {
    items: facts.length > 0 ? [...facts, ...asked.builtIn.items] : [],
    summary: `${candidates.length} related definitions, ${token_count} tokens, ${added.length} by ckb`,
    data: { ...own, source: `${own.source}+ckb`, token_count, candidates },
  };
}
