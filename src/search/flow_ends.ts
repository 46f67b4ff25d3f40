import { CLASS_KINDS } from "../syntax/class_kinds.ts";
import type { Definition } from "../syntax/parsed_file.ts";
import type { SymbolRef } from "../graph/symbol_ref.ts";
import { tokens } from "../text/tokens.ts";
import type { FeatureContext } from "./rank/features.ts";
import type { RankedFunction } from "./rank/rank_functions.ts";
import type { Clause } from "./second_pass.ts";
import { clauseOf, heldShare } from "./second_pass.ts";

/** A name says more of what something is than the words in its code, and one that says more is another's. */
const BY_CODE = 0.5;
const BY_WORDS = 0.7;
/** Words for where things are in daily life: files and functions of that name are seldom meant. */
const EVERYDAY: ReadonlySet<string> = new Set(
  tokens(
    "cache database disk file memory network socket server client browser screen console terminal queue user system " +
      "page window storage",
  ),
);
/** What such words and names count. */
export const AS_EVERYDAY = 0.3;
/** Before a bracket, behind a dot or in backticks, or with an underscore or a capital inside. */
const WRITTEN =
  /[A-Za-z_$][\w$]*(?=\()|(?<=\w(?:\.|::|#|->)|`)[A-Za-z_$][\w$]*|[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+|[a-z][a-z0-9]*[A-Z]\w*/g;
/** `Engine.run`, `engine::run`. */
const OWNED = /([A-Za-z_$][\w$]*)(?:\.|::|#|->)(?=([A-Za-z_$][\w$]*))/g;

/** An end of the question: its words, and what may be names among them as they are written. */
export interface End extends Clause {
  readonly names: ReadonlySet<string>;
  /** Those of the names that are written as code. */
  readonly written: ReadonlySet<string>;
  /** Names that are written with what they belong to, and that: `Engine` of `Engine.run`, where the code knows it. */
  readonly owners: ReadonlyMap<string, string>;
}

/** What an end of the question says; undefined where it says nothing of one. */
export function endOf(text: string | undefined, context: FeatureContext): End | undefined {
  if (text === undefined) return undefined;
  const owners = [...text.matchAll(OWNED)].filter(([, owner]) =>
    context.index.definitionsNamed(owner!).some(({ kind }) => CLASS_KINDS.has(kind) || kind === "module")
  );
  return {
    ...withoutEveryday(clauseOf(text, context)),
    names: new Set(text.match(/[A-Za-z_$][\w$]*[?!]?/g)),
    written: new Set(text.match(WRITTEN)),
    owners: new Map(owners.map(([, owner, name]) => [name!, owner!])),
  };
}

/** A clause in which words for where things are in daily life count less. */
function withoutEveryday({ words, total }: Clause): Clause {
  const scaled = words.map((terms) =>
    new Map([...terms].map(([term, weight]) => [term, EVERYDAY.has(term) ? AS_EVERYDAY * weight : weight]))
  );
  const sum = (all: Clause["words"]): number =>
    all.reduce((sum, terms) => sum + Math.max(0, ...terms.values()), 0);
  const before = sum(words);
  return { words: scaled, total: before === 0 ? total : total * sum(scaled) / before };
}

/** How far an end of the question speaks of a definition, 0 to 1. */
export function spoken(
  clause: End | undefined,
  { definition, chunk }: RankedFunction,
  { index }: FeatureContext,
): number {
  if (!clause || clause.total === 0) return 0;
  return Math.max(
    isNamed(definition, clause)
      ? 1
      : BY_WORDS * namedShare(clause, new Set(tokens(definition.qualifiedName))),
    BY_CODE * heldShare(clause, chunk, index),
  );
}

/** Share of a clause's weight in a name, 0 to 1. */
function namedShare({ words, total }: Clause, name: ReadonlySet<string>): number {
  let named = 0;
  for (const terms of words) {
    named += Math.max(0, ...[...terms].map(([term, weight]) => name.has(term) ? weight : 0));
  }
  return Math.min(1, named / total);
}

/** Whether an end has the name of a definition, of what it belongs to if that stands there too. */
function isNamed({ name, qualifiedName }: Definition, { names, owners }: End): boolean {
  const owner = owners.get(name);
  return names.has(name) && (owner === undefined || qualifiedName.split(".").includes(owner));
}

/** Which definitions an end names as code does, so that no word of the language is meant: `run()`, `job.run`, `runJob`. */
export function writtenIn(end: End | undefined, { index }: FeatureContext): (symbol: SymbolRef) => boolean {
  return ({ file, definition }) => {
    const one = index.parsed(file)?.definitions[definition];
    return end !== undefined && one !== undefined && end.written.has(one.name) && isNamed(one, end);
  };
}

/** How much of what the question ends with the path and the name of a definition say, 0 to 1. */
export function nearnessTo(end: End | undefined, { index }: FeatureContext): (symbol: SymbolRef) => number {
  if (!end || end.total === 0) return () => 0;
  return ({ file, definition }) => {
    const name = index.parsed(file)?.definitions[definition]?.qualifiedName ?? "";
    return namedShare(end, new Set(tokens(`${index.files.paths[file]} ${name}`)));
  };
}

/** Whether the name of a definition has words of the question, all of them for where things are in daily life. */
export function isEveryday({ definition }: RankedFunction, { query }: FeatureContext): boolean {
  const said = tokens(definition.name).filter((token) => query.terms.has(token));
  return said.length > 0 && said.every((token) => EVERYDAY.has(token));
}
