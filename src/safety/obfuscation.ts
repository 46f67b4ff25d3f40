import words from "../../config/general_words.json" with { type: "json" };
import { lookUp } from "../model/json.ts";
import { base64Runs, decodePercent, hexRuns } from "./encodings.ts";
import { type FoldedText, hasLower } from "./fold.ts";
import type { Passage } from "./passages.ts";

/** A run of text that may encode other text. */
export interface ObfuscatedRun extends Passage {
  /** The decoded text. */
  readonly plain: string;
  /** True if the words of `plain` are not separated. */
  readonly unspaced: boolean;
}

/** Indicator words of an obfuscated instruction, or Chinese; runs without them are skipped. */
const INDICATORS =
  /instruct|prompt|ignor|disregard|forget|system|overrid|bypass|jailbreak|pretend|youmust|secret|reveal|assistant|[\u4E00-\u9FFF]{4}/i;

/** A further encoding within the first. */
const ENCODED = /^[0-9A-Za-z+/_-]{16,20000}={0,2}$/;

/** Decodes the parts of a text that may be obfuscated instructions. Each step first checks for a cheap indicator. */
export function* obfuscatedPassages(text: string, folded: FoldedText): Generator<ObfuscatedRun> {
  yield* encodedRuns(text);
  for (const { sign, decode } of LINE_CODES) yield* codedLines(text, { sign, decode });
  yield* unspacedRuns(folded);
  yield* namesInWords(text);
  yield* leetWords(folded);
  if (/vafgehpg|flfgrz|vtaber|cebzcg/.test(folded.text)) yield* foldedLines(folded, rot13);
  if (/tcurtsni|tpmorp|erongi/.test(folded.text)) {
    yield* foldedLines(folded, (line) => [...line].reverse().join(""));
  }
}

function* encodedRuns(text: string): Generator<ObfuscatedRun> {
  for (const { start, end, plain } of [...base64Runs(text, 16), ...hexRuns(text)]) {
    if (INDICATORS.test(plain) || ENCODED.test(plain)) yield { start, end, plain, unspaced: false };
  }
}

/** Encodings undone line by line, with the indicator of their use. */
const LINE_CODES: readonly { readonly sign: RegExp; decode(line: string): string | undefined }[] = [
  { sign: /%[0-9A-Fa-f]{2}/g, decode: (line) => decodePercent(line.replace(/%(?![0-9A-Fa-f]{2})/g, "%25")) },
  { sign: /&(?:#\d{2,6}|#[xX][0-9A-Fa-f]{2,5}|lt|gt|quot|nbsp|sol|colon);/g, decode: decodeEntities },
  {
    sign: /\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\}|[01][0-7]{2})/g,
    decode: decodeEscapes,
  },
  {
    sign: /[A-Za-z]\/[A-Za-z]{2,20}\/[A-Za-z]{2,20}\//g,
    decode: (line) => line.replace(/(?<=\w)[/.](?=\w)/g, " "),
  },
  { sign: /["'`] ?[+.] ?["'`]/g, decode: (line) => line.replace(/["'`]\s?[+.]\s?["'`]/g, "") },
];

function* codedLines(
  text: string,
  { sign, decode }: { sign: RegExp; decode: (line: string) => string | undefined },
): Generator<ObfuscatedRun> {
  sign.lastIndex = 0;
  for (let match = sign.exec(text); match !== null; match = sign.exec(text)) {
    const start = text.lastIndexOf("\n", match.index) + 1;
    const stop = text.indexOf("\n", match.index);
    const end = stop === -1 ? text.length : stop;
    const line = text.slice(start, end);
    const plain = decode(line);
    if (plain !== undefined && plain !== line && INDICATORS.test(plain)) {
      yield { start: end - line.trimStart().length, end, plain, unspaced: false };
    }
    sign.lastIndex = end;
  }
}

/** Letters separated by blanks or punctuation. */
const SPACED = /[a-z0-9](?:[ ._|\n\u00B7-]{1,3}[a-z0-9](?![a-z0-9])){7,400}/g;
/** Words without blanks. */
const GLUED = /[a-z][a-z0-9]{17,300}/g;

function* unspacedRuns(folded: FoldedText): Generator<ObfuscatedRun> {
  for (const run of [SPACED, GLUED]) {
    for (const match of folded.text.matchAll(run)) {
      const plain = match[0].replace(/[^a-z0-9]/g, "");
      if (!INDICATORS.test(plain)) continue;
      const start = folded.origin(match.index);
      yield { start, end: folded.origin(match.index + match[0].length), plain, unspaced: true };
    }
  }
}

/** Names of three or more words, each with a capital letter. */
const CAPITALIZED = /(?<![a-z])[A-Za-z][a-z]+(?:[A-Z][a-z]*){2,40}/g;

function* namesInWords(text: string): Generator<ObfuscatedRun> {
  for (const { 0: name, index } of text.matchAll(CAPITALIZED)) {
    if (!INDICATORS.test(name)) continue;
    const plain = name.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
    yield { start: index, end: index + name.length, plain, unspaced: false };
  }
}

const LEET_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  "0o 1i 3e 4a 5s 7t 8b @a $s !i".split(" ").map((pair) => [...pair]),
);
const LEET_WORD = /(?<![a-z0-9@$!])[a-z]{0,12}[0134578@$!][a-z0134578@$!]{2,16}/g;
const unleet = (text: string): string =>
  text.replace(/[0134578@$!]/g, (char) => lookUp(LEET_LETTERS, char) ?? char);

/** Lines with indicator words in leetspeak. */
function* leetWords(folded: FoldedText): Generator<ObfuscatedRun> {
  for (const match of folded.text.matchAll(LEET_WORD)) {
    if (!hasLower(match[0]) || !INDICATORS.test(unleet(match[0]))) continue;
    yield* foldedLines(folded, unleet);
    return;
  }
}

/** Lines of folded text that contain indicator words only after a transformation. */
function* foldedLines(folded: FoldedText, change: (line: string) => string): Generator<ObfuscatedRun> {
  let at = 0;
  for (const line of folded.text.split("\n")) {
    const plain = change(line);
    if (plain !== line && INDICATORS.test(plain)) {
      yield { start: folded.origin(at), end: folded.origin(at + line.length), plain, unspaced: false };
    }
    at += line.length + 1;
  }
}

function rot13(text: string): string {
  return text.replace(/[a-z]/g, (char) => String.fromCharCode((char.charCodeAt(0) - 97 + 13) % 26 + 97));
}

function decodeEscapes(run: string): string {
  return run
    .replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}/gi, (_, x, u, braced) => {
      return fromCode(parseInt(x ?? u ?? braced, 16));
    })
    .replace(/\\([01][0-7]{2})/g, (_, octal) => fromCode(parseInt(octal, 8)));
}

function decodeEntities(run: string): string {
  return run.replace(/&(?:#(\d{2,6})|#x([0-9a-f]{2,5})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return lookUp(words.entities, String(name).toLowerCase()) ?? whole;
    return fromCode(decimal === undefined ? parseInt(hex, 16) : Number(decimal));
  });
}

function fromCode(code: number): string {
  return code > 0x10FFFF ? "" : String.fromCodePoint(code);
}
