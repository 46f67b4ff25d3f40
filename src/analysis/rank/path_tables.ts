import type { LexicalIndex } from "../index/lexical_index.ts";
import { ROLES } from "../index/lexical_index.ts";

/** What the paths alone tell, computed once per index. */
export interface PathTables {
  /** File name without ending, or the folder's for names that say nothing (`__init__`, `index`, `mod`, ...). */
  readonly stems: readonly string[];
  /** 1 for tests and what belongs to them. */
  readonly test: Uint8Array;
  /** 1 for documents and data. */
  readonly text: Uint8Array;
  /** 1 for docs, examples, benchmarks, tools: code beside the product. */
  readonly aside: Uint8Array;
  /** 1 for a package's entry file, which often only re-exports. */
  readonly entry: Uint8Array;
  /** 1 for migrations and translations. */
  readonly migration: Uint8Array;
  /** 1 for compatibility, deprecated or vendored code. */
  readonly legacy: Uint8Array;
  /** 1 for files that declare types of what stands elsewhere. */
  readonly declaration: Uint8Array;
  /** Folders above the file. */
  readonly depths: Uint8Array;
  /** Share of the files, tests left out, that have the same ending. */
  readonly endingShares: Float32Array;
  /** Files by the last component of their path. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** How many files that are no tests share a stem, by lower-cased stem. */
  readonly stemCounts: ReadonlyMap<string, number>;
}

const HOLLOW = new Set(["__init__", "index", "mod", "lib", "main"]);
const TEST_FOLDER =
  /(?:^|\/)(?:tests?|testing|__tests__|specs?|testdata|fixtures|e2e|__fixtures__|__mocks__)\//i;
const TEST_NAME =
  /(?:^|\/)(?:test_[^/]*\.py|conftest\.py|tests\.py|[^/]*_tests?\.(?:go|py|rb|rs|cc|cpp|c)|[^/]*[._-](?:test|spec)\.[cm]?[jt]sx?|[^/]*_spec\.rb|[^/]*Tests?\.(?:java|php|kt|cs|scala))$/;
const ASIDE_FOLDER =
  /(?:^|\/)(?:docs?|examples?|samples?|demos?|bench(?:marks?|es)?|asv_bench(?:marks)?|website|tutorials?|galleries|vendor|third_party|node_modules|dist|doc_src|release|bin|tools|scripts|ci)\//i;
const ENTRY = /(?:__init__\.py|index\.[jt]s|mod\.rs)$/;
const DECLARATION = /\.d\.[cm]?ts$|\.pyi$/;
const MIGRATION = /\/(?:migrations|locale|locales|i18n|translations)\//;
const LEGACY = /(?:^|\/)(?:compat|deprecat|legacy|externals?|extern|_vendor|vendored|six|benchmarks?)/;

const made = new WeakMap<LexicalIndex, PathTables>();

/** The tables of an index. */
export function pathTables(index: LexicalIndex): PathTables {
  let tables = made.get(index);
  if (!tables) made.set(index, tables = make(index));
  return tables;
}

function make(index: LexicalIndex): PathTables {
  const { paths, roles } = index.files;
  const stems = paths.map(stemOf);
  const sources = sourceFolders(paths);
  const folders = paths.map(folderOf);
  const inTests = byFolder((folder) => TEST_FOLDER.test(folder) && !sources.has(folder));
  const isTest = (path: string, file: number): boolean => inTests(folders[file]!) || TEST_NAME.test(path);
  const test = Uint8Array.from(paths, (path, file) => isTest(path, file) ? 1 : 0);
  const text = Uint8Array.from(roles, (role) => ROLES[role] === "doc" || ROLES[role] === "data" ? 1 : 0);
  const flags = (expression: RegExp): Uint8Array =>
    Uint8Array.from(paths, (path) => expression.test(path) ? 1 : 0);
  const folderFlags = (expression: RegExp): Uint8Array => {
    const matches = byFolder((folder) => expression.test(folder));
    return Uint8Array.from(folders, (folder) => matches(folder) ? 1 : 0);
  };
  const byName = new Map<string, number[]>();
  const stemCounts = new Map<string, number>();
  paths.forEach((path, file) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const list = byName.get(name);
    if (list) list.push(file);
    else byName.set(name, [file]);
    if (test[file] === 1) return;
    const stem = stems[file]!.toLowerCase();
    stemCounts.set(stem, (stemCounts.get(stem) ?? 0) + 1);
  });
  return {
    stems,
    test,
    text,
    aside: folderFlags(ASIDE_FOLDER).map((aside, file) =>
      aside || (paths[file]!.endsWith(".min.js") ? 1 : 0)
    ),
    entry: flags(ENTRY),
    migration: folderFlags(MIGRATION),
    declaration: flags(DECLARATION),
    legacy: flags(LEGACY),
    depths: depthsOf(folders),
    endingShares: endingShares(paths, test),
    byName,
    stemCounts,
  };
}

/** A repository has far fewer folders than files. */
function byFolder(ask: (folder: string) => boolean): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  return (folder) => {
    let answer = known.get(folder);
    if (answer === undefined) known.set(folder, answer = ask(folder));
    return answer;
  };
}

function depthsOf(folders: readonly string[]): Uint8Array {
  const known = new Map<string, number>();
  return Uint8Array.from(folders, (folder) => {
    let depth = known.get(folder);
    if (depth === undefined) known.set(folder, depth = folder.split("/").length - 1);
    return depth;
  });
}

function endingShares(paths: readonly string[], test: Uint8Array): Float32Array {
  const counts = new Map<string, number>();
  const endings = paths.map((path) => /\.[^./]+$/.exec(path)?.[0] ?? "");
  let all = 0;
  endings.forEach((ending, file) => {
    if (test[file] === 1) return;
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
    all++;
  });
  return Float32Array.from(endings, (ending) => (counts.get(ending) ?? 0) / Math.max(1, all));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function stemOf(path: string): string {
  const parts = path.split("/");
  const name = parts.at(-1)!;
  const dot = name.indexOf(".", 1);
  const stem = dot < 0 ? name : name.slice(0, dot);
  return HOLLOW.has(stem) ? parts.at(-2) ?? stem : stem;
}

/**
 * Python packages named `test` or `testing` that hold tools for tests rather than tests: they lie inside a package,
 * have an `__init__.py` and no file named like a test.
 */
function sourceFolders(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    if (!path.endsWith(".py")) continue;
    const folder = folderOf(path);
    if (!/(?:^|\/)(?:test|testing)\/$/.test(folder)) continue;
    const list = folders.get(folder);
    if (list) list.push(path);
    else folders.set(folder, [path]);
  }
  const all = new Set(paths);
  const found = new Set<string>();
  for (const [folder, members] of folders) {
    const outer = folder.replace(/[^/]+\/$/, "");
    const isPackage = all.has(`${folder}__init__.py`) && all.has(`${outer}__init__.py`);
    if (isPackage && !members.some((path) => TEST_NAME.test(path))) found.add(folder);
  }
  return found;
}
