/** A question cut into the parts that deserve different trust. Parts keep their line breaks. */
export interface Segments {
  /** The first line; of a long one, its first sentence. */
  readonly title: string;
  /** Sentences outside code. */
  readonly prose: string;
  /** Fenced, indented and prompt-marked code, imports, assignments, lone calls. */
  readonly code: string;
  /** Text between single backticks, one piece per line. */
  readonly inline: string;
  /** Stack frames and the line that names the error. */
  readonly trace: string;
  /** Everything but markup comments and addresses. */
  readonly all: string;
  /** The addresses that were cut out. */
  readonly urls: readonly string[];
}

const URL = /\bhttps?:\/\/[^\s<>"')\]]+/g;
const FENCE = /^\s*(?:```|~~~)/;
const TRACE_HEAD = /^\s*Traceback \(most recent call last\)/;
const FRAME =
  /^\s*File "[^"]+", line \d+|^\s+at (?:async )?[\w.$<>[\] ]+\(|^\s+at \S+:\d+:\d+|^\s+\d+: +0x|^\s+from \S+:\d+:in /;
/** `package.SomeError: message`, whatever the error is called. */
const ERROR_LINE = /^\s*(?:[\w.]*(?:Error|Exception|Warning|Panic)\b|[A-Za-z_][\w.]*(?::\s|$))/;
const PROMPT = /^\s*(?:>>>|\.\.\. |In \[|Out\[|\$ )/;
const INDENTED = /^(?: {4}|\t)\S/;
const LIST_ITEM = /^\s*(?:[-*]|\d+\.)\s/;
const STATEMENT =
  /^\s*(?:from [\w.]+ import |import [\w.{*]|class \w+\s*[({:]|(?:def|func|fn|function) \w+\s*\(|return |@\w+)/;
const ASSIGNMENT = /^\s*[\w.[\]]+\s*=\s*\S/;
const LONE_CALL = /^\s*[\w.]+\(.*\)\s*;?\s*$/;
const LONGEST_TITLE = 200;

/** No line is looked at further for its shape: expressions on long lines take quadratic time. */
const LINE_HEAD = 300;

/**
 * The text without the blocks from `open` to `close`, both included; an unclosed block stays. `keep` may spare some
 * blocks.
 */
export function withoutBlocks(
  text: string,
  open: string,
  close: string,
  keep: (block: string) => boolean = () => false,
): string {
  let out = "";
  let from = 0;
  for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, from)) {
    const closing = text.indexOf(close, at + open.length);
    if (closing < 0) break;
    const end = closing + close.length;
    out += text.slice(from, at) + (keep(text.slice(at, end)) ? text.slice(at, end) : " ");
    from = end;
  }
  return out + text.slice(from);
}

/** The lines of a text, long ones in pieces of at most 300 characters. */
export function shortLines(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    if (line.length <= LINE_HEAD) return [line];
    const pieces: string[] = [];
    for (let at = 0; at < line.length; at += LINE_HEAD) pieces.push(line.slice(at, at + LINE_HEAD));
    return pieces;
  });
}

/** Cuts a question into its parts. */
export function segmentsOf(text: string): Segments {
  const clean = withoutBlocks(text.replace(/\r/g, ""), "<!--", "-->");
  const urls = clean.match(URL) ?? [];
  const all = clean.replace(URL, " ").replace(/^\s+/, "");
  const firstBreak = all.indexOf("\n");
  const firstLine = firstBreak < 0 ? all : all.slice(0, firstBreak);
  const title = titleOf(firstLine);
  const parts = new Sorter();
  const rest = firstLine.slice(title.length) + (firstBreak < 0 ? "" : all.slice(firstBreak));
  for (const line of rest.split("\n")) parts.take(line);
  const prose = parts.prose.join("\n");
  const inline = [...`${title}\n${prose}`.matchAll(/`([^`\n]{1,120})`/g)].map((match) => match[1]!).join(
    "\n",
  );
  return { title, prose, code: parts.code.join("\n"), inline, trace: parts.trace.join("\n"), all, urls };
}

function titleOf(line: string): string {
  if (line.length <= LONGEST_TITLE) return line;
  const stop = /[.?!。？！](?=\s|$)|[。？！]/.exec(line);
  return line.slice(0, stop && stop.index < LONGEST_TITLE ? stop.index + 1 : LONGEST_TITLE);
}

class Sorter {
  readonly prose: string[] = [];
  readonly code: string[] = [];
  readonly trace: string[] = [];
  private fenced = false;
  /** 0 outside a trace, 1 after its head, 2 after a frame. */
  private depth = 0;

  take(line: string): void {
    const head = line.slice(0, LINE_HEAD);
    if (FENCE.test(head)) {
      this.fenced = !this.fenced;
      return;
    }
    if (this.isTrace(line, head)) return;
    (this.fenced || isCode(head) ? this.code : this.prose).push(line);
  }

  private isTrace(line: string, head: string): boolean {
    if (TRACE_HEAD.test(head)) this.depth = 1;
    if (FRAME.test(head)) {
      this.trace.push(line);
      this.depth = 2;
      return true;
    }
    if (this.depth === 2 && /^\s{3,}\S/.test(head)) {
      this.trace.push(line);
      return true;
    }
    if (this.depth === 0 || !ERROR_LINE.test(head)) return false;
    this.trace.push(line);
    this.code.push(line);
    this.depth = 0;
    return true;
  }
}

function isCode(line: string): boolean {
  if (PROMPT.test(line) || STATEMENT.test(line) || ASSIGNMENT.test(line) || LONE_CALL.test(line)) return true;
  return INDENTED.test(line) && !LIST_ITEM.test(line);
}
