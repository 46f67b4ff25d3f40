/**
 * Readers of translation resources. Each takes a file's text and answers messages by key; nothing here reads
 * files.
 */
import type { TextPair } from "./learned.ts";

/** Message key -> message, in the file's order. */
export type Messages = ReadonlyMap<string, string>;

/** The language side of a resource file. */
export type ResourceLanguage = "en" | "zh";

/**
 * Gettext catalogues carry both languages: msgid and msgstr. Untranslated, fuzzy and header entries are left
 * out.
 */
export function readPo(text: string): TextPair[] {
  const pairs: TextPair[] = [];
  for (const block of text.split(/\r?\n[ \t]*\r?\n/)) {
    if (/^#, .*\bfuzzy\b/m.test(block)) continue;
    const english = poField(block, "msgid");
    const chinese = poField(block, "msgstr(?:\\[0\\])?");
    if (english && chinese) pairs.push({ chinese, english: withoutPlaceholders(english), kind: "resource" });
  }
  return pairs;
}

/** Java `.properties`: `key=value`, `key: value`, continued lines, `\uXXXX`. */
export function readProperties(text: string): Messages {
  const messages = new Map<string, string>();
  for (const line of text.replace(/\\\r?\n[ \t]*/g, "").split(/\r?\n/)) {
    const match = /^\s*([^#!\s][^=:\s]*)\s*[=:\s]\s*(.*)$/.exec(line);
    if (match) messages.set(match[1]!, unescapeText(match[2]!));
  }
  return messages;
}

/** Android `strings.xml`: `<string name="key">value</string>` and the items of plurals and arrays. */
export function readAndroidStrings(text: string): Messages {
  const messages = new Map<string, string>();
  for (const part of text.split("</string>")) {
    const start = part.lastIndexOf("<string ");
    const match = start < 0
      ? null
      : /^<string [^>]{0,300}?\bname="([^"]{1,200})"[^>]{0,300}>/.exec(part.slice(start));
    if (match === null) continue;
    const body = part.slice(start + match[0].length).replace("<![CDATA[", "").replace("]]>", "");
    messages.set(match[1]!, unescapeText(body.replace(/<[^<>]{1,200}>/g, "")));
  }
  return messages;
}

/**
 * Nested string values of a JSON file or of the object literals in a JavaScript or TypeScript module, by dotted
 * path. A tolerant scan in linear time, not a parser: what it does not understand it passes over.
 */
export function readObjectMessages(text: string): Messages {
  const messages = new Map<string, string>();
  const path: string[] = [];
  let key = "";
  for (const { kind, value } of objectTokens(text)) {
    if (kind === "key") key = value;
    else if (kind === "value" && key !== "") {
      messages.set([...path.filter((part) => part !== ""), key].join("."), value);
      key = "";
    } else if (kind === "open") {
      path.push(key);
      key = "";
    } else if (kind === "close") {
      path.pop();
      key = "";
    }
  }
  return messages;
}

/**
 * String values of an indented YAML mapping, by dotted path. A locale root (`en:`, `zh-CN:`) is left out of the
 * path.
 */
export function readYamlMessages(text: string): Messages {
  const messages = new Map<string, string>();
  const path: { indent: number; key: string }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const match = /^(\s*)(?:"([^"]+)"|'([^']+)'|([^\s#:'"][^:#]*?))\s*:(?:\s+(.*))?$/.exec(line);
    if (!match) continue;
    const indent = match[1]!.length;
    while (path.length > 0 && path[path.length - 1]!.indent >= indent) path.pop();
    const key = match[2] ?? match[3] ?? match[4]!;
    const value = (match[5] ?? "").replace(/\s+#.*$/, "").trim();
    if (value === "") {
      if (!(path.length === 0 && LOCALE.test(key))) path.push({ indent, key });
    } else messages.set([...path.map((part) => part.key), key].join("."), unescapeText(unquote(value)));
  }
  return messages;
}

/**
 * Pairs of the messages two files hold under one key; the key's own words help when the English file is missing
 * it.
 */
export function alignMessages(english: Messages, chinese: Messages): TextPair[] {
  const pairs: TextPair[] = [];
  for (const [key, text] of chinese) {
    const source = english.get(key);
    if (source !== undefined) {
      pairs.push({ chinese: text, english: withoutPlaceholders(source), kind: "resource" });
    } else pairs.push({ chinese: text, english: key.slice(key.lastIndexOf(".") + 1), kind: "doc" });
  }
  return pairs;
}

