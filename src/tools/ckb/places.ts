import type { Place } from "../../graph/describe.ts";
import type { CkbLocation } from "../../model/ckb.ts";
import type { RepositoryFiles } from "../../model/calls.ts";
import { linesOf } from "../../search/file_lines.ts";

/** Files read to confirm one answer. */
const MOST_FILES = 60;
/** A name as code writes it; whatever else a server calls a symbol is not shown. */
const QUALIFIED = /^[\p{L}\p{N}_$.:#<>~*&[\]()-]{1,120}$/u;

/** A place confirmed by the line that contains its name. */
export interface Confirmed extends Place {
  readonly symbol: string;
  readonly line: number;
}

/**
 * Confirms a server's places against the repository: the file must be listed here and contain the name; otherwise the
 * place is dropped. The line becomes the nearest one with the name, because servers count from 0 or 1 and their index
 * may be older than the file. So a server can add no words that the repository does not contain.
 */
export class PlaceCheck {
  readonly #read = new Set<string>();
  /** Number of places that were left out. */
  refused = 0;

  /** @param root absolute path of the repository: some servers answer with whole paths */
  constructor(private readonly files: RepositoryFiles, private readonly root: string) {}

  /** True if the repository lists a file. */
  isListed(path: string): boolean {
    return this.files.list().some((file) => file.path === path);
  }

  /** The path as it is listed here, or none. */
  path(claimed: string): string[] {
    const path = claimed.startsWith(`${this.root}/`) ? claimed.slice(this.root.length + 1) : claimed;
    if (this.isListed(path)) return [path];
    this.refused++;
    return [];
  }

  /** The place, or none. */
  at(location: CkbLocation, name: string): Confirmed[] {
    if (!location) return [];
    return this.path(location.fileId).flatMap((path) => {
      const word = lastPart(name);
      const isRead = word !== "" && this.#read.add(path).size <= MOST_FILES;
      const [line] = (isRead && linesOf(path, this.files) || [])
        .flatMap((text, at) => holdsWord(text, word) ? [at + 1] : [])
        .sort((a, b) => Math.abs(a - location.startLine) - Math.abs(b - location.startLine));
      if (line === undefined) this.refused++;
      const symbol = QUALIFIED.test(name) ? name : word;
      return line === undefined ? [] : [{ path, symbol, start_line: line, end_line: line, line }];
    });
  }
}

/** The last identifier of a qualified name; empty when there is none. */
export function lastPart(name: string): string {
  return /([\p{L}_$][\p{L}\p{N}_$]*)(?:\([^)]*\))?$/u.exec(name)?.[1] ?? "";
}

function holdsWord(text: string, word: string): boolean {
  return text.includes(word) && text.split(/[^\p{L}\p{N}_$]+/u).includes(word);
}
