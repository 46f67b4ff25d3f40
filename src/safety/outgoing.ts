import type { SendableText } from "../model/brands.ts";
import { redact } from "./redaction.ts";
import { revealText } from "./unicode.ts";

/**
 * The only place that makes {@link SendableText}: nothing that was not redacted can be handed to a provider.
 * Passages that read as instructions stay: a vector cannot follow them.
 *
 * @param text of a file the path guard admitted, or the user's question
 * @param maxUnits what is beyond is never sent, UTF-16 units; a surrogate pair is not split
 */
export function sendable(text: string, maxUnits: number): SendableText {
  // All of it is redacted before the cut: half a secret is not recognised as one.
  const { text: redacted } = redact(revealText(text).text);
  const end = /[\uD800-\uDBFF]/.test(redacted.charAt(maxUnits - 1)) ? maxUnits - 1 : maxUnits;
  return redacted.slice(0, end) as SendableText;
}
