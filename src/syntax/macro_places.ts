/** Candidate offsets for macro patterns, each list ascending; the patterns decide. */
export type MacroPlaces = ReturnType<typeof noPlaces>;

function noPlaces() {
  return {
    /** Starts of statements whose first word, except specifiers and attributes, is in capitals. */
    statements: [] as number[],
    /** Starts of statements with a type before a word in capitals. */
    types: [] as number[],
    /** `struct` and similar keywords before a macro. */
    tags: [] as number[],
    /** Starts of lines with a closing parenthesis before a word in capitals. */
    signatures: [] as number[],
    /** Last letters before a space and a word in capitals that is followed by a comma or closing parenthesis. */
    parameters: [] as number[],
    /** `if` before a word in capitals. */
    conditions: [] as number[],
    /** Starts of lines that begin with a word in capitals and end with it or its arguments. */
    lines: [] as number[],
  };
}

/** Specifiers before a declaration. */
export const SPECIFIERS =
  "static|inline|constexpr|friend|virtual|extern|explicit|template|typedef|thread_local";

/** Pattern of a word in capitals. */
export const WORD = String.raw`\b_*[A-Z][A-Z0-9_]+\b`;

/**
 * Collects the candidates in one pass over the words in capitals; matching the patterns at every line or statement
 * would be slow.
 */
export function macroPlaces(text: string): MacroPlaces {
  const places = noPlaces();
  MACROS.lastIndex = 0;
  while (MACROS.test(text)) {
    const end = MACROS.lastIndex;
    const next = text.charCodeAt(end);
    // Other macro names have lower-case letters there; no candidate precedes them for a word in capitals.
    if (isLower(text.charCodeAt(end - 3))) addTag(text, wordStart(text, end), places.tags);
    else if (next === COMMA || next === CLOSE) addParameter(text, end, places.parameters);
    else if (next === OPEN || next === BRACE || next === MINUS || end === text.length || isSpace(next)) {
      addWord(text, end, places);
    }
  }
  for (const list of Object.values(places)) list.sort((a, b) => a - b);
  return places;
}

/** Words in capitals, and other macros between `struct` and a name, or their endings. */
const MACROS = new RegExp(`${WORD}|__attribute__|__declspec|_api\\b|_export\\b`, "g");

function addParameter(text: string, end: number, list: number[]): void {
  const start = wordStart(text, end);
  if (text.charCodeAt(start - 1) === SPACE && isWord(text.charCodeAt(start - 2))) list.push(start - 2);
}

function addWord(text: string, end: number, places: MacroPlaces): void {
  const start = wordStart(text, end);
  const before = skipBack(text, start, isSpace);
  const last = text.charCodeAt(before - 1);
  const next = text.charCodeAt(end);
  const word = before < start && isLower(last) ? text.slice(wordStart(text, before), before) : "";
  if (last === CLOSE) addLines(text, before, places.signatures);
  else if (SUFFIXES.has(word)) addSignature(text, start, places.signatures);
  else if (word === "if") places.conditions.push(before - 2);
  else if (TAGS.has(word)) places.tags.push(before - word.length);
  const line = skipBack(text, start, isBlank);
  if (isLineStart(text, line)) add(places.lines, line);
  if (next !== OPEN && !isSpace(next)) return;
  const isFirst = isStart(text, line) || last === BRACKET || BEFORE_TYPE.has(word);
  if (isFirst) addStatements(text, start, places.statements);
  if (next !== OPEN && (before < start || isPointer(last))) addTypes(text, start, places.types);
}

/** Adds candidates for a word in capitals at `start` after a specifier between signature and body. */
function addSignature(text: string, start: number, list: number[]): void {
  for (let at = start;;) {
    const end = skipBack(text, at, isSpace);
    if (text.charCodeAt(end - 1) === CLOSE) return addLines(text, end, list);
    at = wordStart(text, end);
    if (!SUFFIXES.has(text.slice(at, end))) return;
  }
}

const SUFFIXES = new Set(["const", "noexcept", "override", "final"]);

