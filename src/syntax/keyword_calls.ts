import { type Callee, plainPath, splitCallee } from "./callee.ts";
import { inherit } from "./definitions.ts";
import { ALL, importReader } from "./imports.ts";
import type { Reading } from "./reading.ts";
import { isCapitalized, type Source, textOf, typeAt } from "./source.ts";

/** Records a call that is syntax: an import, a base, or nothing. */
export function keyword(reading: Reading, row: number, name: string): void {
  const { mixinCalls, importCalls } = reading.source.tables.nodes;
  if (mixinCalls?.includes(name)) mixinCall(reading, row);
  const reader = importCalls?.[name];
  if (reader !== undefined) importCall(reading, row, reader);
}

function importCall(reading: Reading, row: number, reader: string): void {
  const { tree, lines } = reading.source;
  // `const x = require("m")` binds a name; the call alone does not.
  let whole = row;
  const member = /^\.[\w$]+(?![\w$]*\s*[(.])/.exec(
    reading.source.text.slice(tree.end[row], tree.end[row]! + 60),
  );
  const end = tree.end[row]! + (member?.[0].length ?? 0);
  for (let up = tree.parent[row]!; up >= 0 && tree.end[up]! <= end; up = tree.parent[up]!) {
    if (tree.end[up]! - tree.start[up]! < 300) whole = up;
  }
  const line = lines.lineAt(tree.start[row]!);
  const read = importReader(reading.source.tables.nodes, reader);
  // `import("./a").then(({ run }) => run())`
  const { text } = reading.source;
  const [, lazy] = LAZY.exec(text.slice(Math.max(0, tree.start[row]! - 120), tree.start[row])) ?? [];
  const [, bound = lazy && `{ default: ${lazy} }`] =
    THEN.exec(text.slice(tree.end[row], tree.end[row]! + 120)) ?? [];
  if (bound !== undefined) {
    reading.out.imports.push(...read(`const ${bound} = ${textOf(reading.source, row)}`, line));
  }
  const found = spreads(reading.source, row)
    ? read(textOf(reading.source, row), line).map((one) => ({ ...one, names: [ALL] }))
    : read(textOf(reading.source, whole), line);
  reading.out.imports.push(...(found.length > 0 ? found : read(textOf(reading.source, row), line)));
}

/** Captures the name of a component that is loaded when it is used: `const Cart = lazy(() => import("./Cart"))`. */
const LAZY = /([\w$]+)\s*=\s*[\w$.]+\(\s*(?:async\s*)?\(\)\s*=>\s*$/;

/** Captures the parameter of the function that gets an imported module. */
const THEN = /^\s*\.then\(\s*(?:async\s*)?\(?\s*(\{[^{}]*\}|\w+)\s*\)?\s*=>/;

/** True if a module re-exports another: `module.exports = { ...require("./a") }`, `__exportStar(require("./a"), exports)`. */
function spreads({ tree, text }: Source, row: number): boolean {
  const before = text.slice(Math.max(0, tree.start[row]! - 24), tree.start[row]!);
  return ["...", "__exportStar(", "assign(exports, ", "assign(module.exports, "].some((end) =>
    before.endsWith(end)
  );
}

function mixinCall(reading: Reading, row: number): void {
  const { source, scope, out } = reading;
  const isBare = source.tree.after[row]! - row < 3;
  // Perl's arguments follow their function.
  const words = textOf(source, isBare ? source.tree.parent[row]! : row).slice(0, 200).split(
    /[^\p{L}\p{N}_.:$]+/u,
  ).slice(1);
  // Lua's `setmetatable(Sub, { __index = Base })`.
  const isTable = words.includes("__index");
  const isHook = isOfHook(reading);
  const holder = isHook ? out.definitions[scope.definition]!.parent : scope.definition;
  const type = isTable && holder < 0 ? out.lastNamed(words[0]!) : holder;
  if (type < 0 || (isTable ? out.isFunction(type) : scope.local && !isHook)) return;
  for (const word of isTable ? words.slice(words.indexOf("__index") + 1) : words) {
    const base = plainPath(word);
    if (isTable ? base !== "" : isCapitalized(base)) {
      inherit(reading, type, base, source.lines.lineAt(source.tree.start[row]!));
    }
  }
}

/** True in Ruby's `def self.included(base)`, which adds modules to the classes that include this one. */
export function isOfHook({ source: { tables }, scope: { definition }, out }: Reading): boolean {
  return tables.nodes.values?.implicitSelf === true && HOOKS.has(out.definitions[definition]?.name ?? "");
}

const HOOKS: ReadonlySet<string> = new Set(["included", "extended", "prepended"]);

/** The callee of `require("./a").run()` and `require("./a")()`: the module is bound to a name of its own. */
export function calleeOfModule({ source, out }: Reading, at: number): Callee | undefined {
  const { tree, tables: { nodes }, lines } = source;
  const [reader, text] = [nodes.importCalls?.["require"], textOf(source, at)];
  if (reader === undefined || !text.startsWith("require(")) return undefined;
  const [end, line] = [text.indexOf(")") + 1, lines.lineAt(tree.start[at]!)];
  const [{ module = "" } = {}] = importReader(nodes, reader)(text.slice(0, end), line);
  const alias = module.replaceAll(".", "");
  const split = end === text.length ? { name: alias, receiver: "" } : splitCallee(text);
  if (module === "" || split === undefined || !["", "require()"].includes(split.receiver)) return undefined;
  out.imports.push({ module, names: [{ name: "*", alias }], line });
  return { ...split, receiver: split.receiver === "" ? "" : alias };
}

/**
 * Records the functions that Elixir's arguments name: `apply(Cart, :total, [items])`, `get "/", PageController, :index`,
 * `plug :sign_in`.
 */
export function moduleFunction(reading: Reading, row: number): void {
  const { source, source: { tree } } = reading;
  const list = tree.children(row).find((at) => typeAt(source, at) === "arguments");
  const rows = list === undefined ? [] : tree.children(list);
  const plugged = textOf(source, row + 1) === "plug" ? rows[0] : undefined;
  rows.forEach((at, place) => {
    const module = rows[place - 1];
    const isOf = module !== undefined &&
      (typeAt(source, module) === "alias" || textOf(source, module) === "__MODULE__");
    const [atom = "", colon] = isOf || at === plugged
      ? textOf(source, at).split(" ", 1)[0]!.split(":").reverse()
      : [];
    if (colon !== "" || atom === "") return;
    const receiver = isOf ? textOf(source, module) : "";
    reading.refer({ name: atom, receiver, kind: "reference" }, tree.start[at]!);
  });
}
