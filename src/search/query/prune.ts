/**
 * Cuts what a form asks of every reporter: comments of its author, checklists about the report itself, empty
 * answers, tables and lines of versions. A text of nothing else stays as it is, and so does a list of tasks.
 */
export function withoutForm(text: string): string {
  if (!FORM_MARK.test(text)) return text;
  const plain = withoutBlocks(text.replace(/\r/g, ""), "<!--", "-->");
  const kept = plain.split("\n").filter((line) => !isFormLine(line)).join("\n");
  return kept.trim() === "" ? text : kept.replace(/^\s*\n/, "");
}

function isFormLine(line: string): boolean {
  return line.length <= LONGEST_FORM_LINE && FORM_LINES.some((pattern) => pattern.test(line));
}

const LONGEST_FORM_LINE = 300;

/** A mark that every text has which {@link withoutForm} changes; most prompts have none. */
const FORM_MARK = /<!--|\[[ xX]\]|_no response_|do not (?:remove|delete|edit)|[|:=]\**[ \t]*\S/i;

const SYSTEMS = [
  "os|operating system|platform|architecture|kernel|browsers?|device|shell|terminal|docker|package manager",
  "node(?:\\.?js)?|npm|yarn|pnpm|bun|deno|python|pip|java|jdk|ruby|php|composer|go|rust|cargo|dotnet|\\.net",
].join("|");

const FORM_LINES: readonly RegExp[] = [
  // A task has no such words: only what a form asks about the report.
  /^\s*(?:[-*+]|\d+\.)\s+\[[ xX]\].*\b(?:I(?:['\u2019](?:ve|m|d)| have| am| agree| confirm| understand| checked| searched| read| verified| will| would)\b|(?:existing|duplicate|similar|open|closed) issues?|code of conduct|contributing|guidelines|latest (?:stable )?(?:version|release)|documentation|minimal repro\w*|reproduction|discussions?\b)/i,
  /^\s*_?no response_?\s*$/i,
  /\bdo not (?:remove|delete|edit|modify) (?:this (?:line|text|section|template|comment)|(?:the )?(?:line|text|section|template)s? (?:above|below))\b/i,
  /^[\s\W]*DO NOT (?:REMOVE|DELETE|EDIT|MODIFY)(?:\W*| THIS\W*)$/,
  /^\s*\|(?:.*\|)?\s*[`*]*v?\d+(?:\.\d+)+\S*\s*\|/,
  /^\s*\|[^\n]*\bversions?(?:\(s\))?\s*\|\s*$/i,
  /^\s*\|(?:\s*:?-{2,}:?\s*\|)+\s*$/,
  new RegExp(
    `^\\s*(?:[-*+]\\s+)?\\**(?:${SYSTEMS})(?:\\s+(?:version|name))?(?:\\s*[\\[(][^\\n)\\]]*[\\])])?\\**\\s*[:=]\\**\\s*` +
      '(?:[`"]?(?:(?:npm|yarn|pnpm|bun|node|python|pip)\\s+)?v?\\d+(?:\\.\\d+|\\b)|mac ?os|os ?x|darwin|windows|linux|ubuntu|debian|fedora|arch\\b|chrome|firefox|safari|edge|x86|amd64|arm)[^\\n]{0,80}$',
    "i",
  ),
];

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
 * Cuts, besides what {@link withoutForm} cuts, environment and version sections, dumps of installed packages and template
 * headings. What is left names the problem.
 */
export function pruned(text: string): string {
  const plain = withoutBlocks(text.replace(/\r/g, ""), "<!--", "-->");
  return withoutBlocks(plain, "<details>", "</details>", (block) => !DUMP.test(block))
    .replace(ENVIRONMENT, "\n").replace(VERSION_LINE, " ").replace(TEMPLATE_LINE, " ");
}

const DUMP = /version|installed|numpy\s*[:=]|commit\s*:/i;

const SECTION_TITLES = [
  "output of `?[\\w.]*show_versions",
  "environment",
  "versions?\\b[^\\n]{0,30}$",
  "(?:your )?system(?: info\\w*)?[ \\t]*:?",
  "installed versions",
  "pip (?:list|freeze)",
  "python deps",
  "operating system",
  "os\\b[^\\n]{0,20}$",
  "(?:python|node|go|rust|php|ruby|java) version",
  "expected output",
  "used package manager",
  "validations$",
  "(?:pre-?)?check ?list",
  "code of conduct",
  "are you willing to submit",
];

const ENVIRONMENT = new RegExp(
  `^[ \\t]{0,8}(?:#+[ \\t]*|\\*\\*)?(?:${
    SECTION_TITLES.join("|")
  })[^\\n]*\\n[\\s\\S]*?(?=^[ \\t]{0,8}(?:#+|\\*\\*)|(?![\\s\\S]))`,
  "gim",
);

/** `numpy: 1.14.3` and the like. */
const VERSION_LINE = /^[ \t]{0,8}[-*]?[ \t]{0,4}[\w.\- ]{2,30}[:=]=?[ \t]{0,8}v?\d+(?:\.\d+)+.*$/gm;

const HEADINGS = [
  "describe the bug",
  "expected behaviou?r",
  "to reproduce",
  "steps(?:/code)? to reproduce",
  "actual (?:results?|behaviou?r|outcome)",
  "bug (?:summary|description|report)",
  "code for reproduction",
  "expected outcome",
  "additional (?:information|context)",
  "proposed \\w+",
  "problem description",
  "mcve code sample",
  "your project",
  "screenshots",
  "what (?:happened|did you (?:do|expect to happen))\\??",
  "is there an existing issue for this\\??",
];

const TEMPLATE_LINE = new RegExp(
  `^(?:description|last modified.*|[ \\t]{0,8}\\(last modified by [^)\\n]*\\)|[ \\t]{0,8}- \\[[ x]\\].*|[ \\t]{0,8}#{1,6} *(?:${
    HEADINGS.join("|")
  }).*)$`,
  "gim",
);
