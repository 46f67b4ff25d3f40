import { type LexicalIndex, ROLES } from "../../index/lexical_index.ts";
import { type Finding, linesShown, type RepositoryFiles } from "../../model/calls.ts";
import type { FormContext } from "../form.ts";
import { lastName } from "../../model/text.ts";
import { VALUE_KINDS } from "../../syntax/class_kinds.ts";
import { linesOf, LONGEST_LINE } from "../../search/file_lines.ts";
import { MOST_NAMESAKES } from "../../search/rank/values.ts";
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
const FLAG = /^(?:-?[01]$|0[xXbB]|1\w*\s*<<\s*\d$)/;

/** The findings with the values of constants and fields: of those that the lines shown use, or of one without code its own, as its claim. */
export function withValues(
  findings: readonly Finding[],
  { index, files }: Pick<FormContext, "index" | "files">,
): Finding[] {
  const shown = new Set(findings.flatMap(linesShown));
  let left = MOST_VALUES;
  return findings.map((finding) => {
    const { path, symbol = "", code } = finding;
    const values = (code ? namesIn(finding) : [lastName(symbol)]).flatMap((name): string[] => {
      const value = left === 0 ? undefined : valueOf(name, path, index, files);
      const key = `${value?.path}:${value?.line}`;
      if (!value || shown.has(key)) return [];
      shown.add(key);
      left--;
      const place = value.path !== path ? ` (${key})` : code ? ` (line ${value.line})` : "";
      return [`${name} = ${value.text}${place}`];
    });
    if (values.length === 0) return finding;
    return { ...finding, ...(code ? { values: values.join(", ") } : { claim: values[0]! }) };
  });
}

/** Names in the lines shown. */
function namesIn({ code = [] }: Finding): string[] {
  const lines = code.flatMap(({ text }) => text.split("\n")).filter((line) => kindOf(line) === "code");
  return [...new Set(lines.flatMap((line) => line.replace(QUOTED, "''").match(NAME) ?? []))];
}

type Value = { readonly path: string; readonly line: number; readonly text: string };

/**
 * The value of a constant, of the same file or else the only one of its name, or that a field is given anywhere in the
 * product; undefined unless it is one, on one line, with a number.
 */
function valueOf(name: string, path: string, index: LexicalIndex, files: RepositoryFiles): Value | undefined {
  const sites = index.definitionsNamed(name).slice(0, MOST_NAMESAKES + 1);
  const here = sites.filter(({ file }) => index.files.paths[file] === path);
  const [site] = here.length === 1 ? here : sites.length === 1 ? sites : [];
  if (!site || (!VALUE_KINDS.has(site.kind) && site.kind !== "macro")) return undefined;
  const { chunks, files: { paths, roles }, traits } = index;
  const held = site.kind === "field" ? index.postings(tokens(name)[0] ?? "")?.chunks ?? [] : [];
  const uses = Array.from(held, (at) => [chunks.file[at]!, chunks.startLine(at), chunks.endLine(at)] as const)
    .filter(([file]) => ROLES[roles[file]!] === "code" && traits.aside[file] === 0)
    // A field of several classes is given its value in the file of its class.
    .filter(([file]) => sites.length === 1 || file === site.file);
  const own = [site.file, site.startLine, site.endLine] as const;
  const [value, ...others] = [own, ...uses.length > MOST_LOOKED_AT ? [] : uses].flatMap(([file, from, to]) =>
    (linesOf(paths[file]!, files)?.slice(from - 1, to) ?? []).flatMap((shown, at): Value[] => {
      const isUse = file !== site.file || from + at < site.startLine || from + at > site.endLine;
      const text = shown.includes(name) && kindOf(shown) === "code" ? valueIn(shown, name, isUse) : undefined;
      return text === undefined ? [] : [{ path: paths[file]!, line: from + at, text }];
    })
  );
  return others.every(({ text }) => text === value?.text) ? value : undefined;
}

/** Returns the value that a line gives a name that it defines, or the number or length of time if it uses it. */
function valueIn(line: string, name: string, isUse: boolean): string | undefined {
  const text = line.slice(0, LONGEST_LINE);
  const named = new RegExp(`^(.*?)(&[\\w.]*|["'\`]|(?<![\\w$]))${name}(?![\\w$])["'\`]?(.*)`);
  const [, before = "", mark = "", after = ""] = named.exec(text) ?? [];
  // `IntVar(&it.limit, "limit", 50)`, `get("limit", 50)`: the only number beside the name, and not its length.
  const parts = mark === "" ? [] : text.replace(")", ",").split(",").map((part) => part.trim());
  const [number, another] = parts.filter((part) => NUMBER.test(part) && !FLAG.test(part));
  if (number !== undefined && another === undefined && number !== `${name.length}`) return number;
  // A comparison, or one side of a condition: `turns ? it.limit : 50`.
  const sign = after.trimStart()[0];
  if (isUse && sign !== "=" && (sign !== ":" || before.trim().includes(" "))) return undefined;
  const value = GIVEN.exec(after.split(END, 1)[0]!)?.[1]?.trim() ?? "";
  // Alone behind a colon there can be a type. What a caller may give can have a number behind it: `options.limit ?? 50`.
  const last = value.split("??").at(-1)!.split("||").at(-1)!.trim();
  const hasNumber = isUse || (sign === ":" && !after.includes("="))
    ? NUMBER.test(last) && !FLAG.test(last)
    : HAS_NUMBER.test(value.replace(QUOTED, "")) && value.split("(").length === value.split(")").length;
  return value.length <= 60 && !FLAG.test(value) && hasNumber ? value : undefined;
}
