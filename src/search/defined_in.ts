import { literal } from "../model/text.ts";
import { LONGEST_LINE } from "./file_lines.ts";
import { DEFINING } from "./locate.ts";

/** Lines after the head of a function in which its body begins. */
const HEAD_LINES = 12;
const KEYWORDS = `${DEFINING}|let|var|#\\s*define|defmodule|defp`;
/** Words at the start of a line with a call or a condition. */
const NO_HEAD =
  "(?:return|else|if|for|while|switch|case|new|throw|await|yield|goto|typedef|delete|and|or|not|in)\\b";

/** A name without its owners: `filter` of `QuerySet.filter`. Undefined where what is written does not end in a name. */
export function ownName(written: string): string | undefined {
  return /[\p{L}\p{N}_$]+$/u.exec(written)?.[0];
}

/**
 * Zero-based number of the first line that defines a name, as far as lines alone tell: behind a keyword, or as a function with
 * a body behind a type, as C and Java have them. Undefined where none does.
 */
export function definedIn(lines: readonly string[], name: string): number | undefined {
  const { keyword, typed } = headsOf(name);
  const bodied = (at: number): boolean =>
    /^[^;]*\{/.test(lines.slice(at, at + HEAD_LINES).join("\n").replace(/\/\/.*|\/\*[^]*?\*\//g, ""));
  const found = lines.findIndex((line, at) =>
    line.length <= LONGEST_LINE && line.includes(name) &&
    (keyword.test(line) || (typed.test(line) && bodied(at)))
  );
  return found < 0 ? undefined : found;
}

/**
 * The same for single lines: checks if one is likely to define the name, whatever the next ones are. A call is
 * indented, and nothing like a type precedes it.
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
