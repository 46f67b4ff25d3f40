/**
 * Types that only one module may create. A value of such a type is the proof that the check was made.
 */

declare const repoPathBrand: unique symbol;
declare const safeTextBrand: unique symbol;
declare const sendableTextBrand: unique symbol;

/**
 * A path relative to the repository root, `/`-separated, without `.` or `..` segments, NUL or a leading slash.
 * Only `safety/path_guard.ts` makes one.
 */
export type RepoPath = string & { readonly [repoPathBrand]: true };

/**
 * Text that went through redaction and the injection filter. Only `safety/sanitize.ts` makes one of other text, and
 * `safety/safe_text.ts` joins, cuts and recognises them; a report cannot be built from anything else.
 */
export type SafeText = string & { readonly [safeTextBrand]: true };

/**
 * Text that may be sent to a provider: secrets redacted, hidden characters out, and what it was read from passed the
 * path guard. Only `safety/outgoing.ts` makes one.
 */
export type SendableText = string & { readonly [sendableTextBrand]: true };
