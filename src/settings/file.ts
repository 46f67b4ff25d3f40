import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { Node, Pair } from "yaml";
import type { ConfigFile } from "../model/settings.ts";
import type { ConfigEntry, ConfigReader } from "./settings.ts";
import { SETTINGS } from "./specs.ts";

const LARGEST_FILE = 64 * 1024;

/**
 * Reads a YAML configuration file into dotted keys. A file that does not parse gives no entries and one problem that
 * names file and line; it never throws.
 */
export const readConfigFile: ConfigReader = (file) => {
  if (file.text.length > LARGEST_FILE) {
    return broken(file, 1, `larger than ${LARGEST_FILE / 1024} KiB`);
  }
  const lines = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: lines, prettyErrors: false });
  const error = document.errors[0];
  if (error) return broken(file, lines.linePos(error.pos[0]).line, error.message);
  if (document.contents === null) return { entries: [], problems: [] };
  if (!isMap(document.contents)) return broken(file, 1, "not a mapping of keys to values");
  const entries: ConfigEntry[] = [];
  flatten(document.contents.items as Pair<Node, Node | null>[], "", lines, entries);
  return { entries, problems: [] };
};

function broken(file: ConfigFile, line: number, why: string): ReturnType<ConfigReader> {
  const reason = why.split("\n")[0]?.replace(/[.:]$/, "") ?? "";
  return {
    entries: [],
    problems: [`config: not valid YAML: ${file.path}:${line} (${reason}); using defaults`],
  };
}

function flatten(
  pairs: readonly Pair<Node, Node | null>[],
  prefix: string,
  lines: LineCounter,
  entries: ConfigEntry[],
): void {
  for (const pair of pairs) {
    const name = isScalar(pair.key) ? String(pair.key.value) : "?";
    const key = prefix + name;
    if (isMap(pair.value) && !(key in SETTINGS)) {
      flatten(pair.value.items as Pair<Node, Node | null>[], `${key}.`, lines, entries);
      continue;
    }
    const line = lines.linePos(pair.key?.range?.[0] ?? 0).line;
    entries.push({ key, value: pair.value?.toJSON() ?? null, line });
  }
}
