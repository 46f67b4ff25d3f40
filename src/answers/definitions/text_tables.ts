import { tokens } from "../../text/tokens.ts";

/** Tables of a program's texts in one language: what holds data by any language in its path, code by a common one. */
const TABLE =
  /(?:^|[/._-])(?:locales?|i18n|l10n|langs?|languages?|translations?|messages?)[/._-](?:[\w-]+[/._-]){0,2}?[a-z]{2,3}(?:[_-][a-z]{2,4})?(?:(?:\/LC_MESSAGES)?\/[\w-]+)?\.(?:po|ini|json5?|ya?ml|properties|ftl|strings|toml|xml)$|\/values(?:-[\w+-]+)?\/[\w-]*strings[\w-]*\.xml$/i;
const CODE_TABLE =
  /(?:^|\/)(?:locales?|i18n|l10n|langs?|languages?|translations?)\/(?:[\w-]+\/)?(?:[\w-]+_)?(?:ar|bg|cs|da|de|el|en|es|fa|fi|fr|he|hr|hu|it|ja|ka|ko|nb|nl|pl|pt|ro|ru|sk|sv|tr|uk|vi|zh)(?:[_-][a-z]{2,4})?(?:\/[\w-]+)?\.(?:php|rb|py|[cm]?[jt]s)$/i;
/** A question with one of these words may want the table itself. */
const WORDS = tokens("translation translate locale localization i18n l10n");
/** Places of code that come before the best line of a table. */
const BEFORE_TEXT = 3;

/** Checks if a file lists a program's texts in one language. */
export function isTextTable(path: string): boolean {
  return TABLE.test(path) || CODE_TABLE.test(path);
}

/** Checks if a question is about such tables. */
export function asksForTexts(terms: { has(token: string): boolean }): boolean {
  return WORDS.some((word) => terms.has(word));
}

/**
 * The places with at most one of a table of texts, behind the first of the code: a text describes in the words of the
 * question the program's effect, the other languages repeat it, and neither implements it.
 *
 * @param isText checks if a place lies in a table
 * @param behind a place as it is placed behind another
 */
export function textsBehind<T>(
  places: readonly T[],
  isText: (place: T) => boolean,
  behind: (text: T, before: T) => T,
): T[] {
  const first = places.findIndex(isText);
  const code = places.filter((place) => !isText(place));
  if (first < 0 || code.length === 0) return [...places];
  const at = Math.min(Math.max(first, BEFORE_TEXT), code.length);
  return [...code.slice(0, at), behind(places[first]!, code[at - 1]!), ...code.slice(at)];
}
