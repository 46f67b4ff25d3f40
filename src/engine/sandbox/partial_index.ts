import { within } from "../../model/within.ts";
import type { OpenIndex } from "../../index/open_index.ts";
import { LIMITS } from "../../model/limits.ts";
import type { RepositoryView } from "../../model/sandbox.ts";
import { clock } from "../../platform/clock.ts";
import { createWorkTree } from "../../platform/work_tree.ts";
import type { IndexOpening } from "../../ports/tool.ts";
import { namingFiles } from "../../search/naming_files.ts";
import { openWorkTree } from "./index_port.ts";
import type { GuardedTree } from "./tree.ts";

/** Messages to the sandboxed side of a repository whose index is not built yet. */
export interface UnbuiltMessage {
  readonly type: "unbuilt";
  /** The first message: what git looks for; nothing comes after an empty one. */
  readonly texts?: readonly string[];
  /** True if they are names only if something defines them; default: they are written like names. */
  readonly isGuess?: boolean;
  /** The second: lines of `git grep -z`, as many as there was time for. */
  readonly lines?: Uint8Array<ArrayBuffer>;
  /** True if there are more; default: these are all. */
  readonly isCut?: boolean;
}

/** A repository as it is seen from inside. */
export interface Seen {
  readonly view: RepositoryView;
  readonly tree: GuardedTree;
}

/** Files that are read, and their size in all: half a second's work. Bytes. */
const MOST_FILES = 40;
const MOST_BYTES = 1_500_000;
/** Share of a tool's time left for waiting for git, and then for starting to read files. */
const SHARE = 0.6;

/**
 * Replaces an index that is still to be built: an index in memory over the files in which git finds the prompt's
 * names. Undefined if git finds none.
 */
export class PartialIndex {
  readonly #lines = Promise.withResolvers<Uint8Array | undefined>();
  #isCut = false;
  #opened: Promise<OpenIndex | undefined> | undefined;

  /** Gap of the files that were left out; undefined while none is open. */
  gap: string | undefined;

  constructor(private readonly texts: readonly string[], private readonly isGuess: boolean) {
    if (texts.length === 0) this.#lines.resolve(undefined);
  }

  /** Takes what git found; `isCut`: that is not all. */
  receive(lines: Uint8Array, isCut: boolean): void {
    this.#isCut = isCut;
    this.#lines.resolve(lines);
  }

  /** The same view for all tools of a prompt. */
  open(opening: IndexOpening, seen: Seen): Promise<OpenIndex | undefined> {
    return this.#opened ??= this.#open(opening, seen);
  }

  async #open(
    { deadline, end = deadline }: IndexOpening,
    { view, tree }: Seen,
  ): Promise<OpenIndex | undefined> {
    const now = clock();
    const lines = await within(this.#lines.promise, (end - now) * SHARE);
    const { paths = [], defining = 0 } = lines ? namingFiles(lines, this.texts, tree) : {};
    // A mere occurrence of a common word is no match.
    const found = this.isGuess ? paths.slice(0, defining) : paths;
    if (found.length === 0) return undefined;
    const opened = await openOver(found, { view, tree }, end);
    this.gap = LIMITS.unbuilt(opened.read, found.length, this.#isCut);
    return opened;
  }
}

/**
 * An index in memory over the first of some files, as many as can be read in half a second and in the time until `end` (on
 * the clock). The others are left out.
 */
export async function openOver(
  paths: readonly string[],
  { view, tree: { listed, roleOf, admit } }: Seen,
  end: number,
): Promise<OpenIndex> {
  const rules = { listed, roleOf, admit };
  const all = createWorkTree({ ...rules, listing: paths, root: view.root });
  const listing = fewOf(paths, (path) => all.stat(path)?.size);
  const { cache: _none, ...outline } = view;
  const now = clock();
  const deadline = now + (end - now) * SHARE;
  const opened = await openWorkTree(outline, { ...rules, listing }, { deadline });
  return { ...opened, pending: [] };
}

/** The first files that can be read in the time. */
function fewOf(paths: readonly string[], sizeOf: (path: string) => number | undefined): string[] {
  let bytes = 0;
  return paths.slice(0, MOST_FILES).filter((path) => (bytes += sizeOf(path) ?? 0) <= MOST_BYTES);
}
