import type { Definition, ParsedFile } from "../syntax/parsed_file.ts";

/** A parameter as its head writes it. */
export interface Parameter {
  /** Last name of the type, `String` for `final java.util.List<String>... x` it is `List`; "" when there is none. */
  readonly type: string;
  /** It has a default value. */
  readonly isOptional: boolean;
  /** It stands for any number of arguments. */
  readonly isMany: boolean;
}

/** What is known of an argument's type. */
export interface ArgumentType {
  /** Names it may go by: its class, then those above. */
  readonly names: readonly string[];
  /** There are no others. */
  readonly isWhole: boolean;
}

/** The parameters of a function; undefined when its head is cut short. */
export function parametersOf({ name, signature }: Definition, language: string): Parameter[] | undefined {
  const at = signature.indexOf(
    "(",
    signature.search(new RegExp(`(?<!\\w)${escaped(name)}\\s*(?:<[^(]*>)?\\(`)),
  );
  const list = at === -1 ? undefined : inBrackets(signature, at);
  if (list === undefined) return undefined;
  const parts = splitList(list).filter((part) => part !== "" && part !== "void");
  return parts.map((part) => parameter(part, /^(?:kotlin|scala)$/.test(language)));
}

function parameter(part: string, isTypeBehind: boolean): Parameter {
  const isOptional = /[^=!<>]=[^=>]/.test(part);
  const declared = part.replace(/\s*=[^=>].*$/, "");
  const isMany = /\.\.\.|\bvararg\b|^params\b/.test(declared) || (isTypeBehind && declared.endsWith("*"));
  // Text in C.
  if (/\b(?:w?char|char\d+_t)\b[^,]*\*/.test(declared)) return { type: "string", isOptional, isMany };
  const typed = isTypeBehind
    ? declared.replace(/^.*?:\s*/, "")
    : declared.replace(/@\w+(?:\([^)]*\))?\s*/g, "");
  const words = typed.replace(/<[^<>]*(?:<[^<>]*>[^<>]*)*>/g, "")
    .replace(
      /\b(?:final|const|in|out|ref|params|struct|class|typename|vararg|noinline|crossinline|unsigned|signed)\b/g,
      "",
    )
    .match(/[\w$]+(?:(?:::|\.)[\w$]+)*/g) ?? [];
  const type = (isTypeBehind || words.length < 2 ? words[0] : words[words.length - 2]) ?? "";
  return { type: type.replace(/^.*(?:::|\.)/, ""), isOptional, isMany };
}

/**
 * How well a call fits a function: -1 when it cannot be meant, else how many arguments are of just the type.
 *
 * @param args as `argumentsOf` writes them
 * @param typeOf the type of a chain of names and calls; undefined when it is not known
 */
export function fitness(
  parameters: readonly Parameter[],
  args: string,
  typeOf: (word: string) => ArgumentType | undefined,
): number {
  const words = args === "" ? [] : args.split(",");
  const last = parameters[parameters.length - 1];
  const least = parameters.filter((one) => !one.isOptional && !one.isMany).length;
  if (words.length < least || (words.length > parameters.length && last?.isMany !== true)) return -1;
  let exact = 0;
  for (const [at, word] of words.entries()) {
    const one = parameters[at] ?? last!;
    const fit = argumentFits(one.type, word, typeOf);
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

/** -1, 0, 0.5 or 1, like {@link fitness}, for one argument. */
function argumentFits(
  type: string,
  word: string,
  typeOf: (word: string) => ArgumentType | undefined,
): number {
  const plain = PLAIN.find((kind) => kind.test(type));
  const literal = LITERALS.get(word);
  if (literal) {
    return literal.test(type) ? (BOXED.test(type) ? 0.5 : 1) : plain && !isWidened(literal, plain) ? -1 : 0;
  }
  if (word === "?") return 0;
  if (word === ">") return plain ? -1 : 0;
  const known = word.startsWith("+")
    ? { names: [word.slice(1)], isWhole: false }
    : typeOf(word) ?? (GIVES_TEXT.test(word) ? A_TEXT : undefined);
  if (!known) return 0;
  const at = known.names.indexOf(type);
  if (at !== -1) return at === 0 ? 1 : 0.5;
  const own = PLAIN.find((kind) => kind.test(known.names[0] ?? ""));
  if (own && plain) return own === plain ? 0.5 : isWidened(own, plain) ? 0 : -1;
  return known.isWhole || plain || (own && own !== TEXT && CLASS.test(type)) ? -1 : 0;
}

/** Calls that give text in the libraries of Java, Kotlin and C#, and by habit elsewhere. */
const GIVES_TEXT =
  /^String\.(?:valueOf|format|join)\(\)$|\.(?:name|get(?:Simple|Canonical|Host)?Name|get(?:Localized)?Message|getHostAddress|getAbsolutePath|getCanonicalPath|toExternalForm|toASCIIString|toHexString|readLine|nextLine|replaceAll|strip)\(\)$/;
const A_TEXT: ArgumentType = { names: ["String"], isWhole: false };

/** Classes of Java around what is plain. */
const BOXED = /^(?:Integer|Long|Short|Byte|Float|Double|Character|Boolean|CharSequence)$/;

/** What a literal is, by the sign that stands for it. */
const LITERALS: ReadonlyMap<string, RegExp> = new Map([
  ['"', TEXT],
  ["'", LETTER],
  ["0", NUMBER],
  ["!", TRUTH],
  ["#", CLASS],
]);

/** A character is a number, too, and in C++ a number is a character. */
function isWidened(literal: RegExp, type: RegExp): boolean {
  return (literal === LETTER && type === NUMBER) || (literal === NUMBER && type === LETTER);
}

/** Whether two functions have parameters of the same number and types; true where that is not known. */
export function isSameHead(a: Definition, b: Definition, { language }: ParsedFile): boolean {
  const [left, right] = [parametersOf(a, language), parametersOf(b, language)];
  if (!left || !right) return true;
  return left.length === right.length && left.every((one, at) => isLike(one.type, right[at]!.type));
}

/** A parameter of a type that only one of the heads can name, such as `T`, fits any. */
function isLike(a: string, b: string): boolean {
  return a === b || /^[A-Z]\d?$/.test(a) || /^[A-Z]\d?$/.test(b);
}

/** What stands in the brackets that open at an offset; undefined when they do not close. */
export function inBrackets(text: string, open: number): string | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return text.slice(open + 1, at);
  }
  return undefined;
}

/** The parts between commas that stand in no brackets. */
export function splitList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= list.length; at++) {
    if (at === list.length || (list[at] === "," && depth === 0)) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    } else if ("(<[{".includes(list[at]!)) depth++;
    else if (")]}".includes(list[at]!) || (list[at] === ">" && list[at - 1] !== "-")) depth--;
  }
  return parts;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
