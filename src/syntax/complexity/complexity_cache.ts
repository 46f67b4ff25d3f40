import { isObject, parseObject } from "../../model/json.ts";
import type { FileComplexity } from "./file_complexity.ts";

/** Storage of the cached measures. Nothing throws, because a cache may be lost at any time. */
export interface ComplexityFile {
  read(): Uint8Array | undefined;
  write(bytes: Uint8Array): boolean;
}

/** Version of the measuring rules; other versions are discarded. */
const FORMAT = 2;
/** Maximum number of cached files. */
const LARGEST = 5000;

/** Cached measures of files by path and version. */
export class ComplexityCache {
  readonly #known: Map<string, FileComplexity>;
  #isChanged = false;

  constructor(private readonly file: ComplexityFile | undefined) {
    this.#known = new Map(decode(file?.read()));
  }

  /** The measures under a key that changes with the file, measured unless cached; undefined if that is not possible. */
  async of(
    key: string,
    measure: () => Promise<FileComplexity | undefined>,
  ): Promise<FileComplexity | undefined> {
    const known = this.#known.get(key);
    if (known) return known;
    const made = await measure();
    if (!made) return undefined;
    this.#known.set(key, made);
    this.#isChanged = true;
    return made;
  }

  /** Writes new measures. */
  save(): void {
    if (!this.#isChanged || !this.file) return;
    const entries = [...this.#known].slice(-LARGEST);
    if (this.file.write(new TextEncoder().encode(JSON.stringify({ format: FORMAT, entries })))) {
      this.#isChanged = false;
    }
  }
}

function decode(bytes: Uint8Array | undefined): [string, FileComplexity][] {
  const { format, entries } = parseObject(bytes && new TextDecoder().decode(bytes)) ?? {};
  return format === FORMAT && Array.isArray(entries) ? entries.filter(isEntry) : [];
}

function isEntry(value: unknown): value is [string, FileComplexity] {
  if (!Array.isArray(value) || typeof value[0] !== "string" || !isObject(value[1])) return false;
  const { cyclomatic, cognitive, lines, worst } = value[1];
  return [cyclomatic, cognitive, lines].every((figure) => typeof figure === "number") && isWorst(worst);
}

function isWorst(value: unknown): boolean {
  if (value === undefined) return true;
  if (!isObject(value)) return false;
  const { name, startLine, endLine, cyclomatic, cognitive } = value;
  return typeof name === "string" &&
    [startLine, endLine, cyclomatic, cognitive].every((figure) => Number.isSafeInteger(figure));
}
