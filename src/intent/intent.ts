import type { Intent, KnownSymbols, Signal, Targets } from "../model/intent.ts";
import type { QueryTerms } from "../model/question.ts";
import { NO_QUESTION } from "../model/question.ts";
import { kindOf } from "./kind.ts";
import { scanTriggers } from "./lexicon.ts";
import { readMentions } from "./mentions.ts";
import { questionOf } from "./question.ts";
import { carriedTargets, previousSignals, withTargets } from "./previous.ts";
import { wordSignals } from "./score.ts";
import { clip, segment } from "./segments.ts";
import { isKnown, signedNames, structureSignals, symbolWords } from "./structure.ts";
import { termsOf } from "./terms.ts";
import { isUntyped, typedPart } from "./synthetic_prompts.ts";

/** Confidence from which a prompt counts as being about code, inclusive. */
export const GATE_THRESHOLD = 0.5;

/** Inputs of the gate besides the prompt. */
export interface IntentOptions {
  /** Targets of the session's earlier turns. */
  readonly previous?: Targets | undefined;
  /** Symbols of the index; without it the shape of a word decides. */
  readonly symbols?: KnownSymbols | undefined;
  /** Topics of daily life are what the repository is about, such as films: they do not speak against code. Default false. */
  readonly isDailyLife?: boolean;
}

const NOTHING: Intent = {
  ...NO_QUESTION,
  kind: "none",
  confidence: 0,
  signals: [],
};

/** Reads the prompt's intent. `kind` is `none` exactly when `confidence` is below {@link GATE_THRESHOLD}. */
export function readIntent(prompt: string, options: IntentOptions = {}): Intent {
  const text = clip(prompt);
  if (isUntyped(text)) return NOTHING;
  const parts = segment(typedPart(text));
  const mentions = readMentions(parts.prose);
  const read = scanTriggers(mentions.rest);
  const isElsewhere = read.some(({ group }) => group.weight < 0);
  const hits = options.isDailyLife ? read.filter(({ group }) => !group.id.endsWith("stop.topic")) : read;
  const code = structureSignals(parts, mentions, { symbols: options.symbols, isElsewhere });
  const words = wordSignals(hits, code, parts.trace.length > 0);
  const past = previousSignals(mentions.rest, options.previous);
  const signals = [...code, ...words, ...past].sort((a, b) => b.weight - a.weight);
  const confidence = clipped(signals);
  const named = withSymbols(
    termsOf(parts, mentions),
    [parts.prose, mentions.rest],
    isElsewhere ? undefined : options.symbols,
  );
  const carried = carriedTargets(named, past, options.previous);
  const terms = withTargets(named, carried);
  const confirmed = confirmedOf(terms, options.symbols);
  const kind = confidence < GATE_THRESHOLD ? "none" : kindOf(hits, parts, mentions.rest, code);
  return {
    ...questionOf(text, parts, terms),
    kind,
    confidence,
    signals,
    ...(carried && { carried }),
    ...(confirmed && { confirmed }),
  };
}

/** The terms with the words, of the prose and of what is left of it, that turned out to be symbols among the identifiers, those with a sign first. */
function withSymbols(
  terms: QueryTerms,
  [prose, rest]: readonly [string, string],
  symbols: KnownSymbols | undefined,
): QueryTerms {
  if (symbols === undefined) return terms;
  const names = [...signedNames(prose, symbols), ...terms.identifiers, ...symbolWords(rest, symbols)];
  return { ...terms, identifiers: [...new Set(names)] };
}

function confirmedOf(
  { identifiers }: QueryTerms,
  symbols: KnownSymbols | undefined,
): readonly string[] | undefined {
  if (!symbols?.isComplete) return undefined;
  return identifiers.filter((name) => isKnown(name, symbols));
}

/**
 * True if a prompt could be about code after all, given the index and the session: always when the gate is open,
 * never without words to go by or with signals against it, except topics that may be the repository's own. Cheap.
 */
export function mayMean(intent: Intent): boolean {
  const { kind, signals, terms } = intent;
  if (kind !== "none") return true;
  if (signals.some(({ weight }) => weight < 0)) return dailyTopics(intent).length > 0;
  return signals.length > 0 || terms.words.length > 0;
}

/** The topics of daily life that alone keep a prompt from being about code; empty: something else does, too. */
export function dailyTopics({ kind, signals }: Intent): readonly string[] {
  const against = signals.filter(({ weight }) => weight < 0);
  if (kind !== "none" || against.some(({ type }) => type !== "implicit")) return [];
  const isEnough = clipped(signals.filter(({ weight }) => weight > 0)) >= GATE_THRESHOLD;
  return isEnough ? against.map(({ match }) => match) : [];
}

function clipped(signals: readonly Signal[]): number {
  let sum = 0;
  for (const signal of signals) sum += signal.weight;
  return Math.min(1, Math.max(0, Math.round(sum * 1000) / 1000));
}
