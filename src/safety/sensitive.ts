import { isAscii } from "../model/text.ts";
import data from "../../config/paths.json" with { type: "json" };
import { compileGlobs, type GlobRule } from "./globs.ts";
import { once } from "../model/once.ts";

/**
 * Sensitive paths, which are never displayed, and paths skipped by default. The patterns are in `config/paths.json`;
 * only the spelling of a repository-relative path matters.
 */

/** A pattern in `config/paths.json`. */
export interface PathPattern extends GlobRule {
  readonly doc: string;
  /** A matching path. */
  readonly example: string;
}

/** The patterns by list, for self-tests and documentation. */
export const PATH_PATTERNS: Readonly<Record<"sensitive" | "skipped", readonly PathPattern[]>> = data;

const sensitive = once(() => compileGlobs(PATH_PATTERNS.sensitive));
const skipped = once(() => compileGlobs(PATH_PATTERNS.skipped));

/**
 * True if a path is never displayed, even inside the root: credentials by name. Case, Unicode variants folded by file
 * systems, invisible characters, and trailing blanks or dots of a name are ignored. `.env.example` and similar files
 * are sensitive: the contract names `.env*`, real values end up in them, and the variable names are in the code anyway.
 */
export function isSensitivePath(path: string): boolean {
  return sensitive()(foldPath(path).replace(/[ .]+(?=\/|$)/g, ""));
}

/** True if a path is skipped by default: dependencies, build output, coverage, caches, lock files, minified code. */
export function isSkippedPath(path: string): boolean {
  return skipped()(path);
}

/**
 * The path as compared by a case-insensitive, normalizing file system: compatibility forms folded, in lower case,
 * without invisible characters.
 */
export function foldPath(path: string): string {
  const lower = path.toLowerCase();
  // Only non-ASCII text has other forms.
  if (isAscii(lower)) return lower;
  return path
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .toLowerCase()
    .normalize("NFC");
}
