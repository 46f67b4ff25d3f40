import assert from "node:assert/strict";
import { makeRepo } from "../support/fixture.ts";
import { type Cell, readMatrix, type Wanted } from "./cells.ts";
import { Server, type Tree } from "./client.ts";

/** Every construct in every language, asked of the compiled program: callers, callees and impact. */

for (const [language, cells] of readMatrix()) {
  Deno.test(`matrix: ${language}`, async () => {
    using repo = makeRepo(cells.map(fixtureOf).join(""));
    await using server = await Server.start(repo.root);
    const wrong: string[] = [];
    for (const [at, cell] of cells.entries()) {
      for (const one of cell.wanted) {
        const found = await difference(server, one, folderOf(at));
        if (found !== undefined) wrong.push(`${cell.construct}: ${one.name}: ${found}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

/** Minimum confidence of a caller that counts. */
const SHOWN = 0.5;

/** Each cell has a folder of its own in the repository of its language. */
function folderOf(at: number): string {
  return `c${String(at).padStart(2, "0")}`;
}

function fixtureOf({ files }: Cell, at: number): string {
  return [...files].map(([path, text]) => `//- /${folderOf(at)}/${path}\n${text}`).join("");
}

/** The difference between an expectation and the answers; undefined if there is none. */
async function difference(server: Server, one: Wanted, folder: string): Promise<string | undefined> {
  const symbol = /^\w+\.\w+:/.test(one.name) ? `${folder}/${one.name}` : one.name;
  const chain = await server.call("ci_call_chain", { symbol, direction: "callers", depth: 1 });
  if (one.callers === undefined) return chain.text.includes("files are not read") ? undefined : chain.text;
  const root = chain.data?.callers;
  if (!root) return `no definition: ${chain.text}`;
  const shown = root.children.filter((caller) =>
    caller.confidence >= SHOWN && (caller.symbol !== root.symbol || caller.path !== root.path)
  );
  const names = [...new Set(shown.map(nameOf))].sort();
  if (names.join() !== one.callers.join()) return `called by ${names.join(", ") || "-"}`;
  const impact = await server.call("ci_impact", { symbol, depth: 1 });
  const missing = one.callers.find((name) => name !== TOP && !impact.symbols.includes(name));
  if (missing !== undefined) return `impact lacks ${missing}`;
  return await calleesLack(server, root, shown);
}

/** The first caller whose callees lack the symbol. */
async function calleesLack(
  server: Server,
  root: Tree,
  callers: readonly Tree[],
): Promise<string | undefined> {
  for (const { path, symbol } of callers) {
    if (symbol === undefined) continue;
    const args = { symbol: `${path}:${symbol}`, direction: "callees", depth: 1 };
    const { data } = await server.call("ci_call_chain", args);
    const used = [...data?.callees?.children ?? [], ...data?.uses ?? []];
    if (!used.some((one) => one.path === root.path && one.symbol === root.symbol)) {
      return `not called by ${symbol} from its side`;
    }
  }
  return undefined;
}

const TOP = "(top)";

function nameOf({ symbol }: Tree): string {
  return symbol ?? TOP;
}
