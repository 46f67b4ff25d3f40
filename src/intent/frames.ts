import type { Frame, PathMention } from "../model/question.ts";
import { CHUNK, readPath } from "./paths.ts";
import { withoutDot } from "../model/paths.ts";

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
const LONGEST_NAME = 120;
const LONGEST_MESSAGE = 300;

/** Frames as they are written by Python, C#, the JVM, JavaScript, debuggers and sanitizers of C, and PHP. */
const FORMATS: readonly RegExp[] = [
  /^File "(?<path>[^"]+)", line (?<line>\d+)(?:, in (?<name>\S+))?/,
  /^at (?<name>[\w.<>`+[\],]+)\(.*\) in (?<path>.+):line (?<line>\d+)/,
  /^at (?<name>[\w.$/@]+)\((?<path>[\w$-]+\.(?:java|kt|kts|scala|groovy))(?::(?<line>\d+))?\)/,
  /^at (?:async |new )*(?<name>.*?) ?\(?(?<path>(?:file:\/\/|webpack:\/\/)?[^\s()]+):(?<line>\d+):\d+\)?$/,
  /^#\d+\s+(?:0x[0-9a-f]+ )?(?:in )?(?<name>.+?) (?:at )?(?<path>[^\s():]+):(?<line>\d+)(?::\d+)?$/,
  /^#\d+ (?<path>[^\s(]+)\((?<line>\d+)\): (?<name>.+?)\(/,
];
/** An error of PHP, with its place. */
const MESSAGE = /^(?:PHP )?(?<message>(?:[A-Z][\w ]{2,30}): .+?) in (?<path>\S+?)(?: on line |:)(?<line>\d+)/;

/** The parts of a line in one of {@link FORMATS}, its text without blanks at its ends; undefined for a longer one. */
export function frameParts(text: string): Record<string, string | undefined> | undefined {
  if (text.length > LONGEST_LINE) return undefined;
  for (const format of FORMATS) {
    const groups = format.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

/** The line without the mark that RSpec sets before each frame. */
export const withoutMark = (line: string): string => line.startsWith("# ") ? line.slice(2) : line;

/** Reads one line of a stack trace or of compiler output: {@link FORMATS}, and anything that writes `path:line`. */
export function readFrame(line: string): TraceLine {
  const text = withoutMark(line.slice(0, LONGEST_LINE).trim());
  const parts = frameParts(text) ?? MESSAGE.exec(text)?.groups;
  if (!parts) return plain(text);
  const { path = "", line: at, name = "", message } = parts;
  const own = name.replace(/ \[as .*$|\s*\(.*$/, "");
  return { paths: placeOf(path, at, own), symbols: named(lastTwo(own)), ...(message && { message }) };
}

/** The path of a frame; of Java with the folders of its package, of a loader without its scheme. */
function placeOf(path: string, line: string | undefined, name: string): PathMention[] {
  if (path.includes("://")) {
    const hit = readPath(`${path}:${line}`);
    return hit ? [plainMention(hit)] : [];
  }
  if (path.startsWith("node:") || path.startsWith("<")) return [];
  const folders = path.endsWith(".java") ? packageOf(name) : [];
  const at = Number(line);
  const plain = withoutDot(path.replaceAll("\\", "/"));
  return [{ path: [...folders, plain].join("/"), ...(at > 0 && { line: at }) }];
}

/** `com.acme.Cart.total` and `java.base/com.acme.Cart.total` as `com`, `acme`. */
function packageOf(name: string): string[] {
  return name.split("/").at(-1)!.split(".").slice(0, -2).filter((part) => part >= "a");
}

function plain(text: string): TraceLine {
  const hits = (text.match(CHUNK) ?? []).flatMap((chunk) => readPath(chunk.replace(/:in$/, "")) ?? []);
  const behind = NAMED_BEHIND.exec(text);
  const message = messageOf(text);
  return {
    paths: hits.map(plainMention),
    symbols: [...hits.map(({ symbol }) => symbol), behind?.[1] ?? behind?.[2]].flatMap(named),
    ...(message !== undefined && { message }),
  };
}

/** The function behind the place: `: in name` (pytest), ``:in `Owner#name'`` (Ruby), `: Mod.name/2` (Elixir). */
const NAMED_BEHIND =
  /:\d+:? ?in (?:[`'"](?:block (?:\(\d+ levels\) )?in )?)?([\w.#?!:]+)|:\d+: ([\w.]+[?!]?)\/\d/;
/** Python writes the innermost frame last, everything else first. */
const INNERMOST_LAST =
  /Traceback \(most recent call last\)|^\s*File "[^"\n]+", line \d+|^\S+\.py:\d+: (?:in )?\w+\s*$/m;
/** A mark of every line with a place; most sentences have none. */
const PLACED = /[:(]\d|\bline \d/;
/** The stack frames of a text, and other places with a line; outermost first, whichever way the trace was written. */
export function framesIn(text: string): Frame[] {
  const frames = text.split("\n").filter((line) => PLACED.test(line)).flatMap((line) =>
    readFrame(line).paths.flatMap(({ path, line }): Frame[] => line === undefined ? [] : [{ path, line }])
  );
  return INNERMOST_LAST.test(text) ? frames : frames.reverse();
}

/** Beginnings of lines without a message. */
const NO_MESSAGE = ["at ", 'File "', "goroutine ", "#", "...", "Traceback"];
/** Marks of tools, and of places, before a message. */
const BEFORE_MESSAGE =
  /^(?:E\s+|Uncaught |Unhandled |Caused by: |npm ERR! |\[ERROR\] |Exception in thread "[^"]*" |(?:in promise) )*(?:[^\s:()]+(?::\d+|\(\d+)(?:[:,]\d+)?\)?(?::| -)?\s+)?/;
const SHORTEST_MESSAGE = 6;

/** Returns the part of an error line to search for verbatim, at most 200 characters. */
function messageOf(text: string): string | undefined {
  if (NO_MESSAGE.some((start) => text.startsWith(start))) return undefined;
  const bare = text.replace(BEFORE_MESSAGE, "");
  return bare.length < SHORTEST_MESSAGE ? undefined : bare.slice(0, LONGEST_MESSAGE);
}

/** The hit without what only the gate needs. */
export function plainMention({ path, line }: PathMention): PathMention {
  return { path, ...(line !== undefined && { line }) };
}

function lastTwo(qualified: string): string {
  return qualified.split("/").at(-1)!.split(".").filter((part) => part !== "" && part !== "Object").slice(-2)
    .join(".");
}

function named(name: string | undefined): string[] {
  const clean = (name ?? "").trim();
  if (clean === "" || clean.length > LONGEST_NAME || /^<|^\W+$|^(?:main|anonymous|lambda)$/.test(clean)) {
    return [];
  }
  return [clean];
}
