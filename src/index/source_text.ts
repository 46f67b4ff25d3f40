import { classify, classifyRead, HUGE_LIMIT, isNeverText } from "../syntax/classify.ts";
import { languageConfig, languageOf } from "../syntax/languages.ts";
import { manifestOf } from "../syntax/manifests.ts";
import { emptyRecord, type ParsedFile } from "../syntax/parsed_file.ts";
import { parseMacroTable } from "../syntax/macro_table.ts";
import type { FileParser } from "../syntax/parser.ts";
import type { IndexedKind } from "./lexical_index.ts";
import type { SourceText } from "./segment_builder.ts";
import { hasComments } from "./text_fields.ts";

/** Longer data says more about the data than about the program. */
const DATA_LIMIT = 32 * 1024;
/** The language in the path of a translation: `locale/zh_Hans/LC_MESSAGES/django.po`, `i18n/de.po`. */
const TRANSLATION = /(?:^|[/._-])([a-z]{2,3})(?:[_@-][A-Za-z]+)*(?:\/LC_MESSAGES\/[^/]+)?\.pot?$/;
/** Messages in Chinese, whatever their format: `locales/zh-CN.json`, `i18n/zh_CN/menu.yaml`. */
const CHINESE =
  /(?:^|[/._-])zh(?:[_-](?:cn|hans))?(?:\/(?:[\w-]+\/)?[\w.-]+)?\.(?:json5?|ya?ml|properties|ini|xml|toml)$/i;

/** What is to be done with a file, judged by its path and size alone. `source`: read it. */
export function kindByPath(path: string, size: number): IndexedKind {
  const kind = classify(path, "", size);
  return kind === "data" ? dataKind(path, size) : kind;
}

/** Whether the path alone says that a file is only listed: there is no need to look at it again. */
export function isOnlyListed(path: string): boolean {
  return isNeverText(path) || (path.endsWith(".po") && !isReadTranslation(path));
}

function dataKind(path: string, size: number): IndexedKind {
  if (!path.endsWith(".po")) return size > DATA_LIMIT && !CHINESE.test(path) ? "skipped" : "data";
  return size <= HUGE_LIMIT && isReadTranslation(path) ? "data" : "skipped";
}

function isReadTranslation(path: string): boolean {
  const language = TRANSLATION.exec(path)?.[1];
  return language === "en" || language === "zh";
}

/** The language of a file: "" if unknown. */
export function languageFor(path: string, text: string): string {
  return languageOf(path, text) ?? (path.endsWith(".def") && TABLE_OF_C.test(text) ? "c" : "");
}

/** How a table of C begins that other files include; the lists of exports that linkers read begin otherwise. */
const TABLE_OF_C = /^\s*(?:\/[/*]|#\s*(?:include|define|if|ifn?def|pragma)\b)/;

/**
 * Whether a file's content is stored. Of generated code that is only C: what Bison, flex or a script writes calls
 * functions written by hand and holds tables of them.
 */
export function isStored(kind: IndexedKind, language: string): boolean {
  return kind === "source" || kind === "data" || (kind === "generated" && isC(language));
}

function isC(language: string): boolean {
  return language === "c" || language === "cpp";
}

/** How a text is read: as code, all of it as prose in one field, or for what it uses, without words to search. */
export type Reading = "code" | "doc" | "str" | "uses";

/** How a file whose content {@link isStored} is read. */
export function readingOf(path: string, kind: IndexedKind, language: string): Reading {
  if (kind === "data") return "str";
  if (kind === "generated") return "uses";
  const known = languageConfig(language);
  if (known?.grammar !== undefined || hasComments(language)) return "code";
  return known?.chunks === "headings" || DOCUMENT.test(path) ? "doc" : "code";
}

/** Parses a text. The result depends on text, language and reading alone. */
export function sourceText(
  text: string,
  options: { readonly language: string; readonly reading: Reading; readonly parser: FileParser },
): SourceText {
  const { language, reading, parser } = options;
  const table = reading === "code" ? parseMacroTable(text, language) : undefined;
  if (table) return { text, parsed: table, prose: undefined, isTable: true };
  const isCode = (reading === "code" || reading === "uses") &&
    languageConfig(language)?.grammar !== undefined;
  const parsed = isCode ? parser.parse(text, language) : unparsed(language, text);
  const manifest = manifestOf(text, language);
  const known = manifest ? { ...parsed, ...(isCode ? { exports: manifest.exports } : manifest) } : parsed;
  if (reading === "uses") return { text, parsed: known, prose: undefined, hasUsesOnly: true };
  return { text, parsed: known, prose: reading === "code" ? undefined : reading };
}

/** What {@link classifyRead} says of a file whose path promised source or data. */
export function kindOfText(path: string, bytes: Uint8Array, text: string): IndexedKind {
  const kind = classifyRead(path, bytes, text);
  return kind === "data" ? dataKind(path, bytes.length) : kind;
}

const DOCUMENT = /\.(?:md|mdx|rst|txt|adoc|org|tex|rtf|1)$|(?:^|\/)[A-Z][A-Z_.-]+$/;

/** The record of a text of which nothing is known but its lines. */
export function unparsed(language: string, text: string): ParsedFile {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  if (text !== "" && !text.endsWith("\n")) lines++;
  return emptyRecord(language, lines);
}
