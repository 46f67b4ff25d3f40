import { evidenceOf, mayMean, readIntent } from "./intent.ts";

/**
 * The part of the hook that needs the prompt alone. The build bundles it for clients that can run it in their own
 * process, where a prompt that is not about code costs no start of this program.
 */

/** True if a prompt may be about code. */
export function mayAsk(prompt: string): boolean {
  const evidence = evidenceOf(prompt);
  return evidence !== undefined && mayMean(evidence);
}

/** True if a subagent's prompt is about code, and holds no facts yet. */
export function mayBrief(prompt: string): boolean {
  return !prompt.includes("<auto-tools-context>") && readIntent(prompt).kind !== "none";
}
