import type { LexicalIndex } from "../index/lexical_index.ts";
import type { TaughtFile, Teacher } from "../text/taught.ts";
import { tokens } from "../text/tokens.ts";

/**
 * Evidence of an index about the Chinese in its repository. The files with a word are known from its postings, so
 * that a repository without Chinese is not read at all.
 */
export function teacherOf(index: LexicalIndex, read: (path: string) => string | undefined): Teacher {
  const texts = new Map<string, string | undefined>();
  return {
    filesWith: (chinese) => filesWith(chinese, index),
    read: (path) => {
      if (!texts.has(path)) texts.set(path, texts.size < MOST_READ ? read(path) : undefined);
      return texts.get(path);
    },
    share: (token) => {
      const frequency = index.chunkFrequency(token) || (index.pathPostings(token)?.files.length ?? 0);
      return frequency / Math.max(1, index.chunks.count);
    },
  };
}

/** Files read for one question. */
const MOST_READ = 12;
const TRANSLATION =
  /(?:^|[/._-])zh(?:[-_]?(?:cn|hans))?(?:[/._-]|$)|(?:^|\/)(?:locales?|i18n|lang|languages|translations)\//i;

function filesWith(chinese: string, index: LexicalIndex): TaughtFile[] {
  let chunks: Iterable<number> | undefined;
  for (const pair of tokens(chinese)) {
    const found = index.postings(pair)?.chunks;
    if (found === undefined) return [];
    const before = chunks === undefined ? undefined : new Set(chunks);
    chunks = before ? found.filter((chunk) => before.has(chunk)) : found;
  }
  const files = new Set<number>();
  for (const chunk of chunks ?? []) files.add(index.chunks.file[chunk]!);
  const { paths, roles } = index.files;
  const rows = [...files].map((file) => {
    const isTranslation = TRANSLATION.test(paths[file]!);
    return { path: paths[file]!, isTranslation, order: isTranslation ? -1 : (roles[file] === 2 ? 1 : 0) };
  });
  return rows.sort((a, b) => a.order - b.order);
}
