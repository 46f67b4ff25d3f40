import assert from "node:assert/strict";
import { makeRepo } from "../support/fixture.ts";
import { RUNS_ALL } from "../support/long_test.ts";
import { type Cell, readMatrix, type Wanted } from "./cells.ts";
import { type Asked, Server, type Tree } from "./client.ts";
import { askHere } from "./here.ts";

/**
 * Every construct in every language: callers, and whether impact and callees agree with them. The tools are asked in this
 * process, and with `./install.sh test --all` the compiled program is asked for all callers too.
 */

const matrix = new Map([...readMatrix()].map(([language, cells]) => [language, renamed(cells, language)]));
const fixture = [...matrix]
  .flatMap(([language, cells]) => cells.map((cell, at) => fixtureOf(cell, folderOf(language, at))))
  .join("");
const here = askHere(fixture);
const all: readonly Asked[] = RUNS_ALL ? [here, await compiled()] : [here];

/** The compiled program over the same files, until the tests end. */
async function compiled(): Promise<Asked> {
  const repo = makeRepo(fixture);
  const server = await Server.start(repo.root);
  addEventListener("unload", () => {
    server.kill();
    repo[Symbol.dispose]();
  });
  return server;
}

for (const [language, cells] of matrix) {
  Deno.test(`matrix: ${language}`, async () => {
    const wrong: string[] = [];
    for (const [at, cell] of cells.entries()) {
      for (const one of cell.wanted) {
        const found = await difference(one, folderOf(language, at));
        if (found !== undefined) wrong.push(`${cell.construct}: ${one.name}: ${found}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
}

/** Minimum confidence of a caller that counts. */
const SHOWN = 0.5;

/** All cells share one repository; each has a folder of its own. */
function folderOf(language: string, at: number): string {
  return `${language}/c${String(at).padStart(2, "0")}`;
}

function fixtureOf({ files }: Cell, folder: string): string {
  return [...files].map(([path, text]) => `//- /${folder}/${path}\n${text}`).join("");
}

/** Cells whose names with numbers, which are unique within a language, end with the language: `total0python`. */
function renamed(cells: readonly Cell[], language: string): Cell[] {
  const wanted = cells.flatMap(({ wanted }) => wanted.map(({ name }) => name)).join(" ");
  const names = new Set(wanted.match(/(?<=[ .:#]|^)[A-Za-z_]+\d+(?=[ .]|$)/g));
  const word = new RegExp(`(?<![A-Za-z0-9_])(?:${[...names].join("|")})(?![A-Za-z0-9_])`, "g");
  const more = (text: string): string => names.size > 0 ? text.replace(word, `$&${language}`) : text;
  return cells.map(({ construct, files, wanted }) => ({
    construct,
    files: new Map([...files].map(([path, text]) => [more(path), more(text)])),
    wanted: wanted.map(({ name, callers }) => ({ name: more(name), callers: callers?.map(more).toSorted() })),
  }));
}

/** The difference between an expectation and the answers; undefined if there is none. */
async function difference(one: Wanted, folder: string): Promise<string | undefined> {
  const symbol = /^\w+\.\w+:/.test(one.name) ? `${folder}/${one.name}` : one.name;
  for (const asked of all) {
    const wrong = await callersDiffer(one, symbol, asked);
    if (wrong !== undefined) return wrong;
  }
  return one.callers && await othersDiffer(one.callers, symbol);
}

async function callersDiffer(one: Wanted, symbol: string, asked: Asked): Promise<string | undefined> {
  const chain = await asked.call("ci_call_chain", { symbol, direction: "callers", depth: 1 });
  if (one.callers === undefined) return chain.text.includes("files are not read") ? undefined : chain.text;
  if (!chain.data?.callers) return `no definition: ${chain.text}`;
  const names = [...new Set(shown(chain.data.callers).map(nameOf))].sort();
  return names.join() === one.callers.join() ? undefined : `called by ${names.join(", ") || "-"}`;
}

/** The callers of a definition that count, but for itself. */
function shown(root: Tree): readonly Tree[] {
  return root.children.filter((caller) =>
    caller.confidence >= SHOWN && (caller.symbol !== root.symbol || caller.path !== root.path)
  );
}

/** What impact and the callers' own sides say otherwise. */
async function othersDiffer(callers: readonly string[], symbol: string): Promise<string | undefined> {
  const impact = await here.call("ci_impact", { symbol, depth: 1 });
  const missing = callers.find((name) => name !== TOP && !impact.symbols.includes(name));
  if (missing !== undefined) return `impact lacks ${missing}`;
  const { data } = await here.call("ci_call_chain", { symbol, direction: "callers", depth: 1 });
  return await calleesLack(data!.callers!, shown(data!.callers!));
}

/** A constructor, which a caller's side lists as the class that it makes. */
const CONSTRUCTOR =
  /^(.*?)\.(?:constructor|init|apply|__init__|__construct|initialize)$|^((?:.*\.)?(\w+))\.\3$/;

/** The first caller whose callees lack the symbol. */
async function calleesLack(root: Tree, callers: readonly Tree[]): Promise<string | undefined> {
  for (const { path, symbol } of callers) {
    if (symbol === undefined) continue;
    const args = { symbol: `${path}:${symbol}`, direction: "callees", depth: 1 };
    const { data } = await here.call("ci_call_chain", args);
    const used = [...data?.callees?.children ?? [], ...data?.uses ?? []];
    const [, made, named] = CONSTRUCTOR.exec(root.symbol ?? "") ?? [];
    const type = made ?? named;
    const isRoot = (one: Pick<Tree, "path" | "symbol">) =>
      one.path === root.path && one.symbol === root.symbol;
    if (!used.some((one) => isRoot(one) || (type !== undefined && one.symbol === type))) {
      return `not called by ${symbol} from its side`;
    }
  }
  return undefined;
}

const TOP = "(top)";

function nameOf({ symbol }: Tree): string {
  return symbol ?? TOP;
}
