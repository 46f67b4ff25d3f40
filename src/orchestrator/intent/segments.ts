/** Splits a prompt into what the user wrote and what was pasted, line by line, in one pass. */
export interface Segments {
  /** The user's own sentences; pasted blocks, code, diffs and traces are left out. */
  readonly prose: string;
  /** Text inside `<pasted_content>` that does not look like code or a trace. */
  readonly pasted: string;
  /** Lines of code blocks and unfenced code. */
  readonly code: readonly string[];
  /** Lines of stack traces, compiler and test-runner output, error messages. */
  readonly trace: readonly string[];
  /** Lines of a diff, headers included. */
  readonly diff: readonly string[];
  /** True when a fenced code block was seen. */
  readonly fenced: boolean;
}

const HEAD = 20_000;
const TAIL = 4_000;

/** A huge prompt is judged by its first 20,000 and last 4,000 UTF-16 units. */
export function clip(prompt: string): string {
  if (prompt.length <= HEAD + TAIL) return prompt;
  return `${prompt.slice(0, HEAD)}\n${prompt.slice(-TAIL)}`;
}

/** Sorts every line of an already clipped prompt into one of the kinds of {@link Segments}. */
export function segment(text: string): Segments {
  const prose: string[] = [];
  const pasted: string[] = [];
  const code: string[] = [];
  const trace: string[] = [];
  const diff: string[] = [];
  let fence = "";
  let inPaste = false;
  let inDiff = false;
  let fenced = false;
  for (const raw of openedLines(text)) {
    const line = raw.length > 2000 ? raw.slice(0, 2000) : raw;
    const trimmed = line.trim();
    if (fence !== "") {
      if (trimmed.startsWith(fence)) {
        fence = "";
      } else if (isTraceLine(trimmed)) trace.push(line);
      else if (isDiffHeader(line) || (inDiff && isDiffBody(line))) {
        inDiff = true;
        diff.push(line);
      } else code.push(line);
      continue;
    }
    if (trimmed.startsWith("```") || trimmed.startsWith("~~~")) {
      fence = trimmed.slice(0, 3);
      inDiff = trimmed.startsWith("diff", 3);
      const closed = trimmed.indexOf(fence, 3);
      fenced = true;
      if (closed > 0) {
        code.push(trimmed.slice(3, closed));
        fence = "";
      }
      continue;
    }
    if (trimmed.startsWith("<pasted_content")) {
      inPaste = true;
      continue;
    }
    if (trimmed.startsWith("</pasted_content")) {
      inPaste = false;
      inDiff = false;
      continue;
    }
    if (isDiffHeader(line)) {
      inDiff = true;
      diff.push(line);
    } else if (inDiff && isDiffBody(line)) diff.push(line);
    else {
      if (trimmed !== "") inDiff = false;
      if (isTraceLine(trimmed)) trace.push(line);
      else if (isCodeLine(trimmed)) code.push(line);
      else (inPaste ? pasted : prose).push(line);
    }
  }
  return { prose: prose.join("\n"), pasted: pasted.join("\n"), code, trace, diff, fenced };
}

/** Lines, with tags of pasted blocks on lines of their own. */
function openedLines(text: string): string[] {
  const spaced = text.includes("pasted_content")
    ? text.replace(/<\/?pasted_content[^>\n]{0,200}>/g, (tag) => `\n${tag}\n`)
    : text;
  if (!spaced.includes("\n") && !spaced.includes("\r")) return [spaced];
  return spaced.split(/\r\n|\n|\r/);
}

function isDiffHeader(line: string): boolean {
  if (!"d-+@i".includes(line[0] ?? " ")) return false;
  return /^(?:diff --git |--- (?:a\/|\/dev\/null)|\+\+\+ (?:b\/|\/dev\/null)|@@ -\d|index [0-9a-f]{6,}\.\.)/
    .test(line);
}

function isDiffBody(line: string): boolean {
  return line === "" || line.startsWith("+") || line.startsWith("-") || line.startsWith(" ");
}

