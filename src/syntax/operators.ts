import { lookUp } from "../model/json.ts";
import { type Callee, receiverPath } from "./callee.ts";
import { narrowed } from "./narrowing.ts";
import type { Reading } from "./reading.ts";
import { isWordCode, type Source, textOf, typeAt } from "./source.ts";

/** Records the methods that an operator or an index may call: `a + b` calls `__add__` in Python. */
export function operator(reading: Reading, row: number): void {
  const { source } = reading;
  for (const one of methodsOf(source, row)) {
    reading.mention({ ...one, kind: "sign" }, source.tree.start[row]!);
  }
}

/** Operators in a left operand that are followed: a long sum is of strings or numbers. */
const MOST_OPERANDS = 4;

/** The methods of an operator by its sign. */
function methodsOf(source: Source, row: number, depth = 0): Callee[] {
  const { tree, text, tables } = source;
  const [left, right] = [tree.firstChild(row), tree.lastChild(row)];
  if (right === left || ["null", "nil", "None"].includes(textOf(source, right))) return [];
  const sign = text.slice(tree.end[left], tree.start[right]).trim() || text[tree.start[right]!]!;
  const isPut = tree.parent[row] === row - 1 && typeAt(source, row - 1).includes("assignment");
  const names = lookUp(tables.nodes.operators!.names, sign[0] === "[" ? isPut ? "[]=" : "[]" : sign);
  // `key in cart` is a question to the cart.
  const object = chainAt(source, isWordCode(sign.charCodeAt(sign.length - 1)) ? right : left, depth);
  const receiver = object.startsWith("?") ? object : narrowed(source, row, object);
  return receiver.startsWith("?") ? [] : names?.split(" ").map((name) => ({ name, receiver })) ?? [];
}

/** The chain of an operand, which may be an operator's result: `a.__add__()` for `a + b`. */
function chainAt(source: Source, row: number, depth: number): string {
  const isResult = depth < MOST_OPERANDS && source.tables.isOperator[source.tree.type[row]!] &&
    source.text[source.tree.end[row]! - 1] !== "]";
  const callee = isResult ? methodsOf(source, row, depth + 1).at(-1) : undefined;
  return callee ? `${callee.receiver}.${callee.name}()` : receiverPath(source, row);
}
