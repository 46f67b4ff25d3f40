/** Two lower-case hexadecimal digits per byte. */
export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += (byte + 256).toString(16).slice(1);
  return text;
}

/** Inverse of {@link toHex}; digits that do not make a pair are left out. */
export function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16));
}
