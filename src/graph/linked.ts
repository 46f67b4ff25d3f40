import type { DefinitionSite, LexicalIndex } from "../index/lexical_index.ts";
import type { Bodies } from "./bodies.ts";
import { isC } from "./bodies.ts";
import type { ModuleMap } from "./modules.ts";
import type { SymbolRef } from "./symbol_ref.ts";
import type { Definition, ParsedFile } from "../syntax/parsed_file.ts";

/** What a use may be linked with. */
export interface Linked {
  readonly symbols: readonly SymbolRef[];
  /** How it was found: in an included file, elsewhere, or as one of several functions of that name. */
  readonly rule: "import" | "package" | "name";
}

/** More functions of a name than this and the name alone says nothing. */
const MOST_GUESSES = 4;
/** More definitions of a name than this are not looked at one by one. */
const MOST_NAMESAKES = 60;

/**
 * The functions, classes and macros of C and C++ with a name, outside of classes, wherever they stand: what a linker
 * would find. All overloads of one function count as one.
 *
 * @param path the namespaces that the use names, outermost first
 * @param around qualified name of the definition around the use
 */
export function linked(
  index: LexicalIndex,
  tools: { readonly modules: ModuleMap; readonly bodies: Bodies },
  use: {
    readonly file: number;
    readonly name: string;
    readonly path: readonly string[];
    readonly around: string;
  },
): Linked {
  const { file, name, path, around } = use;
  if (index.definitionCount(name) > MOST_NAMESAKES) return { symbols: [], rule: "name" };
  const found = new Map<string, Meant>();
  const sites = index.definitionsNamed(name);
  const header = path.length === 0 ? headerOf(name, sites, { index, bodies: tools.bodies }) : undefined;
  const isNear = (site: DefinitionSite): boolean =>
    header === undefined
      ? includedBy(index, tools.modules, file).has(site.file)
      : site.file === header || site.file === file;
  let isIncluded = true;
  // What is included is meant: the files of its namesakes need not be read then.
  for (const site of [...sites.filter(isNear), ...sites.filter((one) => !isNear(one))]) {
    if (isIncluded && !isNear(site)) {
      if (found.size > 0) break;
      isIncluded = false;
    }
    const parsed = index.parsed(site.file);
    const one = parsed?.definitions[site.definition];
    if (!parsed || !one || !isC(parsed.language)) continue;
    if (!isSeenFromOutside(parsed, one)) continue;
    if (
      !isIncluded && isStatic(one) && !HEADER.test(index.files.paths[site.file] ?? "")
    ) continue;
    const space = one.qualifiedName.slice(0, Math.max(0, one.qualifiedName.length - name.length - 1));
    if (!isNamedBy(space, path, isIncluded) || isHidden(space, path, around)) continue;
    const symbol = tools.bodies.of(site);
    const key = keyOf(symbol);
    const isTest = index.files.roles[symbol.file] !== 0;
    found.set(key, { symbol: { file: symbol.file, definition: symbol.definition }, space, isTest });
  }
  const all = likeliest([...found.values()], use);
  const symbols = all.map((one) => one.symbol);
  const [first] = all;
  if (!first || all.every((one) => one.space === first.space)) {
    return { symbols, rule: first && isIncluded ? "import" : "package" };
  }
  return { symbols: all.length > MOST_GUESSES ? [] : symbols, rule: "name" };
}

/** A definition that a name may mean. */
interface Meant {
  readonly symbol: SymbolRef;
  /** Namespaces and types around it. */
  readonly space: string;
  readonly isTest: boolean;
}

/** Those of the name's own surroundings, and of them those of the product, where there are any. */
function likeliest(
  found: readonly Meant[],
  { path, around }: { readonly path: readonly string[]; readonly around: string },
): readonly Meant[] {
  const own = found.filter(({ space }) => path.length === 0 && `${around}.`.startsWith(`${space}.`));
  const near = own.length > 0 ? own : found;
  const product = near.filter(({ isTest }) => !isTest);
  return product.length > 0 ? product : near;
}

/** Whether other files can use it by its name: macros that a struct holds and the values of an enum can, its fields cannot. */
function isSeenFromOutside({ definitions }: ParsedFile, { kind, parent }: Definition): boolean {
  const owner = definitions[parent]?.kind;
  if (kind === "constant" || (kind === "field" && owner === "enum")) return true;
  return LINKED.has(kind) && (owner === undefined || owner === "module" || owner === "type");
}