const FRAMES = [
  /^File "[^"]{1,400}", line \d+/,
  /^at (?:async |new )?[\w$.<>/\\[\]~`@:+#-]{1,300}(?: \[as \w+\])?\s?\(/,
  /^at (?:async )?(?:file:\/\/|[\w.@~-]*[/\\])[^\s()]{1,300}:\d+/,
  /^(?:\.{3} \d+ more|Caused by: |Suppressed: |Traceback \(most recent|goroutine \d+ \[|panic: |thread '[^']{0,80}' panicked|fatal error: )/,
  /^#\d{1,3}\s{1,4}(?:0x[0-9a-f]+\s|[\w/.\\:-]{1,200}\(\d+\)|\{main\})/,
  /^==\d+==\s?(?:ERROR|WARNING|Invalid|Process)|^SUMMARY: \w+Sanitizer/,
  /^(?:--> |\|?\s*= note: )|^error(?:\[E\d{4}\])?: |^warning: |^note: run with/,
  /^(?:FAILED|FAIL|ERROR|PASS|--- FAIL:|✕|✗|×|●) \S/,
  /^E {2,}\S|^[>!] ?\d* ?\|/,
  /^(?:npm ERR!|yarn error|ERR_[A-Z_]+|\[ERROR\]|\[error\]|make: \*\*\*|ld: |collect2: |e: |BUILD FAILED|FAILURE: )/,
  /^(?:WARN|ERROR|FATAL|CRITICAL|SEVERE)\b.{8}|^Warning: \S/,
  /^\[?\d{2,4}[-/:]\d{2}[-/:T ]\d.{0,40}\b(?:ERROR|WARN|WARNING|FATAL|CRITICAL|Exception|Error)\b/,
  /^(?:Uncaught |Unhandled |Error: |Exception in thread|PHP )/,
  /^[\w.\\]{0,120}?[A-Z]\w{0,60}(?:Error|Exception|Fault|Interrupt)\b(?: \[[\w]+\])?(?::|$| in )/,
  /^(?:from |in )?[\w./\\~@+-]{1,300}\.[A-Za-z]{1,5}[:(]\d+(?:[:,]\d+)?\)?(?::| -| error|: error|:in )/,
  /^[\w/.\\-]{1,300}\.go:\d+ \+0x/,
];

/** True for a trimmed line of a stack trace, of a compiler's or of a test runner's output. */
export function isTraceLine(trimmed: string): boolean {
  if (trimmed.length < 4 || !mayBeTrace(trimmed)) return false;
  for (const frame of FRAMES) if (frame.test(trimmed)) return true;
  return false;
}

/** Cheap: most sentences hold none of the marks every trace line has one of, and never meet the expressions above. */
function mayBeTrace(line: string): boolean {
  return line.includes(":") || line.includes("(") || line.includes("#") || line.includes("|") ||
    line.includes("...") ||
    /^(?:FAIL|PASS|ERROR|WARN|CRITICAL|E |✕|✗|×|●|e: |BUILD|PHP |\[|npm ERR|Unhandled|Uncaught|[\w.]*(?:Error|Exception)$)/
      .test(line);
}

/** True for a trimmed line that reads as source code rather than as a sentence. */
export function isCodeLine(trimmed: string): boolean {
  if (trimmed.length < 3 || !mayBeCode(trimmed)) return false;
  if (
    /^(?:def \w+\(|class \w+[\s({:]|(?:export |async |public |private |static |pub )+\w|function\b.*\(|(?:const|let|var) [\w{[]+.* = |import .* from ['"]|from [\w.]+ import |import [\w.]+;?$|#include\s*[<"]|fn \w+|func [\w(]|return [\w.]+[;(]|(?:if|for|while|switch) ?\(.*\)\s*\{?$|package \w+;?$|using [\w.]+;|@\w+\(|SELECT .* FROM |CREATE TABLE |INSERT INTO )/
      .test(trimmed)
  ) return /[=(){};:<>"']|import|package/.test(trimmed);
  return /^[\w$.\])]+.*[;{]$/.test(trimmed) && /[=(){}]/.test(trimmed) || /^[})\];]+[;,]?$/.test(trimmed);
}

/** Cheap: prose rarely holds the marks that code cannot do without. */
function mayBeCode(line: string): boolean {
  const last = line[line.length - 1] ?? "";
  return "{};)]".includes(last) || line.includes("(") || line.includes("=") || line.includes("{") ||
    line.startsWith("import ") ||
    line.startsWith("package ") || line.startsWith("using ") || line.startsWith("from ") ||
    line.startsWith("class ") || line.startsWith("#inc") ||
    line.startsWith("SELECT ");
}
