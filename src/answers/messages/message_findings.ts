import type { CodeGraph } from "../../graph/edges.ts";
import { graphOver } from "../../graph/open_graph.ts";
import type { Form, FormAnswer } from "../form.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { Finding } from "../../model/findings.ts";
import type { RepositoryFiles } from "../../model/ports.ts";
import type { Definition } from "../../syntax/parsed_file.ts";
import { holdsLine } from "../../syntax/parsed_file.ts";
import { CALLABLE } from "../../syntax/class_kinds.ts";
import type { FileLine, ReadLines } from "../../search/file_lines.ts";
import { linesOf } from "../../search/file_lines.ts";
import { conditionCalls, usesOfMessage } from "./message_causes.ts";
import type { MessagePlace } from "./message_places.ts";
import { messagePlaces } from "./message_places.ts";
import { linesAround, piecesOf } from "../../search/rank/pieces.ts";
import type { RankedDefinition } from "../../search/rank/rank_definitions.ts";

const MOST = 2;
const MOST_CONDITIONS = 3;
/** Lines of code of one place, and around the line of a message outside of definitions. */
const LINES = 24;
const AROUND = 4;

/** Code that reports a message, the uses of its name if it has one, and the calls of the condition above it. */
export const MESSAGES: Form = {
  accepts: ({ messages }) => messages.length > 0,
  find: ({ question, index, files, ranked }) =>
    messageFindings(question.messages, graphOver(index), { files, ranked }),
};

/** The definitions that hold one of the reported messages, the most specific first, with its line, and what leads to it. */
export function messageFindings(
  messages: readonly string[],
  graph: CodeGraph,
  { files, ranked = [] }: { readonly files: RepositoryFiles; readonly ranked?: readonly RankedDefinition[] },
): FormAnswer {
  const { index } = graph;
  const read: ReadLines = (path) => linesOf(path, files);
  const places = messagePlaces(messages, index, read);
  const best = places[0];
  const found = new Findings(graph, read);
  if (!best) return { items: [], isWhole: false };
  const equal = places.filter(({ share, depth }) => share === best.share && depth === best.depth);
  for (const place of byRank(equal, ranked).slice(0, MOST)) {
    const definition = definitionAround(place, index);
    const uses = definition && CALLABLE.has(definition.kind) && definition.kind !== "macro"
      ? []
      : usesOfMessage(place, definition, { index, read });
    // Uses of a constant come first.
    for (const use of uses) found.add(use, `reports the message of line ${place.line} in line ${use.line}`);
    found.add(place, `holds the message in line ${place.line}`);
    for (const raised of uses.length > 0 ? uses : [place]) found.addConditions(raised);
  }
  const outer = places.find(({ share, depth }) => share === best.share && depth !== best.depth);
  if (outer) found.add(outer, `holds an outer part of the message in line ${outer.line}`);
  return { items: found.items, isWhole: best.share === 1 };
}

/** Orders files with the same message by their rank for the rest of the question. */
function byRank(
  places: readonly MessagePlace[],
  ranked: readonly RankedDefinition[],
): readonly MessagePlace[] {
  const rankOf = ({ file }: MessagePlace): number => {
    const at = ranked.findIndex((one) => one.file === file);
    return at < 0 ? ranked.length : at;
  };
  return places.length < 2 ? places : places.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Findings without repeats, the conditions behind what reports. */
class Findings {
  readonly #lines = new Map<string, Finding>();
  readonly #conditions = new Map<string, Finding>();

  constructor(private readonly graph: CodeGraph, private readonly read: ReadLines) {}

  get items(): Finding[] {
    const conditions = [...this.#conditions].filter(([key]) => !this.#lines.has(key));
    return [...this.#lines.values(), ...conditions.slice(0, MOST_CONDITIONS).map(([, finding]) => finding)];
  }

  add(place: FileLine, claim: string): void {
    this.#keep(this.#lines, lineFinding(place, { index: this.graph.index, read: this.read, claim }));
  }

  /** Adds the calls of the condition above a line. */
  addConditions(place: FileLine): void {
    for (const finding of conditionFindings(place, this.graph, this.read)) {
      this.#keep(this.#conditions, finding);
    }
  }

  #keep(list: Map<string, Finding>, finding: Finding): void {
    const key = `${finding.path}:${finding.startLine}`;
    if (!list.has(key)) list.set(key, finding);
  }
}

/** The functions that the condition right above a line calls, with their code. */
export function conditionFindings(place: FileLine, graph: CodeGraph, read: ReadLines): Finding[] {
  return conditionCalls(place, graph, read).map(({ to, line }): Finding => {
    const { startLine, endLine, qualifiedName } = graph.definition(to)!;
    const path = graph.index.files.paths[to.file]!;
    const code = piecesOf(read(path) ?? [], { startLine, endLine, most: LINES, weigh: () => 0 });
    return {
      path,
      startLine,
      endLine,
      symbol: qualifiedName,
      claim: `called in the condition of line ${line}`,
      score: 1,
      reasons: [],
      code,
    };
  });
}

/** Display options of a line. */
export interface LineOptions {
  readonly index: LexicalIndex;
  readonly read: ReadLines;
  readonly claim: string;
}

/** The definition around a line, with the line; the lines around it if there is none. */
export function lineFinding(
  { file, line }: FileLine,
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
  { file, line }: FileLine,
  index: LexicalIndex,
): Definition | undefined {
  const definitions = index.parsed(file)?.definitions ?? [];
  const around = definitions.filter((one) => holdsLine(one, line));
  return around.findLast(({ kind }) => CALLABLE.has(kind)) ?? around.at(-1);
}
