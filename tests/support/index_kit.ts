import { languageConfig } from "../../src/analysis/index/parse/languages.ts";
import { createParser, type FileParser } from "../../src/analysis/index/parse/parser.ts";
import { APPLICATION_ID, FORMAT, SCHEMA } from "../../src/analysis/index/schema.ts";
import { IndexStore } from "../../src/analysis/index/index_store.ts";
import {
  refresh,
  type Refreshed,
  type RefreshOptions,
  type RefreshTools,
} from "../../src/analysis/index/refresh.ts";
import { roleOf } from "../../src/analysis/roles.ts";
import { clock, wallClock } from "../../src/platform/clock.ts";
import { Store } from "../../src/platform/store.ts";
import { blobHash, createWorkTree } from "../../src/platform/work_tree.ts";

/** Opens indexes over folders the way the jailed side does, without a jail. */

const packages = new URL("../../node_modules/", import.meta.url).pathname;

let parser: Promise<FileParser> | undefined;

/** One parser for all tests of a file, its grammars read from `node_modules`. */
export function testParser(): Promise<FileParser> {
  return parser ??= createParser({
    core: Deno.readFileSync(`${packages}web-tree-sitter/web-tree-sitter.wasm`),
    grammar: (language) => {
      const grammar = languageConfig(language)?.grammar;
      return grammar && Deno.readFileSync(`${packages}${grammar.package}/${grammar.file}`);
    },
  }, { timeoutMs: 5000 });
}

/** The store of a cache folder. */
export function openStore(folder: string, busyMs = 50): IndexStore | undefined {
  const store = Store.open({
    folder,
    name: "index",
    format: FORMAT,
    applicationId: APPLICATION_ID,
    schema: SCHEMA,
    busyMs,
  });
  return store && new IndexStore(store);
}

/** What an index of `root` needs; `listing` defaults to every file below it. */
export function indexTools(
  root: string,
  store: IndexStore | undefined,
  listing?: Uint8Array | readonly string[],
): RefreshTools {
  return {
    store,
    tree: createWorkTree({
      root,
      listing: listing ?? [...filesBelow(root)],
      listed: (path) => !path.startsWith(".cache/"),
      roleOf,
      admit: (path) => ({ ok: true, absolute: `${root}/${path}` }),
    }),
    hash: blobHash,
    parser: testParser,
    clock,
    now: wallClock,
  };
}

/** Refreshes the index of `root` in its folder `.cache`, and opens it. */
export function refreshed(root: string, options: Partial<RefreshOptions> = {}): Promise<Refreshed> {
  return refresh(indexTools(root, openStore(`${root}/.cache`)), { rules: "test", ...options });
}

function* filesBelow(root: string, folder = ""): Generator<string> {
  for (const entry of Deno.readDirSync(`${root}/${folder}`)) {
    const path = folder + entry.name;
    if (entry.isDirectory && entry.name !== ".git") yield* filesBelow(root, `${path}/`);
    else if (entry.isFile) yield path;
  }
}
