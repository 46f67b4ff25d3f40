import { type Blank, blanked } from "./masking.ts";

/**
 * Macros that C and C++ put into declarations, blanked so that the declarations are parsed: `class API Widget {`,
 * `EXPORT void run()`, `void run() NOEXCEPT {`, `template <typename T, ENABLE_IF(...)>`. Told by their capitals and by
 * what stands around them; every offset stays what it was.
 */
export function withoutDeclarationMacros(text: string): string {
  if (!/[A-Z]{2}/.test(text)) return text;
  const blanks: Blank[] = [];
  for (const { pattern, words } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const [whole, kept = "", part = ""] = match;
      if (words) blanks.push(...wordsIn(part, match.index + kept.length));
      else blanks.push({ start: match.index + kept.length, end: match.index + whole.length });
    }
  }
  blanks.push(...constructors(text), ...loneLines(text), ...templateArguments(text));
  return blanked(text, blanks);
}

/** A word in capitals, and the arguments of a macro that are a string or in double brackets. */
const WORD = String.raw`\b_*[A-Z][A-Z0-9_]+\b`;
const QUOTED = String.raw`(?:\s*\((?:"[^"\n]*"|\([^()\n]*\))\))?`;
const SPECIFIER = String
  .raw`(?:static|inline|constexpr|friend|virtual|extern|explicit|template|typedef|thread_local)`;
/** A class before a name of its own: `Widget::`, `Widget<T>::`. */
const QUALIFIER = String.raw`(?:\w+(?:<[^;{}()]{0,80}>)?::)`;
/** What shows that a declaration goes on: a built-in type, or a type and a name. */
const DECLARATION = String
  .raw`(?:(?:auto|void|bool|char|int|long|short|float|double|unsigned|signed|operator|struct|class|enum|union|typename|decltype|${SPECIFIER})\b|~|(?:const\s+)?(?!const\b|volatile\b|return\b|else\b)[\w:]+(?:<[^;{}()]{0,120}>)?[\s*&]+(?!const\b|volatile\b)${QUALIFIER}*~?\w+\s*[(;={[]|(?:\w+::)*(?<own>\w+)(?:<[^;{}()]{0,80}>)?::~?\k<own>\s*\()`;

/** Words at the beginning of a statement that are no type. */
const NO_TYPE = String
  .raw`(?:return|else|case|goto|new|delete|throw|using|namespace|struct|class|enum|union|typename|typedef|define|co_\w+|const|${SPECIFIER})`;

/** Each keeps its first group; of the rest all is blanked, or only the words in capitals. */
const PATTERNS: readonly { readonly pattern: RegExp; readonly words?: boolean }[] = [
  // `API void run(`, `static CONSTEXPR INLINE auto run(`
  {
    pattern: new RegExp(
      `((?:^|[;{}>:])[ \\t]*(?:\\[\\[[^\\]\\n]*\\]\\]\\s*)*(?:${SPECIFIER}\\s+)*)((?:${WORD}${QUOTED}\\s+(?:${SPECIFIER}\\s+)*)+)(?=${DECLARATION})`,
      "gm",
    ),
    words: true,
  },
  // `int API_CALL run(`
  {
    pattern: new RegExp(
      `((?:^|[;{}])[ \\t]*(?:${SPECIFIER}\\s+)*(?:const\\s+)?(?!${NO_TYPE}\\b)[\\w:]+(?:<[^;{}()\\n]{0,120}>)?(?:\\s*[*&]+\\s*|\\s+))${WORD}(?=\\s+(?!const\\b)${QUALIFIER}*~?[A-Za-z_]\\w*\\s*\\()`,
      "gm",
    ),
  },
  // `class API Widget {`
  {
    pattern: new RegExp(
      `(\\b(?:class|struct|union|enum)\\s+)((?:(?:${WORD}(?:\\([^()\\n]*\\))?|__attribute__\\s*\\(\\([^()\\n]*(?:\\([^()\\n]*\\))?\\)\\)|__declspec\\s*\\([^()\\n]*\\)|\\w+_(?:api|export))\\s+)+)(?=[A-Za-z_][\\w:<>, ]*?\\s*(?:final\\s*)?(?:\\{|:(?!:)))`,
      "g",
    ),
  },
  // `run() const NOEXCEPT {`
  {
    pattern: new RegExp(
      `(^(?![ \\t]*(?:if|for|while|switch|else|catch|return|do)\\b)[^\\n#]*\\)\\s*(?:(?:const|noexcept|override|final)\\s+)*)${WORD}(?:\\([^()\\n]*\\))?(?=\\s*(?:\\{|->|(?:override|final|noexcept|const)\\b))`,
      "gm",
    ),
  },
  // `(int size UNUSED)`
  {
    pattern: new RegExp(
      `(\\w(?<!\\b(?:const|struct|union|enum|class|unsigned|signed|long|short|typename|return|sizeof|case|new|volatile)) )${WORD}(?=[,)])`,
      "g",
    ),
  },
  // `if CONSTEXPR (`
  { pattern: new RegExp(`(\\bif\\s+)${WORD}(?=\\s*\\()`, "g") },
];

