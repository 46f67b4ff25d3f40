import { SAMPLE_BYTES, SOURCE_BYTES } from "../platform/limits.ts";
import { lookUp } from "../model/json.ts";
import kinds from "../../config/file_kinds.json" with { type: "json" };
import { decodeText, encodingOf, isWide } from "../model/decode.ts";

/**
 * Kind of a file. `huge` files are read as text up to {@link SOURCE_BYTES}; `data` is text that is not handwritten
 * program code; `binary` files are not read.
 */
export type FileKind = "source" | "generated" | "vendored" | "minified" | "binary" | "huge" | "data";

/**
 * Classifies a file by its path, relative to the root, and its content, or the beginning of it; `size` is the length of the
 * whole.
 *
 * @param text the decoded bytes
 */
export function classify(
  path: string,
  bytes: Uint8Array,
  text: string = decodeText(bytes),
  size: number = bytes.length,
): FileKind {
  // If the sample is plain ASCII, bytes and text are equal and not binary.
  const isOdd = NOT_PLAIN.test(text.slice(0, SAMPLE_BYTES)) && (isBinary(bytes) || isBinaryText(text));
  if (isOdd || BINARY.has(extensionOf(path))) return "binary";
  if (isVendored(path)) return "vendored";
  if (size > SOURCE_BYTES) return "huge";
  if (isData(path, text)) return "data";
  if (isMinified(path, text, size)) return "minified";
  return isGenerated(path, text) ? "generated" : "source";
}

/** True if the path alone determines that a file is never read as text. */
export const isNeverText = (path: string): boolean => BINARY.has(extensionOf(path)) || isVendored(path);

const BINARY: ReadonlySet<string> = new Set(kinds.binaryExtensions);
const DATA: ReadonlySet<string> = new Set(kinds.dataExtensions);
const VENDORED: ReadonlySet<string> = new Set(kinds.vendoredFolders);
/** Folders of other projects at the root; deeper ones may be packages of the repository. */
const VENDORED_ROOTS: ReadonlySet<string> = new Set(kinds.vendoredRoots);
/** Paths of other projects' scripts and styles copied into a site. */
const VENDORED_PATH = new RegExp(kinds.vendoredPaths.join("|"), "u");

function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") ? path.slice(dot).toLowerCase() : "";
}

/** True for data by extension, and for Qt's XML translations, whose extension is that of TypeScript. */
function isData(path: string, text: string): boolean {
  const extension = extensionOf(path);
  return DATA.has(extension) || (extension === ".ts" && ["<?", "<!"].includes(text.trimStart().slice(0, 2)));
}

function isVendored(path: string): boolean {
  const folders = path.split("/");
  folders.pop();
  return folders.some((folder) => VENDORED.has(folder)) || VENDORED_ROOTS.has(folders[0] ?? "") ||
    VENDORED_PATH.test(path);
}

const NOT_PLAIN = /[^\t\n\f\r\x20-\x7e]/;

function isBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  // UTF-16 text is full of NULs and recognized by its byte order mark.
  if (!isWide(sample) && sample.includes(0)) return true;
  const encoding = encodingOf(sample);
  const isForeign = encoding === "windows-1252" &&
    sample.reduce((high, byte) => high + (byte >> 7), 0) > sample.length * MOST_LETTERS;
  // The sample may end within a character, which streaming permits.
  return isForeign || isBinaryText(new TextDecoder(encoding).decode(sample, { stream: true }));
}

/** True if the sample contains a NUL, or more than a tenth of control characters and broken encodings. */
function isBinaryText(text: string): boolean {
  const length = Math.min(text.length, SAMPLE_BYTES);
  let odd = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0) return true;
    if (code === 0xfffd || isControl(code)) odd++;
  }
  return odd * 10 > length;
}

/** Maximum share of non-ASCII letters in a Western European text. */
const MOST_LETTERS = 0.3;

function isControl(code: number): boolean {
  return code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27;
}

