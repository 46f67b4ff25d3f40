import { literal } from "../model/text.ts";
import { LONGEST_LINE } from "./file_lines.ts";

/** Words before the name of a definition. */
const KEYWORDS =
  "def|class|function\\*?|func|fn|interface|trait|struct|union|enum|type|module|namespace|object|record|protocol|" +
  "extension|const|macro_rules!|let|var|#\\s*define|defmodule|defp";
/** Words at the start of a line with a call or a condition. */
const NO_HEAD =
  "(?:return|else|if|for|while|switch|case|new|throw|await|yield|goto|typedef|delete|and|or|not|in)\\b";

/** A name without its owners: `filter` of `QuerySet.filter`. Undefined where what is written does not end in a name. */
export function ownName(written: string): string | undefined {
  return /[\p{L}\p{N}_$]+$/u.exec(written)?.[0];
}

/**
 * Checks if a line is likely to define a name, judged by itself: behind a keyword, or as a function behind a
 * type, as C and Java have them. A call is indented, and nothing like a type precedes it.
 */
export function lineDefines(name: string): (line: string) => boolean {
  const { keyword, typed } = headsOf(name);
  const isCall = (line: string): boolean => /^\s/.test(line) && line.trimStart().startsWith(name);
  return (line) =>
    line.length <= LONGEST_LINE &&
    (keyword.test(line) || (typed.test(line) && !isCall(line) && /^[^;]*(?:\{|$)/.test(line)));
}

/** Patterns of lines that define a name. */
function headsOf(name: string): { readonly keyword: RegExp; readonly typed: RegExp } {
  const own = `${literal(name)}(?![\\w$])`;
  return {
    keyword: new RegExp(
      `(?:^|[\\s(])(?:${KEYWORDS})\\s+(?:\\([^)]*\\)\\s*)?(?:[\\w$]+(?:\\.|::))*${own}`,
    ),
    typed: new RegExp(
      `^\\s*(?!${NO_HEAD})(?:[\\w$][\\w$<>,.:\\[\\]]*[\\s*&]+)*(?:[\\w$]+(?:<[^>]*>)?::)*${own}\\s*\\(`,
    ),
  };
}
