import { lookUp } from "../model/json.ts";
import { onceEach } from "../model/once.ts";
import type { ImportPattern, NodeTables } from "./language_config.ts";
import type { ImportedName, ImportRef } from "./parsed_file.ts";

/** Parses one import statement; several modules in one statement give several records. */
export type ImportReader = (text: string, line: number) => ImportRef[];

/** The reader of a strategy: of its language's patterns, or common to languages. */
export function importReader({ importPatterns }: NodeTables, strategy: string): ImportReader {
  const pattern = importPatterns?.[strategy];
  return pattern === undefined
    ? lookUp(IMPORT_READERS, strategy)!
    : (text, line) => readByPattern(pattern, text, line);
}

/** The strategies of `imports` in `config/languages.json`; each parses the text of the statement. */
export const IMPORT_READERS: Readonly<Record<string, ImportReader>> = {
  python: readPython,
  es: readEs,
  require: readRequire,
  go: readGo,
  rust: readRust,
  java: readDotted,
  scala: readDotted,
  kotlin: readDotted,
  swift: readDotted,
  // `use A\\B\\{C, D as E};`, `use function A\\f;`
  php: (text, line) =>
    pathsOf(withoutKind(tokensOf(text).slice(1)).map((one) => one.replace(/^\\/, "")), "\\", line),
  elixir: readElixir,
  solidity: (text, line) =>
    readEs(text, line).map((one) => one.names.length > 0 ? one : { ...one, names: [ALL] }),
};

/** Comments, quoted texts, words with the separators of their path, and other signs. */
const TOKEN = /\/\/.*|\/\*[^]*?\*\/|(?<!\w)#.*|"[^"]*"|'[^']*'|`[^`]*`|(?:[\w$.\\]|::)+|=>|\S/g;

/** The tokens of a statement, without comments. */
export function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((one) => !["//", "/*", "#"].some((mark) => one.startsWith(mark)));
}

const isQuoted = (token = ""): boolean => token.length > 1 && "\"'`".includes(token[0]!);

const WORD = /^[\w\\]/;

/** The tokens without a keyword before the path: `static`, `func`, `function`. */
function withoutKind(tokens: readonly string[]): string[] {
  const [, second = ""] = tokens;
  return tokens.slice(WORD.test(second) && second !== "as" ? 1 : 0);
}

/** The names in a list: `a as b, type c, d: e`. */
export function namesOf(tokens: readonly string[]): ImportedName[] {
  return aliases(tokens.map((one) => one === ":" ? "as" : one).join(" "));
}

/** The paths in `a.{b, c.{d as e}}, f` up to `;` or `}`, with their aliases; takes the tokens from the list. */
function expand(
  tokens: string[],
  prefix = "",
): { readonly path: string; readonly alias?: string | undefined }[] {
  const paths = [];
  let [path, alias]: [string, string?] = [prefix];
  for (;;) {
    const token = tokens.shift();
    if (token === "as" || token === "=>") alias = tokens.shift();
    else if (token === "{") {
      paths.push(...expand(tokens, path));
      path = prefix;
    } else if (token !== undefined && ![",", "}", ";"].includes(token)) path += token;
    else {
      if (path !== prefix) paths.push({ path, alias });
      if (token !== ",") return paths;
      [path, alias] = [prefix, undefined];
    }
  }
}

/** The imports of full paths: the last part of a path is the name, `self` the module itself. */
function pathsOf(tokens: readonly string[], separator: string, line: number): ImportRef[] {
  const named = expand([...tokens]).map(({ path, alias }) => {
    const cut = path.lastIndexOf(separator);
    const last = path.slice(cut < 0 ? 0 : cut + separator.length);
    const name = last === "self" || cut <= 0 ? "*" : last;
    const module = cut <= 0 ? last : path.slice(0, cut);
    // Rust's `use shop::cart::{self}` binds `cart`.
    const bound = last === "self" ? module.split(separator).at(-1)! : name;
    return { module, name, alias: alias ?? (cut < 0 ? last : bound) };
  });
  return [...Map.groupBy(named, ({ module }) => module)].map(([module, names]) => ({
    module,
    names: names.map(({ name, alias }) => ({ name, alias })),
    line,
  }));
}

