import { asObject, parseObject } from "../model/json.ts";
import type { SafeText } from "../model/brands.ts";
import type { QueryTerms, Targets } from "../model/intent.ts";
import type { Report, ReportItem } from "../model/report.ts";
import type { SessionMemory } from "./fuse.ts";
import { EMPTY, fixed, joinSafe, sealLine } from "../safety/seal.ts";

/**
 * What a session was given, one JSON object per line, so that a line can be added without reading the rest and a damaged
 * line costs only itself. The file lies in the repository: what is read from it is sealed again.
 */

/** A place that the session was told of. */
interface Given {
  readonly path: string;
  readonly line: number;
  readonly symbol?: string;
  readonly claim: string;
  /** The file's when it was given. */
  readonly version?: string;
  /** Whether its lines were given too. */
  readonly shown?: true;
}

const OPEN = fixed`<auto-tools-context>`;
const CLOSE = fixed`</auto-tools-context>`;
const MOST_IN_DIGEST = 8;

/** Targets that one turn leaves for the next. */
const MOST_TARGETS = 2;

/** The line to add after an answer: what the turn was about, for prompts that lean on it. Sealed text only. */
export function aboutLine(terms: QueryTerms, { items, known }: Report): string {
  const places = [...items, ...known];
  const asked = places.filter((place) => isAsked(place, terms));
  const about = (asked.length > 0 ? asked : places.slice(0, 1)).slice(0, MOST_TARGETS);
  const symbols = about.flatMap(({ symbol }) => symbol ?? []);
  const paths = about.map(({ path }) => path);
  return JSON.stringify({ about: { symbols: [...new Set(symbols)], paths: [...new Set(paths)] } });
}

function isAsked({ path, symbol }: ReportItem, { identifiers, paths }: QueryTerms): boolean {
  const names = new Set(identifiers.map(lastPart));
  return (symbol !== undefined && names.has(lastPart(symbol))) ||
    paths.some((mention) => path === mention.path || path.endsWith(`/${mention.path}`));
}

function lastPart(name: string): string {
  return name.split(/[.:#]+/).at(-1) ?? name;
}

/** What the session's last answered prompt was about; undefined before the first. */
export function lastTargets(notes: string): Targets | undefined {
  const line = notes.split("\n").findLast((line) => line.startsWith('{"about":'));
  const about = asObject(parseObject(line)?.["about"]);
  if (!about) return undefined;
  const texts = (list: unknown): string[] =>
    Array.isArray(list)
      ? list.filter((text) => typeof text === "string").slice(0, MOST_TARGETS).map((text) =>
        sealLine(text).text
      )
      : [];
  return { symbols: texts(about["symbols"]), paths: texts(about["paths"]) };
}

/** Lines to add after a report was delivered. */
export function givenLines(items: readonly ReportItem[]): string[] {
  return items.map((item) =>
    JSON.stringify({
      path: item.path,
      line: item.startLine,
      ...(item.symbol && { symbol: item.symbol }),
      claim: item.claim,
      ...(item.version !== undefined && { version: item.version }),
      ...(item.snippet && { shown: true }),
    })
  );
}

/** The line to add after a file was changed: what was said of it no longer counts. */
export function changedLine(path: string): string {
  return JSON.stringify({ changed: path });
}

/**
 * The latest places the session was given and that still stand, for a model that just lost its memory. Empty when there
 * are none.
 */
export function digest(notes: string, limit: number): SafeText {
  const latest = standing(notes).slice(-MOST_IN_DIGEST).reverse();
  if (latest.length === 0) return EMPTY;
  const lines: SafeText[] = [OPEN, fixed`Places found earlier in this session, latest first.`];
  let left = limit - lines.join("\n").length - CLOSE.length - 2;
  for (const given of latest) {
    const symbol = given.symbol === undefined ? EMPTY : fixed` ${sealLine(given.symbol).text}`;
    const line = fixed`- ${sealLine(given.path).text}:${given.line}${symbol}: ${sealLine(given.claim).text}`;
    left -= line.length + 1;
    if (left < 0) break;
    lines.push(line);
  }
  return lines.length < 3 ? EMPTY : joinSafe([...lines, CLOSE], "\n");
}

/** What the notes say the session has: a place counts while its file stands as it was. */
export function sessionMemory(notes: string): SessionMemory {
  const places = new Map(standing(notes).map((given) => [placeKey(given), given]));
  return {
    isEmpty: places.size === 0,
    has: (item) => {
      const given = places.get(placeKey({ ...item, line: item.startLine }));
      if (!given || given.version === undefined || given.version !== item.version) return false;
      return given.shown === true || item.snippet === undefined;
    },
  };
}

function placeKey(
  { path, symbol, line }: { path: string; symbol?: string | undefined; line: number },
): string {
  return `${path}\0${symbol ?? line}`;
}

/** Each place once, in the order of its last mention, without those in files that changed since. */
function standing(notes: string): Given[] {
  const places = new Map<string, Given>();
  for (const line of notes.split("\n")) {
    const note = parseObject(line);
    if (typeof note?.["changed"] === "string") {
      for (const [key, { path }] of places) if (path === note["changed"]) places.delete(key);
    }
    const given = note && asGiven(note);
    if (!given) continue;
    const key = placeKey(given);
    const shown = given.shown ??
      (places.get(key)?.version === given.version ? places.get(key)?.shown : undefined);
    places.delete(key);
    places.set(key, { ...given, ...(shown && { shown }) });
  }
  return [...places.values()];
}

function asGiven({ path, line, symbol, claim, version, shown }: Record<string, unknown>): Given | undefined {
  if (typeof path !== "string" || typeof claim !== "string" || !Number.isSafeInteger(line)) return undefined;
  return {
    path,
    line: line as number,
    claim,
    ...(typeof symbol === "string" && { symbol }),
    ...(typeof version === "string" && { version }),
    ...(shown === true && { shown }),
  };
}
