import type { KnownSymbols, Signal } from "../model/intent.ts";
import type { Mentions } from "./mentions.ts";
import type { Segments } from "./segments.ts";
import { isProperName, isStopWord } from "./words.ts";

/** Context of a prompt's structure. */
export interface StructureContext {
  readonly symbols?: KnownSymbols | undefined;
  /** True when its words speak of something else than software: then plain words are no symbols. Default false. */
  readonly isElsewhere?: boolean;
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
  signals.push(...optionSignals(mentions, context));
  signals.push(...nameSignals(mentions, context));
  return signals;
}

/** A long option that is called one, or that the index knows by its name: `--max-size` as `maxSize` or `MAX_SIZE`. */
function optionSignals({ phrases, rest }: Mentions, { symbols, isElsewhere }: StructureContext): Signal[] {
  for (const match of phrases.filter((phrase) => LONG_OPTION.test(phrase))) {
    if (!isElsewhere && symbols?.hasUncommon(match.replaceAll("-", ""))) {
      return [{ type: "code", match, weight: 0.5 }];
    }
    if (CALLED_OPTION.test(rest)) return [{ type: "code", match, weight: 0.3 }];
  }
  return [];
}

const LONG_OPTION = /^--[a-z][\w-]+$/;
const CALLED_OPTION =
  /--[a-z][\w=-]+ (?:options?|flags?|switch(?:es)?)\b|\b(?:option|flag|switch) --[a-z]|--[a-z][\w=-]+ ?(?:选项|参数|开关)|(?:选项|参数|开关) ?--[a-z]/i;

/** An error named inside a sentence: `TypeError: x is not a function`, `exit code 137`, `E0382`, `TS2345`. */
function inlineError(text: string): string | undefined {
  if (!/[A-Z\d]/.test(text)) return undefined;
  return /\b(?:[A-Z][a-z]\w*(?:Error|Exception)|(?:TS|CS|E|C|LNK)\d{4}|E(?:CONN|NO|ACC|TIME|ADDR|PERM|EXIST|PIPE|INVAL|RESOLVE|LIFE|HOST|MFILE|AI_)[A-Z_]*|SIG(?:SEGV|ABRT|KILL|TERM|PIPE)|NPE|OOM|HTTP [45]\d\d|ORA-\d+|exit (?:code|status) \d+)\b/
    .exec(text)?.[0];
}

function nameSignals(mentions: Mentions, { symbols, isElsewhere }: StructureContext): Signal[] {
  let best: Signal | undefined;
  for (const name of mentions.identifiers.slice(0, 20)) {
    const weight = symbols && isKnown(name, symbols) ? 0.6 : 0.5;
    if (weight > (best?.weight ?? 0)) best = { type: "code", match: name.slice(0, 80), weight };
  }
  if (best) return [best];
  const [word] = symbols && !isElsewhere ? symbolWords(mentions.rest, symbols) : [];
  return word === undefined ? [] : [{ type: "code", match: word, weight: 0.5 }];
}

/** True if the name or its last part is a definition of the index. */
export function isKnown(name: string, symbols: KnownSymbols): boolean {
  return symbols.has(name) || symbols.has(name.split(/[.:#>-]+/).at(-1) ?? name);
}

/** Words looked up in a text. */
const MOST_WORDS = 60;

/**
 * Plain words that are definitions of the index: capitalised inside a sentence, or uncommon. A word such as "order"
 * may be a symbol here and still mean nothing of the sort.
 */
export function symbolWords(text: string, symbols: KnownSymbols): string[] {
  const words = [...text.matchAll(/[A-Za-z][A-Za-z0-9]{3,60}/g)].slice(0, MOST_WORDS);
  const capitals = words.filter(([word]) => isCapitalised(word)).length;
  // In a Title Capitals Prove Nothing; between Chinese characters a Latin word is always a name.
  const isTitle = words.length > 2 && capitals * 2 > words.length;
  const isChinese = /[\u4e00-\u9fff]/.test(text);
  const found = words.filter(({ 0: word, index }) => {
    const lower = word.toLowerCase();
    if (isStopWord(lower) || isProperName(lower)) return false;
    const isName = isCapitalised(word) && !isTitle && (isChinese || !opensSentence(text, index));
    return isName ? symbols.has(word) : symbols.hasUncommon(word);
  });
  return [...new Set(found.map(([word]) => word))];
}

const SIGNED =
  /(?:[A-Za-z_]\w*(?:::|[.#]))*(?:(?<!\w)#[A-Za-z]\w+|operator[^\w\s,;?"'`]{1,3}|[A-Za-z_]\w+[?!=]|(?<=\.)[A-Z]\w+)/g;

/** Names with a sign, as the index has them: `save!`, `#load`, `operator==`; also `memory.Get`, which may be a sentence's end. */
export function signedNames(text: string, symbols: KnownSymbols): string[] {
  return [...text.matchAll(SIGNED)].map(([name]) => name).filter((name) => {
    const own = name.split(/::|\.|(?<=\w)#/).at(-1);
    return own !== undefined && symbols.has(own);
  });
}

function isCapitalised(word: string): boolean {
  return /^[A-Z]/.test(word);
}

function opensSentence(text: string, at: number): boolean {
  return /(?:^|[.!?:;\n])\W*$/.test(text.slice(Math.max(0, at - 8), at));
}