function readPython(text: string, line: number): ImportRef[] {
  const [word, ...tokens] = tokensOf(text.replaceAll("\\", " "));
  if (word === "from") {
    const [module = "", , ...names] = tokens;
    return [{ module, names: namesOf(names.filter((one) => one !== "(" && one !== ")")), line }];
  }
  return namesOf(tokens).map(({ name, alias }) => ({
    module: name,
    names: alias === name ? [] : [{ name: "*", alias }],
    line,
  }));
}

function readEs(text: string, line: number): ImportRef[] {
  const tokens = tokensOf(text);
  const from = tokens.findLastIndex((one, at) => one === "from" && isQuoted(tokens[at + 1]));
  const [word, ...clause] = tokens.slice(0, from < 0 ? undefined : from);
  if (clause[0] === "type" && clause.length > 1) clause.shift();
  const source = from < 0 ? clause[2] === "require" ? clause[4] : clause[0] : tokens[from + 1];
  if (!isQuoted(source) || (word !== "import" && clause[0] !== "{" && clause[0] !== "*")) return [];
  const module = source!.slice(1, -1);
  if (from < 0) return [{ module, names: source === clause[0] ? [] : wholeAs(clause[0]!), line }];
  const open = clause.indexOf("{");
  const listed = open < 0 ? [] : clause.splice(open, clause.indexOf("}") + 1 - open);
  const names = namesOf(listed.slice(1, -1));
  const star = clause.indexOf("*");
  if (star >= 0) names.push(...wholeAs(clause[star + 1] === "as" ? clause[star + 2]! : "*"));
  const [first = ","] = clause;
  if (first !== "," && first !== "*") names.push({ name: "default", alias: first });
  return [{ module, names, line }];
}

const wholeAs = (alias: string): ImportedName[] => [{ name: "*", alias }];

const DECLARATIONS: ReadonlySet<string | undefined> = new Set(["const", "let", "var", "local"]);
const LOADERS: ReadonlySet<string | undefined> = new Set(["require", "require_relative", "load", "import"]);

/** Captures the member of a CommonJS export. */
export const EXPORTS = /^(?:module\.)?exports(?:\.([\w$]+))?$/;

/** Parses `require("m")` and `import("m")`, including the declaration around it. */
function readRequire(text: string, line: number): ImportRef[] {
  const tokens = tokensOf(text);
  if (DECLARATIONS.has(tokens[0])) tokens.shift();
  const end = tokens[0] === "{" ? tokens.indexOf("}") + 1 : 1;
  const target = tokens[end] === "=" ? tokens.splice(0, end + 1).slice(0, end) : [];
  if (tokens[0] === "await") tokens.shift();
  const isLoader = LOADERS.has(tokens.shift());
  const [module = "", ...after] = tokens[0] === "(" ? tokens.slice(1) : tokens;
  if (!isLoader || !isQuoted(module) || module.includes("$")) return [];
  const [path = "", next] = after[0] === ")" ? after.slice(1) : after;
  const member = path.lastIndexOf(".") === 0 && next !== "(" ? path.slice(1) : undefined;
  const names = requiredNames(target, member);
  return names === undefined ? [] : [{ module: module.slice(1, -1), names, line }];
}

/** The names bound by a target; undefined if it is a member of another object than the exports. */
function requiredNames(target: readonly string[], member: string | undefined): ImportedName[] | undefined {
  const [first] = target;
  if (first === undefined) return [];
  if (first === "{") return namesOf(target.slice(1, -1));
  const exported = EXPORTS.exec(first);
  if (exported !== null) return [{ name: member ?? "default", alias: exported[1] ?? "default" }];
  return first.includes(".") ? undefined : [{ name: member ?? "*", alias: first }];
}

/** Parses `name "path"`; `.` imports all names, `_` none. */
function readGo(text: string, line: number): ImportRef[] {
  const [first = "", second = first] = tokensOf(text);
  if (!isQuoted(second)) return [];
  const names = first === second || first === "_" ? [] : wholeAs(first === "." ? "*" : first);
  return [{ module: second.slice(1, -1), names, line }];
}

/** Parses `use a::{b, c::{d as e}, f::*};`, `extern crate a as b;`, `mod a;`. */
function readRust(text: string, line: number): ImportRef[] {
  const tokens = tokensOf(text);
  const at = tokens.findIndex((one) => one === "mod" || one === "crate" || one === "use");
  const [name = "", sign, alias = name] = tokens.slice(at + 1);
  if (tokens[at] === "use") return pathsOf(tokens.slice(at + 1), "::", line);
  if (tokens[at] === "mod") return sign === ";" ? [{ module: `self::${name}`, names: [], line }] : [];
  return [{ module: name, names: wholeAs(sign === "as" ? alias : name), line }];
}

