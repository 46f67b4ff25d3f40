import { CODE, FUNCTIONS, importedFunctions, IMPORTS, itemsOf, numbersOf, TYPES } from "./wasm_functions.ts";
import { joined, moduleOf, OP, sectionsOf, wasmNumber, WasmReader } from "./wasm_code.ts";

/**
 * A grammar's lexer calls the parser for every character, by way of a table and into another module: once to ask whether the
 * text is at its end, once to go on, which are three functions there. Here such calls lead to functions of the grammar's
 * own module, which do the same in the common case (a character of one UTF-16 unit that is no line break, in the middle of
 * a piece of text) and make the call in every other.
 *
 * The layouts are those of `Lexer` in the C sources of the pinned web-tree-sitter (32-bit pointers).
 */
export function withOwnLexerCalls(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(module);
  const body = (id: number): Uint8Array => sections.find((section) => section.id === id)?.body ?? EMPTY;
  const types = typesOf(body(TYPES));
  const functions = numbersOf(body(FUNCTIONS));
  const codes = itemsOf(body(CODE));
  const next = importedFunctions(body(IMPORTS)).length + codes.length;
  const typeNumber = (type: Uint8Array): number => types.findIndex((one) => isEqual(one, type));
  const numbers = new Map(CALLS.map(({ type }, at) => [typeNumber(type), next + at]));
  const changed = codes.map((code) => isLexer(code) ? redirected(code, numbers) : code);
  if (changed.every((code, at) => code === codes[at])) return moduleOf(sections);
  for (const { type, own, write } of CALLS) {
    functions.push(types.push(own) - 1);
    changed.push(write(Math.max(0, typeNumber(type))));
  }
  const list = (items: readonly ArrayLike<number>[]): Uint8Array =>
    joined([wasmNumber(items.length), ...items]);
  return moduleOf(sections.map((section) => {
    if (section.id === TYPES) return { ...section, body: list(types) };
    if (section.id === FUNCTIONS) return { ...section, body: list(functions.map(wasmNumber)) };
    if (section.id !== CODE) return section;
    return { ...section, body: list(changed.map((code) => joined([wasmNumber(code.length), code]))) };
  }));
}

const EMPTY = new Uint8Array(1);

/** A table with fewer cases is no lexer. */
const FEWEST_CASES = 32;
const CALL_INDIRECT = 0x11;

function isLexer(code: Uint8Array): boolean {
  return instructionsOf(code).some(({ labels }) => labels.length >= FEWEST_CASES);
}

function redirected(code: Uint8Array, numbers: ReadonlyMap<number, number>): Uint8Array {
  const pieces: ArrayLike<number>[] = [];
  let kept = 0;
  for (const { op, start, end } of instructionsOf(code)) {
    if (op !== CALL_INDIRECT) continue;
    const own = numbers.get(new WasmReader(code, start + 1).number());
    if (own === undefined) continue;
    pieces.push(code.subarray(kept, start), [OP.call, ...wasmNumber(own)]);
    kept = end;
  }
  return kept === 0 ? code : joined([...pieces, code.subarray(kept)]);
}

