import type { Place } from "../describe.ts";
import type { ChangeKind } from "../changes/touched.ts";
import type { ChangedFile } from "../changes/work_tree_changes.ts";
import type { CodeGraph } from "../edges.ts";
import { namesOf } from "../file_names.ts";
import type { SymbolRef } from "../symbol_ref.ts";

/** A changed file in the structured answer. */
export interface ChangedFileData {
  readonly path: string;
  readonly status: ChangedFile["status"];
  readonly old_path?: string;
  /** Changed lines in the current file, one-based, inclusive; empty if lines were only removed. */
  readonly lines: readonly { readonly start_line: number; readonly end_line: number }[];
  readonly definitions: readonly ChangedDefinition[];
}

/** A definition with changed lines, or a removed one. */
export interface ChangedDefinition extends Pick<Place, "start_line" | "end_line"> {
  readonly symbol: string;
  readonly change: ChangeKind;
  /** `path:line` of remaining uses of a removed definition. */
  readonly still_used?: readonly string[];
}

const MOST_USES = 10;

/** The changed files with their definitions. */
export function changesData(graph: CodeGraph, files: readonly ChangedFile[]): ChangedFileData[] {
  return files.map((file) => ({
    path: file.path,
    status: file.status,
    ...(file.oldPath !== undefined && { old_path: file.oldPath }),
    lines: file.hunks.filter(({ newCount }) => newCount > 0)
      .map(({ newStart, newCount }) => ({ start_line: newStart, end_line: newStart + newCount - 1 })),
    definitions: [...touchedData(graph, file), ...removedData(graph, file)],
  }));
}

/** Start definitions of the impact analysis. */
export function changedSymbols(files: readonly ChangedFile[]): SymbolRef[] {
  return files.flatMap(({ file, touched }) =>
    file === undefined
      ? []
      : touched.filter(({ definition }) => definition >= 0).map(({ definition }) => ({ file, definition }))
  );
}

function touchedData(graph: CodeGraph, { file, touched }: ChangedFile): ChangedDefinition[] {
  if (file === undefined) return [];
  return touched.flatMap(({ definition, change }) => {
    const known = graph.definition({ file, definition });
    if (!known) return [];
    return [{ symbol: known.qualifiedName, change, start_line: known.startLine, end_line: known.endLine }];
  });
}

function removedData(graph: CodeGraph, { removed, file }: ChangedFile): ChangedDefinition[] {
  return removed.map((one) => {
    const uses = usesOf(graph, one.name, file);
    return {
      symbol: one.qualifiedName,
      change: "removed" as const,
      start_line: one.startLine,
      end_line: one.endLine,
      ...(uses.length > 0 && { still_used: uses }),
    };
  });
}

/** Uses of a name without a definition, or imported from the file that no longer defines it. */
function usesOf({ index, resolver }: CodeGraph, name: string, file: number | undefined): string[] {
  const isUnknown = index.definitionCount(name) === 0;
  const importsIt = (user: number): boolean => {
    const parsed = index.parsed(user);
    const bound = parsed && namesOf(parsed).import(name);
    return bound !== undefined && file !== undefined &&
      resolver.names.modules.resolve(bound.module, user)[0] === file;
  };
  return index.referencesTo(name).filter((use) => isUnknown || importsIt(use.file)).slice(0, MOST_USES)
    .map((use) => `${index.files.paths[use.file]}:${use.line}`);
}
