import type { SafeText } from "../model/brands.ts";
import { BLOCK_CLOSE, BLOCK_OPEN, countDelimiters } from "./delimiters.ts";

/**
 * The block that another process of this program sanitized, as it came; undefined for what is not one whole block or empty.
 */
export function sanitizedBefore(text: string): SafeText | undefined {
  const isBlock = text.startsWith(`${BLOCK_OPEN}\n`) && text.endsWith(`\n${BLOCK_CLOSE}`) &&
    countDelimiters(text) === 2;
  return isBlock || text === "" ? text as SafeText : undefined;
}