/** Of a function with an instruction that is not known here: none. */
function instructionsOf(code: Uint8Array): ReturnType<WasmReader["instruction"]>[] {
  const reader = new WasmReader(code);
  for (let left = reader.number(); left > 0; left--) {
    reader.number();
    reader.byte();
  }
  const instructions = [];
  try {
    while (reader.at < code.length) instructions.push(reader.instruction());
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
  return instructions;
}

/** The types of a module's functions, each as its bytes. */
function typesOf(body: Uint8Array): Uint8Array[] {
  const reader = new WasmReader(body);
  return Array.from({ length: reader.number() }, () => {
    const start = reader.at;
    reader.byte();
    for (let lists = 2; lists > 0; lists--) {
      const count = reader.number();
      reader.at += count;
    }
    return body.subarray(start, reader.at);
  });
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}

function functionType(takes: number, gives: number): Uint8Array {
  const numbers = (count: number): number[] => [count, ...new Array<number>(count).fill(OP.i32Type)];
  return Uint8Array.of(0x60, ...numbers(takes), ...numbers(gives));
}

/** The type of a call by way of the table, the type of the function in its place, and the code of that. */
interface Call {
  readonly type: Uint8Array;
  /** The same, with the place in the table as the last argument. */
  readonly own: Uint8Array;
  write(type: number): Uint8Array;
}

// Offsets in bytes inside the C structure.
const LOOKAHEAD = 0;
const ADVANCE = 8;
const MARK_END = 12;
const AT_END = 24;
const POSITION = 32;
const COLUMN = 40;
const TOKEN_START = 44;
const TOKEN_END = 56;
const RANGES = 68;
const CHUNK = 72;
const LOGGER = 96;
const RANGE_COUNT = 100;
const RANGE = 104;
const CHUNK_START = 108;
const CHUNK_SIZE = 112;
const LOOKAHEAD_SIZE = 116;
const COUNTED_COLUMN = 124;
const IS_COLUMN_COUNTED = 128;
/** In a range. */
const RANGE_END = 20;

/** Line breaks change the row. */
const LINE_BREAK = 10;
/** From here on stand the halves of characters of two units, and the byte order mark. */
const FIRST_SURROGATE = 0xd800;

const get = (local: number): number[] => [OP.localGet, local];
const constant = (value: number): number[] => {
  const bytes: number[] = [];
  for (; value > 63; value >>= 7) bytes.push((value & 127) | 128);
  return [OP.i32Const, ...bytes, value];
};
const load = (offset: number): number[] => [0x28, 2, ...wasmNumber(offset)];
const store = (offset: number): number[] => [0x36, 2, ...wasmNumber(offset)];
const field = (offset: number): number[] => [...get(0), ...load(offset)];
const [EQUAL, NOT_EQUAL, LESS, AT_MOST, AT_LEAST, ADD, MINUS] = [0x46, 0x47, 0x49, 0x4d, 0x4f, 0x6a, 0x6b];
const leaveIf = (...condition: number[]): number[] => [...condition, OP.brIf, 0];
/** Copies a position and its row and column. */
const copyPosition = (to: number): number[] => [
  ...[...get(0), ...get(0), 0x29, 2, ...wasmNumber(POSITION), 0x37, 2, ...wasmNumber(to)],
  ...[...get(0), ...field(COLUMN), ...store(to + COLUMN - POSITION)],
];

/** A function with `locals` variables: `quick` in a block, which it leaves where the call has to be made. */
function written(locals: number, quick: readonly number[], slow: readonly number[]): Uint8Array {
  const variables = locals === 0 ? [0] : [1, locals, OP.i32Type];
  return Uint8Array.from([
    ...variables,
    ...[OP.block, OP.void, ...quick, OP.return, OP.end],
    ...[...slow, OP.end],
  ]);
}

function advance(type: number): Uint8Array {
  const [skip, target, at, offset, unit] = [1, 2, 3, 4, 5];
  const quick = [
    ...leaveIf(...get(target), ...field(ADVANCE), NOT_EQUAL),
    ...leaveIf(...field(LOOKAHEAD_SIZE), ...constant(2), NOT_EQUAL),
    ...leaveIf(...field(LOOKAHEAD), ...constant(LINE_BREAK), EQUAL),
    ...leaveIf(...field(LOOKAHEAD), ...constant(FIRST_SURROGATE), AT_LEAST),
    ...leaveIf(...field(LOGGER)),
    ...leaveIf(...field(RANGE)),
    ...[...field(POSITION), ...constant(2), ADD, OP.localSet, at],
    ...leaveIf(...field(RANGES), ...load(RANGE_END), ...get(at), AT_MOST),
    ...leaveIf(
      ...[...get(at), ...field(CHUNK_START), MINUS, OP.localTee, offset],
      ...[...field(CHUNK_SIZE), AT_LEAST],
    ),
    ...[...field(CHUNK), ...get(offset), ADD, 0x2f, 1, 0, OP.localTee, unit],
    ...leaveIf(...constant(FIRST_SURROGATE), MINUS, ...constant(0x800), LESS),
    ...[...get(0), 0x2d, 0, ...wasmNumber(IS_COLUMN_COUNTED), OP.if, OP.void],
    ...[...get(0), ...field(COUNTED_COLUMN), ...constant(1), ADD, ...store(COUNTED_COLUMN), OP.end],
    ...[...get(0), ...get(at), ...store(POSITION)],
    ...[...get(0), ...field(COLUMN), ...constant(2), ADD, ...store(COLUMN)],
    ...[...get(skip), OP.if, OP.void, ...copyPosition(TOKEN_START), OP.end],
    ...[...get(0), ...get(unit), ...store(LOOKAHEAD)],
  ];
  return written(3, quick, [...get(0), ...get(skip), ...get(target), CALL_INDIRECT, ...wasmNumber(type), 0]);
}

function isAtEnd(type: number): Uint8Array {
  const quick = [
    ...leaveIf(...get(1), ...field(AT_END), NOT_EQUAL),
    ...[...field(RANGE), ...field(RANGE_COUNT), EQUAL],
  ];
  return written(0, quick, [...get(0), ...get(1), CALL_INDIRECT, ...wasmNumber(type), 0]);
}

function markEnd(type: number): Uint8Array {
  const quick = [
    ...leaveIf(...get(1), ...field(MARK_END), NOT_EQUAL),
    ...leaveIf(...field(RANGE)),
    ...leaveIf(...field(LOGGER)),
    ...copyPosition(TOKEN_END),
  ];
  return written(0, quick, [...get(0), ...get(1), CALL_INDIRECT, ...wasmNumber(type), 0]);
}

const CALLS: readonly Call[] = [
  { type: functionType(2, 0), own: functionType(3, 0), write: advance },
  { type: functionType(1, 1), own: functionType(2, 1), write: isAtEnd },
  { type: functionType(1, 0), own: functionType(2, 0), write: markEnd },
];
