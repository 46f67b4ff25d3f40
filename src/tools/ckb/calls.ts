import type { CkbCalls, CkbNode } from "../../model/ckb.ts";
import type { Finding, Findings } from "../../model/findings.ts";
import type { CallChain, ChainData } from "../ci_call_chain.ts";
import type { AskedServer, Confirmed, PlaceCheck } from "./places.ts";
import { lastPart } from "./places.ts";

const WIDEST = 12;

/** The call chain by the server's graph; undefined when nothing of it stands in the repository. */
export function callsFrom(
  answer: CkbCalls,
  { call: { args }, builtIn, check }: AskedServer,
): Findings | undefined {
  const graph = new Graph(answer, check, builtIn.data as Partial<CallChain> | undefined);
  const root = graph.node(answer.root);
  if (!root) return undefined;
  const depth = Number(args["depth"] ?? 2);
  const direction = args["direction"] === "callers" || args["direction"] === "callees"
    ? args["direction"]
    : "both";
  const up = direction === "callees" ? undefined : graph.tree(answer.root, { way: "callers", depth });
  const down = direction === "callers" ? undefined : graph.tree(answer.root, { way: "callees", depth });
  const usage = usageOf(answer, check);
  if (!up?.children.length && !down?.children.length && usage.length === 0) return undefined;
  const symbol = `${root.path}:${root.symbol}`;
  const data: CallChain & { readonly source: string } = {
    schema_version: "1.0",
    source: "ckb",
    symbol,
    direction,
    depth,
    cycle_detected: graph.cycle,
    ...(up && { callers: up }),
    ...(down && { callees: down }),
    ...(args["trace_usage"] === true && { usage }),
    candidates: (builtIn.data as Partial<CallChain> | undefined)?.candidates ?? [],
  };
  return {
    tool: builtIn.tool,
    items: [
      { ...findingOf(root, "the symbol asked about"), isReason: true },
      ...itemsOf(data, root.symbol ?? ""),
    ],
    strength: "strong",
    gaps: builtIn.gaps,
    summary: `${symbol}: ${up?.children.length ?? 0} callers, ${down?.children.length ?? 0} callees by ckb`,
    data,
  };
}

/** The server's graph, as far as it stands in the repository. */
class Graph {
  readonly #nodes = new Map<string, ChainData>();
  readonly #answer: CkbCalls;
  cycle = false;

  constructor(answer: CkbCalls, check: PlaceCheck, builtIn: Partial<CallChain> | undefined) {
    this.#answer = answer;
    const known = new Map([...nodesOf(builtIn?.callers), ...nodesOf(builtIn?.callees)]);
    for (const node of answer.nodes) {
      const place = check.place(node);
      if (place) this.#nodes.set(node.id, dataOf(place, node, known));
    }
  }

  node(id: string): ChainData | undefined {
    return this.#nodes.get(id);
  }

  tree(
    id: string,
    { way, depth, path = new Set([id]) }: {
      way: "callers" | "callees";
      depth: number;
      path?: ReadonlySet<string> | undefined;
    },
  ): ChainData {
    const next = depth > 0 ? [...new Set(this.#next(id, way))].filter((other) => this.#nodes.has(other)) : [];
    const children = next.slice(0, WIDEST).map((other) => {
      if (!path.has(other)) {
        return this.tree(other, { way, depth: depth - 1, path: new Set([...path, other]) });
      }
      this.cycle = true;
      return { ...this.#known(other), cycle_detected: true as const };
    });
    return { ...this.#known(id), ...(next.length > WIDEST && { more: next.length - WIDEST }), children };
  }

  #next(id: string, way: "callers" | "callees"): string[] {
    return this.#answer.edges.flatMap(({ from, to }) =>
      way === "callers" ? (to === id ? [from] : []) : (from === id ? [to] : [])
    );
  }

  #known(id: string): ChainData {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`no such node: ${id}`);
    return node;
  }
}

/** What the built-in engine knows of the same definition is more exact: its range, and the line of the call. */
function dataOf(place: Confirmed, node: CkbNode, known: ReadonlyMap<string, ChainData>): ChainData {
  const same = known.get(keyOf(place.path, node.name));
  const { path, line, name } = place;
  return {
    path,
    symbol: same?.symbol ?? name,
    ...(same?.kind !== undefined && { kind: same.kind }),
    start_line: same?.start_line ?? line,
    end_line: same?.end_line ?? line,
    line: same?.line ?? line,
    confidence: 1,
    children: [],
  };
}

function nodesOf(tree: ChainData | undefined): [string, ChainData][] {
  if (!tree) return [];
  return [[keyOf(tree.path, tree.symbol ?? ""), tree], ...tree.children.flatMap(nodesOf)];
}

function keyOf(path: string, name: string): string {
  return `${path}\0${lastPart(name)}`;
}

function usageOf(answer: CkbCalls, check: PlaceCheck): NonNullable<CallChain["usage"]>[number][] {
  return answer.usage.flatMap(({ entry, steps }) => {
    const confirmed = steps.flatMap((step) => check.place(step) ?? []);
    if (confirmed.length < steps.length || confirmed.length === 0) return [];
    const places = confirmed.map(({ path, line, name }) => ({
      path,
      symbol: name,
      start_line: line,
      end_line: line,
      line,
    }));
    return [{ entry: /^\w{1,20}$/.test(entry) ? entry : "unknown", steps: places }];
  });
}

function itemsOf({ callers, callees }: CallChain, name: string): Finding[] {
  return [
    ...(callers?.children ?? []).map((one) => findingOf(one, `calls ${name} (by ckb)`)),
    ...(callees?.children ?? []).map((one) => findingOf(one, `called by ${name} (by ckb)`)),
  ];
}

function findingOf(node: ChainData, claim: string): Finding {
  return {
    path: node.path,
    startLine: node.start_line,
    endLine: node.end_line,
    ...(node.symbol !== undefined && { symbol: node.symbol }),
    claim,
    score: node.confidence,
    reasons: [],
  };
}
