import type { Intent, Signal } from "../../model/intent.ts";
import { kindOf } from "./kind.ts";
import { type Hit, type Role, scanTriggers } from "./lexicon.ts";
import { readMentions } from "./mentions.ts";
import { previousSignals, type PreviousTargets } from "./previous.ts";
import { clip, segment } from "./segments.ts";
import { structureSignals } from "./structure.ts";
import { termsOf } from "./terms.ts";
import { isUntyped, typedPart } from "./untyped.ts";

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
  const words = wordSignals(hits, mentions.rest);
  const past = previousSignals(mentions.rest, options.previous);
  const signals = [...code, ...words, ...past].sort((a, b) => b.weight - a.weight);
  const confidence = clipped(signals);
  const kind = confidence < GATE_THRESHOLD ? "none" : kindOf(hits, parts, code);
  return { kind, confidence, signals, terms: termsOf(parts, mentions) };
}

function clipped(signals: readonly Signal[]): number {
  let sum = 0;
  for (const signal of signals) sum += signal.weight;
  return Math.min(1, Math.max(0, Math.round(sum * 1000) / 1000));
}

/** Later triggers of a role add less: the share of each, and how many count. */
const SHARES: Record<Role, readonly number[]> = {
  act: [1, 0.5, 0.25],
  fail: [1, 0.4],
  noun: [1, 0.5, 0.3],
  repo: [1],
  definite: [1],
  vague: [1],
  stop: [1, 0.6, 0.4, 0.3],
  task: [1],
  knowledge: [1, 0.6],
  chore: [1],
};

const TYPES: Record<Role, Signal["type"]> = {
  act: "explicit",
  fail: "explicit",
  noun: "implicit",
  repo: "implicit",
  definite: "implicit",
  vague: "explicit",
  stop: "implicit",
  task: "explicit",
  knowledge: "explicit",
  chore: "explicit",
};

function wordSignals(hits: readonly Hit[], _text: string): Signal[] {
  const byRole = new Map<Role, Hit[]>();
  const seen = new Set<string>();
  for (const hit of hits) {
    if (seen.has(hit.match)) continue;
    seen.add(hit.match);
    const list = byRole.get(hit.group.role);
    if (list === undefined) byRole.set(hit.group.role, [hit]);
    else list.push(hit);
  }
  const signals: Signal[] = [];
  for (const [role, list] of byRole) {
    list.sort((a, b) => Math.abs(b.group.weight) - Math.abs(a.group.weight));
    SHARES[role].forEach((share, i) => {
      const hit = list[i];
      if (hit !== undefined) {
        signals.push({ type: TYPES[role], match: hit.match.slice(0, 80), weight: hit.group.weight * share });
      }
    });
  }
  return signals;
}
