import type { Frame } from "../model/question.ts";

const ENDINGS =
  "py|pyx|pyi|exs?|erl|dart|zig|jl|[cm]?js|jsx|[cm]?ts|tsx|vue|svelte|go|rs|java|kt|scala|rb|php|cc|cpp|cxx|hpp|c|h|cs|swift|lua|sh|pl|tcl|proto|sql|html|css|scss|ya?ml|toml|json|md|rst";
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

/** No line is looked at further for its shape: expressions on long lines take quadratic time. UTF-16 units. */
const LONGEST_PIECE = 300;

/** The stack frames of a text, and other places with a line; outermost first, whichever way the trace was written. */
export function framesIn(prompt: string): Frame[] {
  const text = shortLines(prompt);
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

/** The text with its long lines in pieces. */
function shortLines(text: string): string {
  return text.split("\n").flatMap((line) => {
    const pieces = [line.slice(0, LONGEST_PIECE)];
    for (let at = LONGEST_PIECE; at < line.length; at += LONGEST_PIECE) {
      pieces.push(line.slice(at, at + LONGEST_PIECE));
    }
    return pieces;
  }).join("\n");
}
