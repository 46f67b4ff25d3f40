import { pause } from "../../platform/pause.ts";
import type { HttpGap, HttpOutcome } from "../../platform/http.ts";

/** Number and duration of attempts. */
export interface RetryPolicy {
  /** Requests at most, 1 or more. */
  readonly tries: number;
  /** Longest wait between two of them; a server that asks for more is not waited for. Milliseconds. */
  readonly longestWaitMs: number;
  /** For one exchange. Milliseconds. */
  readonly timeoutMs: number;
}

/** While a prompt waits for the reply. */
export const QUICK: RetryPolicy = { tries: 2, longestWaitMs: 250, timeoutMs: 10_000 };

/** For work in the background. */
export const THOROUGH: RetryPolicy = { tries: 6, longestWaitMs: 60_000, timeoutMs: 120_000 };

const FIRST_WAIT_MS = 500;

/**
 * Sends until it works, it cannot work, or the policy allows no more. Waits as long as the server asks, else exponentially with full
 * jitter, so that many refused clients do not return at once. Never rejects.
 */
export async function withRetries(
  send: () => Promise<HttpOutcome>,
  { tries, longestWaitMs }: RetryPolicy,
  signal: AbortSignal,
): Promise<HttpOutcome> {
  for (let attempt = 1;; attempt++) {
    const outcome = await send();
    if (outcome.ok || !outcome.retry || attempt >= tries) return outcome;
    const asked = outcome.waitMs ?? Math.random() * FIRST_WAIT_MS * 2 ** (attempt - 1);
    if (asked > longestWaitMs && outcome.waitMs !== undefined) return tooLong(outcome);
    if (!await pause(Math.min(asked, longestWaitMs), signal)) return late();
  }
}

function tooLong(gap: HttpGap): HttpGap {
  return { ...gap, detail: `${gap.detail}; it asks to wait ${Math.ceil((gap.waitMs ?? 0) / 1000)} s` };
}

function late(): HttpGap {
  return { ok: false, reason: "timeout", detail: "the provider did not answer in time", retry: false };
}
