import { random } from "./random.ts";

/** Texts with accidents: cut, joined, with words that are lost, said twice, exchanged or written otherwise. */

/** So many texts out of the given ones; the same for the same seed. */
export function remixedTexts(texts: readonly string[], count: number, seed: number): string[] {
  const next = random(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!;
  return Array.from({ length: count }, () => {
    let text = pick(texts);
    for (let times = 0; times < ACCIDENTS; times++) text = pick(ACCIDENT)(text, { pick, texts });
    return text;
  });
}

/** Accidents to one text. */
const ACCIDENTS = 3;

interface Draw {
  readonly pick: <T>(all: readonly T[]) => T;
  readonly texts: readonly string[];
}

const JOINTS = ["\n", "\n\n", " ", ". ", ", ", "，", "? ", ""];
const MARKS = [
  "\n",
  "\n",
  ".",
  "?",
  "!",
  ",",
  ":",
  "`",
  '"',
  "(",
  ")",
  "/",
  "-",
  "_",
  "\t",
  "#",
  "。",
  "「",
  "0",
  "x",
  "S",
];

const ACCIDENT: readonly ((text: string, draw: Draw) => string)[] = [
  (text, { pick, texts }) => text + pick(JOINTS) + pick(texts),
  (text, { pick }) => text.slice(pick([...Array(Math.min(text.length, 300) + 1).keys()])),
  (text, { pick }) => text.slice(0, pick([...Array(Math.min(text.length, 300) + 1).keys()])),
  (text, draw) => atWord(text, draw, () => ""),
  (text, draw) => atWord(text, draw, (word) => `${word} ${word}`),
  (text, draw) => atWord(text, draw, () => draw.pick(wordsOf(draw.pick(draw.texts)))),
  (text, draw) =>
    atWord(text, draw, (word) => draw.pick([word.toUpperCase(), word.toLowerCase(), `\`${word}\``])),
  (text, draw) => atWord(text, draw, (word) => word + draw.pick(MARKS)),
  (text, draw) => atWord(text, draw, (word) => draw.pick(MARKS) + word),
];

function wordsOf(text: string): string[] {
  return text.split(/\s+/);
}

function atWord(text: string, { pick }: Draw, change: (word: string) => string): string {
  const words = text.split(/(\s+)/);
  const at = 2 * pick([...Array(Math.ceil(words.length / 2)).keys()]);
  words[at] = change(words[at]!);
  return words.join("");
}
