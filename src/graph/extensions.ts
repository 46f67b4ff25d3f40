import type { LexicalIndex } from "../index/lexical_index.ts";
import type { ParsedFile } from "../syntax/parsed_file.ts";
import { MOST_LOOKED_AT, type SymbolRef } from "./symbol_ref.ts";

/**
 * Functions that extend a type without being its members: C#'s `static int Total(this Cart cart)`, Kotlin's
 * `fun Cart.total()`, Scala's `extension (cart: Cart)`, functions of Solidity's libraries.
 *
 * @param types name of the receiver's type and its bases; "" for an unknown type of a library
 */
export function extensionsOf(
  index: LexicalIndex,
  language: string,
  types: readonly string[],
  name: string,
): readonly SymbolRef[] {
  const isTooCommon = types[0] === "" && index.definitionCount(name) > MOST_LOOKED_AT;
  if (isTooCommon || !EXTENSIBLE.has(language)) return [];
  return index.definitionsNamed(name).filter(({ file, definition }) => {
    const parsed = index.parsed(file);
    const type = parsed?.language === language ? extendedType(parsed, definition) : undefined;
    if (type === undefined || types.includes(type)) return type !== undefined;
    // Swift's extensions of a library's type are classes of its name.
    if (language === "swift") {
      return index.definitionCount(name) === 1 && [type, types[0]!].every((one) => isForeign(index, one));
    }
    const isUnknown = index.definitionCount(type) === 0;
    // The only definition of a name extends any object, and so does `fun <T> T.log()`.
    return types[0] === ""
      ? language !== "rust" && (isUnknown || index.definitionCount(name) === 1)
      : isUnknown && type.length === 1;
  });
}

/** True if a Swift type is not declared in the repository, but possibly extended. */
const isForeign = (index: LexicalIndex, type: string): boolean =>
  index.definitionsNamed(type).every(({ file, definition }) =>
    index.parsed(file)?.definitions[definition]?.signature.includes("extension ") === true
  );

function extendedType({ definitions, language }: ParsedFile, definition: number): string | undefined {
  const { name, parent, qualifiedName, signature } = definitions[definition]!;
  const isLibrary = language === "solidity" && definitions[parent]?.signature.startsWith("library");
  if (language === "csharp" || isLibrary) {
    return /\(\s*(?:\[\w+\]\s*)?(?:this\s+|(?<=^function[^(]*\())(?:\w+\.)*(\w+)/.exec(signature)?.[1];
  }
  const extended = EXTENSION.exec(definitions[parent]?.signature ?? "")?.[1];
  if (extended !== undefined) return extended;
  const around = parent < 0 ? "" : `${definitions[parent]!.qualifiedName}.`;
  const type = language === "solidity" ? "" : qualifiedName.slice(around.length, -name.length - 1);
  return type === "" ? undefined : type;
}

/** Captures the type: Dart's `extension Totals on Cart`, Swift's `extension Cart`, Scala's `implicit class Rich(cart: Cart)`. */
const EXTENSION =
  /^(?:extension\b.*? on |(?:\w+ )?extension (?:\w+\.)*|implicit class \w+(?:\[.*?\])?\((?:(?:private )?val )?\w+: ?)(\w+)/;

/** Languages in which functions outside of a type may be called like its members. */
const EXTENSIBLE: ReadonlySet<string> = new Set("csharp kotlin scala swift dart rust solidity".split(" "));