/** True for few and long lines. A single table or image among ordinary lines does not count. */
function isMinified(path: string, text: string, size: number): boolean {
  const lower = path.toLowerCase();
  if (kinds.minifiedNames.some((end) => lower.endsWith(end))) return true;
  if (size < 2000) return false;
  const sample = text.slice(0, SAMPLE_BYTES * 4);
  let lines = 1;
  for (let at = sample.indexOf("\n"); at >= 0; at = sample.indexOf("\n", at + 1)) lines++;
  if (sample.length / lines <= LONG_LINE || PROSE.has(extensionOf(path)) || MARKUP.has(extensionOf(path))) {
    return false;
  }
  return !isOrdinary(text);
}

/** Maximum average line length, in characters; handwritten code has far shorter lines. */
const LONG_LINE = 300;

/** True if nearly all lines have ordinary length, and there are more of them than a header comment has. */
function isOrdinary(text: string): boolean {
  let [ordinary, long] = [0, 0];
  for (const line of text.split("\n")) {
    if (line.length > LONG_LINE && line.replace(STRING, "").length > LONG_LINE) long++;
    else if (line.trim() !== "") ordinary++;
  }
  return long === 0 ? ordinary > 0 : ordinary >= FEW_LINES && long * 20 <= ordinary;
}

/** A string literal: a long one is data among ordinary code. */
const STRING = /(["'`])(?:\\.|(?!\1)[^\\])*\1/g;

const FEW_LINES = 40;

/** True if the name alone identifies generated code. */
export function isGeneratedName(path: string): boolean {
  const lower = path.toLowerCase();
  return kinds.generatedNames.some((ending) => lower.endsWith(ending));
}

function isGenerated(path: string, text: string): boolean {
  if (isGeneratedName(path)) return true;
  const beginning = text.slice(0, 2000);
  // Quick check that rejects most files.
  if (!/generated|made by GNU|not (?:edit|modify)|n't (?:edit|modify)/i.test(beginning)) return false;
  // "Do not modify this file" alone may be advice to users.
  const isMade = beginning.toLowerCase().includes("generat");
  return headComments(beginning, MARKUP.has(extensionOf(path))).some((line) =>
    MARKERS.test(line) && (isMade || !line.toLowerCase().includes("modify"))
  );
}

const MARKUP: ReadonlySet<string> = new Set([".md", ".mdx", ".markdown", ".rst", ".adoc"]);
const PROSE: ReadonlySet<string> = new Set([".txt", ".htm", ".html"]);

const MARKERS = new RegExp(kinds.generatedMarkers.join("|"), "u");

/** Maximum number of code lines before the header comments end. */
const MOST_CODE = 3;

/**
 * The text of the comment lines at the start of a file, without comment markers. In markup `#` and `*` are not
 * comments.
 */
function headComments(text: string, isMarkup: boolean): string[] {
  const comments: string[] = [];
  let code = 0;
  let closing: string | undefined;
  for (const line of text.split("\n", 25)) {
    if (line.trim() === "") continue;
    const opens: string | undefined = /^\s*("""|'''|\/\*|<!--|\(\*)/.exec(line)?.[1];
    const isComment = closing !== undefined || opens !== undefined ||
      (!isMarkup && /^\s*(?:\/\/|\*|#|--|;|%|')/.test(line));
    if (isComment) comments.push(line.replace(/^[\s\W_]*(?<!@)(?=@?\w)/, ""));
    else if (++code > MOST_CODE) break;
    if (closing !== undefined) closing = line.includes(closing) ? undefined : closing;
    else if (opens !== undefined) {
      const end = lookUp(CLOSING, opens) ?? opens;
      closing = line.trim().slice(opens.length).includes(end) ? undefined : end;
    }
  }
  return comments;
}

const CLOSING: Readonly<Record<string, string>> = {
  "/*": "*/",
  "<!--": "-->",
  "(*": "*)",
};