/**
 * Which language a resource file's path says it is in, and the path it shares with its counterpart:
 * `locale/zh-CN/a.json` and `locale/en/a.json` have one `family`. Undefined for other languages and for paths
 * that name none.
 */
export function resourceLanguage(path: string): { language: ResourceLanguage; family: string } | undefined {
  const match = LOCALE_IN_PATH.exec(path);
  if (match) {
    const [whole, separator, code] = match;
    const before = path.slice(0, match.index) + (separator === "-" || separator === "_" ? "" : separator);
    const language = code!.toLowerCase().startsWith("zh") ? "zh" : "en";
    return { language, family: before + "*" + path.slice(match.index + whole.length) };
  }
  // Android and Java keep the base language in the file that names none.
  if (/(?:^|\/)values\/strings\.xml$/.test(path)) {
    return { language: "en", family: path.replace("values/", "values*/") };
  }
  if (path.endsWith(".properties")) {
    return { language: "en", family: path.replace(/\.properties$/, "*.properties") };
  }
  return undefined;
}

const LOCALE = /^(?:en|zh)(?:[-_][A-Za-z]+)*$/i;
const LOCALE_IN_PATH = /(^|[/._-])((?:en|zh)(?:[-_](?:r?[A-Z]{2}|hans|hant))?)(?=[/.])/i;

function poField(block: string, name: string): string {
  const match = new RegExp(`^${name} ((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)`, "m").exec(block);
  if (!match) return "";
  const parts = match[1]!.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return unescapeText(parts.map((part) => part.slice(1, -1)).join(""));
}

function unescapeText(text: string): string {
  return text.replace(
    /\\u([0-9a-fA-F]{4})|\\(.)/g,
    (_, hex: string | undefined, char: string | undefined) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      return char === "n" || char === "t" || char === "r" ? " " : char!;
    },
  );
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}

/** `%(name)s`, `{count}`, `%d`, `{{x}}`, `$t(...)` name variables, not meanings. */
function withoutPlaceholders(text: string): string {
  return text.replace(/%\([^)]*\)[a-z]|\{\{?[^}]*\}?\}|%[\d$]*[a-z@]|\$t\([^)]*\)|<[^>]*>|&\w+;/gi, " ");
}

interface ObjectToken {
  readonly kind: "key" | "value" | "open" | "close";
  readonly value: string;
}

function* objectTokens(text: string): Generator<ObjectToken> {
  let i = 0;
  while (i < text.length) {
    const char = text.charAt(i);
    let end = i + 1;
    if (char === "{") yield { kind: "open", value: "" };
    else if (char === "}") yield { kind: "close", value: "" };
    else if (char === "/") end = commentEnd(text, i);
    else if (char === '"' || char === "'" || char === "`") {
      end = stringEnd(text, i);
      const value = unescapeText(text.slice(i + 1, end - 1));
      yield { kind: colonFollows(text, end) ? "key" : "value", value };
    } else if (WORD_CHAR.test(char)) {
      while (end < text.length && WORD_CHAR.test(text.charAt(end))) end++;
      if (colonFollows(text, end)) yield { kind: "key", value: text.slice(i, end) };
    }
    i = end;
  }
}

const WORD_CHAR = /[\w$]/;

/** End (exclusive) of the comment that may begin at `start`; a lone slash is one character. */
function commentEnd(text: string, start: number): number {
  const next = text.charAt(start + 1);
  if (next !== "/" && next !== "*") return start + 1;
  const end = text.indexOf(next === "/" ? "\n" : "*/", start + 2);
  return end < 0 ? text.length : end + (next === "/" ? 1 : 2);
}

/**
 * End (exclusive) of the string that begins at `start`; one that never closes ends at its line, or with the
 * text.
 */
function stringEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  let i = start + 1;
  for (; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === "\\") i++;
    else if (char === quote || (char === "\n" && quote !== "`")) return i + 1;
  }
  return text.length;
}

function colonFollows(text: string, from: number): boolean {
  let i = from;
  while (i < from + 20 && (text.charAt(i) === " " || text.charAt(i) === "\t")) i++;
  return text.charAt(i) === ":";
}
