import { notebookScript } from "./notebook.ts";

/** Text encoding of a file. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "gb18030" | "windows-1252";

/**
 * The text of a file of unknown encoding: UTF-8, UTF-16 with a byte order mark, the Chinese of GB 18030 when the
 * bytes look like it, else Western European. Never fails; malformed bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = UTF8.decode(bytes);
  if (!text.includes(BROKEN) && !isWide(bytes)) return text;
  const encoding = encodingOf(bytes);
  return encoding === "utf-8" ? text : new TextDecoder(encoding).decode(bytes);
}

/**
 * The text of a file as it is indexed, compared and shown: {@link decodeText}, and of a Jupyter notebook the script that its
 * cells make, on the same lines.
 */
export function fileText(path: string, bytes: Uint8Array): string {
  const text = decodeText(bytes);
  return path.endsWith(".ipynb") ? notebookScript(text) : text;
}

/** The encoding that {@link decodeText} reads bytes in; a character that is cut off at their end does not count. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (isWide(bytes)) return bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  const { good, bad } = utf8Counts(bytes);
  // A few broken characters among many whole ones: a damaged file, not another encoding.
  if (bad === 0 || good >= bad) return "utf-8";
  return looksChinese(bytes) ? "gb18030" : "windows-1252";
}

/** Checks for the byte order mark of UTF-16. */
export function isWide(bytes: Uint8Array): boolean {
  return bytes.length > 1 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
}

const UTF8 = new TextDecoder();
const BROKEN = "\ufffd";

/** Characters beyond ASCII that are whole, and bytes that belong to none. */
function utf8Counts(bytes: Uint8Array): { readonly good: number; readonly bad: number } {
  let [good, bad] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (lead >= 0xf5 || length === 0) {
      bad++;
      continue;
    }
    let next = 1;
    while (next < length && at + next < bytes.length && (bytes[at + next]! & 0xc0) === 0x80) next++;
    if (next === length) good++;
    else if (at + next < bytes.length) bad++;
    at += next - 1;
  }
  return { good, bad };
}

/**
 * Text in GB 2312, the common part of GB 18030, is pairs of high bytes, the first of them within the rows of its
 * characters; in Western text high bytes are isolated among letters.
 */
function looksChinese(bytes: Uint8Array): boolean {
  let [pairs, others] = [0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1];
    if (trail === undefined) break;
    const isCharacter = (lead >= 0xb0 && lead <= 0xf7) || (lead >= 0xa1 && lead <= 0xa3);
    if (isCharacter && trail >= 0xa1) pairs++;
    else others++;
    if (trail >= 0x40) at++;
  }
  return pairs > 0 && pairs >= LEAST_SHARE * others && pairs * 2 < bytes.length * MOST_SHARE;
}

/** Characters per odd pair of bytes, and the most of a text that they make up: code has spaces and line ends. */
const LEAST_SHARE = 6;
const MOST_SHARE = 0.97;
