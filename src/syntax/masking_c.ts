import { type Blank, blank, blanked } from "./masking.ts";

/**
 * Blanks macros within C and C++ declarations, so that the declarations are parsed: `class API Widget {`,
 * `EXPORT void run()`, `void run() NOEXCEPT {`, `template <typename T, ENABLE_IF(...)>`. Recognized by capitals and
 * context. Offsets are unchanged.
 */
export function withoutDeclarationMacros(written: string): string {
  const text = written.replace(ATTRIBUTE, blank);
  if (!/[A-Z]{2}/.test(text)) return text;
  const blanks: Blank[] = [];
  for (const pattern of PATTERNS) {
    for (const { index, 0: whole, 1: kept = "", 2: words } of text.matchAll(pattern)) {
      const start = index + kept.length;
      blanks.push(...(words ? wordsIn(words, start) : [{ start, end: index + whole.length }]));
    }
  }
  blanks.push(...constructors(text), ...loneLines(text), ...templateArguments(text));
  blanks.push(...annotations(text), ...items(text));
  return blanked(text, blanks);
}

/** GCC's `__attribute__((used))`. */
const ATTRIBUTE = /\b__attribute__(?<!#\s*define\b.*)\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)/g;

/**
 * Replaces `run(void)` by `run()`; offsets are unchanged. The C grammar parses it as a type macro after a lower-case
 * type: the function in `static int __init run(void)` would be named `void`.
 */
export function withoutVoid(text: string): string {
  return text.replace(NO_PARAMETERS, (list) => `(${" ".repeat(list.length - 2)})`);
}

const NO_PARAMETERS = /(?<=\w[ \t]*)\([ \t]*void[ \t]*\)/g;

/** Specifiers before a declaration. */
const SPECIFIERS = "static|inline|constexpr|friend|virtual|extern|explicit|template|typedef|thread_local";
/** Pattern of a word in capitals. */
const WORD = String.raw`\b_*[A-Z][A-Z0-9_]+\b`;
/** Arguments of a macro: a string, or in double parentheses. */
const QUOTED = String.raw`(?:\s*\((?:"[^"\n]*"|\([^()\n]*\))\))?`;
const SPECIFIER = `(?:${SPECIFIERS})`;
/** Class before a member name: `Widget::`, `Widget<T>::`. */
const QUALIFIER = String.raw`(?:\w+(?:<[^;{}()]{0,80}>)?::)`;
/** Lookahead for the rest of a declaration: a built-in type, or a type and a name. */
const DECLARATION = String
  .raw`(?:(?:auto|void|bool|char|int|long|short|float|double|unsigned|signed|operator|struct|class|enum|union|typename|decltype|${SPECIFIER})\b|~|(?:const\s+)?(?!const\b|volatile\b|return\b|else\b)[\w:]+(?:<[^;{}()]{0,120}>)?[\s*&]+(?!const\b|volatile\b)${QUALIFIER}*~?\w+\s*[(;={[]|(?:\w+::)*(?<own>\w+)(?:<[^;{}()]{0,80}>)?::~?\k<own>\s*\()`;

/** Words at the start of a statement that are not types. */
const NO_TYPE = String
  .raw`(?:return|else|case|goto|new|delete|throw|using|namespace|struct|class|enum|union|typename|typedef|define|co_\w+|const|${SPECIFIER})`;

/** Each keeps its first group and blanks all behind it, or only the words in capitals of its second group. */
const PATTERNS: readonly RegExp[] = [
  // `API void run(`, `static CONSTEXPR INLINE auto run(`
  new RegExp(
    `((?:^|[;{}>:])[ \\t]*(?:\\[\\[[^\\]\\n]*\\]\\]\\s*){0,8}(?:${SPECIFIER}\\s+){0,8})((?:${WORD}${QUOTED}\\s+(?:${SPECIFIER}\\s+){0,8}){1,8})(?=${DECLARATION})`,
    "mg",
  ),
  // `int API_CALL run(`
  new RegExp(
    `((?:^|[;{}])[ \\t]*(?:${SPECIFIER}\\s+){0,8}(?:const\\s+)?(?!${NO_TYPE}\\b)[\\w:]+(?:<[^;{}()\\n]{0,120}>)?(?:\\s*[*&]+\\s*|\\s+))${WORD}(?=\\s+(?!const\\b)${QUALIFIER}*~?[A-Za-z_]\\w*\\s*\\()`,
    "mg",
  ),
  // `class API Widget {`
  new RegExp(
    `(\\b(?:class|struct|union|enum)\\s+)(?:(?:(?:${WORD}(?:\\([^()\\n]*\\))?|__attribute__\\s*\\(\\([^()\\n]*(?:\\([^()\\n]*\\))?\\)\\)|__declspec\\s*\\([^()\\n]*\\)|\\w+_(?:api|export))\\s+){1,8})(?=[A-Za-z_][\\w:<>, ]{0,200}?\\s*(?:final\\s*)?(?:\\{|:(?!:)))`,
    "g",
  ),
  // `run() const NOEXCEPT {`
  new RegExp(
    `(^(?![ \\t]*(?:if|for|while|switch|else|catch|return|do)\\b)[^\\n#]*\\)\\s*(?:(?:const|noexcept|override|final)\\s+)*)${WORD}(?:\\([^()\\n]*\\))?(?=\\s*(?:\\{|->|(?:override|final|noexcept|const)\\b))`,
    "mg",
  ),
  // `(int size UNUSED)`
  new RegExp(
    `(\\w(?<!\\b(?:const|struct|union|enum|class|unsigned|signed|long|short|typename|return|sizeof|case|new|volatile)) )${WORD}(?=[,)])`,
    "g",
  ),
  // `if CONSTEXPR (`
  new RegExp(`(\\bif\\s+)${WORD}(?=\\s*\\()`, "g"),
];

function wordsIn(part: string, start: number): Blank[] {
  return [...part.matchAll(CAPITALS)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

const CAPITALS = new RegExp(`${WORD}${QUOTED}`, "g");

/**
 * Macros in `CONSTEXPR Widget(int size) : size_(size) {}`: the word before the name of a class in the file is not a
 * type.
 */
function constructors(text: string): Blank[] {
  const found = [...text.matchAll(BEFORE_NAME)];
  if (found.length === 0) return [];
  const classes = new Set([...text.matchAll(CLASS_NAME)].map((match) => match[1]));
  return found.flatMap(({ index, 1: kept = "", 2: part = "", 3: name }) =>
    classes.has(name) ? wordsIn(part, index + kept.length) : []
  );
}

const CLASS_NAME = new RegExp(`\\b(?:class|struct)\\s+(?:${WORD}\\s+){0,8}(\\w+)`, "g");
const BEFORE_NAME = new RegExp(
  `((?:^|[;{}>:])[ \\t]*(?:${SPECIFIER}\\s+){0,8})((?:${WORD}${QUOTED}\\s+){1,8})(\\w+)\\s*\\(`,
  "mg",
);

/** Macros with arguments behind a declaration: `void run() REQUIRES(mutex_);`, `int size_ GUARDED_BY(mutex_);`. */
function annotations(text: string): Blank[] {
  return [...text.matchAll(ANNOTATIONS)].flatMap(({ index, 0: whole }) => {
    const before = text.slice(Math.max(0, index - LONGEST_DECLARATION), index);
    const head = before.replace(/^[^]*[;{}]/, "").replace(
      /\/\/.*|\/\*[^]*?\*\/|\b(?:public|private|protected)\s*:/g,
      "",
    );
    return DECLARED.test(head) ? [{ start: index, end: index + whole.length }] : [];
  });
}

const LONGEST_DECLARATION = 400;
const ANNOTATIONS = new RegExp(
  `(?<=[\\w)]\\s+)${WORD}\\([^()\\n;]*\\)(?:\\s+${WORD}\\([^()\\n;]*\\)){0,8}(?=\\s*;)`,
  "g",
);
/** A type, a name, and possibly parameters. */
const DECLARED =
  /^\s*(?!(?:return|else|case|goto|new|delete|throw|define|typedef|using)\b|#)(?:[\w:<>,*&]+\s+)+[*&]*~?\w+\s*(?:\([^{}]*\)(?:\s*(?:const|override|final|noexcept))*)?\s*$/;

/** Macros alone in a line between declarations, such as `BEGIN_NAMESPACE`. */
function loneLines(text: string): Blank[] {
  return [...text.matchAll(LONE)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    return isBetween(text, start, end) ? [{ start, end }] : [];
  });
}

const LONE = new RegExp(
  `^[ \\t]*${WORD}(?:(?<=PRAGMA\\w*|WARNING\\w*|DIAGNOSTIC\\w*)\\([^\\n]*\\))?[ \\t]*$`,
  "mg",
);

/** Replaces macros that make a function, alone in a line between declarations, by a function: `DEFINE_COMMAND(start)`. */
function items(text: string): Blank[] {
  return [...text.matchAll(ITEM)].flatMap(({ index: start, 0: line }) => {
    const end = start + line.length;
    const by = "void f(".padEnd(line.length - 3) + "){}";
    return by.length === line.length && isBetween(text, start, end) ? [{ start, end, by }] : [];
  });
}

const ITEM = new RegExp(`^${WORD}\\([A-Za-z_][\\w, ]*\\)$`, "mg");

/** True if the line neither continues the text before nor is continued after it. */
function isBetween(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start).trimEnd();
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const isOpen = before !== "" && !/[;{}]$|\*\/$/.test(before) && !/^\s*(?:#|\/\/)/.test(line) &&
    !LONE_WORD.test(line);
  return !isOpen && /^\s*(?:[A-Za-z_#~/[]|$)/.test(text.slice(end, end + 200));
}

const LONE_WORD = new RegExp(`^\\s*${WORD}(?:\\(.*\\))?$`);

/** Replaces macros as template parameters by an unnamed parameter. */
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
/** Maximum length of a template head in characters. */
const LONGEST_HEAD = 1500;

/** Offset of the parenthesis that closes the one at `open`; `limit` if there is none. */
function closing(text: string, open: number, limit: number): number {
  let depth = 0;
  for (let at = open; at < limit; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return limit;
}
