import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { ParsedFile, TypeHint } from "../syntax/parsed_file.ts";
import { parentOf } from "../syntax/parsed_file.ts";
import { isCapitalized } from "../syntax/source.ts";
import { namesOf } from "./file_names.ts";

/**
 * The hint for a name in the enclosing scopes, innermost first; class members only where bare names can refer to them.
 */
export function hintAround(
  parsed: ParsedFile,
  scope: number,
  name: string,
  { withMembers } = { withMembers: false },
): TypeHint | undefined {
  const names = namesOf(parsed);
  for (let at = scope;; at = parentOf(parsed, at)) {
    // Rust's type parameters are no fields.
    const isField = NO_BARE_FIELDS.has(parsed.language) &&
      !(parsed.language === "rust" && isCapitalized(name));
    const isType = CLASS_KINDS.has(parsed.definitions[at]?.kind ?? "module");
    const isHidden = !withMembers && at !== scope && isField && isType;
    const hint = isHidden ? undefined : names.hint(at, name);
    if (hint) return hint;
    if (at < 0) return undefined;
  }
}

/** Languages whose bare names never refer to fields. */
const NO_BARE_FIELDS = new Set(["python", "javascript", "typescript", "tsx", "rust", "go", "php"]);

/** The next hint for the same name in an outer scope. */
export function outerHint(parsed: ParsedFile, { scope, name }: TypeHint): TypeHint | undefined {
  return scope < 0 ? undefined : hintAround(parsed, parentOf(parsed, scope), name);
}
