import assert from "node:assert/strict";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { filesOf } from "../support/files.ts";
import { definitionFindings } from "../../src/answers/definitions/definition_findings.ts";
import { queryOf } from "../support/query.ts";
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

Deno.test("findings: each of the first definitions shows as many lines as its rank has", async () => {
  const index = buildMemoryIndex([{ path: "harbour.ts", text: TEXT }], await testParser());
  const files = filesOf(() => TEXT);
  const found = definitionFindings(search(queryOf("where is the harbour dredged"), index), files, {
    most: 3,
    lines: [30, 11, 11],
  });
  const shown = found.map(({ code }) =>
    (code ?? []).reduce((sum, { text }) => sum + text.split("\n").length, 0)
  );
  assert.equal(found[0]?.symbol, "dredgeHarbour");
  assert.deepEqual(shown, [30, 11, 11]);
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
    search(queryOf("which handlers dredge the harbour"), index),
    filesOf(() => text),
    {
      most: 5,
      lines: [30, 11, 11],
    },
  );
  const symbols = found.map(({ symbol }) => symbol);
  assert.ok(symbols.includes("handlers") && symbols.includes("handlers.dredge"), symbols.join(", "));
});

Deno.test("findings: what has no code to show leaves its room to the next", async () => {
  const stub = 'def dredge_harbour_depth():\n    """Dredges the harbour to its depth."""\n    ...\n';
  const text = `def dredge_harbour():\n${body("scoop").replaceAll("  ", "    ")}\n`;
  const texts: Record<string, string> = { "stub.py": stub, "dredge.py": text };
  const all = Object.entries(texts).map(([path, text]) => ({ path, text }));
  const result = search(queryOf("dredge_harbour_depth"), buildMemoryIndex(all, await testParser()));
  const functions = [...result.functions].sort((a, b) => b.definition.name.length - a.definition.name.length);
  const [first, second] = definitionFindings({ ...result, functions }, filesOf((path) => texts[path]!), {
    most: 2,
    lines: [30, 11, 11],
  });
  assert.deepEqual([first?.symbol, first?.code], ["dredge_harbour_depth", undefined]);
  const shown = second?.code?.reduce((sum, { text }) => sum + text.split("\n").length, 0);
  assert.deepEqual([second?.symbol, shown], ["dredge_harbour", 30]);
});