function wordsIn(part: string, start: number): Blank[] {
  return [...part.matchAll(CAPITALS)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

const CAPITALS = new RegExp(`${WORD}${QUOTED}`, "g");

/** `CONSTEXPR Widget(int size) : size_(size) {}`: what stands before the name of a class of the file is no type. */
function constructors(text: string): Blank[] {
  const classes = new Set([...text.matchAll(CLASS_NAME)].map((match) => match[1]));
  if (classes.size === 0) return [];
  return [...text.matchAll(BEFORE_NAME)].flatMap(({ index, 1: kept = "", 2: part = "", 3: name }) =>
    classes.has(name) ? wordsIn(part, index + kept.length) : []
  );
}

const CLASS_NAME = new RegExp(`\\b(?:class|struct)\\s+(?:${WORD}\\s+)*(\\w+)`, "g");
const BEFORE_NAME = new RegExp(
  `((?:^|[;{}>:])[ \\t]*(?:${SPECIFIER}\\s+)*)((?:${WORD}${QUOTED}\\s+)+)(\\w+)\\s*\\(`,
  "gm",
);

/** `BEGIN_NAMESPACE` on a line of its own, between declarations. */
function loneLines(text: string): Blank[] {
  return [...text.matchAll(LONE)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    return isBetween(text, start, end) ? [{ start, end }] : [];
  });
}

const LONE = new RegExp(
  `^[ \\t]*${WORD}(?:(?<=PRAGMA\\w*|WARNING\\w*|DIAGNOSTIC\\w*)\\([^\\n]*\\))?[ \\t]*$`,
  "gm",
);

/** Whether nothing before or behind a line goes on in it. */
function isBetween(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start).trimEnd();
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isOpen = before !== "" && !/[;{}]$|\*\/$/.test(before) && !/^\s*(?:#|\/\/)/.test(line) &&
    !LONE_WORD.test(line);
  return !isOpen && /^\s*(?:[A-Za-z_#~/[]|$)/.test(text.slice(end, end + 200));
}

const LONE_WORD = new RegExp(`^\\s*${WORD}(?:\\(.*\\))?$`);

/** Macros in the place of a template's parameter become one without a name. */
function templateArguments(text: string): Blank[] {
  const blanks: Blank[] = [];
  for (const { index, 0: whole } of text.matchAll(/\btemplate\s*</g)) {
    let depth = 1;
    const limit = Math.min(text.length, index + LONGEST_HEAD);
    for (let at = index + whole.length; at < limit && depth > 0; at++) {
      const code = text[at];
      if (code === "<") depth++;
      else if (code === ">") depth--;
      else if (code === "(") {
        const close = closing(text, at, limit);
        const name = PARAMETER.exec(text.slice(index, at));
        const isWhole = /^\s*(?:=\s*0\s*)?[,>]/.test(text.slice(close + 1, close + 40));
        if (name && isWhole) blanks.push({ start: at - name[1]!.length, end: close + 1, by: "int" });
        at = close;
      }
    }
  }
  return blanks;
}

const PARAMETER = new RegExp(`[<,]\\s*(${WORD})$`);
/** Characters of a template's head that are looked through. */
const LONGEST_HEAD = 1500;

/** Where the brackets that open at `open` close; `limit` when they do not. */
function closing(text: string, open: number, limit: number): number {
  let depth = 0;
  for (let at = open; at < limit; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return limit;
}
