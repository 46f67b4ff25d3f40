import type { Intent, Signal } from "../../model/intent.ts";
import { kindOf } from "./kind.ts";
import { scanTriggers } from "./lexicon.ts";
import { readMentions } from "./mentions.ts";
import { previousSignals, type PreviousTargets } from "./previous.ts";
import { wordSignals } from "./score.ts";
import { clip, segment } from "./segments.ts";
import { structureSignals } from "./structure.ts";
import { termsOf } from "./terms.ts";
import { isUntyped, typedPart } from "./untyped.ts";

/** What an earlier prompt of the same session was about. */
export type { PreviousTargets } from "./previous.ts";

/** Confidence from which a prompt counts as being about code, inclusive. */
export const GATE_THRESHOLD = 0.5;

/** What the gate may use beside the prompt. */
export interface IntentOptions {
  /** What earlier turns of the session were about. */
  readonly previous?: PreviousTargets;
  /** Answers whether a word is a symbol of the index; without it the shape of a word decides. */
  readonly isSymbol?: (word: string) => boolean;
}

const NOTHING: Intent = {
  kind: "none",
  confidence: 0,
  signals: [],
  terms: { identifiers: [], paths: [], phrases: [], words: [] },
};

/** What the prompt is about. `kind` is `none` exactly when `confidence` is below {@link GATE_THRESHOLD}. */
export function readIntent(prompt: string, options: IntentOptions = {}): Intent {
  const text = clip(prompt);
  if (isUntyped(text)) return NOTHING;
  const parts = segment(typedPart(text));
  const mentions = readMentions(parts.prose);
  const hits = scanTriggers(mentions.rest);
  const code = structureSignals(parts, mentions, options);
  const words = wordSignals(hits, code, parts.trace.length > 0);
  const past = previousSignals(mentions.rest, options.previous);
  const signals = [...code, ...words, ...past].sort((a, b) => b.weight - a.weight);
  const confidence = clipped(signals);
  const kind = confidence < GATE_THRESHOLD ? "none" : kindOf(hits, parts, mentions.rest, code);
  return { kind, confidence, signals, terms: termsOf(parts, mentions) };
}

function clipped(signals: readonly Signal[]): number {
  let sum = 0;
  for (const signal of signals) sum += signal.weight;
  return Math.min(1, Math.max(0, Math.round(sum * 1000) / 1000));
}
