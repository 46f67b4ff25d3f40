import type { Frame, PathMention } from "../model/question.ts";
import { CHUNK, readPath } from "./paths.ts";

/** Names in one line of a trace. */
export interface TraceLine {
  readonly paths: readonly PathMention[];
  /** Function, method or class of the frame. */
  readonly symbols: readonly string[];
  /** The message, when the line carries one. */
  readonly message?: string;
}

/** Frames are shorter; a longer line is cut, so that no expression below runs long on it. */
const LONGEST_LINE = 500;

/**
 * Reads one line of a stack trace or of compiler output: Python, JavaScript, Go, Rust, Java/Kotlin, C/C++ with sanitizers, C#, Ruby, PHP,
 * and anything that writes `path:line`.
 */
export function readFrame(line: string): TraceLine {
  const text = line.slice(0, LONGEST_LINE).trim();
  return python(text) ?? csharp(text) ?? jvm(text) ?? javascript(text) ?? native(text) ?? php(text) ??
    plain(text);
}

function python(text: string): TraceLine | undefined {
  const found = /^File "([^"]+)", line (\d+)(?:, in (\S+))?/.exec(text);
  if (found === null) return undefined;
  return { paths: [mention(found[1], found[2])], symbols: named(found[3]) };
}

function csharp(text: string): TraceLine | undefined {
  const found = /^at ([\w.<>`+[\],]+)\(.*\) in (.+):line (\d+)/.exec(text);
  if (found === null) return undefined;
  return { paths: [mention(found[2], found[3])], symbols: named(lastTwo(found[1] ?? "")) };
}

function jvm(text: string): TraceLine | undefined {
  const found = /^at ([\w.$/@]+)\(([\w$-]+\.(?:java|kt|kts|scala|groovy))(?::(\d+))?\)/.exec(text);
  if (found === null) return undefined;
  const qualified = (found[1] ?? "").replace(/^.*\//, "");
  const folders = qualified.split(".").slice(0, -2).filter((part) => /^[a-z]/.test(part));
  const file = found[2] ?? "";
  const path = file.endsWith(".java") && folders.length > 0 ? `${folders.join("/")}/${file}` : file;
  return { paths: [mention(path, found[3])], symbols: named(lastTwo(qualified)) };
}

function javascript(text: string): TraceLine | undefined {
  const found = /^at (?:async )?(?:new )?(.*?) ?\(?((?:file:\/\/|webpack:\/\/)?[^\s()]+):(\d+):\d+\)?$/.exec(
    text,
  );
  if (found === null) return undefined;
  const hit = readPath(`${found[2]}:${found[3]}`);
  const name = (found[1] ?? "").replace(/ \[as .*$/, "").replace(/^Object\.|^<anonymous>$/, "");
  return { paths: hit === undefined ? [] : [plainMention(hit)], symbols: named(name) };
}

function native(text: string): TraceLine | undefined {
  const found = /^#\d+\s+(?:0x[0-9a-f]+ )?(?:in )?(.+?) (?:at )?([^\s()]+):(\d+)(?::\d+)?$/.exec(text);
  if (found === null) return undefined;
  const hit = readPath(`${found[2]}:${found[3]}`);
  return {
    paths: hit === undefined ? [] : [plainMention(hit)],
    symbols: named((found[1] ?? "").replace(/\s*\(.*$/, "")),
  };
}

function php(text: string): TraceLine | undefined {
  const numbered = /^#\d+ ([^\s(]+)\((\d+)\): (.+?)\(/.exec(text);
  if (numbered !== null) return { paths: [mention(numbered[1], numbered[2])], symbols: named(numbered[3]) };
  const found = /^(?:PHP )?((?:[A-Z][\w ]{2,30}): .+?) in (\S+?)(?: on line |:)(\d+)/.exec(text);
  if (found === null) return undefined;
  return { paths: [mention(found[2], found[3])], symbols: [], message: found[1] ?? text };
}

function plain(text: string): TraceLine {
  const paths: PathMention[] = [];
  const symbols: string[] = [];
  for (const chunk of text.match(CHUNK) ?? []) {
    const hit = readPath(chunk.replace(/:in$/, ""));
    if (hit === undefined) continue;
    paths.push(plainMention(hit));
    if (hit.symbol !== undefined) symbols.push(...named(hit.symbol));
  }
  const behind = NAMED_BEHIND.exec(text);
  if (behind !== null) symbols.push(...named(behind[1] ?? behind[2]));
  const message = messageOf(text);
  return { paths, symbols, ...(message === undefined ? {} : { message }) };
}

/** The function behind the place: `: in name` (pytest), ``:in `Owner#name'`` (Ruby), `: Mod.name/2` (Elixir). */
const NAMED_BEHIND =
  /:\d+:? ?in (?:[`'"](?:block (?:\(\d+ levels\) )?in )?)?([\w.#?!:]+)|:\d+: ([\w.]+[?!]?)\/\d/;
/** Python writes the innermost frame last, everything else first. */
const INNERMOST_LAST =
  /Traceback \(most recent call last\)|^\s*File "[^"\n]+", line \d+|^\S+\.py:\d+: (?:in )?\w+\s*$/m;
/** A mark of every line with a place; most sentences have none. */
const PLACED = /[:(]\d|\bline \d/;
/** A place whose function is on the line above (Go, Rust). */
const BELOW_NAME = /^\s+(?:at )?[^\s:]+:\d+(?::\d+)?(?: \+0x\w+)?$/;

/** The stack frames of a text, and other places with a line; outermost first, whichever way the trace was written. */
export function framesIn(text: string): Frame[] {
  const lines = text.split("\n");
  const frames = lines.flatMap((line, at) => {
    if (!PLACED.test(line)) return [];
    const { paths, symbols } = readFrame(line);
    const name = symbols.at(-1) ?? (BELOW_NAME.test(line) ? nameIn(lines[at - 1] ?? "") : undefined);
    const own = name?.split(/[.#:>\\]+/).at(-1);
    return paths.flatMap(({ path, line }): Frame[] =>
      line === undefined ? [] : [{ path, line, ...(own && { function: own }) }]
    );
  });
  return INNERMOST_LAST.test(text) ? frames : frames.reverse();
}

/** The function that a line of Go's or Rust's traces names: `main.(*Cart).total(0x1)`, `0: shop::total::h0123456789abcdef`. */
function nameIn(line: string): string | undefined {
  const name = line.trim().replace(/^\d+:\s+(?:0x[0-9a-f]+ - )?/, "").replace(/::h[0-9a-f]{16}$/, "")
    .replace(/\([^()]*\)$/, "");
  return /\s/.test(name) || !/[.:]/.test(name) ? undefined : /[A-Za-z_]\w*$/.exec(name)?.[0];
}

/** Returns the part of an error line to search for verbatim, at most 200 characters. */
function messageOf(text: string): string | undefined {
  if (/^(?:at |File "|goroutine |#\d|\.{3} \d+ more|Traceback)/.test(text)) return undefined;
  const bare = text
    .replace(
      /^(?:E\s+|Uncaught |Unhandled |Caused by: |npm ERR! |\[ERROR\] |Exception in thread "[^"]*" |(?:in promise) )+/,
      "",
    )
    .replace(/^[^\s:()]+(?::\d+|\(\d+)(?:[:,]\d+)?\)?(?::| -)?\s+/, "");
  if (
    !/error|exception|panic|fatal|fail|undefined|cannot|can't|not |denied|refused|invalid|warning|sanitizer|:/i
      .test(bare)
  ) return undefined;
  return bare.length < 6 ? undefined : bare.slice(0, 200);
}

function mention(path: string | undefined, line: string | undefined): PathMention {
  const clean = (path ?? "").replaceAll("\\", "/").replace(/^\.\//, "");
  const at = Number(line);
  return { path: clean, ...(at > 0 ? { line: at } : {}) };
}

/** The hit without what only the gate needs. */
export function plainMention(hit: PathMention): PathMention {
  return { path: hit.path, ...(hit.line === undefined ? {} : { line: hit.line }) };
}

function lastTwo(qualified: string): string {
  return qualified.split(".").filter((part) => part !== "").slice(-2).join(".");
}

function named(name: string | undefined): string[] {
  const clean = (name ?? "").trim();
  if (clean === "" || clean.length > 120 || /^<|^\W+$|^(?:main|anonymous|lambda)$/.test(clean)) return [];
  return [clean];
}
