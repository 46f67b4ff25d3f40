import { fileText, isWide } from "../../model/decode.ts";
import type { SyntaxPort, ToolContext } from "../../ports/tool.ts";
import type { OpenIndex } from "../../index/open_index.ts";
import { languageOf } from "../../syntax/languages.ts";
import type { Definition } from "../../syntax/parsed_file.ts";
import type { BaseTree } from "../../history/base_tree.ts";
import type { Hunk } from "./line_diff.ts";
import { diffLines } from "./line_diff.ts";
import type { TouchedFile } from "./touched.ts";
import { touchedBy } from "./touched.ts";

/** A file that differs from HEAD, staged or not, or is new and not ignored. */
export interface ChangedFile extends TouchedFile {
  readonly path: string;
  readonly status: "modified" | "added" | "deleted" | "renamed";
  /** Path at HEAD of a file renamed without other changes. */
  readonly oldPath?: string;
  /** Number in the index; undefined for a deleted file. */
  readonly file?: number;
  readonly hunks: readonly Hunk[];
}

/** The differences in path order, and messages about what was not compared. */
export interface WorkTreeChanges {
  readonly files: readonly ChangedFile[];
  readonly gaps: readonly string[];
}

/** Dependencies of {@link workTreeChanges}. */
export interface ChangeTools extends Pick<ToolContext, "files" | "base" | "syntax"> {
  readonly late: () => boolean;
}

/** Maximum number of compared files. */
const MOST_FILES = 500;
const UNTOUCHED: TouchedFile = { touched: [], removed: [] };

/** Git blob ids of the index's blobs, by number. */
type ContentIds = ReadonlyMap<number, string>;

interface Pair {
  readonly path: string;
  /** Git blob id at HEAD; undefined for a new file. */
  readonly old: string | undefined;
  readonly file: number | undefined;
}

/**
 * Compares the work tree with HEAD: files by the blob ids known to the index, lines and definitions only of files that
 * differ. Undefined without a HEAD.
 */
export async function workTreeChanges(
  opened: OpenIndex,
  tools: ChangeTools,
): Promise<WorkTreeChanges | undefined> {
  const base = await tools.base.tree();
  if (!base) return undefined;
  const ids = opened.contentIds();
  const pairs = differing(opened, ids, base);
  const renamed = renames(pairs, opened, ids);
  const rest = pairs.filter(({ path }) => !renamed.has(path));
  const looked = rest.slice(0, MOST_FILES);
  const old = await tools.base.read(looked.flatMap((pair) => pair.old ?? []));
  const files: ChangedFile[] = [...renamed.values()].flatMap((one) => one ?? []);
  const gaps = looked.length < rest.length ? [`changes: compared ${MOST_FILES} of ${rest.length} files`] : [];
  for (const [at, pair] of looked.entries()) {
    if (tools.late()) {
      gaps.push(`changes: compared ${at} of ${rest.length} files within the time`);
      break;
    }
    const changed = await compare(pair, opened, old, tools);
    if (changed) files.push(changed);
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), gaps };
}

/** Files whose content differs from HEAD, or is unknown. */
function differing({ index }: OpenIndex, ids: ContentIds, base: BaseTree): Pair[] {
  const { paths, blobs } = index.files;
  const pairs: Pair[] = [];
  paths.forEach((path, file) => {
    // Files that the index does not read have no definitions.
    if (blobs[file] === 0 || base.submodules.some((folder) => path.startsWith(folder))) return;
    const old = base.files.get(path);
    if (old === undefined || old !== ids.get(blobs[file]!)) pairs.push({ path, old, file });
  });
  for (const [path, old] of base.files) {
    const isGone = index.files.numberOf(path) === undefined && !base.absent.has(path);
    if (isGone && languageOf(path) !== undefined) pairs.push({ path, old, file: undefined });
  }
  return pairs;
}

/** New files with the content of a deleted one, by path; the deleted path maps to undefined. */
function renames(
  pairs: readonly Pair[],
  { index }: OpenIndex,
  ids: ContentIds,
): Map<string, ChangedFile | undefined> {
  const gone = new Map(
    pairs.flatMap(({ path, old, file }) => file === undefined && old ? [[old, path]] : []),
  );
  const result = new Map<string, ChangedFile | undefined>();
  for (const { path, old, file } of pairs) {
    const id = old === undefined && file !== undefined ? ids.get(index.files.blobs[file]!) : undefined;
    const oldPath = id === undefined ? undefined : gone.get(id);
    if (id === undefined || oldPath === undefined || file === undefined) continue;
    gone.delete(id);
    result.set(oldPath, undefined);
    result.set(path, { path, status: "renamed", oldPath, file, hunks: [], ...UNTOUCHED });
  }
  return result;
}

/** Compares one file; undefined if only line endings differ, or the text cannot be shown. */
async function compare(
  { path, old, file }: Pair,
  { index }: OpenIndex,
  contents: ReadonlyMap<string, Uint8Array>,
  tools: ChangeTools,
): Promise<ChangedFile | undefined> {
  const bytes = old === undefined ? undefined : contents.get(old);
  if (old !== undefined && (!bytes || (bytes.includes(0) && !isWide(bytes)))) return undefined;
  const before = bytes && fileText(path, bytes);
  const after = file === undefined ? undefined : tools.files.read(path);
  if (after && !after.ok) return undefined;
  const text = after?.text ?? "";
  const hunks = diffLines(before ?? "", text);
  if (hunks.length === 0 && before !== undefined && after) return undefined;
  const status = before === undefined ? "added" : after ? "modified" : "deleted";
  const now = file === undefined ? [] : index.parsed(file)?.definitions ?? [];
  const known = before === undefined ? [] : await definitionsOf(path, before, tools.syntax);
  const touched = touchedBy(hunks, { text, now, before: known });
  return { path, status, ...(file !== undefined && { file }), hunks, ...touched };
}

async function definitionsOf(
  path: string,
  text: string,
  syntax: SyntaxPort,
): Promise<readonly Definition[] | undefined> {
  const language = languageOf(path, text);
  return language === undefined ? undefined : (await syntax.parser())?.parse(text, language).definitions;
}
