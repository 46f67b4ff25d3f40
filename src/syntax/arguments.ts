import words from "../../config/library_words.json" with { type: "json" };
import { lastName } from "../model/text.ts";
import { chainOf } from "./callee.ts";
import { isCapitalized, type Source, textOf, typeAt, wordsOf } from "./source.ts";

/** Maximum number of arguments. */
const MOST = 12;

/**
 * The arguments of a call, encoded for overload resolution: one comma-separated word per argument. `"` and `'` are
 * string and character literals, `0` numbers, `!` booleans, `#` a class object, `>` a function, `+Foo` a new Foo or a
 * cast to Foo, `?` unknown, `x:0` a named one; anything else is a chain of names and calls. Undefined if the number of arguments is
 * unknown.
 */
export function argumentsOf(source: Source, row: number): string | undefined {
  const { tree, text } = source;
  const list = tree.children(row).findLast((at) => {
    const first = text[tree.start[at]!];
    return first === "(" || (first === "{" && tree.after[at] === tree.after[row]);
  });
  if (list === undefined || text[tree.start[list]!] !== "(") return undefined;
  // A block behind the list is another argument.
  if (text.slice(tree.end[list], tree.end[list]! + 4).trimStart().startsWith("{")) return undefined;
  const inner = childrenOf(source, list);
  // Swift's list of arguments before a block.
  const isNested = inner[0] !== undefined && typeAt(source, inner[0]) === "value_arguments";
  const rows = isNested ? [...childrenOf(source, inner[0]!), ...inner.slice(1)] : inner;
  return rows.length > MOST ? undefined : rows.map((at) => wordOf(source, at)).join(",");
}

/** Rows of the children, without comments. */
export function childrenOf({ tree, text }: Source, row: number): number[] {
  return tree.children(row).filter((at) =>
    !text.startsWith("//", tree.start[at]) && !text.startsWith("/*", tree.start[at])
  );
}

function wordOf(source: Source, row: number): string {
  const { tree, text, tables } = source;
  const [start, end] = [tree.start[row]!, tree.end[row]!];
  const type = typeAt(source, row);
  const children = childrenOf(source, row);
  if (type === "argument" || type === "value_argument" || type === "parenthesized_expression") {
    const [label = row, value = label] = children;
    const word = children.length > 2 || value === row ? "?" : wordOf(source, value);
    // In Swift an argument without a label has a parameter without one.
    const isUnnamed = tables.typeIds("value_argument_label").length > 0 && type === "value_argument";
    if (label === value) return isUnnamed ? `_:${word}` : word;
    return `${wordsOf(textOf(source, label))[0] ?? ""}:${word}`;
  }
  if (type === "ternary_expression" || type === "conditional_expression") {
    const words = children.slice(1).map((one) => wordOf(source, one));
    return words.find((word) => word !== "?") ?? "?";
  }
  if (type === "binary_expression" && children.length === 2) return ofOperator(source, children);
  const head = text.slice(start, Math.min(end, start + 60));
  const sign = SIGN_OF.get(head) ?? SIGNS.find(([form]) => form.test(head))?.[1];
  if (sign !== undefined) return sign;
  const made =
    /^(?:new\s+|\w+_cast<(?:const )?)([\w.:]+)[\s*&]*(?:<[^(]*>|>)?\(|^\(\s*([\w.]+)(?:<[^>]*>)?(\[\])?\s*\)\s*[\w(]|^new\s+([\w.]+)(\[)/
      .exec(head);
  if (made) return `+${lastName(made[1] ?? made[2] ?? made[4]!)}${made[3] ?? made[5] ? "[]" : ""}`;
  if (end - start > 200 || !/^[\w(]/.test(head)) return "?";
  const chain = chainOf(text, start, end);
  const [owner = "", ...members] = chain.split(".");
  if (members.length === 1 && BOXES.has(owner) && isCapitalized(members[0]!)) return "0";
  const result = chain.endsWith("()") && members.length > 0 ? SIGN_OF.get(members.at(-1)!) : undefined;
  if (result !== undefined) return result;
  return chain.startsWith("?") || chain.includes(",") ? "?" : chain || "?";
}

/** Word of a binary operation such as `a == b` or `a + b`. */
function ofOperator(source: Source, [left, right]: readonly number[]): string {
  const { tree, text } = source;
  const operator = text.slice(tree.end[left!]!, tree.start[right!]!).trim();
  if (TESTS.has(operator)) return "!";
  const words = [left!, right!].map((one) => wordOf(source, one));
  return words.find((word) => word === '"') ?? words.find((word) => word !== "0") ?? "0";
}

/** Operators with a Boolean result. */
const TESTS: ReadonlySet<string> = new Set("== != === !== && || < > <= >= instanceof is".split(" "));

/** Patterns of arguments with a fixed word. */
const SIGNS: readonly (readonly [form: RegExp, sign: string])[] = [
  [/^(?:[LuU]8?)?R?"|^[@$]"/, '"'],
  [/^[LuU]?'/, "'"],
  [/^-?\.?\d[\w.]*$/, "0"],
  [/^!/, "!"],
  [/^[\w.]+(?:\.|::)class(?:\.java)?$|^typeof\(/, "#"],
  [/^(?:\([\w\s,]*\)|\w+)\s*(?:->|=>)|^\[[^\]]*\]\s*[({]|^\{|^[\w.]*[a-z]\w*::\w+$/, ">"],
];

/** Java's classes of numbers, whose constants are numbers. */
const BOXES: ReadonlySet<string> = new Set(["Integer", "Long", "Short", "Byte", "Float", "Double"]);

/** Literals, and library methods that imply the type of their value. */
const SIGN_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(words.signs).flatMap(([sign, names]) =>
    names.split(" ").map((name) => [name, sign] as const)
  ),
);
