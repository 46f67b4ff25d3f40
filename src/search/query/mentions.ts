import type { PathMention } from "../../model/intent.ts";
import type { Segments } from "./segments.ts";
import { shortLines } from "./segments.ts";

/** One line of a stack trace. */
export interface Frame {
  /** As written. */
  readonly path: string;
  /** One-based. */
  readonly line: number;
  /** Bare name of the function, when the trace has it. */
  readonly function?: string;
}

/** Part of the question that holds a word. */
export type Place = "title" | "prose" | "code" | "inline" | "trace";

/** The exact names a question holds. */
export interface Mentions {
  /** File paths and names in the text. */
  readonly paths: readonly PathMention[];
  /** Paths inside addresses of source hosts (`/blob/<ref>/<path>`). */
  readonly urls: readonly PathMention[];
  /** Outermost first: the last one is nearest to the fault, whichever way the trace was written. */
  readonly frames: readonly Frame[];
  /** `Owner.member` pairs, once each. */
  readonly qualified: readonly (readonly [owner: string, member: string])[];
  /** Every ASCII identifier with the parts it occurs in. */
  readonly words: ReadonlyMap<string, ReadonlySet<Place>>;
  /** The words that look like code: camelCase, `snake_case`, ALL_CAPS, backticked, called. */
  readonly identifiers: ReadonlySet<string>;
}

const WORD = /[A-Za-z_$][\w$]*/g;
const CODE_SHAPE = /[a-z][A-Z]|_[a-z]|[A-Z]{2,}[a-z]|^[A-Z_]{4,}$/;
const ENDINGS =
  "py|pyx|pyi|exs?|erl|dart|zig|jl|[cm]?js|jsx|[cm]?ts|tsx|vue|svelte|go|rs|java|kt|scala|rb|php|cc|cpp|cxx|hpp|c|h|cs|swift|lua|sh|pl|tcl|proto|sql|html|css|scss|ya?ml|toml|json|md|rst";
const PATH = new RegExp(`[\\w@+-]+(?:[/\\\\.][\\w@+-]+)*\\.(?:${ENDINGS})\\b(?::(\\d+))?`, "g");
const PYTHON_FRAME = /File "([^"\n]+)", line (\d+)(?:, in (\S+))?/g;
const JAVA_FRAME = /\bat (?:[\w$]+\.)*([\w$]+)\.([\w$<>]+)\((\w+\.(?:java|kt|scala)):(\d+)\)/g;
const PLACE_FRAME = new RegExp(
  `(?:\\bat (?:async )?([\\w.$<>]+) \\()?([\\w@./\\\\-]+\\.(?:${ENDINGS}))[:(](\\d+)\\)?`,
  "g",
);

const SHARP_FRAME = /\bat (?:[\w`<>\[\]]+\.)*([\w`<>]+)\([^()\n]*\) in (\S+\.(?:cs|fs|vb)):line (\d+)/g;
/** Python writes the innermost frame last, everything else first. */
const INNERMOST_LAST =
  /Traceback \(most recent call last\)|^\s*File "[^"\n]+", line \d+|^\S+\.py:\d+: (?:in )?\w+\s*$/m;
