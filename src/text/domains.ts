import words from "../../config/lexicon/words.json" with { type: "json" };

/**
 * The developer lexicon by domain. A line is `Chinese: English, English`: a simplified Chinese word and its English
 * translations, the most common first; each Chinese word is in one domain only. Lines instead of objects with lists,
 * because a JavaScript engine loads a list of strings in a third of the time, and loading delays the answer.
 */
export const DOMAINS: Readonly<Record<string, readonly string[]>> = words;
