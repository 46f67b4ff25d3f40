/**
 * Turns config/related_words.json, which people edit, into config/related_words.index.json, which the program reads: a sorted text
 * that is searched in place. Run `deno run -A tests/search/query/index_related_words.ts` after every edit.
 */
import written from "../../../config/related_words.json" with { type: "json" };
import { stems } from "../../../src/text/stem.ts";
import { tokens } from "../../../src/text/tokens.ts";

/** Every line of the table: what people say, with all its forms, and the words that code has for it. */
export const entries = Object.values(written).flat().map((line) => {
  const [reported = "", code = "", ...rest] = line.split(": ");
  return {
    line,
    reported: reported.split(", "),
    code: code.split(" "),
    isWhole: rest.length === 0 && code !== "",
  };
});

/** The text of config/related_words.index.json: lines of what is said, stemmed, a tab and tokens of code, the likeliest first. */
export function indexText(): string {
  const words = new Map<string, Set<string>>();
  for (const { reported, code } of entries) {
    for (const form of reported) {
      const key = stems(form).join(" ");
      const all = words.get(key) ?? new Set();
      words.set(key, all);
      for (const token of code.flatMap((word) => tokens(word).slice(0, 1))) if (token !== key) all.add(token);
    }
  }
  const lines = [...words].filter(([, all]) => all.size > 0).map(([key, all]) =>
    `${key}\t${[...all].join(" ")}\n`
  );
  return `${JSON.stringify({ lines: lines.sort().join("") }, null, 2)}\n`;
}

if (import.meta.main) {
  Deno.writeTextFileSync(new URL("../../../config/related_words.index.json", import.meta.url), indexText());
}
