import type { LexicalIndex } from "../index/lexical_index.ts";
import type { Finding } from "../model/findings.ts";
import type { RepositoryFiles } from "../model/ports.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { CALLABLE } from "../syntax/class_kinds.ts";
import { linesOf } from "./file_lines.ts";
import type { MessagePlace } from "./message_places.ts";
import { messagePlaces } from "./message_places.ts";
import { linesAround, piecesOf } from "./rank/pieces.ts";

const MOST = 2;
/** Lines of code of one place, and around the line of a message outside of definitions. */
const LINES = 24;
const AROUND = 4;

/** The definitions that hold a message which the prompt quotes, with its line. */
export function messageFindings(
  prompt: string,
  quoted: readonly string[],
  index: LexicalIndex,
  files: RepositoryFiles,
): Finding[] {
  const read = (path: string): readonly string[] | undefined => linesOf(path, files);
  const places = messagePlaces(prompt, quoted, index, read);
  const best = places[0];
  if (!best) return [];
  const found = new Map<string, Finding>();
  for (const place of places.filter(({ share }) => share === best.share)) {
    const finding = lineFinding(place, { index, read, claim: `holds the message in line ${place.line}` });
    const key = `${finding.path}:${finding.startLine}`;
    if (!found.has(key) && found.size < MOST) found.set(key, finding);
  }
  return [...found.values()];
}

/** How a line is shown. */
export interface LineOptions {
  readonly index: LexicalIndex;
  readonly read: (path: string) => readonly string[] | undefined;
  readonly claim: string;
}

/** The definition around a line, with the line; what stands around the line where there is none. */
export function lineFinding(
  { file, line }: Pick<MessagePlace, "file" | "line">,
  { index, read, claim }: LineOptions,
): Finding {
  const path = index.files.paths[file]!;
  const lines = read(path) ?? [];
  const definition = definitionAround({ file, line }, index);
  const text = lines[line - 1];
  const code = definition
    ? piecesOf(lines, { ...definition, most: LINES, weigh: (one) => one === text ? 1 : 0 })
    : [linesAround(lines, line, AROUND)];
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
export function definitionAround(
  { file, line }: Pick<MessagePlace, "file" | "line">,
  index: LexicalIndex,
): Definition | undefined {
  const definitions = index.parsed(file)?.definitions ?? [];
  const around = definitions.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return around.findLast(({ kind }) => CALLABLE.has(kind)) ?? around.at(-1);
}
