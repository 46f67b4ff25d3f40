import { chainOf } from "./callee.ts";
import type { Source } from "./source.ts";

/** Maximum length of a chain; longer ones rarely determine a type. */
const LONGEST = 40;
/** Maximum number of arguments. */
const MOST = 12;

/**
 * The arguments of a call, encoded for overload resolution: one comma-separated word per argument. `"` and `'` are
 * string and character literals, `0` numbers, `!` booleans, `#` a class object, `>` a function, `+Foo` a new Foo or a
 * cast to Foo, `?` unknown; anything else is a chain of names and calls. Undefined if the number of arguments is
 * unknown.
 */
export function argumentsOf(source: Source, row: number): string | undefined {
  const { tree, text } = source;
  let list = -1;
  for (let at = row + 1; at < tree.after[row]!; at = tree.after[at]!) {
    const first = text.charCodeAt(tree.start[at]!);
    if (first === OPEN || (first === BRACE && tree.after[at] === tree.after[row])) list = at;
  }
  if (list < 0 || text.charCodeAt(tree.start[list]!) !== OPEN) return undefined;
  const words: string[] = [];
  for (const at of childrenOf(source, list)) {
    if (words.length === MOST) return undefined;
    words.push(wordOf(source, at));
  }
  return words.join(",");
}

const OPEN = 40;
const BRACE = 123;

function childrenOf({ tree, text }: Source, row: number): number[] {
  const rows: number[] = [];
  for (let at = row + 1; at < tree.after[row]!; at = tree.after[at]!) {
    if (!/^\/[/*]/.test(text.slice(tree.start[at], tree.start[at]! + 2))) rows.push(at);
  }
  return rows;
}

function wordOf(source: Source, row: number): string {
  const { tree, text, tables } = source;
  const [start, end] = [tree.start[row]!, tree.end[row]!];
  const type = tables.typeName(tree.type[row]!);
  const children = childrenOf(source, row);
  if (type === "argument" || type === "value_argument" || type === "parenthesized_expression") {
    return children.length === 1 ? wordOf(source, children[0]!) : "?";
  }
  if (type === "ternary_expression" || type === "conditional_expression") {
    const words = children.slice(1).map((one) => wordOf(source, one));
    return words.find((word) => word !== "?") ?? "?";
  }
  if (type === "binary_expression" && children.length === 2) return ofOperator(source, children);
  const head = text.slice(start, Math.min(end, start + 60));
  const sign = SIGNS.find(([form]) => form.test(head));
  if (sign) return sign[1];
  const made = /^new\s+([\w.]+)\s*(?:<[^(]*>)?\(|^\(\s*([\w.]+)(?:<[^>]*>)?\s*\)\s*[\w(]/.exec(head);
  if (made) return `+${(made[1] ?? made[2])!.replace(/^.*\./, "")}`;
  if (end - start > 200 || !/^[\w(]/.test(head)) return "?";
  const chain = chainOf(text, start, end);
  const result = RESULTS.find(([form]) => form.test(chain));
  if (result) return result[1];
  return chain.length > LONGEST || chain.startsWith("?") || chain.includes(",") ? "?" : chain || "?";
}

/** Word of a binary operation such as `a == b` or `a + b`. */
function ofOperator(source: Source, [left, right]: readonly number[]): string {
  const { tree, text } = source;
  const operator = text.slice(tree.end[left!]!, tree.start[right!]!).trim();
  if (/^(?:[=!]==?|&&|\|\||[<>]=?|instanceof|is)$/.test(operator)) return "!";
  const words = [left!, right!].map((one) => wordOf(source, one));
  return words.find((word) => word === '"') ?? words.find((word) => word !== "0") ?? "0";
}

/** Patterns of arguments with a fixed word. */
const SIGNS: readonly (readonly [form: RegExp, sign: string])[] = [
  [/^(?:[LuU]8?)?R?"|^[@$]"/, '"'],
  [/^[LuU]?'/, "'"],
  [/^-?\.?\d[\w.]*$/, "0"],
  [/^(?:true|false)$|^!/, "!"],
  [/^(?:null|nullptr|this|None)$/, "?"],
  [/^[\w.]+(?:\.|::)class(?:\.java)?$|^typeof\(/, "#"],
  [/^(?:\([\w\s,]*\)|\w+)\s*(?:->|=>)|^\[[^\]]*\]\s*[({]|^\{|^[\w.]*[a-z]\w*::\w+$/, ">"],
];

/** Patterns of library methods and constants that imply the type of their value. */
const RESULTS: readonly (readonly [form: RegExp, sign: string])[] = [
  [/\.(?:toString|trim|substring|toLowerCase|toUpperCase)\(\)$/, '"'],
  [/\.(?:(?:int|long|short|byte|float|double)Value|hashCode|length|size|indexOf|ordinal)\(\)$/, "0"],
  [/^(?:Integer|Long|Short|Byte|Float|Double)\.[A-Z][A-Z_a-z]*$/, "0"],
  [/\.(?:equals|isEmpty|contains|startsWith|endsWith|containsKey)\(\)$/, "!"],
];
