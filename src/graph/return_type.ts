import words from "../../config/library_words.json" with { type: "json" };
import { collectedType } from "../syntax/annotations.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import { inBrackets } from "./overloads.ts";

/**
 * The return type in a function's signature, as a dotted path with one `[]` per enclosing collection; "" if not
 * declared.
 *
 * @param result zero-based index among several results (Go)
 */
export function returnType({ name, signature }: Definition, language: string, result = 0): string {
  const style = STYLES.get(language);
  if (style === "arrow") return collectedType(/->\s*([^{]*?)(?:\s+where\b.*)?$/.exec(signature)?.[1] ?? "");
  // Objective-C's `+ (Cart *)shared`
  if (style === "cast") {
    return collectedType(/^[+-]\s*\(([^)]*)\)/.exec(signature)?.[1]?.replace("*", "") ?? "");
  }
  if (style === "before") {
    const behind = language === "cpp" ? /\)[\w\s&]*->\s*([^{;]+?)\s*;?$/.exec(signature)?.[1] : undefined;
    return behind === undefined ? beforeName(signature, name) : collectedType(behind);
  }
  const rest = behindParameters(signature, name);
  if (style === "behind") return goType(rest, result);
  return style === "colon" ? collectedType(/^\s*:\s*([^={]+)/.exec(rest)?.[1]?.trim() ?? "") : "";
}

/** Position of the return type by language. */
const STYLES: ReadonlyMap<string, string> = new Map(Object.entries(words.resultStyles));

/** Text after the parameter list; "" if its parentheses are not closed. */
function behindParameters(signature: string, name: string): string {
  const at = signature.indexOf(`${name}(`);
  const from = at !== -1 ? at + name.length : signature.indexOf("(", signature.indexOf(name));
  const list = from < 0 ? undefined : inBrackets(signature, from);
  return list === undefined ? "" : signature.slice(from + list.length + 2);
}

/** Parses `*Foo`, `(*Foo, error)`, `(x, y Foo, err error)`. */
function goType(text: string, result: number): string {
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
  const last = /([\w.:]+(?:<.*>)?(?:\[\])*)[\s*&?]*$/.exec(head)?.[1] ?? "";
  return /^(?:public|private|protected|static|final|abstract|default|synchronized|void|new|auto)$/.test(last)
    ? ""
    : collectedType(last);
}
