import type { Signal } from "../../model/intent.ts";
import type { Mentions } from "./mentions.ts";
import type { Segments } from "./segments.ts";
import { isStopWord } from "./words.ts";

/** What the gate may be told about the repository and the session. */
export interface StructureContext {
  /** Answers whether a word is a symbol of the index. */
  readonly isSymbol?: (word: string) => boolean;
}

/** Signals from what the prompt contains rather than from its words. */
export function structureSignals(
  parts: Segments,
  mentions: Mentions,
  context: StructureContext = {},
): Signal[] {
  const signals: Signal[] = [];
  const add = (match: string | undefined, weight: number): void => {
    if (match !== undefined) signals.push({ type: "code", match: match.trim().slice(0, 80), weight });
  };
  add(parts.trace[0], parts.trace.length > 2 ? 0.7 : 0.55);
  add(parts.diff[0], 0.7);
  if (parts.fenced) add(parts.code[0] ?? "```", 0.5);
  else add(parts.code[0], parts.code.length > 1 ? 0.5 : 0.35);
  const placed = mentions.paths.find((path) => path.line !== undefined || path.attached) ?? mentions.paths[0];
  add(placed?.path, 0.6);
  add(inlineError(mentions.rest), 0.4);
  signals.push(...nameSignals(mentions, context));
  return signals;
}

/** An error named inside a sentence: `TypeError: x is not a function`, `exit code 137`, `E0382`, `TS2345`. */
function inlineError(text: string): string | undefined {
  if (!/[A-Z\d]/.test(text)) return undefined;
  return /\b(?:[A-Z][a-z]\w*(?:Error|Exception)|(?:TS|CS|E|C|LNK)\d{4}|E(?:CONN|NO|ACC|TIME|ADDR|PERM|EXIST|PIPE|INVAL|RESOLVE|LIFE|HOST|MFILE|AI_)[A-Z_]*|SIG(?:SEGV|ABRT|KILL|TERM|PIPE)|NPE|OOM|HTTP [45]\d\d|ORA-\d+|exit (?:code|status) \d+)\b/
    .exec(text)?.[0];
}

function nameSignals(mentions: Mentions, { isSymbol }: StructureContext): Signal[] {
  const signals: Signal[] = [];
  let weight = 0;
  for (const name of mentions.identifiers.slice(0, 20)) {
    const known = isSymbol?.(name) === true || isSymbol?.(name.split(/[.:#>-]+/).at(-1) ?? name) === true;
    const own = known ? 0.6 : mentions.ticked.includes(name) ? 0.5 : isSymbol === undefined ? 0.5 : 0.4;
    if (own <= weight) continue;
    signals.length = 0;
    weight = own;
    signals.push({ type: "code", match: name.slice(0, 80), weight: own });
  }
  if (signals.length === 0 && isSymbol !== undefined) {
    const word = symbolWord(mentions.rest, isSymbol);
    if (word !== undefined) signals.push({ type: "code", match: word, weight: 0.25 });
  }
  return signals;
}

/** A plain word of four or more letters that the index knows as a symbol. */
function symbolWord(text: string, isSymbol: (word: string) => boolean): string | undefined {
  let asked = 0;
  for (const found of text.matchAll(/[A-Za-z][A-Za-z0-9]{3,60}/g)) {
    if (asked++ > 60) return undefined;
    if (!isStopWord(found[0].toLowerCase()) && isSymbol(found[0])) return found[0];
  }
  return undefined;
}
