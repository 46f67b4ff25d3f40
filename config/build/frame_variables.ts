import { CODE, FUNCTIONS, importedFunctions, IMPORTS, itemsOf, numbersOf, TYPES } from "./wasm_functions.ts";
import { type Calls, Operands, type Signature } from "./wasm_operands.ts";
import { type Instruction, joined, moduleOf, OP, sectionsOf, wasmNumber, WasmReader } from "./wasm_code.ts";

/**
 * The lexer of a grammar is compiled without optimisation: its variables are in memory, in a frame whose address is in one
 * local. To the engine's compiler every access is one that a called function may see. Where the address goes nowhere but
 * into loads and stores, the variables become locals here, which the compiler keeps in registers.
 */
export function withoutFrames(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(module);
  const body = (id: number): Uint8Array => sections.find((section) => section.id === id)?.body ?? EMPTY;
  const signatures = signaturesOf(body(TYPES));
  const functions = [...importedFunctions(body(IMPORTS)), ...numbersOf(body(FUNCTIONS))];
  const calls: Calls = { ofType: (type) => signatures[type]!, of: (index) => signatures[functions[index]!]! };
  const first = importedFunctions(body(IMPORTS)).length;
  return moduleOf(sections.map((section) => {
    if (section.id !== CODE) return section;
    const codes = itemsOf(section.body).map((code, at) => {
      try {
        return withoutFrame(code, calls.of(first + at).takes, calls) ?? code;
      } catch (error) {
        // An instruction that is not known here: no lexer has one.
        if (error instanceof RangeError) return code;
        throw error;
      }
    });
    return {
      ...section,
      body: joined([wasmNumber(codes.length), ...codes.flatMap((code) => [wasmNumber(code.length), code])]),
    };
  }));
}

const EMPTY = new Uint8Array(1);

function signaturesOf(body: Uint8Array): Signature[] {
  const reader = new WasmReader(body);
  const types = (): number => {
    const count = reader.number();
    reader.at += count;
    return count;
  };
  return Array.from({ length: reader.number() }, () => {
    reader.byte();
    return { takes: types(), gives: types() };
  });
}

/** Loads and stores of 32-bit values: how many bytes they move. */
const WIDTHS: ReadonlyMap<number, number> = new Map([
  [0x28, 4],
  [0x2c, 1],
  [0x2d, 1],
  [0x2e, 2],
  [0x2f, 2],
  [0x36, 4],
  [0x3a, 1],
  [0x3b, 2],
]);
const FIRST_STORE = 0x36;

/** A function's code with locals in place of its frame; undefined when it has none, or its address is used otherwise. */
function withoutFrame(code: Uint8Array, parameters: number, calls: Calls): Uint8Array | undefined {
  const reader = new WasmReader(code);
  const groups = reader.number();
  let locals = parameters;
  for (let left = groups; left > 0; left--) {
    locals += reader.number();
    reader.byte();
  }
  const headEnd = reader.at;
  const instructions: Instruction[] = [];
  while (reader.at < code.length) instructions.push(reader.instruction());
  const base = frameLocal(instructions);
  const uses = base === undefined ? undefined : usesOf(code, instructions, base, calls);
  if (uses === undefined || uses.variables.size === 0) return undefined;
  const numbers = new Map([...uses.variables.keys()].map((offset, at) => [offset, locals + at]));
  const head = code.subarray(wasmNumber(groups).length, headEnd);
  const pieces: ArrayLike<number>[] = [wasmNumber(groups + 1), head, wasmNumber(numbers.size), [OP.i32Type]];
  instructions.forEach(({ start, end }, at) => {
    const access = uses.accesses.get(at);
    if (access !== undefined) {
      pieces.push(replacement(access, numbers.get(access.offset)!, instructions[at - 1]!, code));
    } else if (!uses.addresses.has(at)) pieces.push(code.subarray(start, end));
  });
  return joined(pieces);
}

/** What stands for a load or a store. */
function replacement({ op }: Access, local: number, before: Instruction, code: Uint8Array): number[] {
  const width = WIDTHS.get(op)!;
  const get = [OP.localGet, ...wasmNumber(local)];
  if (op === 0x2c) return [...get, 0xc0]; // i32.extend8_s
  if (op === 0x2e) return [...get, 0xc1];
  if (op < FIRST_STORE) return get;
  const set = [OP.localSet, ...wasmNumber(local)];
  const isSmall = (before.op >= 0x45 && before.op <= 0x4f) ||
    (before.op === OP.i32Const && before.end - before.start === 2 && code[before.start + 1]! < 64);
  if (width === 4 || isSmall) return set;
  return [OP.i32Const, ...(width === 1 ? [0xff, 0x01] : [0xff, 0xff, 0x03]), 0x71, ...set];
}

/** The local that the function's first instructions put the address of its frame into. */
function frameLocal(instructions: readonly Instruction[]): number | undefined {
  const [top, size, minus, set] = instructions;
  if (top?.op !== 0x23 || size?.op !== OP.i32Const || minus?.op !== 0x6b) return undefined;
  const base = set?.op === OP.localTee || set?.op === OP.localSet ? set.local : undefined;
  const writes = instructions.filter(({ op, local }) => local === base && op !== OP.localGet);
  return writes.length === 1 ? base : undefined;
}

interface Access {
  readonly op: number;
  readonly offset: number;
}

interface Uses {
  /** By the place of the instruction. */
  readonly accesses: ReadonlyMap<number, Access>;
  /** Places of the instructions that put the address on the stack for them. */
  readonly addresses: ReadonlySet<number>;
  /** Bytes of each variable, by its offset in the frame. */
  readonly variables: ReadonlyMap<number, number>;
}

/** Follows the address through the operands; undefined when it goes elsewhere, or two variables overlap. */
function usesOf(
  code: Uint8Array,
  instructions: readonly Instruction[],
  base: number,
  calls: Calls,
): Uses | undefined {
  const accesses = new Map<number, Access>();
  const addresses = new Set<number>();
  const variables = new Map<number, number>();
  const operands = new Operands();
  for (let at = 0; at < instructions.length; at++) {
    const one = instructions[at]!;
    const { op } = one;
    const taken = operands.step(one, code, calls);
    if (op === OP.localGet && one.local === base) operands.mark(at);
    const from = taken.findLast((place) => place >= 0);
    if (from === undefined) continue;
    // The end of the function: the frame's address and its size.
    if (op === 0x6a && instructions[at - 1]?.op === OP.i32Const && instructions[at + 1]?.op === 0x24) {
      continue;
    }
    const width = WIDTHS.get(op);
    if (width === undefined || taken[0] !== from || taken.filter((place) => place >= 0).length > 1) {
      return undefined;
    }
    const reader = new WasmReader(code, one.start + 1);
    reader.number();
    const offset = reader.number();
    if ((variables.get(offset) ?? width) !== width) return undefined;
    variables.set(offset, width);
    accesses.set(at, { op, offset });
    addresses.add(from);
  }
  let free = 0;
  for (const [offset, width] of [...variables].sort(([a], [b]) => a - b)) {
    if (offset < free) return undefined;
    free = offset + width;
  }
  return { accesses, addresses, variables };
}
