import words from "../../../config/general_words.json" with { type: "json" };

/**
 * The text without the blocks from `open` to `close`, both included; an unclosed block stays. `keep` may spare some
 * blocks.
 */
export function withoutBlocks(
  text: string,
  open: string,
  close: string,
  keep: (block: string) => boolean = () => false,
): string {
  let out = "";
  let from = 0;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    const closing = text.indexOf(close, at + open.length);
    if (closing < 0) break;
    const end = closing + close.length;
    out += text.slice(from, at) + (keep(text.slice(at, end)) ? text.slice(at, end) : " ");
    from = end;
  }
  return out + text.slice(from);
}

/**
 * Cuts environment and version sections, dumps of installed packages and template headings of a report.
 * What is left names the problem.
 */
export function pruned(text: string): string {
  return withoutBlocks(
    text,
    "<details>",
    "</details>",
    (block) => !/version|installed|numpy\s*[:=]|commit\s*:/i.test(block),
  )
    .replace(ENVIRONMENT, "\n").replace(VERSION_LINE, " ").replace(TEMPLATE_LINE, " ");
}

const ENVIRONMENT = new RegExp(
  `^[ \\t]{0,8}(?:#+[ \\t]*|\\*\\*)?(?:${
    words.reportSections.join("|")
  })[^\\n]*\\n[\\s\\S]*?(?=^[ \\t]{0,8}(?:#+|\\*\\*)|(?![\\s\\S]))`,
  "gim",
);

/** `numpy: 1.14.3` and the like. */
const VERSION_LINE = /^[ \t]{0,8}[-*]?[ \t]{0,4}[\w.\- ]{2,30}[:=]=?[ \t]{0,8}v?\d+(?:\.\d+)+.*$/gm;

const TEMPLATE_LINE = new RegExp(
  `^(?:description|last modified.*|[ \\t]{0,8}\\(last modified by [^)\\n]*\\)|[ \\t]{0,8}- \\[[ x]\\].*|[ \\t]{0,8}#{1,6} *(?:${
    words.reportHeadings.join("|")
  }).*)$`,
  "gim",
);
