import table from "../../config/lexicon/traditional.json" with { type: "json" };
import { once } from "../model/once.ts";

/** Simplified form of a traditional Chinese character; other characters are returned unchanged. */
export function simplifyChar(char: string): string {
  return characters().get(char) ?? char;
}

/** Replaces every traditional character in `text`; the length in UTF-16 code units stays the same. */
export function simplify(text: string): string {
  let changed = "";
  let from = 0;
  const known = characters();
  for (let i = 0; i < text.length; i++) {
    const simple = known.get(text.charAt(i));
    if (simple === undefined) continue;
    changed += text.slice(from, i) + simple;
    from = i + 1;
  }
  return from === 0 ? text : changed + text.slice(from);
}

/** Simplified by traditional character. */
const characters = once(() =>
  new Map(table.pairs.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)]))
);
