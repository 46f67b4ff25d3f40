import binaryen from "binaryen";
import { infoOf, knownFunctions, replaceFunction, rewritten, walk } from "./expressions.ts";

/**
 * Turns the variables in a stack frame into locals, which the engine's compiler keeps in registers. Some grammars' lexers
 * are compiled without optimisation: their variables are in memory, where any function they call may see them.
 * A function whose frame's address is used other than in loads and stores of 32 bits or less stays as it is.
 */
export function removeFrames(code: binaryen.Module): void {
  for (const name of knownFunctions(code)) {
    const { body } = binaryen.getFunctionInfo(code.getFunction(name));
    const frame = frameOf(body);
    const variables = frame && variablesOf(body, frame);
    if (variables) useLocals(code, name, { ...frame, variables });
  }
}

/** The stack frame of a function. */
export interface Frame {
  /** Local with its address. */
  readonly base: number;
  /** Global with the stack pointer. */
  readonly pointer: string;
}

/** The frame that the first expression of a body allocates; undefined without one, or if its address changes later. */
export function frameOf(body: number): Frame | undefined {
  let first = infoOf(body, "Block")?.children[0];
  if (first !== undefined) first = infoOf(first, "GlobalSet")?.value ?? first;
  const set = first === undefined ? undefined : infoOf(first, "LocalSet");
  const room = set && infoOf(set.value, "Binary");
  const pointer = room?.op === binaryen.SubInt32 ? infoOf(room.left, "GlobalGet") : undefined;
  if (set === undefined || pointer === undefined) return undefined;
  let writes = 0;
  walk(body, (expression) => {
    if (infoOf(expression, "LocalSet")?.index === set.index) writes++;
  });
  return writes === 1 ? { base: set.index, pointer: pointer.name } : undefined;
}

/** Bytes of each variable by its offset; undefined if the address has other uses or if variables overlap. */
function variablesOf(body: number, { base, pointer }: Frame): ReadonlyMap<number, number> | undefined {
  const isBase = (expression: number): boolean => infoOf(expression, "LocalGet")?.index === base;
  const variables = new Map<number, number>();
  let [others, isSound] = [0, true];
  const access = ({ ptr, offset, bytes }: Access, type: number): void => {
    if (!isBase(ptr)) return;
    others--;
    isSound &&= type === binaryen.i32 && (variables.get(offset) ?? bytes) === bytes;
    variables.set(offset, bytes);
  };
  walk(body, (expression) => {
    if (isBase(expression)) others++;
    const load = infoOf(expression, "Load");
    if (load) access(load, load.type);
    const store = infoOf(expression, "Store");
    if (store) access(store, binaryen.getExpressionType(store.value));
    // The epilogue frees the frame.
    const end = infoOf(expression, "GlobalSet");
    const sum = end?.name === pointer ? infoOf(end.value, "Binary") : undefined;
    if (sum?.op === binaryen.AddInt32 && isBase(sum.left)) others--;
  });
  let free = 0;
  for (const [offset, bytes] of [...variables].sort(([a], [b]) => a - b)) {
    isSound &&= offset >= free;
    free = offset + bytes;
  }
  return isSound && others === 0 && variables.size > 0 ? variables : undefined;
}

type Access = { readonly ptr: number; readonly offset: number; readonly bytes: number };

function useLocals(
  code: binaryen.Module,
  name: string,
  { base, variables }: Frame & { readonly variables: ReadonlyMap<number, number> },
): void {
  const { body, params, vars } = binaryen.getFunctionInfo(code.getFunction(name));
  const first = binaryen.expandType(params).length + vars.length;
  const locals = new Map([...variables.keys()].map((offset, at) => [offset, first + at]));
  const localOf = ({ ptr, offset }: Access): number | undefined =>
    infoOf(ptr, "LocalGet")?.index === base ? locals.get(offset) : undefined;
  const { i32 } = code;
  const changed = rewritten(body, (expression) => {
    const load = infoOf(expression, "Load");
    const source = load && localOf(load);
    if (source !== undefined) {
      const value = code.local.get(source, binaryen.i32);
      if (load!.bytes === 4 || !load!.isSigned) return value;
      return load!.bytes === 1 ? i32.extend8_s(value) : i32.extend16_s(value);
    }
    const store = infoOf(expression, "Store");
    const target = store && localOf(store);
    if (target === undefined) return expression;
    const mask = store!.bytes === 4 ? undefined : i32.const(2 ** (8 * store!.bytes) - 1);
    return code.local.set(target, mask === undefined ? store!.value : i32.and(store!.value, mask));
  });
  replaceFunction(code, name, { vars: [...vars, ...Array(locals.size).fill(binaryen.i32)], body: changed });
}
