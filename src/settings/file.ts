import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { Node, Pair } from "yaml";
import type { ConfigFile } from "../model/settings.ts";
import type { ConfigEntry, ConfigReader } from "./settings.ts";
import { withoutControls } from "./settings.ts";
import { specOf } from "./specs.ts";

/** With every setting and its description a file has some 10 KiB; reading takes the longer, the odder a file is. Bytes. */
const LARGEST_FILE = 32 * 1024;

/**
 * Reads a YAML configuration file into dotted keys. A file that does not parse gives no entries and one problem that
 * names file and line; it never throws.
 */
export const readConfigFile: ConfigReader = (file) => {
  try {
    return readEntries(file);
  } catch (error) {
    return broken(file, 1, error instanceof Error ? error.message : String(error));
  }
};

function readEntries(file: ConfigFile): ReturnType<ConfigReader> {
  if (file.text.length > LARGEST_FILE) {
    return broken(file, 1, `larger than ${LARGEST_FILE / 1024} KiB`);
  }
  const lines = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const error = document.errors[0];
  if (error) return broken(file, lines.linePos(error.pos[0]).line, error.message);
  if (document.contents === null) return { entries: [], problems: [] };
  if (!isMap(document.contents)) return broken(file, 1, "not a mapping of keys to values");
  const entries: ConfigEntry[] = [];
  flatten(document.contents.items as Pair<Node, Node | null>[], { prefix: "", lines, entries });
  const twice = doubled(entries);
  if (twice) return broken(file, twice.line, `the key stands twice: ${twice.key}`);
  return { entries, problems: [] };
}

/** The first key that stands a second time. The YAML reader compares each key with each, which takes seconds. */
function doubled(entries: readonly ConfigEntry[]): ConfigEntry | undefined {
  const seen = new Set<string>();
  return entries.find(({ key }) => seen.has(key) || !seen.add(key));
}

function broken(file: ConfigFile, line: number, why: string): ReturnType<ConfigReader> {
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
    if (isMap(pair.value) && specOf(key) === undefined) {
      flatten(pair.value.items as Pair<Node, Node | null>[], { prefix: `${key}.`, lines, entries });
      continue;
    }
    const line = lines.linePos(pair.key?.range?.[0] ?? 0).line;
    entries.push({ key, value: pair.value?.toJSON() ?? null, line });
  }
}
