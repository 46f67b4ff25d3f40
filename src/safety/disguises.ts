import { decodeBase64, decodePercent, printable } from "./encoded_secrets.ts";
import type { Folded } from "./fold.ts";

/** A run of text that may stand for other text. */
export interface Disguise {
  /** In the original text, UTF-16 units, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** What it stands for. */
  readonly plain: string;
  /** The words of `plain` have lost the blanks between them. */
  readonly runTogether: boolean;
}

/** Words of which a disguised instruction holds at least one, or Chinese, or one more encoding; most runs end here. */
const TELLING =
  /instruct|prompt|ignor|disregard|forget|system|overrid|bypass|jailbreak|pretend|youmust|secret|reveal|assistant|[\u4E00-\u9FFF]{4}|^[0-9A-Za-z+/]{16,8000}={0,2}$/i;

/** The parts of a text that may be instructions in disguise, decoded. */
export function* disguisedPassages(text: string, folded: Folded): Generator<Disguise> {
  yield* encodedRuns(text);
  yield* runTogether(folded);
  yield* wholeDisguises(folded);
}

const DECODERS: readonly { readonly run: RegExp; decode(run: string): string | undefined }[] = [
  { run: /(?<![0-9A-Za-z+/_-])[0-9A-Za-z+/_-]{16,8000}={0,2}/g, decode: decodeBase64 },
  {
    run: /(?:[^\s%"'<>]|%[0-9A-Fa-f]{2}){0,200}(?:%[0-9A-Fa-f]{2})[^\s"'<>]{0,2000}/g,
    decode: decodePercent,
  },
  {
    run: /[^\n]{0,200}?&(?:#\d{2,6}|#x[0-9a-f]{2,5}|lt|gt|amp|quot|nbsp|sol|colon);[^\n]{0,2000}/gi,
    decode: decodeEntities,
  },
  {
    run: /[^\n]{0,200}?\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|[0-3][0-7]{2})[^\n]{0,2000}/gi,
    decode: decodeEscapes,
  },
  { run: /(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-f]{2}[ :,]?){16,4000}(?![0-9A-Za-z])/gi, decode: decodeHex },
  {
    run: /[^\n]{0,200}["'`]\s{0,4}[+.]\s{0,4}(?:\\?\n\s{0,20})?["'`][^\n]{0,2000}/g,
    decode: (run) => run.replace(/["'`]\s*[+.]\s*["'`]/g, ""),
  },
];

function* encodedRuns(text: string): Generator<Disguise> {
  for (const { run, decode } of DECODERS) {
    for (const match of text.matchAll(run)) {
      const plain = decode(match[0]);
      if (plain === undefined || plain === match[0] || !TELLING.test(plain)) continue;
      yield { start: match.index, end: match.index + match[0].length, plain, runTogether: false };
    }
  }
}

/** Letters spaced apart, and words without blanks. */
const SPACED = /(?<![a-z0-9])(?:[a-z0-9][ \t._*|\u00B7-]{1,3}|[a-z0-9]\n){7,400}[a-z0-9](?![a-z0-9])/g;
const GLUED = /[a-z][a-z0-9]{17,300}/g;

function* runTogether(folded: Folded): Generator<Disguise> {
  for (const run of [SPACED, GLUED]) {
    for (const match of folded.text.matchAll(run)) {
      const plain = match[0].replace(/[^a-z0-9]/g, "");
      if (!TELLING.test(plain)) continue;
      const start = folded.origin(match.index);
      yield { start, end: folded.origin(match.index + match[0].length), plain, runTogether: true };
    }
  }
}

/** Disguises of whole lines that keep every character's place: digits for letters, ROT13, reversal. */
function* wholeDisguises(folded: Folded): Generator<Disguise> {
  const { text } = folded;
  const leet = /[a-z][0134578@$!][a-z]/.test(text)
    ? text.replace(/[0134578@$!]/g, (char) => LEET[char] ?? char)
    : text;
  if (leet !== text && TELLING.test(leet)) yield* changedLines(folded, () => leet, true);
  if (/vafgehpg|flfgrz|vtaber|cebzcg/.test(text)) yield* changedLines(folded, rot13, false);
  if (/tcurtsni|tpmorp|erongi/.test(text)) {
    yield* changedLines(folded, (line) => [...line].reverse().join(""), false);
  }
}

const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  "$": "s",
  "!": "i",
};

/** The lines of the text that tell something only once they are changed. */
function* changedLines(
  folded: Folded,
  change: (line: string) => string,
  whole: boolean,
): Generator<Disguise> {
  const changed = whole ? change(folded.text) : "";
  let at = 0;
  for (const line of folded.text.split("\n")) {
    const plain = whole ? changed.slice(at, at + line.length) : change(line);
    if (plain !== line && TELLING.test(plain) && !TELLING.test(line)) {
      const start = folded.origin(at + (/^\s*/.exec(line)?.[0].length ?? 0));
      yield { start, end: folded.origin(at + line.length), plain, runTogether: false };
    }
    at += line.length + 1;
  }
}

function rot13(text: string): string {
  return text.replace(/[a-z]/g, (char) => String.fromCharCode((char.charCodeAt(0) - 97 + 13) % 26 + 97));
}

function decodeHex(run: string): string | undefined {
  const digits = run.replace(/^0x|[ :,]/gi, "");
  if (digits.length % 2 !== 0) return undefined;
  return printable(Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
}

function decodeEscapes(run: string): string {
  return run
    .replace(/\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\u\{([0-9a-f]{1,6})\}/gi, (_, x, u, braced) => {
      return fromCode(parseInt(x ?? u ?? braced, 16));
    })
    .replace(/\\([0-3][0-7]{2})/g, (_, octal) => fromCode(parseInt(octal, 8)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  nbsp: " ",
  sol: "/",
  colon: ":",
};

function decodeEntities(run: string): string {
  return run.replace(/&(?:#(\d{2,6})|#x([0-9a-f]{2,5})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    return fromCode(decimal === undefined ? parseInt(hex, 16) : parseInt(decimal, 10));
  });
}

function fromCode(code: number): string {
  return code > 0x10FFFF ? "" : String.fromCodePoint(code);
}
