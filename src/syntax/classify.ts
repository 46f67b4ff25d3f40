import { lookUp } from "../model/json.ts";
import kinds from "../../config/file_kinds.json" with { type: "json" };
import { decodeText, encodingOf, isWide } from "../model/decode.ts";

/**
 * What a file is to a reader of the repository. `huge` files are read as text up to {@link HUGE_LIMIT}; `data` is
 * text that is not written by hand for a program to run; `binary` is not read at all.
 */
export type FileKind = "source" | "generated" | "vendored" | "minified" | "binary" | "huge" | "data";

/** Size in bytes or UTF-16 units above which a file is `huge`: 1 MiB. */
export const HUGE_LIMIT = 1 << 20;

/**
 * The kind of a file by its path, relative to the root, and its beginning: at least the first 4 kB of its bytes, or
 * its text. `size` is the whole length when `content` is only a part.
 */
export function classify(
  path: string,
  content: Uint8Array | string,
  size: number = content.length,
): FileKind {
  if (BINARY.has(extensionOf(path)) || isBinary(content)) return "binary";
  return textKind(path, typeof content === "string" ? content : decodeText(content), size);
}

/** Like {@link classify}, of all `bytes` of a file and the text they were read as. */
export function classifyRead(path: string, bytes: Uint8Array, text: string): FileKind {
  const isBinaryFile = BINARY.has(extensionOf(path)) ||
    // Where the text begins in plain ASCII the bytes are the same, and nothing is odd about either.
    (!isPlain(text) && (isBinary(bytes) || isBinary(text)));
  return isBinaryFile ? "binary" : textKind(path, text, bytes.length);
}

function textKind(path: string, text: string, size: number): FileKind {
  if (isVendored(path)) return "vendored";
  if (size > HUGE_LIMIT) return "huge";
  if (isData(path, text)) return "data";
  if (isMinified(path, text, size)) return "minified";
  return isGenerated(path, text) ? "generated" : "source";
}

/** Whether the path alone says that a file is never read as text, whatever becomes of its content. */
export function isNeverText(path: string): boolean {
  return BINARY.has(extensionOf(path)) || isVendored(path);
}

const SAMPLE = 8192;
const BINARY: ReadonlySet<string> = new Set(kinds.binaryExtensions);
const DATA: ReadonlySet<string> = new Set(kinds.dataExtensions);
const VENDORED: ReadonlySet<string> = new Set(kinds.vendoredFolders);
/** Copies of other projects' scripts and styles beside a site's own files. */
const VENDORED_PATH = new RegExp(kinds.vendoredPaths.join("|"), "u");

function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") ? path.slice(dot).toLowerCase() : "";
}

/** By its extension; Qt keeps an interface's texts as XML in files whose extension is TypeScript's. */
function isData(path: string, text: string): boolean {
  const extension = extensionOf(path);
  return DATA.has(extension) || (extension === ".ts" && /^\s*<[?!]/.test(text));
}

function isVendored(path: string): boolean {
  const folders = path.split("/");
  folders.pop();
  return folders.some((folder) => VENDORED.has(folder)) || VENDORED_PATH.test(path);
}

/** Whether a text begins with a sample of ASCII without odd control characters. */
function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text.slice(0, SAMPLE));
}

const NOT_PLAIN = /[^\t\n\f\r\x20-\x7e]/;

/** A NUL, or more than a tenth of the sample in control characters and broken encodings. */
function isBinary(content: Uint8Array | string): boolean {
  if (typeof content !== "string") return isBinaryBytes(content.subarray(0, SAMPLE));
  const length = Math.min(content.length, SAMPLE);
  let odd = 0;
  for (let at = 0; at < length; at++) {
    const code = content.charCodeAt(at);
    if (code === 0) return true;
    if (code === 0xfffd || isControl(code)) odd++;
  }
  return odd * 10 > length;
}

