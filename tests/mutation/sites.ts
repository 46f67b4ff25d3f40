import type { Change } from "./project.ts";
import { Language, type Node, Parser } from "web-tree-sitter";

/** One change of one place in a source. */
export interface Mutant extends Change {
  /** 1-based. */
  readonly line: number;
  /** Such as `< to <=`. */
  readonly what: string;
  /** Whether it may be a type error: not where a number or a comparison of sizes is another one. */
  readonly mayBreakTypes: boolean;
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="],
  ["&&", "||"],
  ["||", "&&"],
  ["+", "-"],
  ["-", "+"],
]);

const LITERALS: ReadonlyMap<string, string> = new Map([["true", "false"], ["false", "true"]]);

/** Leaves early when a cheap test, named `may...`, says that the exact one cannot hold: without it the result is the same. */
const SAVES_WORK = /!may[A-Z]\w*\(/;

/** A parser of TypeScript sources. */
export async function typescriptParser(): Promise<Parser> {
  await Parser.init();
  const grammar = new URL(import.meta.resolve("tree-sitter-typescript/tree-sitter-typescript.wasm"));
  const parser = new Parser();
  parser.setLanguage(await Language.load(Deno.readFileSync(grammar)));
  return parser;
}

/** Changes beside the usual ones: a number one larger; an entry of a list of strings left out, or one more in it. */
export type MoreChanges = "larger numbers" | "list entries";

/** Every mutant of a source, in its order: operators, literals, negations, conditions, numbers, and what else is asked for. */
export function mutantsOf(parser: Parser, source: string, more?: MoreChanges): Mutant[] {
  const tree = parser.parse(source);
  if (!tree) return [];
  const nodes = [...nodesOf(tree.rootNode)];
  const words = new Set(nodes.filter(isString).filter(({ parent }) => parent && isList(parent)).map(textOf));
  const found = nodes.flatMap((node) => [
    ...mutantsAt(node),
    ...(more === "larger numbers" ? oneMoreAt(node) : more === "list entries" ? entriesAt(node, words) : []),
  ]);
  tree.delete();
  return found;
}

/** A node and all below it but types and imports, which hold no behaviour. */
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) if (child && !/type|import/.test(child.type)) yield* nodesOf(child);
}

function change(at: Node, replacement: string): Mutant {
  const short = (text: string): string => text.replace(/\s+/g, " ").slice(0, 60);
  return {
    start: at.startIndex,
    end: at.endIndex,
    replacement,
    line: at.startPosition.row + 1,
    what: `${short(at.text)} to ${short(replacement)}`,
    mayBreakTypes: !/^(?:[<>]=?|[+-]|\d[\d._a-fx]*)$/i.test(replacement),
  };
}

function mutantsAt(node: Node): Mutant[] {
  if (node.type === "binary_expression") {
    const operator = node.childForFieldName("operator");
    const other = OPERATORS.get(operator?.type ?? "");
    const isText = node.children.some((child) => /string/.test(child?.type ?? ""));
    return operator && other && !(isText && /[+-]/.test(other)) ? [change(operator, other)] : [];
  }
  if (node.type === "unary_expression" && node.text.startsWith("!")) {
    const inner = node.childForFieldName("argument");
    return inner ? [change(node, inner.text)] : [];
  }
  if (node.type === "if_statement") {
    const condition = node.childForFieldName("condition");
    return condition && !SAVES_WORK.test(condition.text) ? [change(condition, "(false)")] : [];
  }
  if (node.type === "number") return [change(node, node.text === "0" ? "1" : "0")];
  const literal = LITERALS.get(node.type);
  return literal ? [change(node, literal)] : [];
}

function oneMoreAt(node: Node): Mutant[] {
  const number = Number(node.text.replaceAll("_", ""));
  return node.type === "number" && number > 1 ? [change(node, String(number + 1))] : [];
}

/** A list without each of its entries, and with each word of other lists that is not in it. */
function entriesAt(node: Node, words: ReadonlySet<string>): Mutant[] {
  if (!isList(node)) return [];
  const entries = node.namedChildren.filter((child) => child !== null).map(textOf);
  const others = [...words].filter((word) => !entries.includes(word));
  return [
    ...entries.map((entry) => entries.filter((other) => other !== entry)),
    ...others.map((word) => [...entries, word]),
  ].map((list) => change(node, `[${list.join(", ")}]`));
}

/** A list of nothing but strings, or an empty one. */
function isList(node: Node): boolean {
  return node.type === "array" && node.namedChildren.every((child) => child !== null && isString(child));
}

function isString(node: Node): boolean {
  return node.type === "string";
}

function textOf(node: Node): string {
  return node.text;
}
