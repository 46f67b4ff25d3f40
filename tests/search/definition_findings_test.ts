import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import { filesOf } from "../support/files.ts";
import { definitionFindings } from "../../src/search/definition_findings.ts";
import { readQuery } from "../../src/search/query/search_query.ts";
import { search } from "../../src/search/rank/search.ts";
import { testParser } from "../syntax/support.ts";

const body = (word: string): string => Array.from({ length: 60 }, (_, at) => `  ${word}${at}();`).join("\n");
const TEXT = `export function dredgeHarbour() {
  dredge(harbour);
${body("scoop")}
}

export function harbourPilot() {
${body("steer")}
}

export function lightHarbour() {
${body("shine")}
}
`;

Deno.test("findings: the best definition shows most lines, the others a share", async () => {
  const index = buildMemoryIndex([{ path: "harbour.ts", text: TEXT }], await testParser());
  const files = filesOf(() => TEXT);
  const found = definitionFindings(search(readQuery("where is the harbour dredged"), index), files, {
    most: 3,
    lines: 40,
  });
  const shown = found.map(({ code }) =>
    (code ?? []).reduce((sum, { text }) => sum + text.split("\n").length, 0)
  );
  assert.equal(found[0]?.symbol, "dredgeHarbour");
  assert.deepEqual(shown, [40, 11, 11]);
});

Deno.test("findings: a best definition that is hardly likelier than others shows half of its lines", async () => {
  const index = buildMemoryIndex([{ path: "harbour.ts", text: TEXT }], await testParser());
  const result = search(readQuery("where is the harbour dredged"), index);
  const linesOfBest = (others: number): number => {
    const functions = result.functions.map((one, at) => ({
      ...one,
      score: at === 0 ? 0 : Math.log(others / 2),
    }));
    const [best] = definitionFindings({ ...result, functions }, filesOf(() => TEXT), { most: 3, lines: 40 });
    return (best?.code ?? []).reduce((sum, { text }) => sum + text.split("\n").length, 0);
  };
  // Its share is 0.4 where the two others have 1.5 times of what it has.
  assert.deepEqual([linesOfBest(1.49), linesOfBest(1.51)], [40, 20]);
});

Deno.test("findings: what is far from the best in rank and file shows its code only where that is short and likely", async () => {
  const far = (name: string, lines: string): string =>
    `export function ${name}() {\n  harbour();\n${lines}\n}\n`;
  const texts: Record<string, string> = {
    "harbour.ts": TEXT,
    "barge.ts": far("tieBarge", body("rope")),
    "crane.ts": far("turnCrane", body("hoist")),
    "gull.ts": far("harbourGull", "  bread();"),
    "buoy.ts": far("dredgeBuoy", "  red();"),
  };
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(files, await testParser());
  const result = search(readQuery("where is the harbour dredged"), index);
  const found = definitionFindings(result, filesOf((path) => texts[path]!), { most: 9, lines: 40 });
  const shown = Object.fromEntries(found.map(({ symbol, code }) => [symbol, code !== undefined]));
  assert.deepEqual(shown, {
    dredgeHarbour: true,
    harbourPilot: true,
    lightHarbour: true,
    harbourGull: false,
    dredgeBuoy: true,
    tieBarge: false,
    turnCrane: false,
  });
});

Deno.test("findings: a value that holds functions does not hide them", async () => {
  const text = `export const handlers = {
  harbour: 1,
  dredge() {
${body("scoop")}
  },
  pilot() {
${body("steer")}
  },
};
`;
  const index = buildMemoryIndex([{ path: "handlers.ts", text }], await testParser());
  const found = definitionFindings(
    search(readQuery("which handlers dredge the harbour"), index),
    filesOf(() => text),
    {
      most: 5,
      lines: 40,
    },
  );
  const symbols = found.map(({ symbol }) => symbol);
  assert.ok(symbols.includes("handlers") && symbols.includes("handlers.dredge"), symbols.join(", "));
});

