import type { Definition } from "../../syntax/parsed_file.ts";
import type { Hunk } from "./line_diff.ts";

/** Kind of change of a definition. */
export type ChangeKind = "added" | "signature" | "body" | "removed";

/** A definition with changed lines. */
export interface Touched {
  /** Ordinal in the new file; -1 for the file's top level. */
  readonly definition: number;
  readonly change: Exclude<ChangeKind, "removed">;
}

/** The innermost definitions around the changed lines in source order, and the removed definitions. */
export interface TouchedFile {
  readonly touched: readonly Touched[];
  /** Definitions of the old file whose qualified name the new one lacks. */
  readonly removed: readonly Definition[];
}

/** Inputs of {@link touchedBy}. */
export interface Versions {
  readonly text: string;
  readonly now: readonly Definition[];
  /** Undefined if the old text was not parsed: nothing counts as added or removed then. */
  readonly before: readonly Definition[] | undefined;
}

/** Determines the changed definitions of a file. */
export function touchedBy(hunks: readonly Hunk[], { text, now, before }: Versions): TouchedFile {
  const known = before && new Map(before.map((one) => [one.qualifiedName, one]));
  const lines = text.split("\n");
  const isBlank = (line: number): boolean => (lines[line - 1] ?? "").trim() === "";
  const hit = new Set(hunks.flatMap((hunk) => around(hunk, now, isBlank)));
  const touched = [...hit].sort((a, b) => a - b).map((definition) => ({
    definition,
    change: changeOf(now[definition], known),
  }));
  return { touched, removed: removedDefinitions(now, before ?? []) };
}

function changeOf(
  definition: Definition | undefined,
  known: ReadonlyMap<string, Definition> | undefined,
): Touched["change"] {
  if (!definition || !known) return "body";
  const old = known.get(definition.qualifiedName);
  if (!old) return "added";
  return old.signature === definition.signature ? "body" : "signature";
}

/** The outermost removed definitions; their members are removed with them. */
function removedDefinitions(now: readonly Definition[], before: readonly Definition[]): Definition[] {
  const names = new Set(now.map((one) => one.qualifiedName));
  const isGone = (one: Definition | undefined): boolean => one !== undefined && !names.has(one.qualifiedName);
  return before.filter((one) => isGone(one) && !isGone(before[one.parent]));
}

/** The innermost definition of each changed line; for removed lines the one that contains both neighbors. */
function around(
  { newStart, newCount }: Hunk,
  definitions: readonly Definition[],
  isBlank: (line: number) => boolean,
): number[] {
  if (newCount === 0) return [innermost(definitions, newStart - 1, newStart)];
  const lines = Array.from({ length: newCount }, (_, at) => newStart + at);
  return lines.filter((line) => !isBlank(line)).map((line) => innermost(definitions, line, line));
}

/** Containers precede their members, so the last match is the innermost. */
function innermost(definitions: readonly Definition[], from: number, to: number): number {
  return definitions.findLastIndex(({ startLine, endLine }) => startLine <= from && endLine >= to);
}
