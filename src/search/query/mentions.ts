/** The names that a question's text holds, by their shape. */
export interface Mentions {
  /** `Owner.member` pairs, once each. */
  readonly qualified: readonly (readonly [owner: string, member: string])[];
  /** Every ASCII word, lower-cased. */
  readonly words: ReadonlySet<string>;
  /** The words that look like code: camelCase, `snake_case`, ALL_CAPS, backticked, called. */
  readonly identifiers: ReadonlySet<string>;
}

const WORD = /[A-Za-z_$][\w$]*/g;
const CODE_SHAPE = /[a-z][A-Z]|_[a-z]|[A-Z]{2,}[a-z]|^[A-Z_]{4,}$/;
const CALLED = /\b([A-Za-z_]\w{2,})\(/g;
const QUALIFIED = /\b(\w+)(?:\.|#|::|->)(?=(\w+)\b)/g;

/**
 * Collects the names.
 *
 * @param inline the parts of the text between backticks
 * @param known identifiers that the question's reader found
 */
export function mentionsOf(text: string, inline: string, known: readonly string[]): Mentions {
  const wordsOf = (part: string): readonly string[] => part.match(WORD) ?? [];
  const called = [...text.matchAll(CALLED)].map(([, name]) => name!);
  const pairs = [...text.matchAll(QUALIFIED)].map(([, owner, member]): [string, string] => [owner!, member!]);
  const words = wordsOf(text);
  return {
    qualified: [...new Map(pairs.map((pair) => [pair.join("."), pair])).values()],
    words: new Set(words.map((word) => word.toLowerCase())),
    identifiers: new Set([
      ...words.filter((word) => CODE_SHAPE.test(word)),
      ...wordsOf(inline),
      ...called,
      ...known.flatMap(wordsOf),
    ]),
  };
}
