import type { Cap } from "../../model/answer.ts";
import type { SafeText } from "../../model/brands.ts";

/** Codex keeps head and tail of anything longer when a hook sends it; the same bound keeps a turn's prompt lean. */
export const CODEX_CAP: Cap = { limit: 10_000, unit: "bytes" };

/** What was typed after `codex-auto`, as far as it is understood. */
export interface CodexTurn {
  readonly prompt: string;
  /** The command that is started; the prompt goes to its standard input. */
  readonly command: readonly string[];
}

/** Reads `exec [codex options] PROMPT`; undefined for anything else. */
export function parseTurn(args: readonly string[]): CodexTurn | undefined {
  const prompt = args.at(-1);
  if (args[0] !== "exec" || args.length < 2 || prompt === undefined || prompt.startsWith("-")) {
    return undefined;
  }
  return { prompt, command: ["codex", "exec", ...args.slice(1, -1), "-"] };
}

/** The user's prompt with the facts after it, as one text. */
export function enhancedPrompt(prompt: string, context: SafeText): string {
  return context === "" ? prompt : `${prompt}\n\n${context}`;
}
