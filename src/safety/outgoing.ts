import type { SendableText } from "../model/brands.ts";
import { redact } from "./redaction.ts";
import { revealText } from "./unicode.ts";
import { splitsPair } from "../model/text.ts";

/**
 * The only constructor of {@link SendableText}: nothing unredacted can be sent to a provider. Instruction-like passages
 * remain, because an embedding cannot follow them.
 *
 * @param text content of a file admitted by the path guard, or the user's question
 * @param maxUnits maximum length in UTF-16 code units; surrogate pairs are not split
 */
export function sendable(text: string, maxUnits: number): SendableText {
  // Redacted before the cut, because half a secret would not be recognized.
  const { text: redacted } = redact(revealText(text).text);
  const end = splitsPair(redacted, maxUnits) ? maxUnits - 1 : maxUnits;
  return redacted.slice(0, end) as SendableText;
}
