import type { CodeGraph } from "../graph/edges.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { LEAST_CONFIDENCE, symbolKey } from "../graph/edges.ts";
import { ROLES } from "../index/lexical_index.ts";
import type { LexicalIndex } from "../index/lexical_index.ts";
import { tokens } from "../text/tokens.ts";
import { CALLABLE, VALUE_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import type { FileLine, ReadLines } from "./file_lines.ts";

/** Lines above a message in which the condition stands that leads to it. */
const CONDITION_ABOVE = 8;
const MOST_CONDITIONS = 3;
/** Uses of a named message that are looked at, and shown. */
const MOST_LOOKED_AT = 40;
const MOST_USES = 2;
const CONDITION =
  /\b(?:if|elif|unless|guard|while|until|when|assert|require|ensure|switch|match|case)\b|&&|\|\||!\w|\?/;
const RAISES =
  /\b(?:return|raise|throw|throws|panic|reject|bail|abort|die|fail|exit)\b|[Ee]rror[fw]?\(|Err\(/;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!\[|define)|--)/;
const COMPARES =
  /\b(?:errors\.(?:Is|As)|instanceof|isinstance|except|catch|rescue|assert\w*|expect|case)\b|\bmatches!|[!=]=|=>\s*\{?\s*$/;

/**
 * The functions that a condition right above a line calls, in the order of their lines: what has to be true for a message
 * to be reported.
 */
export function conditionCalls(
  { file, line }: FileLine,
  graph: CodeGraph,
  read: ReadLines,
): { readonly to: SymbolRef; readonly line: number }[] {
  const { index } = graph;
  const definitions = index.parsed(file)?.definitions ?? [];
  const around = definitions.findLastIndex((one) =>
    CALLABLE.has(one.kind) && one.startLine <= line && line <= one.endLine
  );
  const lines = read(index.files.paths[file]!) ?? [];
  if (around < 0) return [];
  const from = Math.max(definitions[around]!.startLine, line - CONDITION_ABOVE);
  const isCondition = (at: number): boolean => at >= from && at < line && CONDITION.test(lines[at - 1] ?? "");
  const references = index.parsed(file)?.references.filter((one) => isCondition(one.line)) ?? [];
  const names = new Set(references.map(({ name }) => name));
  const found = new Map<string, { to: SymbolRef; line: number }>();
  if (names.size === 0) return [];
  for (const { to, line: at, confidence } of graph.calleesNamed({ file, definition: around }, names)) {
    if (!isCondition(at) || confidence < LEAST_CONFIDENCE) continue;
    const definition = graph.definition(to);
    if (!definition || !CALLABLE.has(definition.kind) || to.file === file && to.definition === around) {
      continue;
    }
    if (!found.has(symbolKey(to))) found.set(symbolKey(to), { to, line: at });
  }
  return [...found.values()].slice(-MOST_CONDITIONS);
}

/**
 * Where a message that has a name of its own (a constant, a value of an enumeration) is reported, not only compared with.
 *
 * @param around the definition around the message, if any
 */
export function usesOfMessage(
  place: FileLine,
  around: Definition | undefined,
  { index, read }: { readonly index: LexicalIndex; readonly read: ReadLines },
): FileLine[] {
  const isAround = around !== undefined && VALUE_KINDS.has(around.kind);
  const held = isAround && /^\w+$/.test(around.name) ? around.name : undefined;
  const name = nameOfMessage(read(index.files.paths[place.file]!) ?? [], place.line) ?? held;
  if (name === undefined) return [];
  const references = index.referencesTo(name, MOST_LOOKED_AT);
  const uses = (references.length > 0 ? references : linesWith(name, { index, read })).flatMap(
    ({ file, line }) => {
      const text = read(index.files.paths[file]!)?.[line - 1];
      const isOwn = file === place.file &&
        (Math.abs(line - place.line) < 2 || isAround && around.startLine <= line && line <= around.endLine);
      if (text === undefined || isOwn || ROLES[index.files.roles[file]!] !== "code") return [];
      return [{ file, line, worth: Number(RAISES.test(text)) - Number(COMPARES.test(text)) }];
    },
  );
  return uses.filter(({ worth }) => worth >= 0).sort((a, b) => b.worth - a.worth).slice(0, MOST_USES);
}

/** Lines that hold a name which the index has no references to, such as a value of an enumeration in Rust. */
function linesWith(
  name: string,
  { index, read }: { readonly index: LexicalIndex; readonly read: ReadLines },
): FileLine[] {
  const rarest = tokens(name).filter((term) => index.chunkFrequency(term) > 0)
    .sort((a, b) => index.chunkFrequency(a) - index.chunkFrequency(b))[0];
  const chunks = rarest === undefined ? undefined : index.postings(rarest)?.chunks;
  const whole = new RegExp(`\\b${name}\\b`);
  return [...chunks?.subarray(0, MOST_LOOKED_AT) ?? []].flatMap((chunk) => {
    const file = index.chunks.file[chunk]!;
    const from = index.chunks.startLine[chunk]!;
    const lines = (read(index.files.paths[file]!) ?? []).slice(from - 1, index.chunks.endLine[chunk]);
    return lines.flatMap((text, at) =>
      whole.test(text) && !COMMENT.test(text) ? [{ file, line: from + at }] : []
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
