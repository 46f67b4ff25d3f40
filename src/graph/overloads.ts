import { literal } from "../model/text.ts";
import type { Definition, ParsedFile } from "../syntax/parsed_file.ts";
import { isCapitalized, wordsOf } from "../syntax/source.ts";
import { splitList } from "../syntax/spans.ts";

/** A parameter as written in the signature. */
export interface Parameter {
  /**
   * Last segment of the type name: `String`; `List` for `final java.util.List<String>... x`; `int[]` for arrays, except
   * in C; "" if there is none.
   */
  readonly type: string;
  /** True if it has a default value. */
  readonly isOptional: boolean;
  /** True if it is variadic. */
  readonly isMany: boolean;
  /** Name that calls may give with the argument. */
  readonly label: string;
}

/** Inferred type of an argument. */
export interface ArgumentType {
  /** Names of its class and base classes, in this order. */
  readonly names: readonly string[];
  /** True if the list of names is complete. */
  readonly isWhole: boolean;
}

/** The parameters of a function; undefined if its signature is truncated. */
export function parametersOf(definition: Definition, language: string): Parameter[] | undefined {
  return parameterTexts(definition)?.map((part) => parameter(part, language));
}

/** The parameters of a function as written; undefined if its signature is truncated. */
export function parameterTexts({ name, signature }: Definition): string[] | undefined {
  const at = signature.indexOf(
    "(",
    signature.search(new RegExp(`(?<!\\w)${literal(name)}\\s*(?:<[^(]*>)?\\(`)),
  );
  const list = at === -1 ? undefined : inBrackets(signature, at);
  return list === undefined ? undefined : splitList(list).filter((part) => part !== "" && part !== "void");
}

function parameter(part: string, language: string): Parameter {
  const isTypeBehind = ["kotlin", "scala", "swift"].includes(language);
  const isOptional = /[^=!<>]=[^=>]/.test(part);
  const declared = part.replace(/\s*=[^=>].*$/, "");
  const isMany = /\.\.\.|\bvararg\b|^params\b/.test(declared) || (isTypeBehind && declared.endsWith("*"));
  // Strings in C.
  if (/\b(?:w?char|char\d+_t)\b[^,]*\*/.test(declared)) {
    return { type: "string", isOptional, isMany, label: "" };
  }
  const typed = isTypeBehind
    ? declared.replace(/^.*?:\s*/, "")
    : declared.replace(/@\w+(?:\([^)]*\))?\s*/g, "");
  const words = typed.replace(/<[^<>]*(?:<[^<>]*>[^<>]*)*>/g, "")
    .replace(
      /\b(?:final|const|in|out|ref|params|struct|class|typename|vararg|noinline|crossinline|unsigned|signed)\b/g,
      "",
    )
    .match(/[\w$]+(?:(?:::|\.)[\w$]+)*/g) ?? [];
  const [plain = ""] = isTypeBehind || words.length < 2 ? words : words.slice(-2);
  const isC = language === "c" || language === "cpp";
  const isArray = !isMany && !isC && (typed.includes(ARRAY) || typed.startsWith("["));
  const type = plain.replace(/^.*(?:::|\.)/, "") + (isArray ? ARRAY : "");
  const named = isTypeBehind ? wordsOf(declared.split(":", 1)[0]!) : words;
  const label = (language === "swift" ? named[0] : named.at(-1)) ?? "";
  return { type, isOptional, isMany, label };
}

/** True if a function accepts the number of arguments of a call. */
export function accepts(parameters: readonly Parameter[], args: string): boolean {
  const count = args === "" ? 0 : args.split(",").length;
  const least = parameters.filter((one) => !one.isOptional && !one.isMany).length;
  return count >= least && (count <= parameters.length || parameters.at(-1)?.isMany === true);
}

/**
 * Overload match score of a call: -1 if the function is not applicable, otherwise the number of arguments with exactly
 * the parameter's type (0.5 for convertible types), plus 0.5 for an exact number of arguments.
 *
 * @param args as written by `argumentsOf`
 * @param typeOf type of a chain of names and calls; undefined if unknown
 */
export function fitness(
  parameters: readonly Parameter[],
  args: string,
  typeOf: (word: string) => ArgumentType | undefined,
): number {
  const words = args === "" ? [] : args.split(",");
  const last = parameters[parameters.length - 1];
  if (!accepts(parameters, args)) return -1;
  let exact = 0;
  for (const [at, word] of words.entries()) {
    const [value = "", label] = word.split(":").reverse();
    // Swift's parameters without a name are `_`.
    const isNamed = label !== undefined && label !== "_";
    const one = isNamed ? parameters.find((one) => one.label === label) : parameters[at] ?? last!;
    if (!one || (label === "_" && one.label !== "_" && !one.isMany)) return -1;
    const fit = argumentFits(one.type, value, typeOf);
    if (fit < 0) return -1;
    exact += fit;
  }
  return exact + (words.length === parameters.length && last?.isMany !== true ? 0.5 : 0);
}

