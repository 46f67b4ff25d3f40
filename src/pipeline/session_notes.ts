import type { Finding } from "../model/calls.ts";
import { fnv1a } from "../model/hash.ts";
import { asObject, parseObject } from "../model/json.ts";
import type { SafeText } from "../model/brands.ts";
import type { QueryTerms } from "../model/question.ts";
import type { CodePiece, NewParts, Report, ReportItem } from "../model/report.ts";
import { EMPTY, fixed, joinSafe, sliceLines } from "../safety/safe_text.ts";
import { sanitizeLine } from "../safety/sanitize.ts";
import { factKey } from "./facts.ts";
import { lastName } from "../model/text.ts";
import type { Targets } from "../model/intent.ts";
import { hasManyWords } from "../text/words.ts";

/**
 * Notes of a session's deliveries, one JSON object per line, so that a line can be added without reading the rest and
 * a damaged line costs only itself. The file lies in the repository: its text is sanitized again on reading.
 */

/** Memory of a session's deliveries. */
export interface SessionMemory {
  /** Returns the item's parts new to the session. */
  newOf(item: ReportItem): NewParts;
  /** Basis in the session's last heading; undefined before the first. */
  readonly basis?: string;
}

/** For sessions without a memory. */
export const NO_MEMORY: SessionMemory = {
  newOf: (item) => ({ item, place: true, fact: true, ...(item.code && { code: item.code }) }),
};

/** Lines that were given. */
export interface GivenRun {
  /** One-based line of the first. */
  readonly at: number;
  /** See {@link hashesOf}. */
  readonly hashes: readonly string[];
  /** The file's when they were given. */
  readonly version: string | undefined;
}

/** Minimum run of lines that is no coincidence in another state of the file. */
const SHORTEST_RUN = 3;

/** The lines of a piece of code as they are remembered: a hash of each. */
export function hashesOf(text: string): string[] {
  return text.split("\n").map((line) => fnv1a(line).toString(36));
}

/**
 * The lines that were not given before, in this state of the file or, wherever they stood, in another: with those between
 * when they are at one end, all of them when the middle is new. Undefined when none is left but blank ones.
 *
 * @param runs what was given of the same file
 */
export function newLines(
  lines: CodePiece,
  runs: readonly GivenRun[],
  version: string | undefined,
): CodePiece | undefined {
  const texts = lines.text.split("\n");
  const isBlank = texts.map((text) => text.trim() === "");
  const known = [...isBlank];
  const hashes = hashesOf(lines.text);
  for (const run of runs) {
    if (version !== undefined && run.version === version) {
      const shift = lines.startLine - run.at;
      for (const [at, line] of hashes.entries()) if (line === run.hashes[at + shift]) known[at] = true;
    } else markStretches(hashes, run.hashes, known);
  }
  const first = known.indexOf(false);
  if (first === -1) return undefined;
  const last = known.lastIndexOf(false);
  const isMiddle = isBlank.slice(0, first).includes(false) && isBlank.slice(last + 1).includes(false);
  if (isMiddle) return lines;
  return { startLine: lines.startLine + first, text: sliceLines(lines.text, first, last + 1) };
}

/** Marks the lines of every stretch that both sides have. */
function markStretches(lines: readonly string[], run: readonly string[], known: boolean[]): void {
  const least = Math.min(SHORTEST_RUN, lines.length);
  for (const at of lines.keys()) {
    for (const from of run.keys()) {
      let length = 0;
      while (at + length < lines.length && lines[at + length] === run[from + length]) length++;
      if (length >= least) known.fill(true, at, at + length);
    }
  }
}

/** A place that the session was given. */
interface Given extends Pick<Finding, "path" | "symbol" | "claim" | "version"> {
  readonly line: number;
  /** Key of the claim about it. */
  readonly fact?: string;
}

const OPEN = fixed`<auto-tools-context>`;
const CLOSE = fixed`</auto-tools-context>`;
const MOST_IN_DIGEST = 8;

/** Lines to add after a report was delivered. */
export function noteLines(terms: QueryTerms, report: Report): string[] {
  const given = report.newParts.filter(({ place, fact, code }) => place || fact || code);
  return [
    ...(report.basis === undefined ? [] : [JSON.stringify({ basis: report.basis })]),
    ...given.flatMap(givenLines),
    aboutLine(terms, report),
  ];
}

/** Notes the turn's subject, for prompts that refer to it; by default the best place, unless the match was weak. Sanitized text only. */
function aboutLine(terms: QueryTerms, { items, strength }: Report): string {
  const asked = items.filter((item) => isAsked(item, terms));
  const best = strength === "weak" ? [] : items.slice(0, 1);
  const about = (asked.length > 0 ? asked : best).slice(0, MOST_TARGETS);
  // A name by its shape is what was asked about; a plain word may be one by chance.
  const isShaped = terms.identifiers.some((name) => !terms.words.includes(name.toLowerCase()));
  const isNamed = asked.length > 0 && (isShaped || !hasManyWords(terms.words));
  return JSON.stringify({
    about: {
      symbols: [...new Set(about.flatMap(({ symbol }) => symbol ?? []))],
      paths: [...new Set(about.map(({ path }) => path))],
      words: isNamed ? [] : [...terms.identifiers, ...terms.words].slice(0, MOST_WORDS),
      likely: strength === "likely",
    },
  });
}

function isAsked({ path, symbol }: ReportItem, { identifiers, paths }: QueryTerms): boolean {
  const names = new Set(identifiers.map(lastName));
  return (symbol !== undefined && names.has(lastName(symbol))) ||
    paths.some((mention) => path === mention.path || path.endsWith(`/${mention.path}`));
}

