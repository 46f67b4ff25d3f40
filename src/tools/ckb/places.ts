import type { CkbPlace } from "../../model/ckb.ts";
import type { Findings } from "../../model/findings.ts";
import type { ToolCall } from "../../model/plan.ts";
import type { RepositoryFiles } from "../../model/ports.ts";

/** Files read to confirm one answer. */
const MOST_FILES = 60;
/** A name as code writes it; whatever else a server calls a symbol is not shown. */
const QUALIFIED = /^[\p{L}\p{N}_$.:#<>~*&[\]()-]{1,120}$/u;

/** A call that the server was asked about. */
export interface AskedServer {
  readonly call: ToolCall;
  /** What the built-in engine answers. */
  readonly builtIn: Findings;
  readonly check: PlaceCheck;
}

/** A place that was found in the repository. */
export interface Confirmed {
  readonly path: string;
  /** One-based line in which the name stands. */
  readonly line: number;
  readonly name: string;
}

/**
 * Finds in the repository what a server claims, or leaves it out: the file is one that is listed here, and the name
 * stands in it. The line becomes the nearest one with the name, because servers count from 0 or 1 and their index may be
 * older than the file. So nothing a server says is shown but names that the repository itself contains.
 */
export class PlaceCheck {
  readonly #files: RepositoryFiles;
  readonly #root: string;
  readonly #listed: ReadonlySet<string>;
  readonly #lines = new Map<string, readonly string[]>();
  /** Places that were left out. */
  refused = 0;

  /** @param root absolute path of the repository: some servers answer with whole paths */
  constructor(files: RepositoryFiles, root: string) {
    this.#files = files;
    this.#root = root;
    this.#listed = new Set(files.list().map((file) => file.path));
  }

  /** The path as it is listed here. */
  path(claimed: string): string | undefined {
    const path = claimed.startsWith(`${this.#root}/`) ? claimed.slice(this.#root.length + 1) : claimed;
    if (this.#listed.has(path)) return path;
    this.refused++;
    return undefined;
  }

  /** The place, when `name` (default: the place's own) stands in its file. */
  place({ path: claimed, line, name: own }: CkbPlace, name = own ?? ""): Confirmed | undefined {
    const path = this.path(claimed);
    if (path === undefined) return undefined;
    const simple = lastPart(name);
    const at = simple === "" ? undefined : nearest(this.#linesOf(path), line, simple);
    if (at !== undefined) return { path, line: at, name: QUALIFIED.test(name) ? name : simple };
    this.refused++;
    return undefined;
  }

  #linesOf(path: string): readonly string[] {
    const known = this.#lines.get(path);
    if (known) return known;
    const content = this.#lines.size < MOST_FILES ? this.#files.read(path) : undefined;
    const lines = content?.ok ? content.text.split("\n") : [];
    this.#lines.set(path, lines);
    return lines;
  }
}

/** The last identifier of a qualified name; empty when there is none. */
export function lastPart(name: string): string {
  return /([\p{L}_$][\p{L}\p{N}_$]*)(?:\([^)]*\))?$/u.exec(name)?.[1] ?? "";
}

/** One-based; undefined when no line holds the word. */
function nearest(lines: readonly string[], line: number, word: string): number | undefined {
  let best: number | undefined;
  for (const [at, text] of lines.entries()) {
    const isNearer = best === undefined || Math.abs(at + 1 - line) < Math.abs(best - line);
    if (isNearer && text.includes(word) && holdsWord(text, word)) best = at + 1;
  }
  return best;
}

function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text[at - 1] ?? "", text[at + word.length] ?? ""];
    if (!/[\p{L}\p{N}_$]/u.test(before) && !/[\p{L}\p{N}_$]/u.test(after)) return true;
  }
  return false;
}
