import { ComplexityCache } from "./analysis/complexity/complexity_cache.ts";
import { summarise } from "./analysis/complexity/file_complexity.ts";
import { Measurer } from "./analysis/complexity/measure.ts";
import { languageOf } from "./analysis/index/parse/languages.ts";
import type { FileSummaries } from "./analysis/tool.ts";
import { loadParser } from "./index_port.ts";
import type { RepositoryView } from "./model/jail.ts";
import { historyFiles } from "./platform/history_files.ts";

const CACHE_NAME = "complexity-1.json";

/** Loads the parser; undefined when there is none here. */
export async function openMeasurer(view: RepositoryView): Promise<Measurer | undefined> {
  try {
    return new Measurer(await loadParser(view.assets));
  } catch {
    return undefined;
  }
}

/** The kept figures. The parser is loaded now, since measuring cannot wait for it, unless it is not needed. */
export function openSummaries(view: RepositoryView, measurer: Measurer | undefined): FileSummaries {
  const files = view.cache === undefined ? undefined : historyFiles(view.cache);
  const cache = new ComplexityCache(
    files && { read: () => files.read(CACHE_NAME), write: (bytes) => files.write(CACHE_NAME, bytes) },
  );
  return {
    of: (path, text) => {
      const language = languageOf(path, text.slice(0, 300));
      const measure = measurer?.measure(text, language) ?? { functions: [], gaps: ["no parser"] };
      return cache.of(text, language, () => summarise(text, measure));
    },
    save: () => cache.save(),
  };
}
