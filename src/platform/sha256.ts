import { createHash } from "node:crypto";

/** SHA-256 of bytes, or of the UTF-8 bytes of a text, in lower-case hexadecimal. */
export function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}
