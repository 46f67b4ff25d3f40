import type { KnownSymbols, Signal } from "../model/intent.ts";
import { hasCjk } from "../text/chars.ts";
import { isAsking, isStopWord as isFiller } from "../text/words.ts";
import type { Mentions } from "./mentions.ts";
import type { Segments } from "./segments.ts";
import { isProperName, isStopWord } from "./words.ts";

/** Signals from what the prompt contains rather than from its words. */
export function structureSignals(parts: Segments, mentions: Mentions, symbols?: KnownSymbols): Signal[] {
  const signals: Signal[] = [];
  const add = (match: string | undefined, weight: number): void => {
    if (match !== undefined) signals.push({ type: "code", match: match.trim().slice(0, 80), weight });
  };
  add(parts.trace[0], 0.6);
  add(parts.code[0], 0.5);
  add(mentions.paths[0]?.path, 0.6);
  signals.push(...nameSignals(mentions, symbols));
  return signals;
}

function nameSignals(mentions: Mentions, symbols: KnownSymbols | undefined): Signal[] {
  let best: Signal | undefined;
  for (const name of mentions.identifiers.slice(0, 20)) {
    const weight = !symbols ? 0.5 : isKnown(name, symbols) ? 0.6 : symbols.isComplete ? 0.4 : 0.5;
    if (weight > (best?.weight ?? 0)) best = { type: "code", match: name.slice(0, 80), weight };
  }
  return best ? [best] : [];
}

/** True if the name or its last part is a definition of the index. */
export function isKnown(name: string, symbols: KnownSymbols): boolean {
  return symbols.has(name) || symbols.has(name.split(/[.:#>-]+/).at(-1) ?? name);
}

/** Words looked up in a text. */
const MOST_WORDS = 60;

/** Levels of log lines, which many programs define. */
const LEVELS = "TRACE DEBUG INFO WARN WARNING ERROR FATAL CRITICAL".split(" ");

/**
 * Plain words that are definitions of the index: capitalised inside a sentence, or uncommon. A word such as "order"
 * may be a symbol here and still mean nothing of the sort, and so may one of "Remote Path Mapping".
 */
export function symbolWords(text: string, symbols: KnownSymbols): string[] {
  const words = [...text.matchAll(/[A-Za-z][A-Za-z0-9]{3,60}/g)].slice(0, MOST_WORDS);
  const capitals = words.filter(([word]) => word[0]! < "a").length;
  // In a Title Capitals Prove Nothing; between Chinese characters a Latin word is always a name.
  const isTitle = words.length > 2 && capitals * 2 > words.length;
  const isChinese = hasCjk(text);
  const found = words.filter(({ 0: word, index }) => {
    const lower = word.toLowerCase();
    if (isStopWord(lower) || isProperName(lower) || isAsking(word) || LEVELS.includes(word)) return false;
    const isName = word[0]! < "a" && !isTitle && (isChinese || !isProse(text, index, word.length));
    return isName ? symbols.has(word) : symbols.hasUncommon(word);
  });
  return [...new Set(found.map(([word]) => word))];
}

/** The word as a definition of the index spells it: as it is, or with a capital. */
export function spelled(word: string, symbols: KnownSymbols): string | undefined {
  return [word, word.charAt(0).toUpperCase() + word.slice(1)].find((name) => symbols.has(name));
}

const SIGNED =
  /(?:[A-Za-z_]\w*(?:::|[.#]))*(?:(?<!\w)#[A-Za-z]\w+|operator[^\w\s,;?"'`]{1,3}|[A-Za-z_]\w+[?!=]|(?<=\.)[A-Z]\w+)/g;

/** Names with a sign, as the index has them: `save!`, `#load`, `operator==`; also `memory.Get`, which may be a sentence's end. */
export function signedNames(text: string, symbols: KnownSymbols): string[] {
  return [...text.matchAll(SIGNED)].flatMap(([name]) => {
    if (isFiller(name.slice(0, -1).toLowerCase())) return [];
    const owned = name.includes(".") && "?!=".includes(name.at(-1)!) ? [name, name.slice(0, -1)] : [name];
    return owned.find((one) => symbols.has(one.split(/::|\.|(?<=\w)#/).at(-1) ?? "")) ?? [];
  });
}

/** Characters that are looked at on each side of a word; a whole text of dots would take a second a word. */
const BESIDE = 24;

/** True if prose gives a word its capital: it opens a sentence, or a neighbour has one, too. */
function isProse(text: string, at: number, length: number): boolean {
  const end = at + length;
  const before = at > BESIDE ? `a${text.slice(at - BESIDE, at)}` : text.slice(0, at);
  return /(?:^|[.!?:;\n])\W*\0|[A-Z][a-z]+ \0|\0 [A-Z][a-z]/.test(
    `${before}\0${text.slice(end, end + BESIDE)}`,
  );
}
