import type { TextPair } from "./learned.ts";
import {
  alignMessages,
  type Messages,
  readAndroidStrings,
  readObjectMessages,
  readPo,
  readProperties,
  readYamlMessages,
  resourceLanguage,
} from "./resources.ts";

/** A file of the repository. */
export interface ResourceFile {
  /** Relative to the root, `/`-separated. */
  readonly path: string;
  readonly text: string;
}

/**
 * Whether a path may hold translations between Chinese and English, so that it is worth reading: a gettext
 * catalogue of a Chinese locale, or a file of a known format whose path names one of the two languages.
 */
export function isResourcePath(path: string): boolean {
  if (path.endsWith(".po")) return CHINESE_PO.test(path);
  return readerOf(path) !== undefined && resourceLanguage(path) !== undefined;
}

/**
 * The Chinese-English pairs of a repository's translation files; each Chinese file is aligned with its English
 * counterpart.
 */
export function resourcePairs(files: Iterable<ResourceFile>): TextPair[] {
  const pairs: TextPair[] = [];
  const english = new Map<string, Messages>();
  const chinese: { family: string; messages: Messages }[] = [];
  for (const { path, text } of files) {
    if (!isResourcePath(path)) continue;
    if (path.endsWith(".po")) {
      pairs.push(...readPo(text));
      continue;
    }
    const { language, family } = resourceLanguage(path)!;
    const messages = readerOf(path)!(text);
    if (language === "en") english.set(family, messages);
    else chinese.push({ family, messages });
  }
  for (const { family, messages } of chinese) {
    pairs.push(...alignMessages(english.get(family) ?? new Map(), messages));
  }
  return pairs;
}

const CHINESE_PO = /(?:^|[/._-])zh(?:[-_][A-Za-z]+)?[/.]/;

function readerOf(path: string): ((text: string) => Messages) | undefined {
  if (path.endsWith(".properties")) return readProperties;
  if (path.endsWith("/strings.xml")) return readAndroidStrings;
  if (/\.ya?ml$/.test(path)) return readYamlMessages;
  return /\.(?:json5?|[cm]?[jt]s)$/.test(path) ? readObjectMessages : undefined;
}
