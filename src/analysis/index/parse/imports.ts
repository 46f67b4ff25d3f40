import type { ImportedName, ImportRef } from "./parsed_file.ts";

/** Reads one import statement; several modules in one statement give several records. */
export type ImportReader = (text: string, line: number) => ImportRef[];

/** The strategies that `imports` in `config/languages.json` can name. All read the text of the statement. */
export const IMPORT_READERS: Readonly<Record<string, ImportReader>> = {
  python: readPython,
  es: readEs,
  require: readRequire,
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

/** `require("m")` and `import("m")`, from the whole declaration when there is one. */
function readRequire(text: string, line: number): ImportRef[] {
  const call =
    /^(?:(?:(?:const|let|var|local)\s+)?(\{[^}]*\}|[\w$]+)\s*=\s*)?(?:await\s+)?(?:require|import)\s*\(?\s*["'`]([^"'`$]+)["'`]/
      .exec(text);
  if (call === null) return [];
  const target = call[1];
  const names = target === undefined
    ? []
    : target.startsWith("{")
    ? aliases(target.slice(1, -1).replace(/:/g, " as "))
    : [{ name: "*", alias: target }];
  return [{ module: call[2]!, names, line }];
}

/** `a as b, c` */
function aliases(list: string): ImportedName[] {
  return splitList(list).map((item) => {
    const [name, alias] = item.split(/\s+as\s+/);
    return { name: name!.trim(), alias: (alias ?? name)!.trim() };
  });
}

function splitList(list: string): string[] {
  return list.split(",").map((item) => item.trim()).filter((item) => item !== "");
}
