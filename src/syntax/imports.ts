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
  php: readPhp,
  elixir: readElixir,
  zig: readZig,
  haskell: readHaskell,
  perl: readPerl,
  solidity: readSolidity,
};

function readPython(text: string, line: number): ImportRef[] {
  const clean = text.replace(/#[^\n]*/g, "").replace(/[\\\s]+/g, " ");
  const from = /^from\s*(\.*\s*[\w.]*)\s+import\s*\(?(.*?)\)?\s*$/.exec(clean);
  if (from !== null) return [{ module: from[1]!.replace(/\s/g, ""), names: aliases(from[2]!), line }];
  const plain = /^import\s+(.*)$/.exec(clean);
  return splitList(plain?.[1] ?? "").map((item) => {
    const [name, alias] = item.split(/\s+as\s+/);
    return { module: name!, names: alias === undefined ? [] : [{ name: "*", alias }], line };
  });
}

function readEs(text: string, line: number): ImportRef[] {
  if (!/^(?:import|export\s*(?:type\s*)?[{*])/.test(text)) return [];
  const equals = /^import\s+(?:type\s+)?([\w$]+)\s*=\s*require\s*\(\s*["']([^"']*)/.exec(text);
  if (equals !== null) return [{ module: equals[2]!, names: [{ name: "*", alias: equals[1]! }], line }];
  const source = /(?:from\s*|^import\s*)["']([^"']*)["'][^"']*$/.exec(
    text.replace(/\bwith\s*\{[^}]*\}\s*;?\s*$/, ""),
  );
  if (source === null) return [];
  const clause = text.slice(0, source.index).replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, "").replace(
    /^(?:import|export)\s*(?:type\b)?/,
    "",
  );
  const names: ImportedName[] = [];
  const braces = /\{([^}]*)\}/.exec(clause);
  if (braces !== null) names.push(...aliases(braces[1]!.replace(/\btype\s+(?=[\w$])/g, "")));
  const rest = braces === null ? clause : clause.replace(braces[0], "");
  const star = /\*\s*(?:as\s+([\w$]+))?/.exec(rest);
  if (star !== null) names.push({ name: "*", alias: star[1] ?? "*" });
  const fallback = /^\s*([\w$]+)/.exec(rest);
  if (fallback !== null) names.push({ name: "default", alias: fallback[1]! });
  return [{ module: source[1]!, names, line }];
}

/** Parses `require("m")` and `import("m")`, including the declaration around it. */
function readRequire(text: string, line: number): ImportRef[] {
  const call =
    /^(?:(?:(?:const|let|var|local)\s+)?(\{[^}]*\}|(?:(?:module\.)?exports\b(?:\.[\w$]+)?|[\w$]+))\s*=\s*)?(?:await\s+)?(?:require|require_relative|load|import)\s*\(?\s*["'`]([^"'`$]+)["'`]\s*\)?(?:\.([\w$]+)(?!\s*[(.\w$]))?/
      .exec(text);
  if (call === null) return [];
  const [, target, , member] = call;
  const exported = /^(?:module\.)?exports\b(?:\.([\w$]+))?$/.exec(target ?? "");
  const names = exported !== null
    ? [{ name: member ?? "default", alias: exported[1] ?? "default" }]
    : target !== undefined && member !== undefined && !target.startsWith("{")
    ? [{ name: member, alias: target }]
    : target === undefined
    ? []
    : target.startsWith("{")
    ? aliases(target.slice(1, -1).replace(/:/g, " as "))
    : [{ name: "*", alias: target }];
  return [{ module: call[2]!, names, line }];
}

/** Parses `name "path"`; `.` imports all names, `_` none. */
function readGo(text: string, line: number): ImportRef[] {
  const spec = /^\s*([\w.]+)?\s*["`]([^"`]+)["`]/.exec(text);
  if (spec === null) return [];
  const alias = spec[1];
  const names = alias === undefined || alias === "_"
    ? []
    : [{ name: "*", alias: alias === "." ? "*" : alias }];
  return [{ module: spec[2]!, names, line }];
}

/** Parses `use a::{b, c::{d as e}, f::*};`, `extern crate a as b;`, `mod a;`. */
function readRust(text: string, line: number): ImportRef[] {
  const flat = text.replace(/\/\/[^\n]*/g, "").replace(/\s+/g, " ");
  const child = /^(?:pub(?:\([^)]*\))? )?mod (\w+) ?;/.exec(flat);
  if (child !== null) return [{ module: `self::${child[1]}`, names: [], line }];
  if (/^(?:pub(?:\([^)]*\))? )?mod /.test(flat)) return [];
  const crate = /extern crate (\w+)(?: as (\w+))?/.exec(flat);
  if (crate !== null) {
    return [{ module: crate[1]!, names: [{ name: "*", alias: crate[2] ?? crate[1]! }], line }];
  }
  const tree = /\buse (.*?);?$/.exec(flat)?.[1];
  return tree === undefined ? [] : groupByModule(expandBraces("", tree.replace(/ ?:: ?/g, "::")), "::", line);
}

/** Parses `import a.b.C`, `import a.b.{C, D => E}`, `import a.b.*`, `import static a.B.c`. */
function readDotted(text: string, line: number): ImportRef[] {
  const path = /import\s+(?:static\s+|(?:class|struct|enum|protocol|func|var|let|typealias)\s+)?([^;]*)/.exec(
    text,
  )?.[1];
  if (path === undefined) return [];
  const plain = path.replace(/\s*(?:=>|\bas\b)\s*/g, " as ").replace(/\.(?:_|given)$/, ".*").trim();
  return splitTop(plain).flatMap((one) => groupByModule(expandBraces("", one), ".", line));
}

/** Parses `use A\\B\\{C, D as E};`, `use function A\\f;`. */
function readPhp(text: string, line: number): ImportRef[] {
  const list = /^use\s+(?:function\s+|const\s+)?([^;]*)/.exec(text.replace(/\s+/g, " "))?.[1] ?? "";
  return splitTop(list).flatMap((one) => groupByModule(expandBraces("", one.replace(/^\\/, "")), "\\", line));
}

/** Parses `alias A.B.{C, D}`, `alias A.B, as: C`, `import A`, `use A`, `require A`. */
function readElixir(text: string, line: number): ImportRef[] {
  const directive = /^(alias|import|use|require)\s+([\w.]*\w(?:\.\{[^}]*\})?)(?:,\s*as:\s*(\w+))?/.exec(text);
  if (directive === null) return [];
  const [, word, path, alias] = directive;
  if (word !== "alias") {
    return [{ module: path!, names: word === "require" ? [] : [{ name: "*", alias: "*" }], line }];
  }
  return groupByModule(expandBraces("", alias === undefined ? path! : `${path} as ${alias}`), ".", line);
}

/** Prefixes a relative path with `./`; paths that match `outside` are external. */
function fromHere(path: string, outside: RegExp): string {
  return path.startsWith(".") || outside.test(path) ? path : `./${path}`;
}

/** Parses `const a = @import("b.zig");`, `const A = @import("b.zig").A;`. */
function readZig(text: string, line: number): ImportRef[] {
  const [, alias, module, member] =
    /^(?:pub\s+)?const\s+(\w+)\s*=\s*@import\("([^"]+)"\)(?:\.(\w+)\s*;)?/.exec(text) ?? [];
  return alias === undefined || module === undefined
    ? []
    : [{ module: fromHere(module, /^[^.]*$/), names: [{ name: member ?? "*", alias }], line }];
}

/** Parses `import qualified A.B as C`, `import A (b, c)`, `import A hiding (b)`. */
function readHaskell(text: string, line: number): ImportRef[] {
  const found =
    /^import\s+(?:safe\s+)?(qualified\s+)?([\w.]+)(?:\s+qualified)?(?:\s+as\s+([\w.]+))?\s*(hiding)?\s*(?:\(([^]*)\))?/
      .exec(text);
  if (found === null) return [];
  const [, isQualified, module = "", alias, hiding, list] = found;
  const names: ImportedName[] = alias === undefined && isQualified === undefined
    ? []
    : [{ name: "*", alias: alias ?? module }];
  if (list !== undefined && hiding === undefined) names.push(...aliases(withoutBrackets(list)));
  else if (isQualified === undefined) names.push({ name: "*", alias: "*" });
  return [{ module, names, line }];
}

/** Removes the constructors behind types: `a, B(..)`. */
function withoutBrackets(list: string): string {
  return list.replace(/\([^()]*\)/g, "");
}

/** Parses `use A::B qw(c d);`, `use parent 'A::B';`, `require A::B;`; ignores pragmas. */
function readPerl(text: string, line: number): ImportRef[] {
  const bases = /^use\s+(?:parent|base)\s+([^]*)/.exec(text)?.[1]?.match(/[A-Z]\w*(?:::\w+)*/g);
  if (bases) return bases.map((module) => ({ module, names: [], line }));
  const [, module, rest = ""] = /^(?:use|require)\s+([A-Z]\w*(?:::\w+)*)([^;]*)/.exec(text) ?? [];
  if (module === undefined) return [];
  const listed = /\bqw\s*[({[/]([^)}\]/]*)/.exec(rest)?.[1] ?? "";
  return [{ module, names: aliases(listed.trim().replace(/\s+/g, ",")), line }];
}

/** Parses `import "a.sol";`, `import {B as C} from "a.sol";`. */
function readSolidity(text: string, line: number): ImportRef[] {
  return readEs(text, line).map((one) => one.names.length > 0 ? one : { ...one, names: [ALL] });
}

/** Parses a statement by the pattern of a language. */
export function readByPattern(config: ImportPattern, text: string, line: number): ImportRef[] {
  const matches = [...text.matchAll(compiled(config.pattern))].slice(0, config.all === true ? undefined : 1);
  return matches.flatMap(({ groups = {} }) => {
    const { module, alias, names = "" } = groups;
    if (module === undefined) return [];
    const own = config.binds === "module"
      ? module
      : config.binds === "last"
      ? /[^/.]*$/.exec(module)![0]
      : undefined;
    const whole = alias ?? own;
    const listed = names === ".." ? [ALL] : aliases(withoutKinds(names));
    const bound = [...(whole === undefined ? [] : [{ name: "*", alias: whole }]), ...listed];
    const path = config.dashes === true ? module.replaceAll("-", "_") : module;
    return [{
      module: config.here === true ? fromHere(path, /:|^\//) : path,
      names: config.star === true && bound.length === 0 ? [ALL] : bound,
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

/** Expands `a.{b, c.{d}}` to `a.b`, `a.c.d`. */
function expandBraces(prefix: string, tree: string): string[] {
  const open = tree.indexOf("{");
  if (open < 0) return [prefix + tree.trim()];
  const head = prefix + tree.slice(0, open).trim();
  const inner = tree.slice(open + 1, tree.lastIndexOf("}"));
  return splitTop(inner).flatMap((one) => expandBraces(head, one));
}

/** Splits at commas outside of braces. */
function splitTop(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    const char = list[at];
    if (char === "{") depth++;
    else if (char === "}") depth--;
    else if (at === list.length || (char === "," && depth === 0)) {
      const part = list.slice(start, at).trim();
      if (part !== "") parts.push(part);
      start = at + 1;
    }
  }
  return parts;
}

/** Groups full paths by module: the last part is the name, `self` the module itself. */
function groupByModule(paths: readonly string[], separator: string, line: number): ImportRef[] {
  const groups = new Map<string, ImportedName[]>();
  for (const path of paths) {
    const [full, alias] = path.split(/ as /);
    const cut = full!.lastIndexOf(separator);
    let module = cut < 0 ? "" : full!.slice(0, cut);
    let name = cut < 0 ? full! : full!.slice(cut + separator.length);
    if (name === "self") name = "*";
    if (module === "") [module, name] = [name, "*"];
    const shown = alias?.trim() ?? (name === "*" && cut < 0 ? module : name);
    const names = groups.get(module);
    if (names === undefined) groups.set(module, [{ name, alias: shown }]);
    else names.push({ name, alias: shown });
  }
  return [...groups].map(([module, names]) => ({ module, names, line }));
}

/** Parses `a as b, c`. */
function aliases(list: string): ImportedName[] {
  return splitList(list).map((item) => {
    const [name, alias] = item.split(/\s+as\s+/);
    return { name: name!.trim(), alias: (alias ?? name)!.trim() };
  });
}

function splitList(list: string): string[] {
  return list.split(",").map((item) => item.trim()).filter((item) => item !== "");
}
