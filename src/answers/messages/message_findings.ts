import type { Form } from "../form.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { Finding } from "../../model/findings.ts";
import type { RepositoryFiles } from "../../model/ports.ts";
import { type Definition, holdsLine } from "../../syntax/parsed_file.ts";
import { CALLABLE } from "../../syntax/class_kinds.ts";
import { type FileLine, linesOf, type ReadLines } from "../../search/file_lines.ts";
import { literalMatches } from "./literal_matches.ts";
import { linesAround, piecesOf } from "../../search/rank/pieces.ts";

/** Lines of code of one place. */
const LINES = 24;

/** Code with a string literal that the prompt repeats: an error message, a line of a log. */
export const MESSAGES: Form = {
  accepts: (_, { query = "" }) => query !== "",
  find: ({ args: { query: prompt = "" }, question: { terms: { phrases: quoted } }, index, files }) => {
    const items = messageFindings({ prompt, quoted }, index, files);
    return { items, isCertain: items.length > 0 };
  },
};

/** The definitions that hold such a literal, each with its line. */
export function messageFindings(
  text: Parameters<typeof literalMatches>[0],
  index: LexicalIndex,
  files: RepositoryFiles,
): Finding[] {
  const read: ReadLines = (path) => linesOf(path, files);
  const found = literalMatches(text, index, read).map((place) =>
    lineFinding(place, `holds the message in line ${place.line}`, index, read)
  );
  const byPlace = Map.groupBy(found, (one) => `${one.path}:${one.startLine}`);
  return [...byPlace.values()].map(([first]) => first!);
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
  const text = lines[line - 1];
  const code = definition
    ? piecesOf(lines, { ...definition, most: LINES, weigh: (one) => one === text ? 1 : 0 })
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

/** The innermost function around a line, else the innermost definition of any kind. */
export function definitionAround({ file, line }: FileLine, index: LexicalIndex): Definition | undefined {
  const definitions = index.parsed(file)?.definitions ?? [];
  const around = definitions.filter((one) => holdsLine(one, line));
  return around.findLast(({ kind }) => CALLABLE.has(kind)) ?? around.at(-1);
}