Deno.test("findings: of what the best calls that stands behind the first places which the question speaks of", async () => {
  const text = `export function dredgeHarbour() {
  if (needsSilt() && isDeep()) tick();
${body("dredgeHarbour")}
}

function isDeep() {
  return true;
}

function needsSilt() {
  return true;
}
`;
  const other = (at: number): string =>
    `export function dredgeHarbour${at}() {\n  harbour();\n  dredge();\n  deep();\n}\n`;
  const texts: Record<string, string> = { "dredge_harbour.ts": text };
  for (let at = 0; at < 6; at++) texts[`dredge_harbour${at}.ts`] = other(at);
  const all = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const result = search(
    readQuery("how deep does dredgeHarbour() dredge"),
    buildMemoryIndex(all, await testParser()),
  );
  const [best, ...others] = result.functions;
  const ranked = [best!, ...others.filter(({ file }) => file !== best!.file)];
  const found = definitionFindings({ ...result, functions: ranked }, filesOf((path) => texts[path]!), {
    most: 9,
    lines: 40,
  });
  const symbols = found.map(({ symbol }) => symbol);
  assert.equal(symbols[0], "dredgeHarbour");
  assert.equal(symbols.indexOf("isDeep"), 5, symbols.join(", "));
  assert.ok(found[5]?.code, "with its code");
  assert.ok(!symbols.includes("needsSilt"));
});

Deno.test("findings: what has no code to show leaves its room to the next", async () => {
  const stub = 'def dredge_harbour_depth():\n    """Dredges the harbour to its depth."""\n    ...\n';
  const text = `def dredge_harbour():\n${body("scoop").replaceAll("  ", "    ")}\n`;
  const texts: Record<string, string> = { "stub.py": stub, "dredge.py": text };
  const all = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const result = search(readQuery("dredge_harbour_depth"), buildMemoryIndex(all, await testParser()));
  const functions = [...result.functions].sort((a, b) => b.definition.name.length - a.definition.name.length);
  const [first, second] = definitionFindings({ ...result, functions }, filesOf((path) => texts[path]!), {
    most: 2,
    lines: 40,
  });
  assert.deepEqual([first?.symbol, first?.code], ["dredge_harbour_depth", undefined]);
  const shown = second?.code?.reduce((sum, { text }) => sum + text.split("\n").length, 0);
  assert.deepEqual([second?.symbol, shown], ["dredge_harbour", 20]);
});

Deno.test("findings: of the tables of texts one line stands behind the code, and all where the question wants them", async () => {
  const table = Array.from({ length: 30 }, (_, at) => `harbour_${at}=harbour ${at}`);
  const texts: Record<string, string> = { "harbour.ts": TEXT };
  for (const language of ["en", "de"]) {
    texts[`locale/locale_${language}.ini`] = table.with(7, "closed=the harbour mooring is dredged").join(
      "\n",
    );
  }
  const all = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(all, await testParser());
  const found = (question: string): ReturnType<typeof definitionFindings> =>
    definitionFindings(
      search(readQuery(question), index),
      filesOf((path) => texts[path]!),
      { most: 9, lines: 40 },
    );
  const [table1, ...more] = found("where is the harbour mooring dredged")
    .map(({ path, startLine, endLine }, at) => ({ path, startLine, endLine, at }))
    .filter(({ path }) => path.startsWith("locale/"));
  assert.deepEqual({ ...table1, path: "" }, { path: "", startLine: 8, endLine: 8, at: 3 });
  assert.deepEqual(more, []);
  const asked = found("which locale says that the harbour mooring is dredged").map(({ path }) => path);
  assert.equal(asked.filter((path) => path.startsWith("locale/")).length, 2);
});

Deno.test("findings: of a place whose code takes more room than it is worth fewer lines are shown, then none", async () => {
  const lines = (name: string): string =>
    Array.from({ length: 30 }, (_, at) => `  ${name}${at}(${"harbour, ".repeat(6)}tide);`).join("\n");
  const texts: Record<string, string> = {};
  for (const name of ["moor", "steer", "shine", "tie", "turn", "bread"]) {
    texts[`${name}.ts`] = `export function ${name}Harbour() {\n${lines(name)}\n}\n`;
  }
  const all = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const result = search(readQuery("the harbour tide"), buildMemoryIndex(all, await testParser()));
  const functions = result.functions.map((one, rank) => ({ ...one, score: 9 - rank * 0.3 }));
  const found = definitionFindings({ ...result, functions }, filesOf((path) => texts[path]!), {
    most: 6,
    lines: 40,
  });
  const shown = found.map(({ code = [] }) =>
    code.reduce((sum, { text }) => sum + text.split("\n").length, 0)
  );
  assert.deepEqual(shown, [21, 12, 12, 12, 0, 0]);
});
