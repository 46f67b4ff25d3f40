import type { SendableText } from "./brands.ts";
import type { EmbeddingService } from "./providers.ts";
import type { EmbedKind, EmbedOutcome } from "./semantic.ts";

/** Messages between the main thread and the network's worker. Everything is structured-cloneable. */

/** Main thread to worker. `open` comes first and once: it carries the key and the authorities trusted besides. */
export type ToNetwork =
  | { readonly type: "open"; readonly service: EmbeddingService; readonly certificates: readonly string[] }
  | {
    readonly type: "embed";
    readonly id: number;
    readonly texts: readonly SendableText[];
    readonly kind: EmbedKind;
  }
  | { readonly type: "cancel"; readonly id: number };

/** Worker to main thread: one for each question that was not cancelled. */
export interface FromNetwork {
  readonly id: number;
  readonly outcome: EmbedOutcome;
}