/** Parses `import a.b.C`, `import a.b.{C, D => E}`, `import a.b.*`, `import static a.B.c`. */
function readDotted(text: string, line: number): ImportRef[] {
  const tokens = tokensOf(text);
  const at = tokens.indexOf("import") + 1;
  const path = withoutKind(tokens.slice(at));
  const last = path.at(-1) === ";" ? path.length - 2 : path.length - 1;
  // Scala's names of all members.
  for (const all of ["._", ".given"]) {
    if (path[last]?.endsWith(all)) path[last] = path[last].slice(0, 1 - all.length) + "*";
  }
  return pathsOf(path, ".", line);
}

/** Parses `alias A.B.{C, D}`, `alias A.B, as: C`, `import A`, `use A`, `require A`. */
function readElixir(text: string, line: number): ImportRef[] {
  const [word, path = "", ...rest] = tokensOf(text);
  if (!WORD.test(path)) return [];
  if (word !== "alias") return [{ module: path, names: word === "require" ? [] : [ALL], line }];
  if (rest[1] === "as") return pathsOf([path, "as", rest[3]!], ".", line);
  return pathsOf(rest[0] === "{" ? [path, ...rest.slice(0, rest.indexOf("}") + 1)] : [path], ".", line);
}

/** A path relative to the file: with a `./` before it. */
const fromHere = (path: string): string => path.startsWith(".") ? path : `./${path}`;

/** Parses a statement by the pattern of a language. */
export function readByPattern(config: ImportPattern, text: string, line: number): ImportRef[] {
  const matches = [...text.matchAll(compiled(config.pattern))].slice(0, config.all === true ? undefined : 1);
  return matches.flatMap(({ groups = {} }) => {
    const { module, alias, member = "*", names = "", renames = "", open } = groups;
    if (module === undefined) return [];
    const own = config.binds === "module"
      ? module
      : config.binds === "last"
      ? module.split(/[/.]/).at(-1)
      : undefined;
    const whole = alias ?? own;
    const listed = names === ".." ? [ALL] : aliases(withoutKinds(names));
    // The constructors of a type of Elm: `Shape(..)`.
    if (names.includes("(..)")) listed.push(ALL);
    // Clojure's `:rename {total sum}`
    const [, ...pairs] = renames.split(/(\S+)\s+(\S+)/);
    for (let at = 0; at + 1 < pairs.length; at += 3) listed.push({ name: pairs[at]!, alias: pairs[at + 1]! });
    const bound = [...(whole === undefined ? [] : [{ name: member, alias: whole }]), ...listed];
    const path = config.dashes === true ? module.replaceAll("-", "_") : module;
    return [{
      module: config.here === true && /^[^:/][^:]*\./.test(path) ? fromHere(path) : path,
      names: config.star === true && bound.length === 0
        ? [ALL]
        : open === undefined
        ? bound
        : [...bound, ALL],
      line,
    }];
  });
}

const compiled = onceEach((pattern: string) => new RegExp(pattern, "g"));
/** The import of all names of a module. */
export const ALL: ImportedName = { name: "*", alias: "*" };

/** A list of names without keywords and constructors, separated by commas. */
function withoutKinds(names: string): string {
  const plain = withoutBrackets(names.replace(/\btype\s+/g, "")).trim();
  return plain.includes(",") || plain.includes(" as ") ? plain : plain.replace(/\s+/g, ",");
}

/** Removes the constructors behind types: `a, B(..)`. */
const withoutBrackets = (list: string): string => list.replace(/\([^()]*\)/g, "");

/** Parses `a as b, type c`. */
function aliases(list: string): ImportedName[] {
  return list.split(",").map((item) => item.trim()).filter((item) => item !== "").map((item) => {
    const isKind = item.startsWith("type ") && !item.startsWith("type as ");
    const [name = "", alias = name] = (isKind ? item.slice("type ".length) : item).split(" as ");
    return { name: name.trim(), alias: alias.trim() };
  });
}

/** The last segment of a module's path; `index` for a folder. */
export function moduleName(module: string): string {
  const last = /([^/]*?)(?:\.[cm]?[jt]sx?|\.vue|\.svelte)?$/.exec(module)?.[1] ?? "";
  return /^\.*$/.test(last) ? "index" : last;
}
