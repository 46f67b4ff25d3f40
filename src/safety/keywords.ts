/** Whether a text holds a keyword; each keyword is looked for once. */
export type KeywordIndex = (keyword: string) => boolean;

/** Texts shorter than this are searched directly, UTF-16 units. */
const DIRECT = 400;

/** Entries of the table of character triples; a power of two. */
const TABLE = 1 << 16;

/**
 * An index over one text. Keywords overlap a lot, so that answers are remembered; and most are absent, which a table
 * of the text's character triples tells without a search.
 */
export function keywordIndex(text: string): KeywordIndex {
  const known = new Map<string, boolean>();
  const triples = text.length < DIRECT ? undefined : tripleTable(text);
  return (keyword) => {
    let held = known.get(keyword);
    if (held === undefined) {
      held = (triples === undefined || mayHold(triples, keyword)) && text.includes(keyword);
      known.set(keyword, held);
    }
    return held;
  };
}

function tripleTable(text: string): Uint8Array {
  const table = new Uint8Array(TABLE);
  let first = text.charCodeAt(0);
  let second = text.charCodeAt(1);
  for (let at = 2; at < text.length; at++) {
    const third = text.charCodeAt(at);
    table[(first * 961 + second * 31 + third) & (TABLE - 1)] = 1;
    first = second;
    second = third;
  }
  return table;
}

function mayHold(triples: Uint8Array, keyword: string): boolean {
  for (let at = 2; at < keyword.length; at++) {
    const hash = keyword.charCodeAt(at - 2) * 961 + keyword.charCodeAt(at - 1) * 31 + keyword.charCodeAt(at);
    if (triples[hash & (TABLE - 1)] === 0) return false;
  }
  return true;
}

/** Words this short are looked for as whole words by {@link mayMatch}: `ai` is inside too many others. */
const SHORT = 3;

/** How far around a keyword of the first group those of the other groups may stand, UTF-16 units. */
const BEFORE = 100;
const AFTER = 260;

/** Whether a keyword of each group stands close together somewhere: a pattern that needs them all may match. */
export function mayMatch(text: string, held: KeywordIndex, groups: readonly (readonly string[])[]): boolean {
  const [first = [], ...others] = groups;
  if (!first.some(held) || !others.every((group) => group.some(held))) return false;
  const there = others.map((group) => group.filter(held));
  return first.some((keyword) => held(keyword) && standsNear(text, keyword, there));
}

function standsNear(text: string, keyword: string, others: readonly (readonly string[])[]): boolean {
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    if (keyword.length <= SHORT && !isWholeWord(text, at, keyword)) continue;
    if (others.length === 0) return true;
    const around = text.slice(Math.max(0, at - BEFORE), at + AFTER);
    if (others.every((group) => group.some((other) => around.includes(other)))) return true;
  }
  return false;
}

function isWholeWord(text: string, at: number, word: string): boolean {
  return !/^[a-z]/.test(word) ||
    !/[a-z0-9]/.test(text.charAt(at - 1)) && !/[a-z0-9]/.test(text.charAt(at + word.length));
}
