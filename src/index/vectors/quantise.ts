/**
 * Stored vectors: one bit per dimension to scan all of them, one signed byte per dimension to compare the best. A
 * stored vector is 4 bytes of scale (float32, little-endian) followed by the signed bytes; multiplied by the scale they
 * are the unit vector.
 */

/** Size of the scale in front of a stored vector's values, in bytes. */
export const SCALE_BYTES = 4;

const MOST = 127;

/** Size of one vector's bit code in bytes. */
export function codeBytes(dimension: number): number {
  return Math.ceil(dimension / 8);
}

/** Size of one stored vector in bytes. */
export function storedBytes(dimension: number): number {
  return SCALE_BYTES + dimension;
}

/** The vectors of one blob, in the order of its chunks. */
export interface Quantised {
  /** Stored vectors, {@link storedBytes} each. */
  readonly vectors: Uint8Array<ArrayBuffer>;
  /** Bit codes, {@link codeBytes} each: bit `i & 7` of byte `i >> 3` is set if value `i` is positive. */
  readonly codes: Uint8Array<ArrayBuffer>;
}

/** Quantizes the vectors of one blob; a chunk without a vector is all zero and matches nothing. */
export function quantise(vectors: readonly (Float32Array | undefined)[], dimension: number): Quantised {
  const width = codeBytes(dimension);
  const size = storedBytes(dimension);
  const stored = new Uint8Array(vectors.length * size);
  const codes = new Uint8Array(vectors.length * width);
  const view = new DataView(stored.buffer);
  vectors.forEach((vector, at) => {
    if (vector === undefined) return;
    let largest = 0;
    let squares = 0;
    for (let i = 0; i < dimension; i++) {
      const value = vector[i]!;
      largest = Math.max(largest, Math.abs(value));
      squares += value * value;
    }
    if (!(largest > 0)) return;
    view.setFloat32(at * size, largest / MOST / Math.sqrt(squares), true);
    for (let i = 0, from = at * size + SCALE_BYTES; i < dimension; i++) {
      const value = vector[i]!;
      view.setInt8(from + i, Math.round(value / largest * MOST));
      if (value > 0) codes[at * width + (i >> 3)]! |= 1 << (i & 7);
    }
  });
  return { vectors: stored, codes };
}

/** The vector scaled to unit length; undefined for a zero or infinite vector. */
export function unit(vector: Float32Array): Float32Array<ArrayBuffer> | undefined {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!(squares > 0) || squares === Infinity) return undefined;
  const length = Math.sqrt(squares);
  return Float32Array.from(vector, (value) => value / length);
}

/**
 * Signed bytes of a stored vector as floats; quantizing them again yields the same bytes, except for the last bits of
 * the scale.
 */
export function unscaledValues(stored: Uint8Array): Float32Array<ArrayBuffer> {
  const values = new Int8Array(stored.buffer, stored.byteOffset + SCALE_BYTES, stored.length - SCALE_BYTES);
  return Float32Array.from(values);
}

/**
 * Cosine of a unit vector and a stored one, up to quantization error.
 *
 * @param stored {@link storedBytes} of the query's dimension; other sizes give 0
 */
export function cosine(query: Float32Array, stored: Uint8Array): number {
  if (stored.length !== storedBytes(query.length)) return 0;
  const view = new DataView(stored.buffer, stored.byteOffset, stored.length);
  const values = new Int8Array(stored.buffer, stored.byteOffset + SCALE_BYTES, query.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += query[i]! * values[i]!;
  return sum * view.getFloat32(0, true);
}
