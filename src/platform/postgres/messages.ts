/** PostgreSQL's protocol 3.0 as bytes: a letter, a length that counts itself, and the content; all numbers big-endian. */

const encoder = new TextEncoder();

/** Pieces of a message's content. */
export type Piece = Uint8Array | { readonly text: string } | { readonly int16: number } | {
  readonly int32: number;
};

/** A text as the protocol ends it: with a zero byte. */
export function text(value: string): Piece {
  return { text: value };
}

/** Four bytes. */
export function int32(value: number): Piece {
  return { int32: value };
}

/** Two bytes. */
export function int16(value: number): Piece {
  return { int16: value };
}

/** One message; without a letter as the first message of a connection has to be. */
export function message(letter: string, ...pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const parts = pieces.map(bytesOf);
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  const whole = new Uint8Array(letter.length + length);
  whole.set(encoder.encode(letter));
  new DataView(whole.buffer).setInt32(letter.length, length);
  let at = letter.length + 4;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function bytesOf(piece: Piece): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  if ("text" in piece) return encoder.encode(`${piece.text}\0`);
  const isLong = "int32" in piece;
  const view = new DataView(new ArrayBuffer(isLong ? 4 : 2));
  if (isLong) view.setInt32(0, piece.int32);
  else view.setInt16(0, piece.int16);
  return new Uint8Array(view.buffer);
}

/** A statement with its values, never spelled into it: parse, bind, execute, sync. */
export function statement(sql: string, values: readonly string[]): Uint8Array<ArrayBuffer>[] {
  const bound = values.flatMap((value): Piece[] => {
    const bytes = encoder.encode(value);
    return [int32(bytes.length), bytes];
  });
  return [
    message("P", text(""), text(sql), int16(0)),
    message("B", text(""), text(""), int16(0), int16(values.length), ...bound, int16(0)),
    message("E", text(""), int32(0)),
    message("S"),
  ];
}

/** The values of a row, as text; null for SQL's NULL. Undefined when the lengths do not add up. */
export function rowOf(content: Uint8Array): (string | null)[] | undefined {
  const view = viewOf(content);
  if (content.length < 2) return undefined;
  const values: (string | null)[] = [];
  let at = 2;
  for (let left = view.getInt16(0); left > 0; left--) {
    if (at + 4 > content.length) return undefined;
    const length = view.getInt32(at);
    at += 4;
    if (length < -1 || at + length > content.length) return undefined;
    values.push(length < 0 ? null : new TextDecoder().decode(content.subarray(at, at + length)));
    at += Math.max(0, length);
  }
  return values;
}

/** The code of an error, five letters and digits; what the server says in words may quote what was sent. */
export function errorCode(content: Uint8Array): string {
  for (const field of new TextDecoder().decode(content).split("\0")) {
    if (/^C[0-9A-Z]{5}$/.test(field)) return field.slice(1);
  }
  return "unknown";
}

/** A view of exactly these bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}
