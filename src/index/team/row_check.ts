import { fileText } from "../../model/decode.ts";
import { Anchors } from "./anchored.ts";

/** Characters of files that are kept for the next rows. */
const MOST_KEPT = 16 * 1024 * 1024;

/** Where a name is said to be defined; lines are one-based, the last one inclusive. */
export interface DefinitionRow {
  readonly startLine: number;
  readonly endLine: number;
}

/** Where a name is said to be used. */
export interface ReferenceRow {
  /** One-based. */
  readonly line: number;
  readonly receiver: string;
}

/**
 * Holds rows of another machine's tables of names against the files they speak of: the names have to stand
 * in the file, a definition's as a rule between its lines, and each line has to be there. No record is read for that.
 */
export class RowCheck {
  readonly #files = new Map<string, Anchors | undefined>();
  #kept = 0;

  /** @param read the bytes of a file; undefined where it may not or cannot be read */
  constructor(private readonly read: (path: string) => Uint8Array | undefined) {}

  /** Whether the file bears out that a name is defined there. */
  hasDefinition(path: string, name: string, { startLine, endLine }: DefinitionRow): boolean {
    return this.anchorsOf(path)?.hasNameBetween(name, startLine, endLine) === true;
  }

  /** Whether the file bears out that a name is used there. */
  hasReference(path: string, name: string, { line, receiver }: ReferenceRow): boolean {
    const anchors = this.anchorsOf(path);
    return anchors !== undefined && line >= 1 && line <= anchors.lines.count && anchors.has(name) &&
      anchors.has(receiver);
  }

  /** Lets go of the files. */
  clear(): void {
    this.#files.clear();
    this.#kept = 0;
  }

  /** What stands in a file; undefined where it may not or cannot be read. */
  anchorsOf(path: string): Anchors | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const bytes = this.read(path);
    const anchors = bytes && new Anchors(fileText(path, bytes));
    this.#kept += bytes?.length ?? 0;
    if (this.#kept > MOST_KEPT) this.clear();
    this.#files.set(path, anchors);
    return anchors;
  }
}
