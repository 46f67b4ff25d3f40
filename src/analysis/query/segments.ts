/** A question cut into the parts that deserve different trust. Parts keep their line breaks. */
export interface Segments {
  /** The first line; of a long one, its first sentence. */
  readonly title: string;
  /** Sentences outside code. */
  readonly prose: string;
  /** Fenced, indented and prompt-marked code, imports, assignments, lone calls. */
  readonly code: string;
  /** What stands between single backticks, one piece per line. */
  readonly inline: string;
  /** Stack frames and the line that names the error. */
  readonly trace: string;
  /** Everything but markup comments and addresses. */
  readonly all: string;
  /** The addresses that were cut out. */
  readonly urls: readonly string[];
}

const URL = /\bhttps?:\/\/[^\s<>"')\]]+/g;
const MARKUP_COMMENT = /<!--[\s\S]*?-->/g;
const FENCE = /^\s*(?:```|~~~)/;
const TRACE_HEAD = /^\s*Traceback \(most recent call last\)/;
const FRAME =
  /^\s*File "[^"]+", line \d+|^\s+at (?:async )?[\w.$<>[\] ]+\(|^\s+at \S+:\d+:\d+|^\s+\d+: +0x|^\s+from \S+:\d+:in /;
const ERROR_LINE = /^\s*[\w.]*(?:Error|Exception|Warning|Panic)\b/;
const PROMPT = /^\s*(?:>>>|\.\.\. |In \[|Out\[|\$ )/;
const INDENTED = /^(?: {4}|\t)\S/;
const LIST_ITEM = /^\s*(?:[-*]|\d+\.)\s/;
const STATEMENT =
  /^\s*(?:from [\w.]+ import |import [\w.{*]|class \w+\s*[({:]|(?:def|func|fn|function) \w+\s*\(|return |@\w+)/;
const ASSIGNMENT = /^\s*[\w.[\]]+\s*=\s*\S/;
const LONE_CALL = /^\s*[\w.]+\(.*\)\s*;?\s*$/;
const LONGEST_TITLE = 200;

/** Cuts a question into its parts. */
export function segmentsOf(text: string): Segments {
  const clean = text.replace(/\r/g, "").replace(MARKUP_COMMENT, " ");
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
    if (FENCE.test(line)) {
      this.fenced = !this.fenced;
      return;
    }
    if (this.isTrace(line)) return;
    (this.fenced || isCode(line) ? this.code : this.prose).push(line);
  }

  private isTrace(line: string): boolean {
    if (TRACE_HEAD.test(line)) this.depth = 1;
    if (FRAME.test(line)) {
      this.trace.push(line);
      this.depth = 2;
      return true;
    }
    if (this.depth === 2 && /^\s{3,}\S/.test(line)) {
      this.trace.push(line);
      return true;
    }
    if (this.depth === 0 || !ERROR_LINE.test(line)) return false;
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
