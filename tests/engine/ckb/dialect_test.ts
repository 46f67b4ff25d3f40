import assert from "node:assert/strict";
import { askCkb, type CkbCall, CkbFault } from "../../../src/engine/ckb/dialect.ts";
import type { CkbAnswer, CkbQuestion } from "../../../src/model/ckb.ts";

/** What a server answers, by tool; what is not here is an answer of no form. */
type Server = Readonly<Record<string, unknown>>;

const at = (fileId: string, startLine: number) => ({ location: { fileId, startLine } });
const many = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));
const SYMBOLS = { symbols: [{ stableId: "s1", name: "save", ...at("a.ts", 3) }] };
const GRAPH = {
  root: "n0",
  nodes: [{ id: "n0", name: "save", ...at("a.ts", 3) }],
  edges: [{ from: "n1", to: "n0" }],
};
const CALLS: CkbQuestion = {
  ask: "calls",
  symbol: { name: "save" },
  direction: "callers",
  depth: 2,
  usage: false,
};

/** The answer, and what the server was asked for it. */
async function ask(question: CkbQuestion, server: Server) {
  const asked: unknown[] = [];
  const call: CkbCall = (tool, args) => {
    asked.push([tool, args]);
    return Promise.resolve(server[tool]);
  };
  return { answer: await askCkb(question, call), asked };
}

/** The answer alone, as what it is. */
async function answered<Is extends CkbAnswer["is"]>(
  is: Is,
  question: CkbQuestion,
  server: Server,
): Promise<Extract<CkbAnswer, { is: Is }>> {
  const { answer } = await ask(question, server);
  assert.equal(answer.is, is);
  return answer as Extract<CkbAnswer, { is: Is }>;
}

Deno.test("ckb: what is asked for each question, and what of the answer is used", async () => {
  assert.deepEqual(await ask(CALLS, { searchSymbols: SYMBOLS, getCallGraph: GRAPH }), {
    answer: {
      is: "calls",
      root: "n0",
      nodes: [{ id: "n0", path: "a.ts", line: 3, name: "save" }],
      edges: [{ from: "n1", to: "n0" }],
      usage: [],
    },
    asked: [
      ["searchSymbols", { query: "save", limit: 50 }],
      ["getCallGraph", { symbolId: "s1", direction: "callers", depth: 2 }],
    ],
  });
  const steps = [{ name: "main", ...at("m.ts", 1) }, { name: "nowhere" }];
  const usage = await ask({ ...CALLS, usage: true }, {
    searchSymbols: SYMBOLS,
    getCallGraph: { ...GRAPH, edges: null, nodes: [{ id: "n", name: "no place", location: null }] },
    traceUsage: { paths: [{ pathType: "cli", nodes: steps }, { nodes: [] }] },
  });
  assert.deepEqual(usage.asked[2], ["traceUsage", { symbolId: "s1", maxPaths: 5, maxDepth: 5 }]);
  assert.deepEqual(usage.answer, {
    is: "calls",
    root: "n0",
    nodes: [],
    edges: [],
    usage: [
      { entry: "cli", steps: [{ path: "m.ts", line: 1, name: "main" }] },
      { entry: "unknown", steps: [] },
    ],
  });
  assert.deepEqual(
    await ask({ ask: "references", symbol: { name: "save" } }, {
      searchSymbols: SYMBOLS,
      findReferences: { references: [at("b.ts", 0), {}] },
    }),
    {
      answer: { is: "references", uses: [{ path: "b.ts", line: 0 }] },
      asked: [
        ["searchSymbols", { query: "save", limit: 50 }],
        ["findReferences", { symbolId: "s1", limit: 200 }],
      ],
    },
  );
  const hotspots = {
    hotspots: [{ filePath: "a.ts", churn: { changeCount: 3, authorCount: 2 }, ranking: { score: 9 } }],
  };
  assert.deepEqual(await ask({ ask: "hotspots", since: "2026-01-02", top: 4 }, { getHotspots: hotspots }), {
    answer: { is: "hotspots", rows: [{ path: "a.ts", commits: 3, authors: 2, score: 9 }] },
    asked: [["getHotspots", { limit: 4, timeWindow: { start: "2026-01-02" } }]],
  });
  const bare = { hotspots: [{ filePath: "a.ts", churn: { changeCount: 0, authorCount: 0 } }] };
  assert.deepEqual(await ask({ ask: "hotspots", top: 4 }, { getHotspots: bare }), {
    answer: { is: "hotspots", rows: [{ path: "a.ts", commits: 0, authors: 0, score: 0 }] },
    asked: [["getHotspots", { limit: 4 }]],
  });
});

