import { collectedType } from "../syntax/annotations.ts";
import { splitList } from "../syntax/spans.ts";
import type { Names, ScopeView } from "./names.ts";
import { parameterTexts } from "./overloads.ts";
import { definitionAt, type SymbolRef } from "./symbol_ref.ts";

/**
 * The type of a value that a function passes to one of its arguments, as a path, and its place: `Foo` for an argument
 * `Action<Foo>`, `(Foo) -> Unit`, `impl Fn(&Foo)`, or of a named function type; "" if the argument is no function.
 *
 * @param passed as written by `argumentOf`
 * @param isOn true for a call on an object, which may be the first parameter
 */
export function passedType(
  names: Names,
  { file, definition }: SymbolRef,
  passed: string,
  isOn: boolean,
): { readonly view: ScopeView; readonly path: string } | undefined {
  const [parsed, own] = definitionAt(names.index, { file, definition });
  if (!parsed || !own) return undefined;
  const { language } = parsed;
  const parameters = parameterTexts(own) ?? [];
  const isSelf = isOn && [parameters[0] ?? ""].some((one) => one.includes("this ") || one.endsWith("self"));
  const [argument, place = ""] = passed;
  const at = argument === "9" ? Infinity : Number(argument) + (isSelf ? 1 : 0);
  const written = parameters[Math.min(at, parameters.length - 1)] ?? "";
  const type = typeIn(written, language);
  // C#'s `out Foo foo`
  if (place === "o") {
    return { view: { file, parsed, scope: definition }, path: collectedType(type.replace("out ", "")) };
  }
  // Rust's `F` of `where F: Fn(&Foo)`
  const bound = language === "rust" ? own.signature.split(` ${type}: `)[1] ?? type : type;
  const view = { file, parsed, scope: definition };
  const part = partOf(bound, language, place);
  return part === "" ? ofNamed(names, view, type, place) : { view, path: collectedType(part) };
}

/** The type of a parameter of a named function type: a delegate, an alias, an interface with one method. */
function ofNamed(names: Names, view: ScopeView, written: string, place: string) {
  const { language } = view.parsed;
  const named = names.classNamed(view, collectedType(written));
  const parsed = named && names.index.parsed(named.file);
  if (!parsed) return undefined;
  const { file, definition: scope } = named;
  const [, alias] = parsed.definitions[scope]!.signature.split("=");
  const method = parsed.definitions.find(({ parent, kind }) => parent === scope && kind === "method");
  const [part = ""] = alias === undefined
    ? parameterTexts(method ?? parsed.definitions[scope]!)?.slice(Number(place)) ?? []
    : [partOf(alias, language, place)];
  return {
    view: { file, parsed, scope },
    path: collectedType(alias === undefined ? typeIn(part, language) : part),
  };
}

/** The type of a parameter as written. */
function typeIn(parameter: string, language: string): string {
  return BEHIND.has(language)
    ? parameter.slice(parameter.indexOf(":") + 1).trim()
    : parameter.slice(0, parameter.lastIndexOf(" "));
}

/** The part of a function's type at an index, or `t` for the object of Kotlin's `Cart.() -> Unit`. */
function partOf(type: string, language: string, place: string): string {
  const [, receiver = "", list] = (LISTED.has(language) && LIST.exec(type)) || [];
  if (place === "t") return receiver;
  if (list !== undefined) return splitList(list)[Number(place)]?.split(": ").at(-1) ?? "";
  // Scala's `Foo => Bar`
  if (BEHIND.has(language)) return place === "0" && type.includes("=>") ? type.split("=>", 1)[0]!.trim() : "";
  const from = type.indexOf("<", Math.max(type.indexOf("Func<"), type.indexOf("Action<"), 0)) + 1;
  const all = splitList(type.slice(from, Math.max(0, type.lastIndexOf(">"))));
  return (all[Number(place)] ?? all[0] ?? "").replace("? super ", "").replace("? extends ", "");
}

/** The parameters in a function's type, and the object whose member it is. */
const LIST = /(?:([\w.]+)(?:<[^()]*>)?\.)?\(([^()]*)\)/;
/** Languages with the type behind the name, and languages with the parameters in a function's type in brackets. */
const BEHIND: ReadonlySet<string> = new Set("kotlin scala swift rust typescript tsx".split(" "));
const LISTED: ReadonlySet<string> = new Set([...BEHIND, "cpp", "dart"]);
