import { languageConfig } from "../../src/syntax/languages.ts";
import { createParser, type FileParser } from "../../src/syntax/parser.ts";
import { APPLICATION_ID, FORMAT, SCHEMA } from "../../src/index/schema.ts";
import { IndexStore } from "../../src/index/index_store.ts";
import { type OpenIndex, openIndex } from "../../src/index/open_index.ts";
import type { RefreshOptions, RefreshTools } from "../../src/index/tree_status.ts";
import { roleOf } from "../../src/index/roles.ts";
import { VECTOR_FORMAT, VECTOR_ID, VECTOR_SCHEMA } from "../../src/index/vectors/vector_files.ts";
import { clock, wallClock } from "../../src/platform/clock.ts";
import { Store } from "../../src/platform/store.ts";
import { blobHash, createWorkTree } from "../../src/platform/work_tree.ts";

/** Opens indexes over folders the way the sandboxed side does, without a sandbox. */

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

/** A file of vectors in a cache folder. */
export function openVectors(folder: string, name: string, create: boolean): Store | undefined {
  const format = { format: VECTOR_FORMAT, applicationId: VECTOR_ID, schema: VECTOR_SCHEMA };
  const spec = { folder, name, ...format, busyMs: 50 };
  return create ? Store.open(spec) : Store.find(spec);
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

/** Refreshes and opens the index of `root`; its store is in the folder `.cache` unless told otherwise. */
export function openTestIndex(
  root: string,
  options: Partial<RefreshOptions> & { clock?: () => number } = {},
  listing?: Uint8Array | readonly string[],
  cache = `${root}/.cache`,
): Promise<OpenIndex> {
  const { clock: ticks, ...rest } = options;
  const { store: _, ...tools } = indexTools(root, undefined, listing);
  const database = openStore(cache)?.database;
  const vectors = (name: string, create: boolean): Store | undefined => openVectors(cache, name, create);
  return openIndex(database, { ...tools, vectors, ...(ticks && { clock: ticks }) }, {
    rules: "test",
    ...rest,
  });
}

function* filesBelow(root: string, folder = ""): Generator<string> {
  for (const entry of Deno.readDirSync(`${root}/${folder}`)) {
    const path = folder + entry.name;
    if (entry.isDirectory && entry.name !== ".git" && entry.name !== ".cache") {
      yield* filesBelow(root, `${path}/`);
    } else if (entry.isFile) yield path;
  }
}
