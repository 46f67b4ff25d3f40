import type { Intent, KnownSymbols, Signal, Targets } from "../model/intent.ts";
import { NO_QUESTION, type QueryTerms } from "../model/question.ts";
import { literal } from "../model/text.ts";
import { kindOf } from "./kind.ts";
import { requestTriggers } from "./lexicon.ts";
import { readMentions } from "./mentions.ts";
import { questionOf } from "./question.ts";
import { carriedTargets, previousSignals, withTargets } from "./previous.ts";
import { wordSignals } from "./score.ts";
import { clip, segment } from "./segments.ts";
import { isKnown, signedNames, spelled, structureSignals, symbolWords } from "./structure.ts";
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
  /** Its words are names of the repository, or are not, which decides instead of its signals. Default: the signals decide. */
  readonly isAboutNames?: boolean;
}

const NOTHING: Intent = { ...NO_QUESTION, kind: "none", confidence: 0, prose: "", signals: [] };

/** Signals of a prompt's words and structure for and against code, with the parts that they were read from. */
export type Evidence = NonNullable<ReturnType<typeof evidenceOf>>;

/** Reads the evidence of a prompt, which is all that the gate needs of most; undefined for one that no user typed. */
export function evidenceOf(prompt: string, symbols?: KnownSymbols) {
  const text = clip(prompt);
  if (isUntyped(text)) return undefined;
  const parts = segment(typedPart(text));
  const mentions = readMentions(parts.prose);
  const hits = requestTriggers(mentions.rest);
  const code = structureSignals(parts, mentions, symbols);
  return {
    text,
    parts,
    mentions,
    hits,
    code,
    signals: [...code, ...wordSignals(hits, code, parts.trace.length > 0)],
  };
}

/**
 * Reads the prompt's intent. `kind` is `none` exactly when `confidence` is below {@link GATE_THRESHOLD}.
 *
 * @param evidence of the prompt with the same symbols, if it was read before
 */
export function readIntent(
  prompt: string,
  options: IntentOptions = {},
  evidence: Evidence | undefined = evidenceOf(prompt, options.symbols),
): Intent {
  if (!evidence) return NOTHING;
  const { text, parts, mentions, hits, code } = evidence;
  const past = previousSignals(mentions.rest, options.previous);
  const isElsewhere = hits.some(({ group }) => group.weight < 0);
  const named = withSymbols(
    termsOf(parts, mentions),
    [mentions.phrases.reduce((prose, phrase) => prose.replace(phrase, " "), parts.prose), mentions.rest],
    isElsewhere ? undefined : options.symbols,
  );
  const signals = [...evidence.signals, ...past];
  if (options.isAboutNames !== undefined) signals.push(deciding(signals, named, options.isAboutNames));
  signals.sort((a, b) => b.weight - a.weight);
  const confidence = clipped(signals);
  const isNew = (name: string): boolean => options.symbols !== undefined && !isKnown(name, options.symbols);
  const carried = carriedTargets(named, past, { previous: options.previous, isNew });
  const terms = withTargets(named, carried);
  const confirmed = confirmedOf(terms, options.symbols);
  const kind = confidence < GATE_THRESHOLD ? "none" : kindOf(hits, parts, mentions.rest, code);
  return {
    ...questionOf(text, parts, terms),
    kind,
    confidence,
    prose: masked(mentions.rest, confirmed),
    signals,
    ...(carried && { carried }),
    ...(confirmed && { confirmed }),
  };
}

/** The signal that opens the gate or closes it: the words. */
function deciding(signals: readonly Signal[], { words }: QueryTerms, opens: boolean): Signal {
  const weight = signals.reduce((left, one) => left - one.weight, opens ? GATE_THRESHOLD : 0);
  return { type: opens ? "code" : "explicit", match: words.join(" ").slice(0, 80), weight };
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

/** The sentences with U+E000 in place of plain words that are names of the index, too. */
function masked(rest: string, names: readonly string[] = []): string {
  if (names.length === 0) return rest;
  return rest.replace(new RegExp(`(?<![\\w.])(?:${names.map(literal).join("|")})(?!\\w)`, "gi"), " \ue000 ");
}

function confirmedOf(
  { identifiers }: QueryTerms,
  symbols: KnownSymbols | undefined,
): readonly string[] | undefined {
  if (!symbols?.isComplete) return undefined;
  return identifiers.flatMap((name) => isKnown(name, symbols) ? name : spelled(name, symbols) ?? []);
}

/**
 * True if a prompt could be about code after all, given the index and the session: always when the gate is open, never
 * without words to go by, and with signals against it only where those for it would open the gate, or in a request with
 * two words besides its topic of daily life. Cheap.
 */
export function mayMean(
  { signals, parts, mentions }: Pick<Evidence, "signals" | "parts" | "mentions">,
): boolean {
  const inFavour = signals.filter(({ weight }) => weight >= 0);
  if (clipped(inFavour) >= GATE_THRESHOLD) return true;
  const against = signals.filter(({ weight }) => weight < 0);
  if (against.length === 0) return signals.length > 0 || termsOf(parts, mentions).words.length > 0;
  if (against.some(isExplicit) || !inFavour.some(isExplicit)) return false;
  const topics = against.flatMap(({ match }) => match.split(" "));
  return termsOf(parts, mentions).words.filter((word) => !topics.includes(word)).length > 1;
}

const isExplicit = ({ type }: Signal): boolean => type === "explicit";

function clipped(signals: readonly Signal[]): number {
  let sum = 0;
  for (const signal of signals) sum += signal.weight;
  return Math.min(1, Math.max(0, Math.round(sum * 1000) / 1000));
}
