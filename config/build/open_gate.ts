/**
 * In place of `src/intent/gate.ts` in the module of the marketplace's plug-in, which is a file of the repository and so
 * carries no vocabulary: the daemon or the hook decides whether a prompt is about code.
 */

/** Whether there is a prompt at all. */
export function mayAsk(prompt: string): boolean {
  return prompt.trim() !== "";
}

/** Whether a subagent's prompt holds no facts yet. */
export function mayBrief(prompt: string): boolean {
  return !prompt.includes("<auto-tools-context>");
}