const TEXT = /^(?:String|string|CharSequence|string_view|basic_string_view|w?string|\w*string_view)$/;
const LETTER = /^(?:char|Character|Char|wchar_t|char\d+_t)$/;
const NUMBER =
  /^(?:u?int(?:\d+_t)?|long|short|byte|float|double|size_t|Integer|Long|Short|Byte|Float|Double|Int|decimal)$/;
const TRUTH = /^(?:bool|boolean|Boolean)$/;
const CLASS = /^(?:Class|KClass|Type)$/;

const PLAIN = [TEXT, LETTER, NUMBER, TRUTH];

/** Score of one argument: -1, 0, 0.5 or 1. */
function argumentFits(
  type: string,
  word: string,
  typeOf: (word: string) => ArgumentType | undefined,
): number {
  const plain = PLAIN.find((kind) => kind.test(type));
  const isArray = type.endsWith(ARRAY);
  const literal = LITERALS.get(word);
  if (literal) {
    const isOther = isArray || (plain && !isWidened(literal, plain));
    return literal.test(type) ? (BOXED.test(type) ? 0.5 : 1) : isOther ? -1 : 0;
  }
  if (word === "?") return 0;
  if (word === ">") return plain || isArray ? -1 : 0;
  const known = word.startsWith("+")
    ? { names: [word.slice(1)], isWhole: false }
    : typeOf(word) ?? (GIVES_TEXT.test(word) ? A_TEXT : undefined);
  if (!known) return 0;
  const at = known.names.indexOf(type);
  if (at !== -1) return at === 0 ? 1 : 0.5;
  const [name = ""] = known.names;
  if (isArray || name.endsWith(ARRAY)) {
    // An array of objects is also one of `Object` or of a type parameter.
    const isObjects = name.endsWith(ARRAY) && isCapitalized(name) && isCapitalized(type);
    return isArray ? (isObjects ? 0.5 : -1) : plain ? -1 : 0;
  }
  const own = PLAIN.find((kind) => kind.test(name));
  if (own && plain) return own === plain ? 0.5 : isWidened(own, plain) ? 0 : -1;
  return known.isWhole || plain || (own && own !== TEXT && CLASS.test(type)) ? -1 : 0;
}

/** Calls that return strings in the libraries of Java, Kotlin and C#, and by convention elsewhere. */
const GIVES_TEXT =
  /^String\.(?:valueOf|format|join)\(\)$|\.(?:name|get(?:Simple|Canonical|Host)?Name|get(?:Localized)?Message|getHostAddress|getAbsolutePath|getCanonicalPath|toExternalForm|toASCIIString|toHexString|readLine|nextLine|replaceAll|strip)\(\)$/;
const A_TEXT: ArgumentType = { names: ["String"], isWhole: false };

/** Ending of the types of arrays. */
const ARRAY = "[]";

/** Java wrapper classes of primitive types. */
const BOXED = /^(?:Integer|Long|Short|Byte|Float|Double|Character|Boolean|CharSequence)$/;

/** Kind of a literal by its placeholder. */
const LITERALS = new Map(Object.entries({ '"': TEXT, "'": LETTER, "0": NUMBER, "!": TRUTH, "#": CLASS }));

/** A character converts to a number, and in C++ a number to a character. */
function isWidened(literal: RegExp, type: RegExp): boolean {
  return (literal === LETTER && type === NUMBER) || (literal === NUMBER && type === LETTER);
}

/** True if two functions have the same number and types of parameters; also true if that is unknown. */
export function isSameHead(a: Definition, b: Definition, { language }: ParsedFile): boolean {
  const [left, right] = [parametersOf(a, language), parametersOf(b, language)];
  if (!left || !right) return true;
  return left.length === right.length && left.every((one, at) => isLike(one.type, right[at]!.type));
}

/** A type parameter such as `T` matches any type. */
const isLike = (a: string, b: string): boolean => a === b || /^[A-Z]\d?$/.test(a) || /^[A-Z]\d?$/.test(b);

/** Content of the parentheses that open at an offset; undefined if they are not closed. */
export function inBrackets(text: string, open: number, signs = "()"): string | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === signs[0]) depth++;
    else if (text[at] === signs[1] && --depth === 0) return text.slice(open + 1, at);
  }
  return undefined;
}
