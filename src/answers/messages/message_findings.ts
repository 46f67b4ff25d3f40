import type { Form } from "../form.ts";
import { type LexicalIndex, ROLES } from "../../index/lexical_index.ts";
import type { Finding, RepositoryFiles } from "../../model/calls.ts";
import { type Definition, holdsLine } from "../../syntax/parsed_file.ts";
import { CALLABLE, VALUE_KINDS } from "../../syntax/class_kinds.ts";
import { type FileLine, linesOf, LONGEST_LINE, type ReadLines } from "../../search/file_lines.ts";
import { kindOf } from "../../search/rank/line_values.ts";
import { linesAround, piecesOf } from "../../search/rank/pieces.ts";
import { LONGEST_PROMPT } from "../../search/ask_index.ts";
import { isTestCode } from "../../syntax/test_code.ts";
import { indentOf, lastName, literal } from "../../model/text.ts";
import { isStopWord } from "../../text/words.ts";
import { tokens } from "../../text/tokens.ts";

/** Minimum numbers of words for the same text. */
interface Least {
  /** Words of a literal, or of its part between two values, that is repeated as a whole. */
  readonly whole: number;
  /** Words in a row of a longer one. */
  readonly part: number;
}

/** Of a prompt's own sentences, which may have four words in common with any help text by chance. */
const UNQUOTED: Least = { whole: 4, part: 6 };
const QUOTED: Least = { whole: 2, part: 4 };
/** Minimum words of a literal whose pieces are repeated one after the other, and the maximum words of a value. */
const [FEWEST_FILLED_IN, MOST_VALUE] = [3, 8];
/** Minimum number of words that are no stop words, and of their letters. */
const FEWEST_TELLING = 2;
const TELLING = 4;
const isTelling = (word: string): boolean => word.length >= TELLING && !isStopWord(word);
/** Chunks whose lines are compared, those with the rarest words in common first; and quotations that are looked for. */
const MOST_TRIED = 6;
/** A text in more lines leads to none of them. */
const MOST_LINES = 4;

/** Lines whose blocks a line is inside of, the nearest ones. */
const MOST_AROUND = 2;
/** Places that use the name of a message. */
const MOST_USES = 2;
/** The key in front of a text. */
const KEY = /([A-Za-z_][\w.-]*)["'\]]?\s*(?::|=>|=)[^"'`]*["'`][^"'`]* /;

/** A line with a string literal that a prompt repeats. */
interface LiteralMatch extends FileLine {
  /** True if all words of the literal are repeated, false for a part of it. */
  readonly isWhole: boolean;
}

