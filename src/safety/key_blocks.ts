import { hasDigit, hasLower, hasUpper } from "./fold.ts";
import { REDACTED, type Tally, tallyOne } from "./tally.ts";

/**
 * Redaction of private key blocks: complete, truncated at either end, indented, quoted line by line, or with literal `
 * `. A hand-written scanner, because the length of a block is unlimited.
 */

const BEGIN =
  /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-\d:/g;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}/g;

/** A line of a key, with quotes, concatenation, escapes and comment leaders. */
const BODY_LINE = /^[\s"'`+,;#*/>|\\.()\-]{0,24}[0-9A-Za-z+/=]{16,}(?:\\[nr]|[\s"'`+,;\\)]){0,12}$/;
const HEADER_LINE = /^[\s"'`#*/>|]{0,24}[A-Z][\w-]{1,30}: ?[^\n]{0,200}$/;
const BLANK_LINE = /^[\s"'`#*/>|+\\nr]{0,12}$/;

/** A key in the line of its BEGIN or the next one, with spelled line breaks. */
const INLINE = /(?:\\[nr]|["'\s]){0,6}[0-9A-Za-z+/=]{16,}(?:\\[nr]{1,2}[0-9A-Za-z+/=]+)*/y;
const KEY_CHARS = /[0-9A-Za-z+/]{16}/;

/** Minimum number of consecutive full lines taken for the middle of a key or other encoded bytes. */
const ORPHAN_LINES = 3;

/** Replaces private key blocks. The BEGIN and END lines remain. */
export function redactKeyBlocks(text: string, tally: Tally): string {
  let out = text;
  if (out.includes("KEY") || out.includes("PuTTY")) out = redactWhole(out, tally);
  if (/[0-9A-Za-z+/]{60}/.test(out)) out = redactOrphans(out, tally);
  return out;
}

function redactWhole(text: string, tally: Tally): string {
  const ends = [...text.matchAll(END)].map((match) => match.index);
  let out = "";
  let copied = 0;
  let nextEnd = 0;
  for (const match of text.matchAll(BEGIN)) {
    const start = match.index + match[0].length;
    if (match.index < copied) continue;
    while ((ends[nextEnd] ?? Infinity) < start) nextEnd++;
    const stop = blockEnd(text, start, ends[nextEnd]);
    if (stop <= start) continue;
    out += text.slice(copied, start) + cut(text.slice(start, stop));
    copied = stop;
    tallyOne(tally, "private-key");
  }
  return redactHeadless(out + text.slice(copied), tally);
}

/** End of the secret part: its END line, or after the last line that can belong to a key. */
function blockEnd(text: string, start: number, end: number | undefined): number {
  if (end !== undefined && end - start < 40_000) {
    const body = text.slice(start, end);
    if (!KEY_CHARS.test(body)) return start;
    if (!body.includes(REDACTED) && !/-{5}BEGIN/.test(body)) return end;
  }
  return cutOffEnd(text, start);
}

function cutOffEnd(text: string, start: number): number {
  INLINE.lastIndex = start;
  let stop = INLINE.test(text) ? INLINE.lastIndex : start;
  let at = text.indexOf("\n", stop);
  while (at !== -1) {
    const next = text.indexOf("\n", at + 1);
    const line = text.slice(at + 1, next === -1 ? text.length : next);
    if (BODY_LINE.test(line)) stop = at + 1 + line.length;
    else if (!BLANK_LINE.test(line) && !HEADER_LINE.test(line)) break;
    at = next;
  }
  // The last line of a truncated key may be short.
  const last = /^\n?[ \t]*[0-9A-Za-z+/=]{1,64}$/.exec(text.slice(stop));
  return stop > start && last ? stop + last[0].length : stop;
}

/** Redacts the key lines above an END line without its BEGIN line. */
function redactHeadless(text: string, tally: Tally): string {
  let out = "";
  let copied = 0;
  for (const match of text.matchAll(END)) {
    let first = text.lastIndexOf("\n", match.index);
    const stop = first;
    while (first > copied) {
      const before = text.lastIndexOf("\n", first - 1);
      if (
        !BODY_LINE.test(text.slice(before + 1, first)) &&
        !/^[\s"'#*]*[0-9A-Za-z+/=]{1,16}["'\s,+\\n]*$/.test(text.slice(before + 1, first))
      ) break;
      first = before;
    }
    if (first >= stop) continue;
    const start = Math.max(first + 1, copied);
    out += text.slice(copied, start) + cut(text.slice(start, stop));
    copied = stop;
    tallyOne(tally, "private-key");
  }
  return out + text.slice(copied);
}

/**
 * Start of the object identifiers of certificate names and extensions, in each base64 alignment; certificates are
 * public.
 */
const OF_CERTIFICATE = /BgNVB[AB]|YDVQQ|GA1UE|BgNVHR|YDVR0|GA1Ud/;

/** Redacts runs of base64 lines, as in the middle of a key without its ends. */
function redactOrphans(text: string, tally: Tally): string {
  const lines = text.split("\n");
  const out: string[] = [];
  for (let at = 0; at < lines.length;) {
    let stop = at;
    while (isEncodedLine(lines[stop] ?? "")) stop++;
    if (stop - at >= ORPHAN_LINES && !lines.slice(at, stop).some((line) => OF_CERTIFICATE.test(line))) {
      out.push(cut(lines.slice(at, stop).join("\n")));
      tallyOne(tally, "encoded-block");
      at = stop;
    } else {
      out.push(...lines.slice(at, Math.max(stop, at + 1)));
      at = Math.max(stop, at + 1);
    }
  }
  return out.join("\n");
}

function isEncodedLine(line: string): boolean {
  const body = /^[\s"'`+,;#*/>|\\(]{0,24}([0-9A-Za-z+/]{60,80}={0,2})(?:\\[nr]|[\s"'`+,;\\)]){0,12}$/.exec(
    line,
  )?.[1];
  return body !== undefined && hasLower(body) && hasUpper(body) && hasDigit(body);
}

/** Replacement of a removed part with as many line breaks, so that BEGIN and END remain on their lines. */
function cut(part: string): string {
  const lines = part.split("\n");
  const first = lines.length > 1 && !KEY_CHARS.test(lines[0] ?? "") ? 1 : 0;
  return lines.map((_, at) => at === first ? REDACTED : "").join("\n");
}
