import { createHash } from "node:crypto";

/** SHA-256 hash in lower-case hexadecimal. */
export function sha256Now(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