/** Adds a candidate for a macro at `start`. */
function addTag(text: string, start: number, list: number[]): void {
  const end = skipBack(text, start, isSpace);
  const tag = wordStart(text, end);
  if (TAGS.has(text.slice(tag, end))) list.push(tag);
}

const TAGS = new Set(["class", "struct", "union", "enum"]);

/** Adds the starts of the line that contains `at`: a pattern accepts more line terminators than a line feed. */
function addLines(text: string, at: number, list: number[]): void {
  for (let start = at; start >= 0; start--) {
    if (isLineStart(text, start)) add(list, start);
    if (text.charCodeAt(start - 1) === LINE_BREAK) return;
  }
}

/** Adds possible starts of a statement whose first word, except specifiers and attributes, is at `at`. */
function addStatements(text: string, at: number, list: number[]): void {
  for (let first = at;;) {
    const line = skipBack(text, first, isBlank);
    if (isStart(text, line)) add(list, isLineStart(text, line) ? line : line - 1);
    const end = skipBack(text, line, isSpace);
    const last = text.charCodeAt(end - 1);
    if (last === BRACKET) {
      // After an attribute the statement may start at any position from the line's start to the attribute.
      first = text.lastIndexOf("\n", end - 1) + 1;
      for (let start = end; start > first; start--) {
        if (isLineStart(text, start) || isDelimiter(text.charCodeAt(start))) list.push(start);
      }
      continue;
    }
    if (!isLower(last) || end === first) return;
    first = wordStart(text, end);
    if (!BEFORE_TYPE.has(text.slice(first, end))) return;
  }
}

const BEFORE_TYPE = new Set([...SPECIFIERS.split("|"), "const"]);

/** Adds possible starts of a statement whose type precedes `at`. */
function addTypes(text: string, at: number, list: number[]): void {
  const end = skipBack(text, at, isPointer);
  const last = text.charCodeAt(end - 1);
  if (isType(last)) addStatements(text, skipBack(text, end, isType), list);
  if (last !== GREATER) return;
  for (let open = end - 2; open > 0 && end - open <= LONGEST_ARGUMENTS; open--) {
    if (text[open] === "<" && isType(text.charCodeAt(open - 1))) {
      addStatements(text, skipBack(text, open, isType), list);
    }
  }
}

/** Maximum length of type arguments with their brackets, in characters. */
const LONGEST_ARGUMENTS = 122;

function add(list: number[], place: number): void {
  if (list.at(-1) !== place) list.push(place);
}

function skipBack(text: string, from: number, skips: (code: number) => boolean): number {
  let at = from;
  while (at > 0 && skips(text.charCodeAt(at - 1))) at--;
  return at;
}

function wordStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && isWord(text.charCodeAt(at - 1))) at--;
  return at;
}

const [LINE_BREAK, SPACE, AND, OPEN, CLOSE, STAR] = [10, 32, 38, 40, 41, 42];
const [COMMA, MINUS, COLON, GREATER, BRACKET, BRACE] = [44, 45, 58, 62, 93, 123];

/** 1 for characters matched by `\w`, by character code. */
const WORD_CODES = Uint8Array.from(
  { length: 128 },
  (_, code) => /\w/.test(String.fromCharCode(code)) ? 1 : 0,
);

const isWord = (code: number): boolean => WORD_CODES[code] === 1;

const isLower = (code: number): boolean => code >= 97 && code <= 122;

const isBlank = (code: number): boolean => code === SPACE || code === 9;

/** True for characters matched by `\s`. */
function isSpace(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));
}

const isPointer = (code: number): boolean => code === STAR || code === AND || isSpace(code);

const isType = (code: number): boolean => code === COLON || isWord(code);

function isDelimiter(code: number): boolean {
  return code === COLON || code === GREATER || code === 59 || code === BRACE || code === 125;
}

/** True if `at` is the start of a line, or of a statement after a delimiter. */
function isStart(text: string, at: number): boolean {
  return isLineStart(text, at) || isDelimiter(text.charCodeAt(at - 1));
}

/** True if `^` matches at `at` in multiline mode. */
function isLineStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const code = text.charCodeAt(at - 1);
  return code === LINE_BREAK || code === 13 || code === 0x2028 || code === 0x2029;
}