/** Text in one piece is a name. */
const isSentence = (text: string): boolean => text.trim().includes(" ");
const LITERAL = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`/g;

/**
 * The lines of code whose string literal a prompt repeats word for word, apart from the values that the program puts in; those
 * with most words in common, none for a text that many lines hold. Of quotations fewer words are enough.
 */
export function literalMatches(
  { prompt, quoted }: { readonly prompt: string; readonly quoted: readonly string[] },
  index: LexicalIndex,
  linesOf: ReadLines,
): readonly LiteralMatch[] {
  const find = (text: string, least: Least): LiteralMatch[] => matchesOf(text, least, index, linesOf);
  // What a message is caused by is reported behind it, and in fewer places.
  const causes = quoted.filter(isSentence).slice(-MOST_TRIED).reverse().map((text) => find(text, QUOTED));
  const found = [...causes, find(prompt.slice(0, LONGEST_PROMPT), UNQUOTED)]
    .filter(({ length }) => length > 0)
    .sort((one, other) => Number(other[0]!.isWhole) - Number(one[0]!.isWhole) || one.length - other.length);
  return [...new Map(found.flat().map((one) => [`${one.file}:${one.line}`, one])).values()];
}

function matchesOf(text: string, least: Least, index: LexicalIndex, linesOf: ReadLines): LiteralMatch[] {
  const words = messagePieces(text).flat();
  if (words.length < least.whole) return [];
  const numbers = new Set(text.match(NUMBERS));
  const telling = words.filter(isTelling);
  const isNear = (lower: string): boolean =>
    telling.filter((word) => lower.includes(word)).length >= FEWEST_TELLING;
  const found = chunksWith(words, index, Math.min(FEWEST_TELLING, least.whole - 1)).flatMap((chunk) =>
    linesIn(chunk, index, linesOf).flatMap(({ file, line, text }) => {
      const match = isNear(text.toLowerCase()) && sharedWords(text, { words, numbers }, least);
      // Of a list of modules no line is part of a message.
      const isText = match && (text.search(LITERAL) >= 0 || definitionAround({ file, line }, index));
      return isText ? { file, line, ...match } : [];
    })
  );
  const most = Math.max(0, ...found.map(({ shared }) => shared));
  const best = found.filter((one) => one.shared === most && !isInTest(one, index));
  const lines = [...new Map(best.map((one) => [`${one.file}:${one.line}`, one])).values()];
  return lines.length > MOST_LINES ? [] : lines;
}

/** The chunks of the product that hold some of the words outside of comments, the rarest words counting most. */
function chunksWith(words: readonly string[], index: LexicalIndex, fewest: number): number[] {
  const { chunks: { count, file }, files: { roles } } = index;
  // Columns, because a frequent word is in every third chunk.
  const [counts, rarities] = [new Uint16Array(count), new Float64Array(count)];
  for (const term of new Set(words.flatMap(tokens))) {
    const { chunks = [], tf } = index.postings(term) ?? {};
    const rarity = Math.log(1 + count / chunks.length);
    for (let at = 0; at < chunks.length; at++) {
      if (tf!.str[at]! + tf!.code[at]! === 0) continue;
      counts[chunks[at]!]!++;
      rarities[chunks[at]!]! += rarity;
    }
  }
  const best: number[] = [];
  for (let chunk = 0; chunk < count; chunk++) {
    if (counts[chunk]! < fewest || ROLES[roles[file[chunk]!]!] !== "code") continue;
    const rank = best.findLastIndex((one) => rarities[one]! >= rarities[chunk]!) + 1;
    if (rank < MOST_TRIED) best.splice(rank, 0, chunk);
  }
  return best.slice(0, MOST_TRIED);
}

/** Checks if a line is part of a test beside the code. */
function isInTest({ file, line }: FileLine, index: LexicalIndex): boolean {
  const parsed = index.parsed(file);
  const around = parsed?.definitions.findLastIndex((one) => holdsLine(one, line)) ?? -1;
  return around >= 0 && isTestCode(parsed!, around);
}

/**
 * The most words in a row that a literal of a line, or its literals together, share with a text, if enough; a number of the
 * literal that the text lacks is a word that differs. A line without quotes may be part of a literal.
 */
function sharedWords(
  line: string,
  { words: text, numbers }: { readonly words: readonly string[]; readonly numbers: ReadonlySet<string> },
  { whole, part }: Least,
): { readonly shared: number; readonly isWhole: boolean } | undefined {
  if (line.length > LONGEST_LINE || kindOf(line) === "comment") return undefined;
  const literals = [...line.matchAll(LITERAL)].map((match) => match.slice(1).join(""));
  const sentences = literals.filter(isSentence);
  const joined = sentences.length > 1 ? [sentences.join(" {} ")] : [];
  const texts = literals.length === 0 ? [line] : [...sentences, ...joined];
  const pieces = texts.map((one) =>
    messagePieces(one.replace(NUMBERS, (number) => numbers.has(number) ? number : OTHER_NUMBER))
  );
  const runs = pieces.flatMap((literal) =>
    [literal.flat(), ...literal].flatMap((words, at) => {
      const isFilledIn = at === 0 && isInOrder(literal, text);
      const run = isFilledIn ? words : longestRun(words, text);
      const isEnough =
        run.length >= (isFilledIn ? FEWEST_FILLED_IN : run.length === words.length ? whole : part);
      if (!isEnough || run.filter(isTelling).length < FEWEST_TELLING) return [];
      return { shared: run.length, isWhole: run.length === literal.flat().length };
    })
  );
  return runs.sort((a, b) => b.shared - a.shared)[0];
}

/** Checks if a text has all pieces of a literal one after the other, with values between them. */
function isInOrder(pieces: readonly (readonly string[])[], text: readonly string[]): boolean {
  let from = 0;
  const words = pieces.filter(({ length }) => length > 0);
  return words.length > 1 && words.every((piece, at) => {
    const last = at === 0 ? text.length : from + MOST_VALUE;
    const start = text.findIndex((_, here) =>
      here >= from && here <= last && piece.every((word, place) => text[here + place] === word)
    );
    from = start + piece.length;
    return start >= 0;
  });
}

/** The longest sequence of words without gaps that two texts have in common. */
function longestRun(words: readonly string[], text: readonly string[]): readonly string[] {
  let [length, end] = [0, 0];
  let before = new Array<number>(text.length + 1).fill(0);
  for (const word of words) {
    const row = [0, ...text.map((one, at) => one === word ? before[at]! + 1 : 0)];
    row.forEach((run, at) => {
      if (run > length) [length, end] = [run, at];
    });
    before = row;
  }
  return text.slice(end - length, end);
}

/** Values that programs fill in: `%s`, `{name}`, `${name}`, `#{name}`, `<name>`, numbers, an option, a quoted name. */
const PUT_IN =
  /\\?["'`][^"'`\s]{1,60}["'`]|%[-+#0-9.]*[a-zA-Z]|[$#]?\{[^}]*\}|<\w+>|\b\d[\w.:]*|--\w[\w-]*|\.\.\./g;
const NUMBERS = /(?<![\w%.])\d[\w.:]*\b/g;
/** A word that no prompt has. */
const OTHER_NUMBER = "__number__";
const ESCAPED_SPACE = /\\[nrt]/g;

/** The parts of a message between the values that programs put in, each as its words in lower case. */
export function messagePieces(text: string): string[][] {
  return text.replace(ESCAPED_SPACE, " ").split(PUT_IN).map((piece) =>
    piece.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []
  );
}

/** Lines of code of one place. */
const LINES = 20;

/** Code with a string literal that the prompt repeats: an error message, a line of a log. */
export const MESSAGES: Form = {
  accepts: (_, { query = "" }) => query !== "",
  find: (
    { args: { query: prompt = "" }, question: { terms: { phrases: quoted, identifiers } }, index, files },
  ) => {
    const messages = messageFindings({ prompt, quoted }, index, files);
    const items = messages.length > 0
      ? messages
      : nameFindings([...identifiers, ...prompt.match(CAPITALS) ?? []], index, files);
    const isWhole = messages.length > 0;
    return { items, isCertain: items.length > 0, isWhole, isDetail: !isWhole };
  },
};

/** A name such as `SIGUSR1`. */
const CAPITALS = /\b[A-Z][A-Z0-9]{5,}\b/g;

/** The few lines of code with a name that nothing here defines: a signal, a variable of the environment, a column. */
function nameFindings(names: readonly string[], index: LexicalIndex, files: RepositoryFiles): Finding[] {
  const read: ReadLines = (path) => linesOf(path, files);
  return names.filter((name) => index.definitionCount(lastName(name)) === 0).flatMap((name) => {
    const { places, isCommon } = linesWith(name, index, read);
    if (places.length > MOST_LINES || isCommon) return [];
    const found = places.map((place) => lineFinding(place, `has ${name} in line ${place.line}`, index, read));
    // Beside those in definitions an import adds nothing.
    return found.some(({ symbol }) => symbol) ? found.filter(({ symbol }) => symbol) : found;
  });
}

/** The lines of code with a name in the chunks that are looked at; common if there are more chunks. */
function linesWith(
  name: string,
  index: LexicalIndex,
  read: ReadLines,
): { readonly places: readonly FileLine[]; readonly isCommon: boolean } {
  const exact = new RegExp(`(?<![\\w$])${literal(name)}(?![\\w$])`);
  const chunks = chunksWith([name], index, new Set(tokens(name)).size);
  const places = chunks.flatMap((chunk) =>
    linesIn(chunk, index, read).filter(({ text, file, line }) =>
      exact.test(text) && kindOf(text) !== "comment" && !isInTest({ file, line }, index)
    )
  );
  // With this many, others may have it too.
  return { places, isCommon: chunks.length === MOST_TRIED };
}

/** The lines of a chunk. */
function linesIn(
  chunk: number,
  index: LexicalIndex,
  read: ReadLines,
): (FileLine & { readonly text: string })[] {
  const file = index.chunks.file[chunk]!;
  const from = index.chunks.startLine(chunk);
  const lines = read(index.files.paths[file]!)?.slice(from - 1, index.chunks.endLine(chunk)) ?? [];
  return lines.map((text, at) => ({ file, line: from + at, text }));
}

/** The definitions that hold such a literal, each with its line. */
export function messageFindings(
  text: Parameters<typeof literalMatches>[0],
  index: LexicalIndex,
  files: RepositoryFiles,
): Finding[] {
  const read: ReadLines = (path) => linesOf(path, files);
  const found = literalMatches(text, index, read).flatMap(({ isWhole, ...place }) => {
    const claim = `holds ${isWhole ? "" : "part of "}the message in line ${place.line}`;
    return [lineFinding(place, claim, index, read), ...usesOf(place, index, read)];
  });
  const byPlace = Map.groupBy(found, (one) => `${one.path}:${one.startLine}`);
  return [...byPlace.values()].map(([first]) => first!);
}

/** The functions that use the name or the key of a table under which a message is held: those of its file, or else of others. */
function usesOf(place: FileLine, index: LexicalIndex, read: ReadLines): Finding[] {
  const holder = definitionAround(place, index);
  if (holder && !VALUE_KINDS.has(holder.kind)) return [];
  const isTable = !holder || holder.startLine < holder.endLine;
  const key = isTable
    ? KEY.exec(read(index.files.paths[place.file]!)?.[place.line - 1] ?? "")?.[1]
    : undefined;
  const name = key ?? holder?.name;
  if (name === undefined) return [];
  const { places, isCommon } = linesWith(name, index, read);
  if (key && isCommon) return [];
  const uses = places.filter((use) =>
    definitionAround(use, index) && !(use.file === place.file && holder && holdsLine(holder, use.line))
  );
  const near = uses.filter(({ file }) => file === place.file);
  return (near.length > 0 ? near : uses).slice(0, MOST_USES)
    .map((use) => lineFinding(use, `has ${name} in line ${use.line}`, index, read));
}

/** The definition around a line, with the line; the lines around it if there is none. */
export function lineFinding(
  { file, line }: FileLine,
  claim: string,
  index: LexicalIndex,
  read: ReadLines,
): Finding {
  const path = index.files.paths[file]!;
  const lines = read(path) ?? [];
  const definition = definitionAround({ file, line }, index);
  const text = lines[line - 1] ?? "";
  const code = definition
    ? piecesOf(lines, { ...definition, most: LINES, weigh: (all) => weightsAround(all, all.indexOf(text)) })
    : [linesAround(lines, line)];
  return {
    path,
    startLine: definition?.startLine ?? line,
    endLine: definition?.endLine ?? line,
    ...(definition && { symbol: definition.qualifiedName }),
    claim,
    score: 1,
    reasons: [],
    code,
  };
}

/**
 * Weights of lines beside one of them: half of its own for that with the rarest names of the conditions that it is inside of,
 * such as the line that sets their variable.
 */
function weightsAround(lines: readonly string[], at: number): number[] {
  const conditions = new Set<number>();
  let least = indentOf(lines[at] ?? "");
  for (let above = at - 1; above >= 0 && conditions.size < MOST_AROUND; above--) {
    const line = lines[above]!;
    if (kindOf(line) !== "code" || indentOf(line) >= least) continue;
    least = indentOf(line);
    if (tokens(line).length > 1) conditions.add(above);
  }
  const words = lines.map((line, here) => conditions.has(here) ? [] : [...new Set(tokens(line))]);
  const counts = Map.groupBy(words.flat(), (word) => word);
  const names = [...conditions].flatMap((above) => tokens(lines[above]!));
  const weights = words.map((own) =>
    names.reduce((sum, name) => sum + (own.includes(name) ? 1 / counts.get(name)!.length : 0), 0)
  );
  const most = 2 * Math.max(...weights);
  return weights.map((weight, here) => here === at ? 1 : most > 0 ? weight / most : 0);
}

/** The innermost function around a line, else the innermost definition of any kind. */
export function definitionAround({ file, line }: FileLine, index: LexicalIndex): Definition | undefined {
  const definitions = index.parsed(file)?.definitions ?? [];
  const around = definitions.filter((one) => holdsLine(one, line));
  return around.findLast(({ kind }) => CALLABLE.has(kind)) ?? around.at(-1);
}
