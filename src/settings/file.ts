import { isMap, isScalar, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import type { ConfigFile } from "../model/settings.ts";
import { type ConfigEntry, type ConfigReader, withoutControls } from "./settings.ts";
import { SETTING_SPECS } from "../model/setting_specs.ts";

/**
 * Maximum file length, UTF-16 code units. A file with every setting and its description has about 10 KiB; parsing time
 * grows with length, most of all for malformed files.
 */
const LARGEST_FILE = 32 * 1024;

/**
 * Parses a YAML configuration file into dotted keys. Never throws: a malformed file gives no entries and one problem
 * with file and line.
 */
export const readConfigFile: ConfigReader = (file) => {
  try {
    return readEntries(file);
  } catch (error) {
    return invalidFile(file, 1, error instanceof Error ? error.message : String(error));
  }
};

function readEntries(file: ConfigFile): ReturnType<ConfigReader> {
  if (file.text.length > LARGEST_FILE) return invalidFile(file, 1, `larger than ${LARGEST_FILE / 1024} KiB`);
  const lines = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const error = document.errors[0];
  if (error) return invalidFile(file, lines.linePos(error.pos[0]).line, error.message);
  if (document.contents === null) return { entries: [], problems: [] };
  if (!isMap(document.contents)) return invalidFile(file, 1, "not a mapping of keys to values");
  const entries: ConfigEntry[] = [];
  flatten(document.contents.items as Pair<Node, Node | null>[], { prefix: "", lines, entries });
  const duplicate = firstDuplicate(entries);
  if (duplicate) return invalidFile(file, duplicate.line, `the key occurs twice: ${duplicate.key}`);
  return { entries, problems: [] };
}

/** First duplicate key. Replaces the check of the YAML parser, which compares all pairs of keys and takes seconds. */
function firstDuplicate(entries: readonly ConfigEntry[]): ConfigEntry | undefined {
  const seen = new Set<string>();
  return entries.find(({ key }) => seen.has(key) || !seen.add(key));
}

function invalidFile(file: ConfigFile, line: number, why: string): ReturnType<ConfigReader> {
  const reason = withoutControls(why.split("\n")[0]?.replace(/[.:]$/, "") ?? "");
  return {
    entries: [],
    problems: [`config: not valid YAML: ${file.path}:${line} (${reason}); using defaults`],
  };
}

function flatten(
  pairs: readonly Pair<Node, Node | null>[],
  { prefix, lines, entries }: { prefix: string; lines: LineCounter; entries: ConfigEntry[] },
): void {
  for (const pair of pairs) {
    const name = isScalar(pair.key) ? String(pair.key.value) : "?";
    const key = prefix + name;
    if (isMap(pair.value) && !SETTING_SPECS.has(key)) {
      flatten(pair.value.items as Pair<Node, Node | null>[], { prefix: `${key}.`, lines, entries });
      continue;
    }
    const line = lines.linePos(pair.key?.range?.[0] ?? 0).line;
    entries.push({ key, value: pair.value?.toJSON() ?? null, line });
  }
}
