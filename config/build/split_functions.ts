import binaryen from "binaryen";
import { childrenOf, infoOf, knownFunctions, replaceFunction, rewritten, walk } from "./expressions.ts";
import { frameOf } from "./frame_variables.ts";

/**
 * Splits the lexers of large grammars. Such a lexer is one function with a branch table, a case per state, and a stack
 * frame. The engine's optimising compiler takes 600 MB for one of 160 kB. Here each case becomes a function that gets the
 * frame's address and returns where to go on; the compiler then takes no more than for a small grammar.
 */

/** Minimum size of a function to split, in expressions (about 2.5 bytes each): the calls make a lexer 8 % slower. */
const LARGE = 19_500;
/** Minimum size of a case to move, in expressions: the call has 10. */
const SHORT = 20;
/** Minimum number of cases of a lexer's branch table. */
export const FEWEST_CASES = 32;

/** Splits the large functions of the expected form; the others stay as they are. */
export function splitLargeFunctions(code: binaryen.Module): void {
  for (const name of knownFunctions(code)) {
    const { body } = binaryen.getFunctionInfo(code.getFunction(name));
    if (sizeOf(body) >= LARGE) split(code, name, body);
  }
}

/** Number of expressions, the outermost included. */
export function sizeOf(expression: number): number {
  let size = 0;
  walk(expression, () => size++);
  return size;
}

function split(code: binaryen.Module, name: string, body: number): void {
  const path = largestTable(body);
  const base = frameOf(body)?.base;
  const { params, results, vars } = binaryen.getFunctionInfo(code.getFunction(name));
  const takes = binaryen.expandType(params);
  if (path.length === 0 || base === undefined || results !== binaryen.i32) return;
  if (takes.length === 0 || [...takes, ...vars].some((type) => type !== binaryen.i32)) return;
  const moved = new Map(
    casesOf(path).flatMap((block) => {
      const own = caseIn(code, block);
      return sizeOf(own) >= SHORT && !returns(own) && isSelfContained(own, base) ? [[block, own]] : [];
    }),
  );
  const apart = new Set([...moved.keys()].flatMap((block) => infoOf(block, "Block")!.children.slice(1)));
  if (!isSelfContained(path[0]!, base, apart)) return;
  const getBase = (): number => code.local.get(base, binaryen.i32);
  const changed = rewritten(body, (expression) => {
    const own = moved.get(expression);
    if (own === undefined) return expression;
    const { name: label, children } = infoOf(expression, "Block")!;
    const [id, on, targets] = [`${name} ${label}`, `${name} ${label} on`, targetsOf(own)];
    const setBase = code.local.set(base, code.local.get(0, binaryen.i32));
    code.addFunction(id, params, results, vars, code.block(null, [setBase, returning(code, own, targets)]));
    const call = code.call(id, takes.map((_, at) => at === 0 ? getBase() : code.i32.const(0)), results);
    return code.block(label, [children[0]!, code.block(on, [code.switch([on, ...targets], on, call)])]);
  });
  replaceFunction(code, name, { vars, body: changed });
}

function returns(expression: number): boolean {
  let isFound = false;
  walk(expression, (one) => {
    isFound ||= infoOf(one, "Return") !== undefined;
  });
  return isFound;
}

/** Path to the largest branch table, from the loop around it (or the body); empty without a table. */
function largestTable(body: number): readonly number[] {
  let [most, found]: [number, readonly number[]] = [FEWEST_CASES - 1, []];
  const look = (expression: number, around: readonly number[]): void => {
    const path = infoOf(expression, "Loop") ? [expression] : [...around, expression];
    const labels = infoOf(expression, "Switch")?.names.length ?? 0;
    if (labels > most) [most, found] = [labels, path];
    for (const child of childrenOf(expression)) look(child.expression, path);
  };
  look(body, []);
  return found;
}

/** The blocks with a case: they begin with a block that is a target of the table, and the case follows it. */
function casesOf(path: readonly number[]): number[] {
  const labels = new Set(infoOf(path.at(-1)!, "Switch")!.names);
  return path.filter((block, at) => {
    const { children } = infoOf(block, "Block") ?? { children: [] };
    const [first, next] = children;
    return first !== undefined && first === path[at + 1] && next !== undefined &&
      labels.has(infoOf(first, "Block")?.name ?? "");
  });
}

/** The case in a block, as one expression. */
function caseIn(code: binaryen.Module, block: number): number {
  return code.block(null, infoOf(block, "Block")!.children.slice(1));
}

/**
 * Whether every local but `base` is written before it is read, on every path.
 *
 * @param skipped expressions to leave out
 */
function isSelfContained(
  expression: number,
  base: number,
  skipped: ReadonlySet<number> = new Set(),
): boolean {
  const look = (expression: number, known: Set<number>): boolean => {
    if (skipped.has(expression)) return true;
    const { index } = infoOf(expression, "LocalGet") ?? { index: base };
    if (!known.has(index)) return false;
    // A block may be left, or a branch not taken, before a local is written.
    const isBranching = (["Block", "Loop", "If"] as const).some((kind) => infoOf(expression, kind));
    const inner = isBranching ? new Set(known) : known;
    if (!childrenOf(expression).every((child) => look(child.expression, inner))) return false;
    const set = infoOf(expression, "LocalSet");
    if (set) known.add(set.index);
    return true;
  };
  return look(expression, new Set([base]));
}

/** Labels outside of an expression that it branches to. */
function targetsOf(expression: number): string[] {
  const [used, own] = [new Set<string>(), new Set<string>()];
  walk(expression, (one) => {
    const { names = [], defaultName } = infoOf(one, "Switch") ?? {};
    for (const label of [...names, defaultName, infoOf(one, "Break")?.name]) if (label) used.add(label);
    for (const label of [infoOf(one, "Block")?.name, infoOf(one, "Loop")?.name]) if (label) own.add(label);
  });
  return [...used.difference(own)];
}

/** An expression that returns 0 at its end, and the one-based number of a target instead of branching to it. */
function returning(code: binaryen.Module, expression: number, targets: readonly string[]): number {
  const give = (value: number): number => code.return(code.i32.const(value));
  return targets.reduce(
    (inner, label, at) => code.block(null, [code.block(label, [inner]), give(at + 1)]),
    code.block(null, [expression, give(0)]),
  );
}
