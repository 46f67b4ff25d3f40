import type { ParsedFile } from "./parsed_file.ts";
import { parentOf } from "./parsed_file.ts";

/** Rust attributes that mark test code. */
const MARK = /^(?:cfg\((?:all\()?test\b|(?:\w+::)*test\b|rstest\b|test_case\b)/;

/**
 * True if a definition is test code in a product file: in Rust within `#[cfg(test)] mod tests` or after `#[test]`.
 * Other languages keep tests in separate files, recognized by their paths.
 */
export function isTestCode(parsed: ParsedFile, ordinal: number): boolean {
  if (parsed.language !== "rust") return false;
  for (let at = ordinal; at >= 0; at = parentOf(parsed, at)) {
    if (parsed.definitions[at]?.decorators.some((text) => MARK.test(text))) return true;
  }
  return false;
}
