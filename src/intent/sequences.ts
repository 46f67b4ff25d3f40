/** A word of the prompt. */
export interface Token {
  readonly text: string;
  /** First word of a clause, courtesies not counted. */
  readonly start: boolean;
  /** True if punctuation or a Chinese character is before it. */
  readonly breaks: boolean;
}

/**
 * Steps of a sentence shape: a text is a list of alternatives (`!` in front: none of them may be here; `*`: any word
 * that may be a verb in its base form; `$`: the clause ends here), a number n allows up to n words in between
 * (characters, in Chinese).
 */
export type Sequence = readonly (string | number)[];

/** Maximum words searched for shapes. */
const MAX_TOKENS = 600;

/** Index of the first token where the shape begins, and the number of tokens it spans; undefined when nowhere. */
export function findInTokens(
  tokens: readonly Token[],
  shape: Sequence,
  anchored: boolean,
): [number, number] | undefined {
  for (const [i, token] of tokens.slice(0, MAX_TOKENS).entries()) {
    if (anchored && !token.start) continue;
    const end = follow(tokens, i, shape, 0);
    if (end !== undefined) return [i, end - i];
  }
  return undefined;
}

function follow(tokens: readonly Token[], at: number, shape: Sequence, step: number): number | undefined {
  const want = shape[step];
  if (want === undefined) return at;
  if (typeof want === "string") {
    const token = tokens[at];
    const ended = token === undefined || (token.breaks && passed(shape, step));
    if (want === "*") {
      return ended || /(?:ing|ly|ed)$/.test(token.text) ? undefined : follow(tokens, at + 1, shape, step + 1);
    }
    if (want === "$") return ended ? at : undefined;
    if (want.startsWith("!")) {
      return !ended && isStep(want.slice(1), token.text) ? undefined : follow(tokens, at, shape, step + 1);
    }
    return !ended && isStep(want, token.text) ? follow(tokens, at + 1, shape, step + 1) : undefined;
  }
  for (let skip = 0; skip <= want; skip++) {
    const end = follow(tokens, at + skip, shape, step + 1);
    if (end !== undefined) return end;
    const token = tokens[at + skip];
    if (token === undefined || token.breaks) return undefined;
  }
  return undefined;
}

/** True when a step before this one already took a word: only then does a break end the shape. */
function passed(shape: Sequence, step: number): boolean {
  for (let i = 0; i < step; i++) if (!String(shape[i]).startsWith("!")) return true;
  return false;
}

function isStep(alternatives: string | number | undefined, text: string | undefined): boolean {
  return typeof alternatives === "string" && text !== undefined && ` ${alternatives} `.includes(` ${text} `);
}

/**
 * The same for Chinese text: alternatives are substrings, `x^yz` is x not followed by y or z, `@` a Latin letter, digit or name. Clause
 * punctuation ends a gap.
 */
export function findInText(text: string, shape: Sequence): [number, number] | undefined {
  const first = typeof shape[0] === "string" ? shape[0].split(" ") : [];
  for (const option of first) {
    for (let from = 0;;) {
      const found = option === "@" ? nextLatin(text, from) : nextOf(text, option, from);
      if (found === undefined) break;
      const end = followText(text, found[1], shape, 1);
      if (end !== undefined) return [found[0], end - found[0]];
      from = found[1];
    }
  }
  return undefined;
}

function followText(text: string, at: number, shape: Sequence, step: number): number | undefined {
  const gap = shape[step];
  const want = shape[step + 1];
  if (typeof gap !== "number" || typeof want !== "string") return at;
  const window = text.slice(at, at + gap + 8);
  const clause = window.search(/[，。；！？,;!?\n]/);
  const reach = clause === -1 ? window : window.slice(0, clause);
  for (const option of want.split(" ")) {
    const found = option === "@" ? nextLatin(reach, 0) : nextOf(reach, option, 0);
    if (found === undefined || found[0] > gap) continue;
    const end = followText(text, at + found[1], shape, step + 2);
    if (end !== undefined) return end;
  }
  return undefined;
}

/** Start and end of the option in the text from an offset on. */
function nextOf(text: string, option: string, from: number): [number, number] | undefined {
  const caret = option.indexOf("^");
  const word = caret === -1 ? option : option.slice(0, caret);
  for (let at = text.indexOf(word, from); at !== -1; at = text.indexOf(word, at + 1)) {
    const next = text[at + word.length] ?? "";
    if (caret === -1 || next === "" || !option.includes(next, caret)) return [at, at + word.length];
  }
  return undefined;
}

function nextLatin(text: string, from: number): [number, number] | undefined {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 0xe000) return [i, i + 1];
  }
  return undefined;
}
