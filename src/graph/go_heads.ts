import type { Definition } from "../syntax/parsed_file.ts";
import { splitList } from "../syntax/spans.ts";
import { inBrackets } from "./overloads.ts";

/**
 * True if a Go method can implement an interface method: equal numbers of parameters and results, and equal predeclared
 * types. True if a signature is truncated.
 */
export function canImplement(method: Definition, wanted: Definition): boolean {
  const [own, other] = [headOf(method), headOf(wanted)];
  if (!own || !other) return true;
  return isLike(own.parameters, other.parameters) && isLike(own.results, other.results);
}

/** Types of a function's parameters and results. */
type Head = { readonly parameters: readonly string[]; readonly results: readonly string[] };

function headOf({ name, signature }: Definition): Head | undefined {
  const at = signature.search(new RegExp(`(?<!\\w)${name}\\(`));
  const list = at === -1 ? undefined : inBrackets(signature, at + name.length);
  if (list === undefined) return undefined;
  const rest = signature.slice(at + name.length + list.length + 2).replace(/\{\s*$/, "").trim();
  const several = rest.startsWith("(") ? inBrackets(rest, 0) : undefined;
  if (rest.startsWith("(") && several === undefined) return undefined;
  return { parameters: typesOf(list), results: typesOf(several ?? rest) };
}

/** Converts `a, b int, c ...string` to `int`, `int`, `...string`. */
function typesOf(list: string): string[] {
  const parts = splitList(list).filter((part) => part !== "");
  const typed = parts.map((part) => NAMED.exec(part)?.[1]);
  if (!typed.some((type) => type !== undefined)) return parts;
  return typed.map((type, at) => type ?? typed.slice(at).find((one) => one !== undefined) ?? "");
}

/** A name and its type; a type alone may also contain a space. */
const NAMED = /^(?!chan\b|func\b|map\b|struct\b|interface\b)\w+\s+(.+)$/s;

function isLike(own: readonly string[], other: readonly string[]): boolean {
  return own.length === other.length && own.every((type, at) => {
    const [a, b] = [type, other[at]!].map(plainType);
    return a === undefined || b === undefined || a === b;
  });
}

/** A predeclared type under its canonical name; undefined for any other type. */
function plainType(type: string): string | undefined {
  const [, before = "", name] = PLAIN.exec(type) ?? [];
  return name === undefined ? undefined : before + (SAME.get(name) ?? name);
}

const PLAIN =
  /^((?:\*|\[\]|\.\.\.)*)(bool|string|byte|rune|error|u?int(?:8|16|32|64)?|float(?:32|64)|uintptr)$/;
const SAME: ReadonlyMap<string, string> = new Map([["byte", "uint8"], ["rune", "int32"]]);