/** The function behind the place: `: in name` (pytest), ``:in `Owner#name'`` (Ruby), `: A->name(` (PHP), `: Mod.name/2` (Elixir). */
const NAMED_BEHIND =
  /^(?::\d+)?:? ?in (?:[`'"](?:block (?:\(\d+ levels\) )?in )?(?:[\w:]+[#.])?)?([\w?!]+)|^\)?: (?:[\w\\]+(?:->|::))?(\w+)\(|^: (?:[\w.]+\.)?([\w?!]+)\/\d/;
/** The function before it: `in name (...) at ` (gdb). */
const NAMED_BEFORE = /\bin (?:[\w~]+::)*([\w~]+) \([^\n]*\) (?:at|from) $/;
/** Text before a place whose function is on the line above (Go, Rust). */
const ABOVE_PLACE = /^\s+(?:at )?\S*$/;
const LONGEST_NAME = 200;

/** Checks if a word is the name of a file of code or text. */
export function isFileName(word: string): boolean {
  return new RegExp(`^(?:${PATH.source})$`).test(word);
}

/** Collects the exact names. */
export function mentionsOf(segments: Segments): Mentions {
  const { title, prose, code, inline, trace } = segments;
  const all = shortLines(segments.all).join("\n");
  const words = new Map<string, Set<Place>>();
  for (const [place, text] of Object.entries({ title, prose, code, inline, trace })) {
    for (const [word] of text.matchAll(WORD)) {
      const places = words.get(word);
      if (places) places.add(place as Place);
      else words.set(word, new Set([place as Place]));
    }
  }
  return {
    paths: pathsOf(all),
    urls: segments.urls.flatMap(urlPath),
    frames: framesOf(all),
    qualified: qualifiedOf(all),
    words,
    identifiers: identifiersOf(all, inline),
  };
}

function identifiersOf(all: string, inline: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of all.matchAll(WORD)) if (CODE_SHAPE.test(word)) found.add(word);
  for (const [word] of inline.matchAll(WORD)) found.add(word);
  for (const match of all.matchAll(/\b([A-Za-z_]\w{2,})\(/g)) found.add(match[1]!);
  return found;
}

function pathsOf(text: string): PathMention[] {
  const found = new Map<string, PathMention>();
  for (const match of text.matchAll(PATH)) {
    const path = match[0].replace(/:\d+$/, "").replace(/\\/g, "/");
    if (found.has(path)) continue;
    found.set(path, match[1] === undefined ? { path } : { path, line: Number(match[1]) });
  }
  return [...found.values()];
}

function urlPath(url: string): PathMention[] {
  const match = /\/(?:blob|tree|blame|raw)\/[^/]+\/([^\s#?)\]]+)(?:\?[^#]*)?(?:#L(\d+))?/.exec(url);
  if (!match) return [];
  const path = match[1]!;
  return [match[2] === undefined ? { path } : { path, line: Number(match[2]) }];
}

function framesOf(text: string): Frame[] {
  const found: { at: number; frame: Frame }[] = [];
  const add = (at: number, path: string, line: string, name: string | undefined): void => {
    found.push({ at, frame: { path, line: Number(line), ...(name !== undefined && { function: name }) } });
  };
  for (const match of text.matchAll(PYTHON_FRAME)) add(match.index, match[1]!, match[2]!, match[3]);
  for (const match of text.matchAll(JAVA_FRAME)) add(match.index, match[3]!, match[4]!, match[2]);
  for (const match of text.matchAll(SHARP_FRAME)) add(match.index, match[2]!, match[3]!, match[1]);
  for (const match of text.matchAll(PLACE_FRAME)) {
    add(match.index, match[2]!, match[3]!, match[1]?.split(".").at(-1) ?? functionBeside(text, match));
  }
  const frames = found.sort((a, b) => a.at - b.at).map((entry) => entry.frame);
  return INNERMOST_LAST.test(text) ? frames : frames.reverse();
}

/** The function that a frame names behind, before or above its place. */
function functionBeside(text: string, { index, 0: place }: RegExpExecArray): string | undefined {
  const end = index + place.length;
  const behind = NAMED_BEHIND.exec(text.slice(end, end + LONGEST_NAME));
  if (behind) return behind[1] ?? behind[2] ?? behind[3];
  const lines = text.slice(Math.max(0, index - LONGEST_NAME), index).split("\n");
  const before = lines.pop()!;
  const named = NAMED_BEFORE.exec(before);
  if (named || !ABOVE_PLACE.test(before)) return named?.[1];
  const above = (lines.at(-1) ?? "").trim().replace(/^\d+:\s+(?:0x[0-9a-f]+ - )?/, "")
    .replace(/::h[0-9a-f]{16}$/, "").replace(/\([^()]*\)$/, "");
  return /\s/.test(above) || !/[.:]/.test(above) ? undefined : /[A-Za-z_]\w*$/.exec(above)?.[0];
}

function qualifiedOf(text: string): [string, string][] {
  const found = new Map<string, [string, string]>();
  for (const match of text.matchAll(/\b(\w+)(?:\.|#|::|->)(?=(\w+)\b)/g)) {
    found.set(`${match[1]}.${match[2]}`, [match[1]!, match[2]!]);
  }
  return [...found.values()];
}
