import { ROLES } from "../../index/lexical_index.ts";
import { type Finding, linesShown } from "../../model/calls.ts";
import type { FormContext } from "../form.ts";
import { lastName, literal } from "../../model/text.ts";
import { VALUE_KINDS } from "../../syntax/class_kinds.ts";
import { linesOf, LONGEST_LINE } from "../../search/file_lines.ts";
import { kindOf } from "../../search/rank/line_values.ts";
import { MOST_LOOKED_AT } from "./definition_findings.ts";
import { tokens } from "../../text/tokens.ts";

/** Values that are shown for all places together. */
const MOST_VALUES = 5;

/** Names as constants have them, in capitals or not; without those that are only compared for equality or combined as bits. */
const NAME =
  /(?<![\w$]|(?:[=!]=|[&|]|\bcase)\s*(?:\w+(?:\.|->|::))*)(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:[A-Z]|_[a-z])\w+|[A-Z][a-z]+[A-Z]\w+)(?![\w$(]|\s*(?:[=!]=|[&|](?![&|])|:?=(?!=)))/g;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
/** The end of a value: a separator, a comment, or the end of the line. */
const END = /[;,]?\s*(?:\/[/*]|#|--\s|$)/;
/** The text that a name is given, behind `=`, `:` or a space. */
const GIVEN = /^(?:[^=]*=(?!=)|\s*[:\s])(.*)/;
/** Numbers as they are, with what is computed from them, and lengths of time: `14.days`, `5 * time.Second`, `ofSeconds(30)`. */
const NUMBER =
  /^(?:-?\d[\w.]*(?:\s*(?:[-+*/]|<<)\s*[\w.]+)*|[\w.:]*[a-z][\w.:]*(?:\s*\*\s*\d[\w.]*|\(\s*(?:\w+=)?\d[\w.]*(?:\s*,\s*[\w.]+)?\s*\)))$/;
/** A number in an expression; no index, and no part of a name. */
const HAS_NUMBER = /(?<![\w.[])\d/;
/** Bits, and the first two of a list of states, say nothing by their value. */
const FLAG = /^\(?(?:-?[01]\)?$|0[xXbB]|1\w*\s*<<\s*\d\)?$)/;

/** The findings with the values of constants and fields: of those that the lines shown use, or of one without code its own, as its claim. */
export function withValues(
  findings: readonly Finding[],
  { index, files }: Pick<FormContext, "index" | "files">,
): Finding[] {
  const shown = new Set(findings.flatMap(linesShown));
  return findings.map((finding) => {
    const { path, symbol = "", code } = finding;
    const lines = code?.flatMap(({ text }) => text.split("\n")).filter((line) => kindOf(line) === "code");
    const names = lines?.flatMap((line) => line.replace(QUOTED, "''").match(NAME) ?? []);
    const values = [...new Set(names ?? [lastName(symbol)])].flatMap((name): string[] => {
      const value = valueOf(name, path, { index, files });
      const key = `${value?.path}:${value?.line}`;
      if (!value || shown.has(key)) return [];
      shown.add(key);
      const place = value.path !== path ? ` (${key})` : code ? ` (line ${value.line})` : "";
      return [`${name} = ${value.text}${place}`];
    }).slice(0, MOST_VALUES);
    if (values.length === 0) return finding;
    return { ...finding, ...(code ? { values: values.join(", ") } : { claim: values[0]! }) };
  });
}

type Value = { readonly path: string; readonly line: number; readonly text: string };

interface ValueContext extends Pick<FormContext, "index" | "files"> {
  /** The value is that of something else: no third is looked up. */
  readonly isOther?: true;
}

/**
 * The value of a constant, of the same file or else the only one of its name, or that a field is given anywhere in the
 * product; undefined unless it is one, on one line, with a number or a constant that has one.
 */
function valueOf(name: string, path: string, context: ValueContext): Value | undefined {
  const { index, isOther } = context;
  const { chunks, files: { paths, roles }, traits } = index;
  const isProduct = (file: number): boolean => ROLES[roles[file]!] === "code" && traits.aside[file] === 0;
  const all = index.definitionsNamed(name).filter(({ file }) => paths[file] === path || isProduct(file));
  const here = all.filter(({ file }) => paths[file] === path);
  const [site] = here.length === 1 ? here : all.length === 1 ? all : [];
  const isField = site ? site.kind === "field" : all.length === 0;
  const isValue = site && (VALUE_KINDS.has(site.kind) || site.kind === "macro");
  if ((site ? !isValue : !isField) || (isOther && isField)) return undefined;
  const held = isField ? index.postings(tokens(name)[0] ?? "")?.chunks ?? [] : [];
  const uses = Array.from(held, (at): Range => [chunks.file[at]!, chunks.startLine(at), chunks.endLine(at)])
    .filter(([file]) => isProduct(file));
  // A field of several classes is given its value in the file of its class.
  const isFar = all.length > 1 || uses.length > MOST_LOOKED_AT;
  const near = uses.filter(([file]) => !isFar || file === site?.file);
  const own: Range[] = site ? [[site.file, site.startLine, site.endLine]] : [];
  const [value, ...others] = [...own, ...near].flatMap((range) => valuesIn(range, name, own[0], context));
  return others.every(({ text }) => text === value?.text) ? value : undefined;
}

/** File, first and last line. */
type Range = readonly [file: number, from: number, to: number];

/** The values that lines give a name that is defined in others; without those, only to a member. */
function valuesIn(
  [file, from, to]: Range,
  name: string,
  own: Range | undefined,
  context: ValueContext,
): Value[] {
  const path = context.index.files.paths[file]!;
  const lines = linesOf(path, context.files) ?? [];
  // In a list of states or codes the next line has the next number.
  const isCode = (given: string, line: number): boolean =>
    [-1, 1].some((step) =>
      new RegExp(`(?<![\\w.])${Number(given) + step}(?![\\w.])`).test(lines[line - 1 + step] ?? "")
    );
  return lines.slice(from - 1, to).flatMap((shown, at): Value[] => {
    const line = from + at;
    const isUse = file !== own?.[0] || line < own[1] || line > own[2];
    if (!shown.includes(own ? name : `.${name} = `) || kindOf(shown) !== "code") return [];
    const given = valueIn(shown, name, isUse) ?? "";
    if (HAS_NUMBER.test(given)) return isUse || !isCode(given, line) ? [{ path, line, text: given }] : [];
    // `this.limit = options.limit ?? MAX_LIMIT`, and the constant has the number.
    const last = given.split(/\W+/).at(-1)!;
    const other = context.isOther ? undefined : valueOf(last, path, { ...context, isOther: true });
    return other ? [{ path, line, text: `${given} = ${other.text}` }] : [];
  });
}

/** Returns the value that a line gives a name that it defines, or the number or length of time if it uses it. */
function valueIn(line: string, name: string, isUse: boolean): string | undefined {
  const text = line.slice(0, LONGEST_LINE);
  const named = new RegExp(`^(.*?)(&[\\w.]*|["'\`]|(?<![\\w$]))${literal(name)}(?![\\w$])["'\`]?(.*)`);
  const [, before = "", mark = "", after = ""] = named.exec(text) ?? [];
  // `IntVar(&it.limit, "limit", 50)`, `get("limit", 50)`: the only number beside the name, and not its length.
  const parts = mark === "" ? [] : text.replace(")", ",").split(",").map((part) => part.trim());
  const [number, another] = parts.filter((part) => NUMBER.test(part));
  if (number && another === undefined && number !== `${name.length}` && !FLAG.test(number)) return number;
  // A comparison, or one side of a condition: `turns ? it.limit : 50`.
  const sign = after.trimStart()[0];
  if (isUse && sign !== "=" && (sign !== ":" || before.trim().includes(" "))) return undefined;
  const value = GIVEN.exec(after.split(END, 1)[0]!)?.[1]?.trim() ?? "";
  // Alone behind a colon there can be a type. What a caller may give can have a number behind it: `options.limit ?? 50`.
  const last = value.split("??").at(-1)!.split("||").at(-1)!.trim();
  const isPlain = isUse || (sign === ":" && !after.includes("="));
  const isGiven = /^[A-Za-z_][\w.:]*$/.test(last) ||
    (isPlain
      ? NUMBER.test(last) && !FLAG.test(last)
      : HAS_NUMBER.test(value.replace(QUOTED, "")) && value.split("(").length === value.split(")").length &&
        (NUMBER.test(value) || !value.includes("=")));
  return value.length <= 60 && !FLAG.test(value) && isGiven ? value : undefined;
}
