import { baseName } from "../model/paths.ts";
import type { DefinitionSite, LexicalIndex } from "../index/lexical_index.ts";
import { type Bodies, isC } from "./bodies.ts";
import type { ModuleMap } from "./modules.ts";
import { definitionAt, symbolKey, type SymbolRef } from "./symbol_ref.ts";
import type {
  Definition,
  DefinitionKind,
  ParsedFile,
  Reference,
  ReferenceKind,
} from "../syntax/parsed_file.ts";

/** Link candidates of a use. */
export interface LinkResult {
  readonly symbols: readonly SymbolRef[];
  /** Origin of the match: an included file, another file, or one of several functions of that name. */
  readonly rule: "import" | "package" | "name";
}

/** A use of a name with the namespaces that it names and the qualified name of the definition around it. */
type LinkUse = Pick<Reference, "name" | "kind"> & {
  readonly file: number;
  readonly path: readonly string[];
  readonly around: string;
};

/** Maximum number of functions of a name; more make the name meaningless. */
const MOST_GUESSES = 4;
/** Maximum number of definitions of a name examined individually. */
const MOST_NAMESAKES = 60;

/**
 * The C and C++ functions, types and macros with a name, outside of classes, in any file: the candidates of a linker.
 * All overloads of a function count as one.
 *
 * @param path the namespaces named by the use, outermost first
 * @param around qualified name of the definition around the use
 */
export function linked(
  index: LexicalIndex,
  tools: { readonly modules: ModuleMap; readonly bodies: Bodies },
  use: LinkUse,
): LinkResult {
  const { file, name, kind, path, around } = use;
  if (index.definitionCount(name) > MOST_NAMESAKES) return { symbols: [], rule: "name" };
  const found = new Map<string, LinkCandidate>();
  const sites = index.definitionsNamed(name);
  const isNear = (site: DefinitionSite): boolean =>
    index.memo.of(findIncluded, file, () => findIncluded(index, tools.modules, file)).has(site.file);
  let isIncluded = true;
  // Included definitions take precedence: the files of their namesakes need not be read.
  for (const site of [...sites.filter(isNear), ...sites.filter((one) => !isNear(one))]) {
    if (isIncluded && !isNear(site)) {
      if (found.size > 0) break;
      isIncluded = false;
    }
    const [parsed, one] = definitionAt(index, site);
    if (!parsed || !one || !isC(parsed.language)) continue;
    if (!isSeenFromOutside(parsed, one) || !isOfKind(parsed, kind, one.kind)) continue;
    if (
      !isIncluded && one.signature.includes("static ") && !HEADER.test(index.files.paths[site.file] ?? "")
    ) continue;
    const space = one.qualifiedName.slice(0, Math.max(0, one.qualifiedName.length - name.length - 1));
    if (!isNamedBy(space, path, isIncluded)) continue;
    // A namespace such as `detail` that is neither named by the use nor around it.
    const isDetail = path.length === 0 && /(?:^|\.)(?:details?|internal|impl)$/.test(space);
    if (isDetail && !`${around}.`.includes(`${space}.`)) continue;
    const symbol = tools.bodies.of(site);
    const key = symbolKey(symbol);
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

/** False in C and C++ for a function named as a type, `TEST_F(Fixture, Name)`, and in C for a tag that is called. */
export function isOfKind(
  { language }: ParsedFile,
  use: ReferenceKind,
  kind: DefinitionKind = "type",
): boolean {
  if (use === "type") return kind !== "function" || !isC(language);
  return use !== "call" || language !== "c" || !TAGGED.has(kind);
}

const TAGGED: ReadonlySet<string> = new Set(["struct", "class", "enum"]);

/** A possible target of a name. */
interface LinkCandidate {
  readonly symbol: SymbolRef;
  /** Enclosing namespaces and types. */
  readonly space: string;
  readonly isTest: boolean;
}

/** Candidates in the enclosing namespaces of the use, and of these the non-test ones, if any. */
function likeliest(
  found: readonly LinkCandidate[],
  { path, around }: LinkUse,
): readonly LinkCandidate[] {
  const own = found.filter(({ space }) => path.length === 0 && `${around}.`.startsWith(`${space}.`));
  const near = own.length > 0 ? own : found;
  const product = near.filter(({ isTest }) => !isTest);
  return product.length > 0 ? product : near;
}

/** True if other files can use it by its bare name: macros within a struct and enum values can be, fields cannot. */
function isSeenFromOutside({ definitions }: ParsedFile, { kind, parent }: Definition): boolean {
  const owner = definitions[parent]?.kind;
  if (kind === "constant" || (kind === "field" && owner === "enum")) return true;
  return LINKED.has(kind) && (owner === undefined || owner === "module" || owner === "type");
}

const HEADER = /\.(?:h|hh|hpp|hxx|inl|ipp)$/;

const LINKED = new Set<string>("function macro class struct enum type variable".split(" "));

/**
 * True if the namespaces named by a use are compatible with those of a definition: either may be abbreviated. A
 * definition without namespace may be in one opened by a macro.
 */
function isNamedBy(space: string, path: readonly string[], isIncluded: boolean): boolean {
  if (path.length === 0) return true;
  if (space === "") return isIncluded && path[0] !== "std";
  const named = path.join(".");
  return `.${space}`.endsWith(`.${named}`) || `.${named}`.endsWith(`.${space}`);
}

/** Maximum number of headers followed from one file. */
const MOST_INCLUDED = 200;

/** The file and the headers it includes, directly or indirectly. */
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

/** The headers directly included by a file; cached, because most files share the same headers. */
function headersOf(index: LexicalIndex, modules: ModuleMap, file: number): Uint32Array {
  const headerOf = ({ module }: { readonly module: string }): number | readonly [] => {
    const ending = `/${baseName(module)}`;
    return modules.resolve(module, file).find((header) => `/${index.files.paths[header]}`.endsWith(ending)) ??
      [];
  };
  const find = (): Uint32Array => Uint32Array.from((index.parsed(file)?.imports ?? []).flatMap(headerOf));
  return index.lasting.of(headersOf, file, find);
}
