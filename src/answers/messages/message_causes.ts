import type { CodeGraph } from "../../graph/edges.ts";
import { LEAST_CONFIDENCE, symbolKey } from "../../graph/edges.ts";
import type { SymbolRef } from "../../graph/symbol_ref.ts";
import { sameSymbol } from "../../graph/symbol_ref.ts";
import { ROLES } from "../../index/lexical_index.ts";
import type { LexicalIndex } from "../../index/lexical_index.ts";
import { tokens } from "../../text/tokens.ts";
import { CALLABLE, VALUE_KINDS } from "../../syntax/class_kinds.ts";
import type { Definition } from "../../syntax/parsed_file.ts";
import { holdsLine } from "../../syntax/parsed_file.ts";
import type { FileLine, ReadLines } from "../../search/file_lines.ts";

/** A function that a condition calls, and the line of that. One-based. */
export interface ConditionCall {
  readonly to: SymbolRef;
  readonly line: number;
}

/** Lines above a message that are searched for its condition. */
const CONDITION_ABOVE = 8;
const MOST_CONDITIONS = 3;
/** Uses of a named message that are looked at, and shown. */
const MOST_LOOKED_AT = 40;
const MOST_USES = 2;
/** A line with a condition, in any language. */
const CONDITION =
  /\b(?:if|elif|unless|guard|while|until|when|assert|require|ensure|switch|match|case)\b|&&|\|\||!\w|\?/;
/** A line that reports an error. */
const RAISES =
  /\b(?:return|raise|throw|throws|panic|reject|bail|abort|die|fail|exit)\b|[Ee]rror[fw]?\(|Err\(/;
/** A line that only asks whether a value is a certain error. */
const COMPARES =
  /\b(?:errors\.(?:Is|As)|instanceof|isinstance|except|catch|rescue|assert\w*|expect|case)\b|\bmatches!|[!=]=|=>\s*\{?\s*$/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\[|define)|--)/;

/**
 * The functions that a condition right above a line calls, in the order of their lines: what has to be true for a message
 * to be reported.
 */
export function conditionCalls({ file, line }: FileLine, graph: CodeGraph, read: ReadLines): ConditionCall[] {
  const { definitions = [], references = [] } = graph.index.parsed(file) ?? {};
  const caller = {
    file,
    definition: definitions.findLastIndex((one) => CALLABLE.has(one.kind) && holdsLine(one, line)),
  };
  if (caller.definition < 0) return [];
  const lines = read(graph.index.files.paths[file]!) ?? [];
  const first = Math.max(definitions[caller.definition]!.startLine, line - CONDITION_ABOVE);
  const isCondition = (at: number): boolean =>
    first <= at && at < line && CONDITION.test(lines[at - 1] ?? "");
  const names = new Set(references.filter((one) => isCondition(one.line)).map(({ name }) => name));
  if (names.size === 0) return [];
  const found = new Map<string, ConditionCall>();
  for (const { to, line: at, confidence } of graph.calleesNamed(caller, names)) {
    if (!isCondition(at) || confidence < LEAST_CONFIDENCE || found.has(symbolKey(to))) continue;
    const kind = graph.definition(to)?.kind;
    if (kind === undefined || !CALLABLE.has(kind) || sameSymbol(to, caller)) continue;
    found.set(symbolKey(to), { to, line: at });
  }
  return [...found.values()].slice(-MOST_CONDITIONS);
}

/**
 * Places that report a message with a name of its own (a constant, a value of an enumeration), beyond comparisons.
 *
 * @param around the definition around the message, if any
 */
export function usesOfMessage(
  place: FileLine,
  around: Definition | undefined,
  { index, read }: { readonly index: LexicalIndex; readonly read: ReadLines },
): FileLine[] {
  const value = around && VALUE_KINDS.has(around.kind) ? around : undefined;
  const valueName = value && /^\w+$/.test(value.name) ? value.name : undefined;
  const name = nameOfMessage(read(index.files.paths[place.file]!) ?? [], place.line) ?? valueName;
  if (name === undefined) return [];
  const isMessage = ({ file, line }: FileLine): boolean =>
    file === place.file &&
    (Math.abs(line - place.line) < 2 || value !== undefined && holdsLine(value, line));
  const references = index.referencesTo(name, MOST_LOOKED_AT);
  const uses = references.length > 0 ? references : linesWith(name, { index, read });
  return uses.flatMap(({ file, line }) => {
    const text = read(index.files.paths[file]!)?.[line - 1];
    const isCode = ROLES[index.files.roles[file]!] === "code";
    if (text === undefined || !isCode || isMessage({ file, line })) return [];
    return [{ file, line, worth: Number(RAISES.test(text)) - Number(COMPARES.test(text)) }];
  }).filter(({ worth }) => worth >= 0).sort((a, b) => b.worth - a.worth).slice(0, MOST_USES);
}

/** Lines that hold a name which the index has no references to, such as a value of an enumeration in Rust. */
function linesWith(
  name: string,
  { index, read }: { readonly index: LexicalIndex; readonly read: ReadLines },
): FileLine[] {
  const rarest = tokens(name).filter((term) => index.chunkFrequency(term) > 0)
    .sort((a, b) => index.chunkFrequency(a) - index.chunkFrequency(b))[0];
  const chunks = rarest === undefined ? undefined : index.postings(rarest)?.chunks;
  const named = new RegExp(`\\b${name}\\b`);
  return [...chunks?.subarray(0, MOST_LOOKED_AT) ?? []].flatMap((chunk) => {
    const file = index.chunks.file[chunk]!;
    const from = index.chunks.startLine(chunk);
    const lines = (read(index.files.paths[file]!) ?? []).slice(from - 1, index.chunks.endLine(chunk));
    return lines.flatMap((text, at) =>
      named.test(text) && !COMMENT.test(text) ? [{ file, line: from + at }] : []
    );
  });
}

/** `NAME = error("...")`, `NAME("...")` of an enumeration, `#define NAME "..."`, `#[error("...")]` above a name. */
function nameOfMessage(lines: readonly string[], line: number): string | undefined {
  const text = lines[line - 1] ?? "";
  if (/^\s*(?:#\[|@)/.test(text)) {
    const below = lines.slice(line, line + 3).find((one) => !/^\s*(?:#\[|@|\/\/|$)/.test(one));
    return /^\s*(?:pub )?([A-Za-z_]\w{2,})/.exec(below ?? "")?.[1];
  }
  const named = /([A-Za-z_]\w{2,})(?:\s*:\s*[\w&' <>[\]]+)?\s*(?::=|=>|=)\s*[^=]*["'`]/.exec(text);
  const listed = /^\s*(?:#\s*define\s+)?([A-Z]\w{2,})\s*(?:\(|\s)[^;]*["']/.exec(text);
  return named?.[1] ?? listed?.[1];
}
