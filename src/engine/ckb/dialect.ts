import { z } from "zod";
import type { CkbAnswer, CkbCalls, CkbPlace, CkbQuestion, CkbSymbol } from "../../model/ckb.ts";

/** The dialect of CKB (tool names, arguments, answers), read strictly and within bounds. */

/** The tools that are called; nothing else ever is. All of them only read. */
export type CkbTool = "searchSymbols" | "getCallGraph" | "findReferences" | "traceUsage" | "getHotspots";

/** Calls one tool and answers its content, unwrapped. */
export type CkbCall = (tool: CkbTool, args: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Why there is no answer, in this program's own words. */
export class CkbFault extends Error {
  override name = "CkbFault";

  constructor(why: string, readonly isLate = false) {
    super(why);
  }
}

const MOST_SYMBOLS = 50;
const MOST_NODES = 400;
const MOST_USES = 200;
const MOST_PATHS = 5;
const MOST_HOTSPOTS = 50;
const MOST_DEPTH = 4;

const text = z.string().max(1_000);
const count = z.number().min(0).max(1e9);
const location = z.object({ fileId: text, startLine: z.number().int().min(0).max(1e8) });

const Symbols = z.object({
  symbols: z.array(
    z.object({ stableId: text.min(1), name: text, location: location.nullish() }),
  ).max(1_000),
});
const Graph = z.object({
  root: text,
  nodes: z.array(z.object({ id: text, symbolId: text.nullish(), name: text, location: location.nullish() }))
    .max(10_000),
  edges: z.array(z.object({ from: text, to: text })).max(50_000).nullish(),
});
const References = z.object({ references: z.array(z.object({ location: location.nullish() })).max(10_000) });
const Usage = z.object({
  paths: z.array(z.object({
    pathType: text.nullish(),
    nodes: z.array(z.object({ name: text, location: location.nullish() })).max(100),
  })).max(1_000).nullish(),
});
const Hotspots = z.object({
  hotspots: z.array(z.object({
    filePath: text,
    churn: z.object({ changeCount: count, authorCount: count }),
    ranking: z.object({ score: z.number() }).nullish(),
  })).max(1_000),
});

/**
 * Asks the server one question.
 *
 * @throws {CkbFault} when it does not know the symbol, or answers in another form
 */
export async function askCkb(question: CkbQuestion, call: CkbCall): Promise<CkbAnswer> {
  switch (question.ask) {
    case "calls":
      return await calls(question, call);
    case "references": {
      const symbolId = await symbolIdOf(question.symbol, call);
      const args = { symbolId, limit: MOST_USES };
      const { references } = read(References, "findReferences", await call("findReferences", args));
      const uses = references.slice(0, MOST_USES).flatMap(({ location }) =>
        location ? [placeOf(location)] : []
      );
      return { is: "references", uses };
    }
    case "hotspots": {
      const { since, top } = question;
      const args = { limit: top, ...(since !== undefined && { timeWindow: { start: since } }) };
      const { hotspots } = read(Hotspots, "getHotspots", await call("getHotspots", args));
      const rows = hotspots.slice(0, MOST_HOTSPOTS).map(({ filePath, churn, ranking }) => ({
        path: filePath,
        commits: churn.changeCount,
        authors: churn.authorCount,
        score: ranking?.score ?? 0,
      }));
      return { is: "hotspots", rows };
    }
  }
}

async function calls(
  { symbol, direction, depth, usage }: Extract<CkbQuestion, { ask: "calls" }>,
  call: CkbCall,
): Promise<CkbCalls> {
  const symbolId = await symbolIdOf(symbol, call);
  const args = { symbolId, direction, depth: Math.min(Math.max(depth, 1), MOST_DEPTH) };
  const [graph, trace] = await Promise.all([
    call("getCallGraph", args),
    usage ? call("traceUsage", { symbolId, maxPaths: MOST_PATHS, maxDepth: 5 }) : { paths: [] },
  ]);
  const { root, nodes, edges } = read(Graph, "getCallGraph", graph);
  const { paths } = read(Usage, "traceUsage", trace);
  return {
    is: "calls",
    root,
    nodes: nodes.slice(0, MOST_NODES).flatMap(({ id, name, location }) =>
      location ? [{ id, ...placeOf(location), name }] : []
    ),
    edges: (edges ?? []).slice(0, MOST_NODES * 4),
    usage: (paths ?? []).slice(0, MOST_PATHS).map(({ pathType, nodes }) => ({
      entry: pathType ?? "unknown",
      steps: nodes.flatMap(({ name, location }) => location ? [{ ...placeOf(location), name }] : []),
    })),
  };
}

/** The server's id of a definition: same name, nearest to the place it has here. */
async function symbolIdOf({ name, path, line }: CkbSymbol, call: CkbCall): Promise<string> {
  const found = await call("searchSymbols", { query: name, limit: MOST_SYMBOLS });
  const distance = (at: z.infer<typeof location> | null | undefined): number =>
    at && at.fileId === path ? Math.abs(at.startLine - (line ?? 0)) : 1e9;
  const [best] = read(Symbols, "searchSymbols", found).symbols
    .filter((one) => lastPart(one.name) === name)
    .sort((a, b) => distance(a.location) - distance(b.location));
  if (!best) throw new CkbFault("it does not know the symbol");
  return best.stableId;
}

function lastPart(name: string): string {
  return name.replace(/\(.*$/s, "").split(/\.|::|#|->/).at(-1) ?? "";
}

function placeOf({ fileId, startLine }: z.infer<typeof location>): CkbPlace {
  return { path: fileId, line: startLine };
}

function read<T>(schema: z.ZodType<T>, tool: CkbTool, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new CkbFault(`an answer of another form: ${tool}`);
  return parsed.data;
}
