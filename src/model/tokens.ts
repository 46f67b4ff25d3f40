/** Characters of code or English that make one token of a usual model, between three and four; no model is asked. */
const UNITS_PER_TOKEN = 3.5;

/** About how many tokens a text is: an ideograph counts as one, of other text a token is 3.5 UTF-16 units. */
export function aboutTokens(text: string): number {
  const ideographs = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  return ideographs + tokensOf(text.length - ideographs);
}

/** Estimates the tokens of a number of UTF-16 units of code or English. */
export function tokensOf(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN);
}
