import { frameParts, withoutMark } from "./frames.ts";

const HEAD = 20_000;
const TAIL = 4_000;
/** Characters of a line that are looked at to tell its kind. */
const PROBE = 1_000;

/** A huge prompt is judged by its first 20,000 and last 4,000 UTF-16 units. */
export function clip(prompt: string): string {
  return ends(prompt, HEAD, TAIL);
}

/** The beginning and the end of a longer text, of these lengths. */
export function ends(text: string, head: number, tail: number): string {
  return text.length <= head + tail ? text : `${text.slice(0, head)}\n${text.slice(-tail)}`;
}

/** A prompt by what the user wrote and what was pasted. */
export type Segments = Readonly<ReturnType<typeof segment>>;

/** Sorts every line of an already clipped prompt into one of the kinds of {@link Segments}. */
export function segment(text: string) {
  const sorter = new Sorter();
  for (const line of openedLines(text)) sorter.take(line);
  return {
    /** The user's own sentences; pasted blocks, code and traces are left out. */
    prose: sorter.prose.join("\n"),
    /** Text inside `<pasted_content>` that is no code block and no trace. */
    pasted: sorter.pasted.join("\n"),
    /** Lines of code blocks. */
    code: sorter.code,
    /** Lines of stack traces, compiler and test-runner output, error messages. */
    trace: sorter.trace,
  };
}

/** Remembers what the line before was inside of. */
class Sorter {
  readonly prose: string[] = [];
  readonly pasted: string[] = [];
  readonly code: string[] = [];
  readonly trace: string[] = [];
  /** The mark that closes the open code block; empty outside. */
  private fence = "";
  private inPaste = false;

  take(line: string): void {
    // Enough to tell the kind of a line; minified code and one-line prose can be far longer.
    const trimmed = (line.length > PROBE ? line.slice(0, PROBE) : line).trim();
    if (this.fence !== "") this.inBlock(line, trimmed);
    else if (trimmed.startsWith("```") || trimmed.startsWith("~~~")) this.open(trimmed);
    else if (trimmed.startsWith("<pasted_content")) this.inPaste = true;
    else if (trimmed.startsWith("</pasted_content")) this.inPaste = false;
    else if (isTraceLine(trimmed)) this.trace.push(line);
    else (this.inPaste ? this.pasted : this.prose).push(line);
  }

  private open(trimmed: string): void {
    const mark = trimmed.slice(0, 3);
    const closed = trimmed.indexOf(mark, 3);
    if (closed !== -1) this.code.push(trimmed.slice(3, closed));
    else this.fence = mark;
  }

  private inBlock(line: string, trimmed: string): void {
    if (trimmed.startsWith(this.fence)) this.fence = "";
    else (isTraceLine(trimmed) ? this.trace : this.code).push(line);
  }
}

/** Lines, with tags of pasted blocks on lines of their own. */
function openedLines(text: string): string[] {
  const spaced = text.includes("pasted_content")
    ? text.replace(/<\/?pasted_content[^>\n]{0,200}>/g, (tag) => `\n${tag}\n`)
    : text;
  return spaced.split(/\r\n|\n|\r/);
}

/** Beginnings of what runtimes, compilers, test runners and package managers report. */
const REPORTS =
  ("Caused by: |Suppressed: |Traceback (most recent|goroutine |panic: |thread '|fatal error: |SUMMARY: |" +
    "--> |= note: |error: |error[|warning: |note: run with|FAILED |FAIL |ERROR |PASS |--- FAIL: |✕ |✗ |× |● |E  |" +
    "npm ERR!|yarn error|ERR_|[ERROR]|[error]|[err]|[warn|[fatal]|[crit]|make: ***|ld: |collect2: |e: |BUILD FAILED|" +
    "FAILURE: |WARN |WARNING:|FATAL |CRITICAL |SEVERE |Warning: |Uncaught |Unhandled |Error: |Exception in thread|PHP |" +
    "... ").split("|");
/** Other lines of traces: frames without a place, sanitizers, logs, exceptions, places with what was found there. */
const TRACES = [
  /^at (?:async |new )?[\w$.<>/\\[\]~`@:+#-]{1,300}(?: \[as \w+\])?\s?\(/,
  /^==\d+==\s?\w|^\[?\d{2,4}[-/:]\d{2}[-/:T ]\d.{0,40}\b(?:ERROR|WARN|WARNING|FATAL|CRITICAL|Exception|Error)\b/,
  /^[\w.\\]{0,120}?[A-Z]\w{0,60}(?:Error|Exception|Fault|Interrupt)\b(?: \[[\w]+\])?(?::|$)/,
  /^(?:from |in )?[\w./\\~@+-]{1,300}\.[A-Za-z]{1,5}[:(]\d+(?:[:,]\d+)?\)?(?::| -| error|: error|:in | \+0x)/,
];

/** A part of every frame and of every line in {@link TRACES}; cheap. */
const IN_TRACES = /[\d(]|Error|Exception|Fault|Interrupt/;

/** True for a trimmed line of a stack trace, of a compiler's or of a test runner's output. */
function isTraceLine(line: string): boolean {
  const trimmed = withoutMark(line);
  if (REPORTS.some((start) => trimmed.startsWith(start))) return true;
  if (!IN_TRACES.test(trimmed)) return false;
  return frameParts(trimmed) !== undefined || TRACES.some((line) => line.test(trimmed));
}