Deno.test("ckb: of several symbols of the name the one nearest to the place is meant", async () => {
  const symbols = [
    { stableId: "elsewhere", name: "Shop.save", ...at("b.ts", 10) },
    { stableId: "far", name: "shop::save", ...at("a.ts", 20) },
    { stableId: "near", name: "Shop#save(order)", ...at("a.ts", 12) },
    { stableId: "other", name: "saved", ...at("a.ts", 10) },
    { stableId: "placeless", name: "Shop->save", location: null },
  ];
  const meant = async (symbol: { name: string; path?: string; line?: number }): Promise<unknown> => {
    const { asked } = await ask({ ask: "references", symbol }, {
      searchSymbols: { symbols },
      findReferences: { references: [] },
    });
    return (asked[1] as [string, { symbolId: string }])[1].symbolId;
  };
  assert.equal(await meant({ name: "save", path: "a.ts", line: 10 }), "near");
  assert.equal(await meant({ name: "save", path: "a.ts", line: 19 }), "far");
  assert.equal(await meant({ name: "save", path: "b.ts", line: 90 }), "elsewhere");
  assert.equal(await meant({ name: "save", path: "a.ts" }), "near");
  assert.equal(await meant({ name: "save" }), "elsewhere");
  await assert.rejects(meant({ name: "load" }), new CkbFault("it does not know the symbol"));
});

Deno.test("ckb: the depth is kept within bounds", async () => {
  const depths = [];
  for (const depth of [-1, 0, 1, 3, 4, 5]) {
    const { asked } = await ask({ ...CALLS, depth }, { searchSymbols: SYMBOLS, getCallGraph: GRAPH });
    depths.push((asked[1] as [string, { depth: number }])[1].depth);
  }
  assert.deepEqual(depths, [1, 1, 1, 3, 4, 4]);
});

Deno.test("ckb: of long answers the beginning is used, endless ones are of another form", async () => {
  const calls = async (nodes: number, edges: number, paths: number): Promise<number[]> => {
    const answer = await answered("calls", { ...CALLS, usage: true }, {
      searchSymbols: SYMBOLS,
      getCallGraph: {
        root: "r",
        nodes: many(nodes, (n) => ({ id: `${n}`, name: "n", ...at("a.ts", n) })),
        edges: many(edges, () => ({ from: "a", to: "b" })),
      },
      traceUsage: { paths: many(paths, () => ({ nodes: [] })) },
    });
    return [answer.nodes.length, answer.edges.length, answer.usage.length];
  };
  assert.deepEqual(await calls(400, 1600, 5), [400, 1600, 5]);
  assert.deepEqual(await calls(401, 1601, 6), [400, 1600, 5]);
  await assert.rejects(calls(10_001, 0, 0), new CkbFault("an answer of another form: getCallGraph"));
  await assert.rejects(calls(0, 50_001, 0), /getCallGraph/);
  await assert.rejects(calls(0, 0, 1001), new CkbFault("an answer of another form: traceUsage"));
  const uses = async (count: number): Promise<number> =>
    (await answered("references", { ask: "references", symbol: { name: "save" } }, {
      searchSymbols: SYMBOLS,
      findReferences: { references: many(count, () => at("a.ts", 1)) },
    })).uses.length;
  assert.deepEqual([await uses(200), await uses(201), await uses(10_000)], [200, 200, 200]);
  await assert.rejects(uses(10_001), /findReferences/);
  const row = { filePath: "a.ts", churn: { changeCount: 1, authorCount: 1 } };
  const rows = async (count: number): Promise<number> =>
    (await answered("hotspots", { ask: "hotspots", top: 1 }, {
      getHotspots: { hotspots: many(count, () => row) },
    }))
      .rows.length;
  assert.deepEqual([await rows(50), await rows(51), await rows(1000)], [50, 50, 50]);
  await assert.rejects(rows(1001), /getHotspots/);
});

Deno.test("ckb: a value out of its bounds makes an answer one of another form", async () => {
  const isRead = async (startLine: unknown, name = "save", id = "s"): Promise<boolean> => {
    const found = { symbols: [{ stableId: id, name, location: { fileId: "a.ts", startLine } }] };
    const server = { searchSymbols: found, findReferences: { references: [] } };
    return await ask({ ask: "references", symbol: { name: "save" } }, server).then(() => true, () => false);
  };
  const lines = [-1, 0, 1, 1e8, 1e8 + 1, 0.5, "1", NaN];
  const read = await Promise.all(lines.map((line) => isRead(line)));
  assert.deepEqual(read, [false, true, true, true, false, false, false, false]);
  assert.equal(await isRead(1, "save", ""), false);
  assert.equal(await isRead(1, "x".repeat(995) + ".save"), true);
  assert.equal(await isRead(1, "x".repeat(996) + ".save"), false);
  const churn = async (changeCount: number): Promise<boolean> =>
    await ask({ ask: "hotspots", top: 1 }, {
      getHotspots: { hotspots: [{ filePath: "a", churn: { changeCount, authorCount: 0 } }] },
    }).then(() => true, () => false);
  assert.deepEqual(await Promise.all([-1, 0, 1e9, 1e9 + 1].map(churn)), [false, true, true, false]);
});