function isBinaryBytes(sample: Uint8Array): boolean {
  // UTF-16 text is full of NULs; its byte order mark tells.
  if (!isWide(sample) && sample.includes(0)) return true;
  const encoding = encodingOf(sample);
  const isForeign = encoding === "windows-1252" &&
    sample.reduce((high, byte) => high + (byte >> 7), 0) > sample.length * MOST_LETTERS;
  // The sample may end inside a character, which streaming forgives.
  return isForeign || isBinary(new TextDecoder(encoding).decode(sample, { stream: true }));
}

/** Share of letters beyond ASCII up to which a text may be Western European. */
const MOST_LETTERS = 0.3;

function isControl(code: number): boolean {
  return code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27;
}

/** Few and long lines: what no one writes by hand. One table or picture among ordinary lines is something else. */
function isMinified(path: string, text: string, size: number): boolean {
  if (/[.-]min\.(?:js|css|mjs)$/.test(path)) return true;
  if (size < 2000) return false;
  const sample = text.slice(0, SAMPLE * 4);
  let lines = 1;
  for (let at = sample.indexOf("\n"); at >= 0; at = sample.indexOf("\n", at + 1)) lines++;
  if (sample.length / lines <= LONG_LINE || /\.(?:md|markdown|rst|txt|adoc|html?)$/.test(path)) return false;
  return !isOrdinary(text);
}

/** Characters per line of hand-written code: far fewer. */
const LONG_LINE = 300;

/** Whether nearly all lines of a text are of ordinary length, and there are more of them than a head of comments. */
function isOrdinary(text: string): boolean {
  let [ordinary, long] = [0, 0];
  for (const line of text.split("\n")) {
    if (line.length > LONG_LINE) long++;
    else if (line.trim() !== "") ordinary++;
  }
  return ordinary >= FEW_LINES && long * 20 <= ordinary;
}

const FEW_LINES = 40;

function isGenerated(path: string, text: string): boolean {
  const lower = path.toLowerCase();
  if (kinds.generatedNames.some((ending) => lower.endsWith(ending))) return true;
  const beginning = text.slice(0, 2000);
  // Most files say nothing of the kind, which is quickly found out.
  if (!/generated|made by GNU|not (?:edit|modify)|n't (?:edit|modify)/i.test(beginning)) return false;
  const isMarkup = /\.(?:md|mdx|markdown|rst|adoc)$/.test(lower);
  return headComments(beginning, isMarkup).some((line) => MARKERS.test(line));
}

const MARKERS = new RegExp(kinds.generatedMarkers.join("|"), "u");

/** Lines of code after which no comment is about the file as a whole: what writes such markers has them further down. */
const MOST_CODE = 3;

/** The text of the comment lines that a file begins with, without their markers. In markup `#` and `*` are none. */
function headComments(text: string, isMarkup: boolean): string[] {
  const comments: string[] = [];
  let code = 0;
  let closing: string | undefined;
  for (const line of text.split("\n", 25)) {
    if (line.trim() === "") continue;
    const opens: string | undefined = /^\s*("""|'''|\/\*|<!--|\(\*)/.exec(line)?.[1];
    const isComment = closing !== undefined || opens !== undefined ||
      (!isMarkup && /^\s*(?:\/\/|\*|#|--|;|%|')/.test(line));
    if (isComment) comments.push(line.replace(/^[\s\W_]*(?<!@)(?=@?\w)/, "").replace(/^p>/, ""));
    else if (++code > MOST_CODE) break;
    if (closing !== undefined) closing = line.includes(closing) ? undefined : closing;
    else if (opens !== undefined) {
      const end = lookUp(CLOSING, opens)!;
      closing = line.trim().slice(opens.length).includes(end) ? undefined : end;
    }
  }
  return comments;
}

const CLOSING: Readonly<Record<string, string>> = {
  '"""': '"""',
  "'''": "'''",
  "/*": "*/",
  "<!--": "-->",
  "(*": "*)",
};
