import { Language, type Node, Parser } from "web-tree-sitter";

/** One change of one place in a source. */
export interface Mutant {
  /** Byte offsets in the source's UTF-16 text: start inclusive, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** 1-based. */
  readonly line: number;
  /** Such as `< to <=`. */
  readonly what: string;
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

/** Every mutant of a source, in its order: operators, literals, negations, conditions, numbers. */
export function mutantsOf(parser: Parser, source: string): Mutant[] {
  const tree = parser.parse(source);
  const found: Mutant[] = [];
  const visit = (node: Node): void => {
    const mutant = mutantAt(node);
    if (mutant) found.push(mutant);
    // Types hold no behaviour.
    for (const child of node.children) if (child && !/type|import/.test(child.type)) visit(child);
  };
  if (tree) visit(tree.rootNode);
  tree?.delete();
  return found;
}

function mutantAt(node: Node): Mutant | undefined {
  const change = (at: Node, replacement: string): Mutant => ({
    start: at.startIndex,
    end: at.endIndex,
    replacement,
    line: at.startPosition.row + 1,
    what: `${at.text.slice(0, 40)} to ${replacement.slice(0, 40)}`,
  });
  if (node.type === "binary_expression") {
    const operator = node.childForFieldName("operator");
    const other = OPERATORS.get(operator?.type ?? "");
    const isText = node.children.some((child) => /string/.test(child?.type ?? ""));
    return operator && other && !(isText && /[+-]/.test(other)) ? change(operator, other) : undefined;
  }
  if (node.type === "unary_expression" && node.text.startsWith("!")) {
    const inner = node.childForFieldName("argument");
    return inner ? change(node, inner.text) : undefined;
  }
  if (node.type === "if_statement") {
    const condition = node.childForFieldName("condition");
    return condition && !SAVES_WORK.test(condition.text) ? change(condition, "(false)") : undefined;
  }
  if (node.type === "number") return change(node, node.text === "0" ? "1" : "0");
  const literal = LITERALS.get(node.type);
  return literal ? change(node, literal) : undefined;
}
