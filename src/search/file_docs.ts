/** Lines of a file's beginning that are looked through. */
const LOOKED_AT = 60;
/** A shorter sentence says nothing. UTF-16 units. */
const SHORTEST = 16;
/** Lines of a description. */
const MOST = 14;
const LICENCE = /copyright|licen[cs]e|spdx|all rights reserved|redistribut|warrant|\bauthors?\b|@author/i;
/** Directives for tools; they describe nothing. */
const DIRECTIVE =
  /^\s*(?:#!|#\s*-\*-|\/\/\s*(?:@ts-|eslint|go:build|\+build|nolint)|\/\*\s*(?:eslint|global)|#\s*(?:pylint|type:|frozen_string|cython))/;
const LINE_COMMENT = /^\s*(?:\/\/|#(?!\[|include|define|if|ifdef|ifndef|pragma|import|endif|else)|--|;)/;
/** What is no sentence but code, and what is left to do. */
const CODE = /[{};]|\w\(\w/;
const REMARK = /\s*\bNOTE\b.*$/s;
/** Comments that are never about the definition below them. */
const OWN = /^\s*(?:\/\/!|\/\*!|r?"""|r?''')/;
const TAGGED = /^\s*(?:\/\/\/|\/\/)\s*<|^\s*\*?\s*@/;

/** What may stand before it. */
const BEFORE_DOC = /^\s*$|^\s*(?:package\b|<\?php|["']use strict|#!)|^\s*(?:\/\/|#)/;

/** A comment at the beginning of a file. */
export interface FileDoc {
  /** One-based. */
  readonly startLine: number;
  /** One-based, inclusive. */
  readonly endLine: number;
  /** Its first sentence, without marks. */
  readonly sentence: string;
}

/**
 * What a file says of itself before its first definition: a comment that is no licence, a docstring, or Go's `Package x`.
 *
 * @param before one-based line of the first definition, whose own comment is none of the file
 */
export function fileDocOf(lines: readonly string[], before: number): FileDoc | undefined {
  const end = Math.min(lines.length, before - 1, LOOKED_AT);
  for (let at = 0; at < end;) {
    const last = commentEnd(lines, at);
    if (last === undefined) {
      if (!BEFORE_DOC.test(lines[at]!)) return undefined;
      at++;
      continue;
    }
    const text = lines.slice(at, last + 1);
    const sentence = sentenceOf(text);
    const isMeant = !LICENCE.test(text.slice(0, 8).join("\n")) && !DIRECTIVE.test(lines[at]!) &&
      (OWN.test(lines[at]!) || last + 2 < before) && !CODE.test(sentence) && sentence.length >= SHORTEST;
    if (isMeant) return { startLine: at + 1, endLine: Math.min(last + 1, at + MOST), sentence };
    at = last + 1;
  }
  return undefined;
}

/** Zero-based last line of the comment that begins at a line; undefined where none does. */
function commentEnd(lines: readonly string[], at: number): number | undefined {
  const line = lines[at]!;
  const block = /^\s*(\/\*|r?"""|r?'''|<!--|=begin)/.exec(line)?.[1];
  if (block !== undefined) {
    const close = block === "/*"
      ? "*/"
      : block === "<!--"
      ? "-->"
      : block === "=begin"
      ? "=end"
      : block.slice(-3);
    const from = line.indexOf(block) + block.length;
    if (line.includes(close, from)) return at;
    const end = lines.findIndex((text, i) => i > at && text.includes(close));
    return end < 0 ? undefined : end;
  }
  if (!LINE_COMMENT.test(line) || TAGGED.test(line)) return undefined;
  let last = at;
  while (last + 1 < lines.length && LINE_COMMENT.test(lines[last + 1]!)) last++;
  return last;
}

function sentenceOf(lines: readonly string[]): string {
  const words = lines.map((line) =>
    line.replace(/^\s*(?:\/\*+!?|\*+\/?|\/\/+!?|#+!?|--+|;+|r?"""|r?'''|<!--|=begin)\s?/, "")
      .replace(/\s*(?:\*+\/|"""|'''|-->)\s*$/, "").trim()
  );
  const first = words.findIndex((line) => /\p{L}{2}/u.test(line) && !/^[#=*-]+\s/.test(line));
  if (first < 0) return "";
  const end = words.findIndex((line, i) => i > first && line === "");
  const text = words.slice(first, end < 0 ? undefined : end).join(" ").replace(REMARK, "");
  return /^.*?(?<!\b(?:e\.g|i\.e|etc|vs))[.!?。](?=\s|$)/.exec(text)?.[0].replace(/[.。]$/, "") ?? text;
}
