/** The instructions and types of WebAssembly that are told apart or written here, by their codes. */
export const OP = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  i32Const: 0x41,
  i32Type: 0x7f,
  void: 0x40,
} as const;

/** One instruction: where it stands, and its labels or its local where it has any. */
export interface Instruction {
  readonly op: number;
  readonly start: number;
  readonly end: number;
  /** Relative depths that a branch leads to, the default of a table last. */
  readonly labels: readonly number[];
  /** Number of the local it reads or writes, -1 for none. */
  readonly local: number;
}

/** Reads numbers and skips immediates; throws where the bytes end or an instruction is not known. */
export class WasmReader {
  constructor(readonly bytes: Uint8Array, public at = 0) {}

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new RangeError("WebAssembly ends within a number");
    return value;
  }

  /** An unsigned number of up to 32 bits. */
  number(): number {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.byte();
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  instruction(): Instruction {
    const start = this.at;
    const op = this.byte();
    let labels: number[] = [];
    let local = -1;
    if (op === OP.br || op === OP.brIf) labels = [this.number()];
    else if (op === OP.brTable) labels = Array.from({ length: this.number() + 1 }, () => this.number());
    else if (op >= OP.localGet && op <= OP.localTee) local = this.number();
    else this.#skipImmediates(op);
    return { op, start, end: this.at, labels, local };
  }

  #skipImmediates(op: number): void {
    const numbers = op === 0x11 || (op >= 0x28 && op <= 0x3e)
      ? 2
      : (op >= OP.block && op <= OP.if) || op === OP.call || op === 0x23 || op === 0x24 ||
          (op >= 0x3f && op <= 0x42)
      ? 1
      : 0;
    const isPlain = op <= OP.return || op === 0x1a || op === 0x1b || (op >= 0x45 && op <= 0xc4);
    if (op === 0x43 || op === 0x44) this.at += op === 0x43 ? 4 : 8;
    else if (numbers === 0 && !isPlain) throw new RangeError(`unknown WebAssembly instruction ${op}`);
    for (let left = numbers; left > 0; left--) this.number();
  }
}

/** The bytes of an unsigned number. */
export function wasmNumber(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

/** A part of a module: what follows its number and its length. */
export interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

/** The sections of a module in order. */
export function sectionsOf(module: Uint8Array): Section[] {
  const reader = new WasmReader(module, 8);
  const sections: Section[] = [];
  while (reader.at < module.length) {
    const id = reader.byte();
    const length = reader.number();
    sections.push({ id, body: module.subarray(reader.at, reader.at += length) });
  }
  return sections;
}

/** Inverse of {@link sectionsOf}. */
export function moduleOf(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return joined([head, ...sections.flatMap(({ id, body }) => [[id, ...wasmNumber(body.length)], body])]);
}

/** Several pieces as one. */
export function joined(pieces: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
