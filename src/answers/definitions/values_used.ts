import type { LexicalIndex } from "../../index/lexical_index.ts";
import type { Finding } from "../../model/findings.ts";
import type { RepositoryFiles } from "../../model/ports.ts";
import { VALUE_KINDS } from "../../syntax/class_kinds.ts";
import { linesOf } from "../../search/file_lines.ts";
import { kindOf } from "../../search/rank/line_values.ts";
import { tokens } from "../../text/tokens.ts";

/** Values that are shown for all places together. */
const MOST_VALUES = 3;
/** Names of one place that are looked up for them. */
const MOST_NAMES = 24;
/** A name that more places define does not identify one constant. */
const MOST_DEFINED = 3;

/** Names as constants have them, in capitals or not, that say that they bound something or how long it takes. */
const NAME = /(?<![\w$])(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+[A-Z]\w+|[A-Z][a-z]+[A-Z]\w+)(?![\w$(])/g;
const BOUND =
  /(?:^|_)(?:MAX|MIN|LIMITS?|TIMEOUT|INTERVAL|DELAY|SIZE|COUNT|LENGTH|THRESHOLD|RETR(?:Y|IES)|ATTEMPTS|DAYS|HOURS|MINUTES|SECONDS|SECS?|MS|MILLIS|PERIOD|WAIT|TTL|AGE|RATE|PERCENT|PORT|DEPTH|CAPACITY|QUOTA|WINDOW|BACKOFF|BURST|BUDGET)(?=_|$)/;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
/** Numbers as they are, with what is computed from them, and lengths of time: `14.days`, `5 * time.Second`, `ofSeconds(30)`. */
const NUMBER = /^-?\d[\w.]*(?:\s*(?:[-+*/]|<<)\s*[\w.]+)*$/;
const LENGTH = /^[\w.:]*[a-z][\w.:]*(?:\s*\*\s*\d[\w.]*|\(\s*(?:\w+=)?\d[\w.]*(?:\s*,\s*[\w.]+)?\s*\))$/;
/** Bits and characters say nothing by their value. */
const FLAG = /^(?:0[xXbB]|1\w*\s*<<\s*\d$)/;

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

function linesShown({ path, code = [] }: Finding): string[] {
  return code.flatMap(({ startLine, text }) => text.split("\n").map((_, at) => `${path}:${startLine + at}`));
}

/** Constants of the lines shown that the question names, or that bound or count something; those only compared do not matter. */
function namesIn({ code = [] }: Finding, terms: Pick<ReadonlySet<string>, "has">): string[] {
  const names = new Set<string>();
  const isAsked = (name: string): boolean =>
    tokens(name).slice(1).filter((part) => terms.has(part)).length >= 2;
  for (const line of code.flatMap(({ text }) => text.split("\n"))) {
    if (kindOf(line) !== "code") continue;
    const text = line.replace(QUOTED, "''");
    for (const { 0: name, index: at } of text.matchAll(NAME)) {
      const before = text.slice(0, at).replace(/[\w.:$>-]*$/, "").trimEnd();
      const after = text.slice(at + name.length).trimStart();
      const isCompared = /(?:[=!]=|[&|]|\bcase)$/.test(before) ||
        /^(?:[=!]=|[&|](?![&|])|:?=(?!=))/.test(after);
      if (!isCompared && (BOUND.test(inCapitals(name)) || isAsked(name))) names.add(name);
    }
  }
  const found = [...names].sort((a, b) => Number(isAsked(b)) - Number(isAsked(a)));
  return found.slice(0, MOST_NAMES);
}

/** `maxRetries` as `MAX_RETRIES`. */
function inCapitals(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])/g, "$1_").toUpperCase();
}

interface Value {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The value of a constant: that of the same file, else of the only one of its name; undefined unless a number on one line. */
function valueOf(
  name: string,
  path: string,
  index: LexicalIndex,
  files: RepositoryFiles,
): Value | undefined {
  const sites = index.definitionsNamed(name).slice(0, MOST_DEFINED + 1);
  const here = sites.filter(({ file }) => index.files.paths[file] === path);
  const [site] = here.length === 1 ? here : sites.length === 1 ? sites : [];
  if (!site || (!VALUE_KINDS.has(site.kind) && site.kind !== "macro")) return undefined;
  const file = index.files.paths[site.file]!;
  const line = linesOf(file, files)?.[site.endLine - 1] ?? "";
  const text = numberIn(line, name);
  return text === undefined ? undefined : { path: file, line: site.endLine, text };
}

/** Returns the value that a line assigns to a name, if it is a number or a length of time. */
function numberIn(line: string, name: string): string | undefined {
  const at = line.search(new RegExp(`(?<![\\w$])${name}(?![\\w$])`));
  if (at < 0) return undefined;
  const rest = line.slice(at + name.length).replace(/\s*(?:\/\/|#|\/\*|--\s).*$/, "");
  const given = /=\s*([^=>].*)$/.exec(rest)?.[1] ?? /^(?:\s*:|\s)\s*(.*)$/.exec(rest)?.[1] ?? "";
  const bare = given.replace(/[;,]\s*$/, "").trim().replace(/^\((.*)\)$/, "$1").trim();
  const isNumber = (NUMBER.test(bare) || LENGTH.test(bare)) && !FLAG.test(bare);
  return isNumber && bare.length <= 40 ? bare : undefined;
}