const HEADER = /\.(?:h|hh|hpp|hxx|inl|ipp)$/;

function keyOf({ file, definition }: SymbolRef): string {
  return `${file}:${definition}`;
}

function isStatic({ signature }: Definition): boolean {
  return /\bstatic\b/.test(signature);
}

/** Of a name with more definitions than this the includes are followed at once. */
const MOST_DECLARED = 8;

/** The header by itself for each name, which many uses ask for. */
function headerOf(
  name: string,
  sites: readonly DefinitionSite[],
  { index, bodies }: { readonly index: LexicalIndex; readonly bodies: Bodies },
): number | undefined {
  const known = index.memo.get(noHeaders);
  if (!known.has(name)) known.set(name, onlyHeader(index, bodies, sites));
  return known.get(name);
}

function noHeaders(): Map<string, number | undefined> {
  return new Map();
}

/**
 * The one header that declares a name which stands elsewhere only as the bodies of those functions, or as static ones: it is
 * meant by any file, so that its includes need not be followed.
 */
function onlyHeader(
  index: LexicalIndex,
  bodies: Bodies,
  sites: readonly DefinitionSite[],
): number | undefined {
  const isHeader = ({ file }: DefinitionSite): boolean => HEADER.test(index.files.paths[file] ?? "");
  const declared = sites.filter(isHeader);
  const header = declared[0]?.file;
  if (sites.length > MOST_DECLARED || declared.some(({ file }) => file !== header)) return undefined;
  const meant = new Set(declared.map((site) => keyOf(bodies.of(site))));
  const isOther = (site: DefinitionSite): boolean => {
    const parsed = index.parsed(site.file);
    const one = parsed?.definitions[site.definition];
    return one !== undefined && isC(parsed?.language) && !isHeader(site) && !isStatic(one) &&
      !meant.has(keyOf(site));
  };
  return sites.some(isOther) ? undefined : header;
}

const LINKED: ReadonlySet<string> = new Set([
  "function",
  "macro",
  "class",
  "struct",
  "enum",
  "type",
  "variable",
]);

/**
 * Whether the namespaces that a use names can be those that a definition stands in: either may leave some out. What
 * stands in none may be in one that a macro opens.
 */
function isNamedBy(space: string, path: readonly string[], isIncluded: boolean): boolean {
  if (path.length === 0) return true;
  if (space === "") return isIncluded && path[0] !== "std";
  const named = path.join(".");
  return `.${space}`.endsWith(`.${named}`) || `.${named}`.endsWith(`.${space}`);
}

/** What a namespace such as `detail` holds is used from inside of it, or by its name. */
function isHidden(space: string, path: readonly string[], around: string): boolean {
  return path.length === 0 && /(?:^|\.)(?:details?|internal|impl)$/.test(space) &&
    !`${around}.`.includes(`${space}.`);
}

/** Headers that one file is followed into. */
const MOST_INCLUDED = 200;

/** The file itself and the headers it includes, directly or through others. */
function includedBy(index: LexicalIndex, modules: ModuleMap, file: number): ReadonlySet<number> {
  const sets = index.memo.get(noSets);
  let included = sets.get(file);
  if (!included) sets.set(file, included = findIncluded(index, modules, file));
  return included;
}

function noSets(): Map<number, ReadonlySet<number>> {
  return new Map();
}

function findIncluded(index: LexicalIndex, modules: ModuleMap, file: number): Set<number> {
  const found = new Set([file]);
  for (const at of found) {
    for (const header of headersOf(index, modules, at)) {
      if (found.size >= MOST_INCLUDED) return found;
      found.add(header);
    }
  }
  return found;
}

/** Files of which the headers are remembered. */
const MOST_REMEMBERED = 20_000;

function noIncludes(): Map<number, Uint32Array> {
  return new Map();
}

/** The headers that a file itself includes: most files include the same ones, through which they are followed. */
function headersOf(index: LexicalIndex, modules: ModuleMap, file: number): Uint32Array {
  const known = index.lasting.get(noIncludes);
  let headers = known.get(file);
  if (headers) return headers;
  headers = Uint32Array.from((index.parsed(file)?.imports ?? []).flatMap(({ module }) => {
    const ending = `/${module.replace(/^.*\//, "")}`;
    return modules.resolve(module, file).find((header) => `/${index.files.paths[header]}`.endsWith(ending)) ??
      [];
  }));
  if (known.size >= MOST_REMEMBERED) known.clear();
  known.set(file, headers);
  return headers;
}
