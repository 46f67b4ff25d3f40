/**
 * Types that only one module may create. A value of such a type is the proof that the check was made.
 */

declare const repoPathBrand: unique symbol;
declare const safeTextBrand: unique symbol;

/**
 * A path relative to the repository root, `/`-separated, without `.` or `..` segments, NUL or a leading slash.
 * Only `safety/path_guard.ts` makes one.
 */
export type RepoPath = string & { readonly [repoPathBrand]: true };

/**
 * Text that went through redaction and the injection filter. Only `safety/seal.ts` makes one;
 * a report cannot be built from anything else.
 */
export type SafeText = string & { readonly [safeTextBrand]: true };
