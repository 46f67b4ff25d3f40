import table from "../../config/lexicon/traditional.json" with { type: "json" };
import { once } from "../model/once.ts";

/** The simplified form of one traditional Chinese character; any other character is returned unchanged. */
export function simplifyChar(char: string): string {
  return characters().get(char) ?? char;
}

/** `text` with every traditional character of the table replaced; the length in UTF-16 units stays the same. */
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

/** Simplified characters by their traditional ones. */
const characters = once(() =>
  new Map(table.pairs.split(" ").map((pair) => [pair.charAt(0), pair.charAt(1)]))
);
