import kinds from "../../../../config/file_kinds.json" with { type: "json" };

/**
 * What a file is to a reader of the repository. `huge` files are read as text up to {@link HUGE_LIMIT}; `data` is
 * text that nobody writes by hand for a program to run; `binary` is not read at all.
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
  const extension = extensionOf(path);
  if (BINARY.has(extension) || isBinary(content)) return "binary";
  if (isVendored(path)) return "vendored";
  if (size > HUGE_LIMIT) return "huge";
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  if (DATA.has(extension)) return "data";
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

function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") ? path.slice(dot).toLowerCase() : "";
}

function isVendored(path: string): boolean {
  const folders = path.split("/");
  folders.pop();
  return folders.some((folder) => VENDORED.has(folder));
}

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
  const isWide = sample.length > 1 &&
    ((sample[0] === 0xff && sample[1] === 0xfe) || (sample[0] === 0xfe && sample[1] === 0xff));
  if (isWide || sample.includes(0)) return true;
  // The sample may end inside a character, which streaming forgives.
  return isBinary(new TextDecoder().decode(sample, { stream: true }));
}

function isControl(code: number): boolean {
  return code < 32 && code !== 9 && code !== 10 && code !== 12 && code !== 13 && code !== 27;
}

/** Few and long lines: what no one writes by hand. */
function isMinified(path: string, text: string, size: number): boolean {
  if (/[.-]min\.(?:js|css|mjs)$/.test(path)) return true;
  if (size < 2000) return false;
  const sample = text.slice(0, SAMPLE * 4);
  let lines = 1;
  for (let at = sample.indexOf("\n"); at >= 0; at = sample.indexOf("\n", at + 1)) lines++;
  return sample.length / lines > 300 && !/\.(?:md|markdown|rst|txt|adoc|html?)$/.test(path);
}

function isGenerated(path: string, text: string): boolean {
  const lower = path.toLowerCase();
  if (kinds.generatedNames.some((ending) => lower.endsWith(ending))) return true;
  // A marker counts in a comment at the top only; code that writes such markers has them further down.
  return text.slice(0, 2000).split("\n", 25).some(isMarked);
}

function isMarked(line: string): boolean {
  if (!/^\s*(?:\/\/|\/\*|\*|#|--|;|<!--|%|'|"""|\(\*)/.test(line)) return false;
  const lower = line.toLowerCase();
  return kinds.generatedMarkers.some((marker) => lower.includes(marker));
}
