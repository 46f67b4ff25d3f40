import type { ParsedFile } from "./parsed_file.ts";
import { parentOf } from "./parsed_file.ts";

/** Attributes of Rust that make what they stand before test code. */
const MARK = /^(?:cfg\((?:all\()?test\b|(?:\w+::)*test\b|rstest\b|test_case\b)/;

/**
 * Whether a definition is test code in a file of the product: in Rust what stands in a `#[cfg(test)] mod tests` or behind
 * `#[test]`. Other languages keep tests in files of their own, which paths tell.
 */
export function isTestCode(parsed: ParsedFile, ordinal: number): boolean {
  if (parsed.language !== "rust") return false;
  for (let at = ordinal; at >= 0; at = parentOf(parsed, at)) {
    if (parsed.definitions[at]?.decorators.some((text) => MARK.test(text))) return true;
  }
  return false;
}
