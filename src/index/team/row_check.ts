import type { LineRange } from "../../model/calls.ts";
import { fileText } from "../../model/decode.ts";
import { Anchors } from "./anchored.ts";

/** Maximum size of cached files, in bytes. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Claimed location of a use. */
export interface ReferenceRow {
  /** One-based. */
  readonly line: number;
  readonly receiver: string;
}

/**
 * Verifies name table rows of another machine against the local files: names must occur in the file, a definition's
 * name within its lines (implicit names excepted), and each line must exist. Reads no records.
 */
export class RowCheck {
  readonly #files = new Map<string, Anchors | undefined>();
  #kept = 0;

  /** @param read reads a file; undefined if reading is not permitted or fails */
  constructor(private readonly read: (path: string) => Uint8Array | undefined) {}

  /** True if the file confirms a definition. */
  hasDefinition(path: string, name: string, { startLine, endLine }: LineRange): boolean {
    return this.anchorsOf(path)?.hasNameBetween(name, startLine, endLine) === true;
  }

  /** True if the file confirms a use. */
  hasReference(path: string, name: string, { line, receiver }: ReferenceRow): boolean {
    const anchors = this.anchorsOf(path);
    return anchors !== undefined && line >= 1 && line <= anchors.lines.count && anchors.has(name) &&
      anchors.has(receiver);
  }

  /** Drops the cached files. */
  clear(): void {
    this.#files.clear();
    this.#kept = 0;
  }

  /** Lookup of a file's text; undefined if reading is not permitted or fails. */
  anchorsOf(path: string): Anchors | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const bytes = this.read(path);
    const anchors = bytes && new Anchors(fileText(path, bytes));
    this.#kept += bytes?.length ?? 0;
    if (this.#kept > MAX_CACHED_BYTES) this.clear();
    this.#files.set(path, anchors);
    return anchors;
  }
}
