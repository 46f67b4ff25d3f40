import data from "../../config/paths.json" with { type: "json" };
import { compileGlobs } from "./globs.ts";
import { once } from "../model/once.ts";

/**
 * Which paths are never shown or not looked at by default. The patterns are data in
 * `config/paths.json`; both questions are about the spelling of a repository-relative path only.
 */

/** One pattern of `config/paths.json`. */
export interface PathPattern {
  /** A glob; see {@link compileGlobs} for its syntax. */
  readonly pattern: string;
  readonly doc: string;
  /** A path it matches. */
  readonly example: string;
  /** The pattern does not count when one of these folder names comes before its match. */
  readonly notUnder?: readonly string[];
  /** The pattern does not count for files that end in one of these. */
  readonly notSuffix?: readonly string[];
}

/** The patterns by question, for self-tests and documentation. */
export const PATH_PATTERNS: Readonly<Record<"sensitive" | "skipped", readonly PathPattern[]>> = data;

const sensitive = once(() => compileGlobs(PATH_PATTERNS.sensitive));
const skipped = once(() => compileGlobs(PATH_PATTERNS.skipped));

/**
 * Whether a path is never shown, even inside the root: credentials by name. Letter case, Unicode look-alikes that
 * file systems fold, invisible characters, and blanks or dots at the end of a name make no difference. `.env.example` and its kin count as sensitive:
 * the contract says `.env*`, real values end up in them, and the names of variables stand in the code anyway.
 */
export function isSensitivePath(path: string): boolean {
  return sensitive()(foldPath(path).replace(/[ .]+(?=\/|$)/g, ""));
}

/** Whether a path is left out by default: dependencies, build output, coverage, caches, lock files, minified code. */
export function isSkippedPath(path: string): boolean {
  return skipped()(path);
}

/**
 * The path as a case-insensitive, normalising file system compares it: compatibility forms folded, lower case,
 * without invisible characters.
 */
export function foldPath(path: string): string {
  const lower = path.toLowerCase();
  if (!mayHaveForms(lower)) return lower;
  return path
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, "")
    .toLowerCase()
    .normalize("NFC");
}

/** Only what is not ASCII has other forms. */
function mayHaveForms(text: string): boolean {
  // deno-lint-ignore no-control-regex
  return !/^[\x00-\x7F]*$/.test(text);
}
