import words from "../../config/library_words.json" with { type: "json" };
import { collectedType } from "../syntax/annotations.ts";
import { splitList } from "../syntax/spans.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { inBrackets } from "./overloads.ts";

/**
 * The return type in a function's signature, as a dotted path with one `[]` per enclosing collection; "" if not
 * declared.
 *
 * @param result zero-based index among several results (Go), or in a tuple
 */
export function returnType({ name, signature }: Definition, language: string, result?: number): string {
  const style = STYLES.get(language) ?? "";
  if (style === "behind") return goType(behindParameters(signature, name), result);
  const written = READERS.get(style)?.(signature, name) ?? "";
  if (result === undefined) return collectedType(written);
  const tuple = inBrackets(written, written.indexOf("("), "()") ??
    inBrackets(written, written.indexOf("["), "[]");
  return collectedType(splitList(tuple ?? "")[result]?.split(": ").at(-1) ?? "");
}

/** Readers of the return type as written, by the style of the language. */
const READERS = new Map(Object.entries<(signature: string, name: string) => string | undefined>({
  arrow: (signature) => /->\s*([^{]*?)(?:\s+where\b.*)?;?$/.exec(signature)?.[1],
  // Objective-C's `+ (Cart *)shared`
  cast: (signature) => /^[+-]\s*\(([^)]*)\)/.exec(signature)?.[1]?.replace("*", ""),
  // C++'s `auto total() -> int`
  before: (signature, name) =>
    /\)[\w\s&]*->\s*([^{;]+?)\s*;?$/.exec(signature)?.[1] ?? beforeName(signature, name),
  // PHP's `array` is described.
  colon: (signature, name) =>
    /^\s*:(?!\s*\??(?:array|iterable)\b)\s*([^={]+)/.exec(behindParameters(signature, name))?.[1]?.trim(),
}));

/** Position of the return type by language. */
const STYLES: ReadonlyMap<string, string> = new Map(Object.entries(words.resultStyles));

/** Text after the parameter list; "" if its parentheses are not closed. */
function behindParameters(signature: string, name: string): string {
  const at = signature.indexOf(`${name}(`);
  const from = at !== -1 ? at + name.length : signature.indexOf("(", signature.indexOf(name));
  // Scala's `def all: List[Foo]`
  if (from < 0) return signature.slice(signature.indexOf(name) + name.length);
  const list = inBrackets(signature, from);
  return list === undefined ? "" : signature.slice(from + list.length + 2);
}

/** Parses `*Foo`, `(*Foo, error)`, `(x, y Foo, err error)`. */
function goType(text: string, result = 0): string {
  const list = /^\s*\(([^]*)\)\s*$/.exec(text)?.[1];
  const parts = (list ?? text).split(",").map((part) => part.trim());
  const named = /^\w+\s+(?!\s)(\S.*)$/;
  const isNamed = list !== undefined &&
    parts.some((part) => named.test(part) && !/^(?:chan|func)\b/.test(part));
  // `a, b Foo`: a name without a type has the type of the next one.
  const typed = isNamed ? parts.slice(result).find((part) => named.test(part)) : parts[result];
  return collectedType((isNamed ? named.exec(typed ?? "")?.[1] : typed) ?? "");
}

/** The last word before the name, as in `public static Foo<Bar> name(`. */
function beforeName(signature: string, name: string): string {
  const at =
    [`${name}(`, `${name}[`, `get ${name}`].map((one) => signature.indexOf(one)).find((one) => one >= 0) ??
      -1;
  // `factory Cart.of(` makes a Cart.
  const head = (at === -1 ? "" : signature.slice(0, at)).replace(/(?:[\w~]+::)+$|\.$/, "").trim();
  const last = /(\([^()]*\)|[\w.:]+(?:<.*>)?(?:\[\])*)[\s*&?]*$/.exec(head)?.[1] ?? "";
  return /^(?:public|private|protected|static|final|abstract|default|synchronized|void|new|auto)$/.test(last)
    ? ""
    : last;
}