/** One line for the place with its first piece of code, one for each further piece. */
function givenLines({ item, fact, code = [] }: NewParts): string[] {
  const place = {
    path: item.path,
    line: item.startLine,
    ...(item.symbol && { symbol: item.symbol }),
    claim: item.claim,
    ...(item.version !== undefined && { version: item.version }),
    ...(fact && item.fact !== undefined && { fact: factKey(item.fact) }),
  };
  const pieces = code.map(({ startLine, text }) => ({ at: startLine, lines: hashesOf(text).join(" ") }));
  return [pieces.shift() ?? {}, ...pieces].map((piece) => JSON.stringify({ ...place, ...piece }));
}

/** The line to add after a file was changed: earlier claims about it no longer count. */
export function changedLine(path: string): string {
  return JSON.stringify({ changed: path });
}

/**
 * Lists the session's latest places that are still valid, for a model that just lost its memory. Empty if there are
 * none.
 */
export function digest(notes: string, limit: number): SafeText {
  const latest = [...readNotes(notes).places.values()].slice(-MOST_IN_DIGEST).reverse();
  const lines: SafeText[] = [OPEN, fixed`Places found earlier in this session, latest first.`];
  let left = limit - lines.join("\n").length - CLOSE.length - 1;
  for (const given of latest) {
    const symbol = given.symbol === undefined ? EMPTY : fixed` ${sanitizeLine(given.symbol).text}`;
    const line = fixed`- ${sanitizeLine(given.path).text}:${given.line}${symbol}: ${
      sanitizeLine(given.claim).text
    }`;
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines.length < 3 ? EMPTY : joinSafe([...lines, CLOSE], "\n");
}

/**
 * Reads the session's memory from its notes: a place and its facts count while the file is unchanged, lines as long
 * as they read the same.
 */
export function sessionMemory(notes: string): SessionMemory {
  if (notes === "") return NO_MEMORY;
  const read = readNotes(notes);
  return {
    ...(read.basis !== undefined && { basis: read.basis }),
    newOf: (item) => {
      const given = read.places.get(placeKey({ ...item, line: item.startLine }));
      const isKnown = given?.version !== undefined && given.version === item.version;
      const runs = read.runs.get(item.path) ?? [];
      const code = item.code?.flatMap((piece) => newLines(piece, runs, item.version) ?? []) ?? [];
      return {
        item,
        place: !isKnown,
        fact: !isKnown || item.fact !== undefined && !given.facts.has(factKey(item.fact)),
        ...(code.length > 0 && { code }),
      };
    },
  };
}

function placeKey(
  { path, symbol, line }: { path: string; symbol?: string | undefined; line: number },
): string {
  return `${path}\0${line}\0${symbol ?? ""}`;
}

/** A place with all claims about it. */
interface Place extends Given {
  readonly facts: ReadonlySet<string>;
}

interface Notes {
  /** Each place once, in the order of its last mention, without those in files that changed since. */
  readonly places: ReadonlyMap<string, Place>;
  /** The lines that were given, by path. */
  readonly runs: ReadonlyMap<string, readonly GivenRun[]>;
  readonly basis: string | undefined;
}

function readNotes(notes: string): Notes {
  const places = new Map<string, Place>();
  const runs = new Map<string, GivenRun[]>();
  let basis: string | undefined;
  for (const line of notes.split("\n")) {
    const note = parseObject(line);
    if (!note) continue;
    const { changed, basis: noted, at, lines } = note;
    if (typeof noted === "string") basis = noted;
    if (typeof changed === "string") {
      for (const [key, { path }] of places) if (path === changed) places.delete(key);
    }
    const given = asGiven(note);
    if (!given) continue;
    addPlace(given, places);
    if (typeof lines !== "string" || !Number.isSafeInteger(at)) continue;
    const ofFile = runs.get(given.path) ?? [];
    runs.set(given.path, ofFile);
    ofFile.push({ at: at as number, hashes: lines.split(" "), version: given.version });
  }
  return { places, runs, basis };
}

/** Claims about the file's old state do not count for its new one. */
function addPlace(given: Given, places: Map<string, Place>): void {
  const key = placeKey(given);
  const before = places.get(key);
  const still = before?.version === given.version ? before?.facts ?? [] : [];
  places.delete(key);
  places.set(key, {
    ...given,
    facts: new Set([...still, ...(given.fact === undefined ? [] : [given.fact])]),
  });
}

function asGiven({ path, line, symbol, claim, version, fact }: Record<string, unknown>): Given | undefined {
  if (typeof path !== "string" || typeof claim !== "string" || !Number.isSafeInteger(line)) return undefined;
  return {
    path,
    line: line as number,
    claim,
    ...(typeof symbol === "string" && { symbol }),
    ...(typeof version === "string" && { version }),
    ...(typeof fact === "string" && { fact }),
  };
}

/** Targets and words that one turn leaves for the next. */
export const MOST_TARGETS = 2;
const MOST_WORDS = 20;

/** Names and paths: the notes lie in the repository, and anything else in them is not from here. */
const NAME = /^[^\s"'`<>{}()\\]{1,300}$/;

/** Subject of the session's last answered prompt, by its notes; undefined before the first. */
export function lastTargets(notes: string): Targets | undefined {
  const line = notes.split("\n").findLast((line) => line.startsWith('{"about":'));
  const about = asObject(parseObject(line)?.["about"]);
  if (!about) return undefined;
  const names = (list: unknown, most = MOST_TARGETS): string[] =>
    Array.isArray(list) ? list.filter((one) => typeof one === "string" && NAME.test(one)).slice(0, most) : [];
  const words = names(about["words"], MOST_WORDS);
  const isLikely = about["likely"] === true;
  return {
    symbols: names(about["symbols"]),
    paths: names(about["paths"]),
    ...(words.length > 0 && { words }),
    isLikely,
  };
}
