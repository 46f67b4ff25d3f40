import { WasmReader } from "./wasm_code.ts";

/** Numbers of the sections of a module that say what its functions are. */
export const TYPES = 1;
/** See {@link TYPES}. */
export const IMPORTS = 2;
/** See {@link TYPES}. */
export const FUNCTIONS = 3;
/** See {@link TYPES}. */
export const CODE = 10;

/** A list of numbers. */
export function numbersOf(body: Uint8Array): number[] {
  const reader = new WasmReader(body);
  return Array.from({ length: reader.number() }, () => reader.number());
}

/** A list of pieces that each begin with their length. */
export function itemsOf(body: Uint8Array): Uint8Array[] {
  const reader = new WasmReader(body);
  return Array.from({ length: reader.number() }, () => {
    const length = reader.number();
    return body.subarray(reader.at, reader.at += length);
  });
}

/** Types of the functions that a section of imports names, in order. */
export function importedFunctions(body: Uint8Array): number[] {
  const reader = new WasmReader(body);
  const types: number[] = [];
  for (let left = reader.number(); left > 0; left--) {
    for (let names = 2; names > 0; names--) {
      const length = reader.number();
      reader.at += length;
    }
    const kind = reader.byte();
    // A table's type, a global's type and whether it changes; limits: a flag, then one or two numbers.
    if (kind === 1 || kind === 3) reader.byte();
    if (kind === 0) types.push(reader.number());
    else if (kind === 3) reader.number();
    else for (let left = 1 + (reader.byte() & 1); left > 0; left--) reader.number();
  }
  return types;
}
