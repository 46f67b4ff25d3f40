import { isTestPath } from "../index/test_paths.ts";
import { isTestCode } from "../syntax/test_code.ts";
import type { CodeGraph } from "./edges.ts";
import type { SymbolRef } from "./symbol_ref.ts";

/** True if a symbol is a test or belongs to tests, by its file's path or by test markers within the file. */
export function isTestSymbol({ index }: CodeGraph, { file, definition }: SymbolRef): boolean {
  if (isTestPath(index.files.paths[file] ?? "")) return true;
  const parsed = index.parsed(file);
  return parsed !== undefined && isTestCode(parsed, definition);
}
