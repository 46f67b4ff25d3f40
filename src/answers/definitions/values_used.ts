import type { LexicalIndex } from "../../index/lexical_index.ts";
import { type Finding, linesShown, type RepositoryFiles } from "../../model/calls.ts";
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
const NUMBER = /^-?\d[\w.]*(?:\s*(?:[-+*/]|<<)\s*[\w.]+)*$/;
const LENGTH = /^[\w.:]*[a-z][\w.:]*(?:\s*\*\s*\d[\w.]*|\(\s*(?:\w+=)?\d[\w.]*(?:\s*,\s*[\w.]+)?\s*\))$/;
/** Bits, and the first two of a list of states, say nothing by their value. */
const FLAG = /^(?:-?[01]$|0[xXbB]|1\w*\s*<<\s*\d$)/;

/**
 * The findings, the first ones with the values of constants that the lines shown of them use: first those whose names share
 * two words with the question.
 */
export function withValues(
  findings: readonly Finding[],
  { index, files, terms }: {
    readonly index: LexicalIndex;
    readonly files: RepositoryFiles;
    readonly terms: Pick<ReadonlySet<string>, "has"> | undefined;
  },
): Finding[] {
  const shown = new Set(findings.flatMap(linesShown));
  let left = MOST_VALUES;
  return findings.map((finding) => {
    if (!finding.code || left === 0) return finding;
    const values = namesIn(finding, terms ?? new Set()).flatMap((name): string[] => {
      const value = valueOf(name, finding.path, index, files);
      const key = value && `${value.path}:${value.line}`;
      if (!value || !key || shown.has(key) || left === 0) return [];
      shown.add(key);
      left--;
      return [`${name} = ${value.text} (${value.path === finding.path ? `line ${value.line}` : key})`];
    });
    if (values.length === 0) return finding;
    return { ...finding, values: values.join(", ") };
  });
}

/** Names in the lines shown, those first that share two words with the question. */
function namesIn({ code = [] }: Finding, terms: Pick<ReadonlySet<string>, "has">): string[] {
  const lines = code.flatMap(({ text }) => text.split("\n")).filter((line) => kindOf(line) === "code");
  const names = new Set(lines.flatMap((line) => line.replace(QUOTED, "''").match(NAME) ?? []));
  const shared = (name: string): number => tokens(name).slice(1).filter((part) => terms.has(part)).length;
  return [...names].sort((a, b) => Number(shared(b) >= 2) - Number(shared(a) >= 2));
}

type Value = { readonly path: string; readonly line: number; readonly text: string };

/**
 * The value of a constant, of the same file or else the only one of its name, or that a field is given anywhere; undefined
 * unless one number on one line.
 */
function valueOf(name: string, path: string, index: LexicalIndex, files: RepositoryFiles): Value | undefined {
  const sites = index.definitionsNamed(name).slice(0, MOST_NAMESAKES + 1);
  const here = sites.filter(({ file }) => index.files.paths[file] === path);
  const [site] = here.length === 1 ? here : sites.length === 1 ? sites : [];
  if (!site || (!VALUE_KINDS.has(site.kind) && site.kind !== "macro")) return undefined;
  const used = site.kind === "field" ? index.referencesTo(name, MOST_LOOKED_AT + 1) : [];
  const uses = used.length > MOST_LOOKED_AT ? [] : used.filter(({ file }) => index.traits.test[file] !== 1);
  const sources = [{ file: site.file, line: site.endLine }, ...uses];
  const [value, ...others] = sources.flatMap(({ file, line }, at): Value[] => {
    const path = index.files.paths[file]!;
    const text = numberIn(linesOf(path, files)?.[line - 1] ?? "", name, at > 0);
    return text === undefined ? [] : [{ path, line, text }];
  });
  return others.every(({ text }) => text === value?.text) ? value : undefined;
}

/** Returns the number or length of time that a line gives a name: one that it defines, or uses. */
function numberIn(line: string, name: string, isUse: boolean): string | undefined {
  const at = line.search(new RegExp(`(?<![\\w$])${name}(?![\\w$])`));
  const [before, after] = at < 0 ? ["", ""] : [line.slice(0, at), line.slice(at + name.length, LONGEST_LINE)];
  const sign = after.trimStart()[0];
  // `IntVar(&it.limit, "limit", 50)`: the only number beside a pointer to a field.
  const parts = /[(\s]&[\w.]+$/.test(before) ? line.slice(0, LONGEST_LINE).replace(")", ",").split(",") : [];
  const [number, another] = parts.map((part) => part.trim()).filter(isNumber);
  if (number !== undefined && another === undefined) return number;
  // A comparison, or one side of a condition: `turns ? it.limit : 50`.
  if (isUse && sign !== "=" && (sign !== ":" || before.trim().includes(" "))) return undefined;
  const given = GIVEN.exec(after.split(END, 1)[0]!)?.[1]?.trim() ?? "";
  const value = given.replace(/^\(([^()]*)\)$/, "$1").trim();
  // What a caller may give can have a number behind it: `options.limit ?? 50`.
  const last = value.split("??").at(-1)!.split("||").at(-1)!.trim();
  return value.length <= 40 && isNumber(last) ? value : undefined;
}

function isNumber(value: string): boolean {
  return !FLAG.test(value) && (NUMBER.test(value) || LENGTH.test(value));
}
