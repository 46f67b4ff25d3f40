import { type Instruction, OP, WasmReader } from "./wasm_code.ts";

/** How many values a function takes and gives. */
export interface Signature {
  readonly takes: number;
  readonly gives: number;
}

/** The functions of a module. */
export interface Calls {
  /** By the number of their type, for calls by way of a table. */
  ofType(type: number): Signature;
  /** By their own number, imported ones first. */
  of(index: number): Signature;
}

/** The operand stack of a function: per value the place of the instruction that is followed, -1 for all others. */
export class Operands {
  #stack: number[] = [];
  readonly #open: { readonly height: number; readonly gives: number }[] = [];

  /**
   * Does what an instruction does; answers the operands it takes, or may take, the deepest first. Throws a RangeError if it
   * is not known.
   */
  step({ op, start }: Instruction, code: Uint8Array, calls: Calls): number[] {
    if (op === OP.end || op === OP.else) return this.#leave(op);
    const [takes, gives] = this.#effect(op, start, code, calls);
    const taken = NEVER_GO_ON.has(op)
      ? this.#stack.splice(this.#open.at(-1)?.height ?? 0)
      : this.#take(takes);
    // It may take what is below along, too.
    if (op === OP.brIf) return [this.#stack.at(-1) ?? -1, ...taken];
    if (op >= OP.block && op <= OP.if) {
      this.#open.push({ height: this.#stack.length, gives: code[start + 1] === OP.void ? 0 : 1 });
    }
    for (let left = gives; left > 0; left--) this.#stack.push(-1);
    return taken;
  }

  /** The value on top is followed from here on. */
  mark(place: number): void {
    this.#stack[this.#stack.length - 1] = place;
  }

  #leave(op: number): number[] {
    const { height, gives } = this.#open.at(-1) ?? { height: 0, gives: 0 };
    const results = this.#stack.splice(height);
    if (op === OP.else) return results;
    this.#open.pop();
    for (let left = gives; left > 0; left--) this.#stack.push(-1);
    return results;
  }

  /** Behind a branch the stack may be shorter than what is taken. */
  #take(count: number): number[] {
    const least = this.#open.at(-1)?.height ?? 0;
    return Array.from({ length: count }, () => (this.#stack.length > least ? this.#stack.pop()! : -1))
      .reverse();
  }

  #effect(op: number, start: number, code: Uint8Array, calls: Calls): readonly [number, number] {
    if (op === OP.call || op === 0x11) {
      const number = new WasmReader(code, start + 1).number();
      const { takes, gives } = op === OP.call ? calls.of(number) : calls.ofType(number);
      return [takes + (op === OP.call ? 0 : 1), gives];
    }
    const effect = EFFECTS.find(({ first, last }) => op >= first && op <= last);
    if (effect === undefined) throw new RangeError(`unknown WebAssembly instruction ${op}`);
    return effect.counts;
  }
}

/** What leads elsewhere in any case; whatever is on the stack may go along. */
const NEVER_GO_ON: ReadonlySet<number> = new Set([0, OP.br, OP.brTable, OP.return]);

/** By ranges of instructions: how many operands each takes and gives. */
const EFFECTS: readonly {
  readonly first: number;
  readonly last: number;
  readonly counts: readonly [number, number];
}[] = [
  [0x00, 0x03, 0, 0], // unreachable, nop, block, loop
  [0x04, 0x04, 1, 0], // if
  [0x0c, 0x0c, 0, 0],
  [0x0d, 0x0e, 1, 0],
  [0x0f, 0x0f, 0, 0],
  [0x1a, 0x1a, 1, 0], // drop
  [0x1b, 0x1b, 3, 1], // select
  [0x20, 0x20, 0, 1],
  [0x21, 0x21, 1, 0],
  [0x22, 0x22, 1, 1],
  [0x23, 0x23, 0, 1],
  [0x24, 0x24, 1, 0],
  [0x28, 0x35, 1, 1], // loads
  [0x36, 0x3e, 2, 0], // stores
  [0x3f, 0x3f, 0, 1],
  [0x40, 0x40, 1, 1],
  [0x41, 0x44, 0, 1], // constants
  [0x45, 0x45, 1, 1],
  [0x46, 0x4f, 2, 1],
  [0x50, 0x50, 1, 1],
  [0x51, 0x66, 2, 1],
  [0x67, 0x69, 1, 1],
  [0x6a, 0x78, 2, 1],
  [0x79, 0x7b, 1, 1],
  [0x7c, 0x8a, 2, 1],
  [0x8b, 0x91, 1, 1],
  [0x92, 0x98, 2, 1],
  [0x99, 0x9f, 1, 1],
  [0xa0, 0xa6, 2, 1],
  [0xa7, 0xc4, 1, 1], // conversions
].map(([first, last, takes, gives]) => ({ first: first!, last: last!, counts: [takes!, gives!] }));
