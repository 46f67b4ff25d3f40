import type { CodeGraph } from "../../graph/edges.ts";
import type { Resolution } from "../../graph/resolution.ts";
import { distinctSymbols, type SymbolRef } from "../../graph/symbol_ref.ts";
import type { NavigationSymbol, TextPosition } from "../../model/navigation.ts";
import { type Definition, holdsLine, type ParsedFile, type Reference } from "../../syntax/parsed_file.ts";
import { isIn, isSpelled, nameRangeOf, wordsOf } from "./texts.ts";
import type { NavigationView, Texts, Word } from "./texts.ts";

/** A definition with its ranges, without its members; undefined where there is none. */
export function describe(
  { graph, texts }: NavigationView,
  { file, definition }: SymbolRef,
): NavigationSymbol | undefined {
  const parsed = graph.index.parsed(file);
  const one = parsed?.definitions[definition];
  return parsed && one
    ? symbolOf(parsed, one, { path: graph.index.files.paths[file] ?? "", texts })
    : undefined;
}

/** Definitions in an outline: what a tool may answer holds some 8,000, and no editor shows more. */
const MOST_OUTLINED = 5000;

/** The first definitions of one file, in its order, with their members. */
export function outlineOf(parsed: ParsedFile, path: string, texts: Texts): NavigationSymbol[] {
  const first = parsed.definitions.slice(0, MOST_OUTLINED).map((one, at) => ({ one, at }));
  const membersOf = Map.groupBy(first, ({ one }) => one.parent);
  const below = (parent: number): NavigationSymbol[] =>
    (membersOf.get(parent) ?? []).map(({ one, at }) => ({
      ...symbolOf(parsed, one, { path, texts }),
      children: below(at),
    }));
  return below(-1);
}

function symbolOf(
  { language }: ParsedFile,
  one: Definition,
  { path, texts }: { readonly path: string; readonly texts: Texts },
): NavigationSymbol {
  const lines = texts.of(path);
  const nameRange = nameRangeOf(one, lines);
  return {
    name: one.name,
    container: one.qualifiedName.slice(0, Math.max(0, one.qualifiedName.length - one.name.length - 1)),
    kind: one.kind,
    language,
    signature: one.signature,
    doc: one.doc,
    path,
    range: lines.rangeOf(one.startIndex, one.endIndex),
    nameRange,
    children: [],
  };
}

/** A use that the parser has on record counts from this confidence on; one that it has not needs more than a guess. */
export const LEAST_RECORDED = 0.45;
const LEAST_UNRECORDED = 0.8;

/** Targets of a position. */
export interface Meaning {
  /** Target definitions of the highest confidence, all equally likely. */
  readonly symbols: readonly SymbolRef[];
  /** Target files: the modules named by an import. */
  readonly files: readonly number[];
}

/** The definitions or files that a position in a file means; a definition's own name means itself. */
export function meaningAt({ graph, texts }: NavigationView, file: number, position: TextPosition): Meaning {
  const path = graph.index.files.paths[file] ?? "";
  const parsed = graph.index.parsed(file);
  const line = texts.of(path).line(position.line);
  const word = wordsOf(line).find(({ start, end }) =>
    start <= position.character && position.character <= end
  );
  if (!parsed || !word) return { symbols: [], files: [] };
  const own = parsed.definitions.flatMap((one, definition) =>
    one.startLine <= position.line + 1 && position.line + 1 <= one.endLine &&
      isSpelled(word.text, one.name) && isIn(position, nameRangeOf(one, texts.of(path)))
      ? [graph.resolver.body({ file, definition })]
      : []
  );
  if (own.length > 0) return { symbols: own.slice(-1), files: [] };
  const place = { line: position.line + 1, text: line, word, before: line.slice(0, word.start) };
  const recorded = recordedAt(parsed, place)
    .flatMap((reference) => graph.resolver.resolve(file, reference));
  const symbols = surest(recorded, LEAST_RECORDED);
  if (symbols.length > 0) return { symbols, files: [] };
  const unrecorded = graph.resolver.resolve(file, unrecordedAt(parsed, place));
  const found = surest(unrecorded, LEAST_UNRECORDED);
  return { symbols: found, files: found.length > 0 ? [] : importedAt(graph, file, { line, position }) };
}

/** A name in a line. */
interface UsePlace {
  /** One-based. */
  readonly line: number;
  readonly text: string;
  readonly word: Word;
  /** Text before it in the line. */
  readonly before: string;
}

/** The uses on record of a name in a line, those of the same receiver where there are some, or else those of no other word. */
function recordedAt(parsed: ParsedFile, { line, text, word, before }: UsePlace): Reference[] {
  const named = parsed.references.filter((one) => one.line === line && isSpelled(word.text, one.name));
  const standing = named.filter(({ receiver }) => standsOn(before, receiver));
  const isElsewhere = ({ name, receiver }: Reference): boolean =>
    wordsOf(text).some((one) => isSpelled(one.text, name) && standsOn(text.slice(0, one.start), receiver));
  return standing.length > 0 ? standing : named.filter((one) => !isElsewhere(one));
}

const ACCESS = /(?:\?\.|\.|->|::|&\.)\s*$/;

/** True if the text before a name ends like its receiver. */
export function standsOn(before: string, receiver: string): boolean {
  const isMember = ACCESS.test(before);
  if (receiver === "" || !isMember) return (receiver === "") === !isMember;
  const last = receiver.slice(receiver.lastIndexOf(".") + 1).replace(/\(.*$/, "");
  const rest = before.replace(ACCESS, "").trimEnd();
  return last === "?" || rest.endsWith(last) || /[\])]$/.test(rest);
}

/** The use as the parser would have recorded it. */
function unrecordedAt(parsed: ParsedFile, { line, word, before }: UsePlace): Reference {
  const chain = /((?:[\p{L}_$][\p{L}\p{Nd}_$]*(?:\.|->|::))+)$/u.exec(before)?.[1];
  const receiver = chain?.replaceAll(/->|::/g, ".").slice(0, -1) ?? (ACCESS.test(before) ? "?" : "");
  const scope = parsed.definitions.findLastIndex((one) => holdsLine(one, line));
  const text = word.text.replace(/^\$/, "");
  const renamed = parsed.imports.filter((one) => one.line === line).flatMap((one) => one.names)
    .find(({ name, alias }) => name === text && alias !== text);
  return { name: renamed?.alias ?? text, kind: "reference", receiver, line, scope };
}

/** The file of the module that is named at a position of an import. */
function importedAt(
  graph: CodeGraph,
  file: number,
  { line, position }: { readonly line: string; readonly position: TextPosition },
): readonly number[] {
  const imports = graph.index.parsed(file)?.imports.filter((one) => one.line === position.line + 1) ?? [];
  const one = imports.find(({ module }) => {
    const at = module === "" ? -1 : line.indexOf(module);
    return at >= 0 && at <= position.character && position.character <= at + module.length;
  });
  return one ? graph.resolver.names.modules.resolve(one.module, file).slice(0, 1) : [];
}

function surest(resolutions: readonly Resolution[], least: number): SymbolRef[] {
  const best = Math.max(...resolutions.map(({ confidence }) => confidence), 0);
  if (best < least) return [];
  return distinctSymbols(
    resolutions.filter(({ confidence }) => confidence === best).map(({ file, definition }) => ({
      file,
      definition,
    })),
  );
}
