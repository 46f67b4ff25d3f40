import { ComplexityCache } from "../../syntax/complexity/complexity_cache.ts";
import { summarise } from "../../syntax/complexity/file_complexity.ts";
import { languageOf } from "../../syntax/languages.ts";
import type { FileSummaries, SyntaxPort } from "../../ports/tool.ts";
import type { PackedFiles, RepositoryView } from "../../model/sandbox.ts";
import { historyFiles } from "../../platform/history_files.ts";

const CACHE_NAME = "complexity-2.json";

/** Syntax trees for one repository; parser and figures are loaded when a tool asks for them. */
export function openSyntax(view: RepositoryView): SyntaxPort {
  let measurer: ReturnType<SyntaxPort["measurer"]> | undefined;
  let summaries: Promise<FileSummaries> | undefined;
  let parser: ReturnType<SyntaxPort["parser"]> | undefined;
  const port: SyntaxPort = {
    parser: () => parser ??= tryParser(view.assets),
    measurer: () => measurer ??= loadMeasurer(port),
    summaries: () => summaries ??= Promise.resolve(openSummaries(view.cache, port)),
  };
  return port;
}

async function tryParser(assets: PackedFiles): ReturnType<SyntaxPort["parser"]> {
  const { loadParser } = await import("./index_port.ts");
  return await loadParser(assets).catch(() => undefined);
}

async function loadMeasurer(port: SyntaxPort): ReturnType<SyntaxPort["measurer"]> {
  const [{ Measurer }, parser] = await Promise.all([
    import("../../syntax/complexity/measure.ts"),
    port.parser(),
  ]);
  return parser && new Measurer(parser);
}

function openSummaries(folder: string | undefined, port: SyntaxPort): FileSummaries {
  const files = folder === undefined ? undefined : historyFiles(folder);
  const cache = new ComplexityCache(
    files && { read: () => files.read(CACHE_NAME), write: (bytes) => files.write(CACHE_NAME, bytes) },
  );
  return {
    of: (path, repository) =>
      cache.of(`${path}:${repository.version(path) ?? ""}`, async () => {
        const content = repository.read(path);
        if (!content.ok) return undefined;
        const measurer = await port.measurer();
        const language = languageOf(path, content.text);
        const unmeasured = { functions: [], gaps: ["no parser"] };
        return summarise(content.text, measurer?.measure(content.text, language) ?? unmeasured);
      }),
    save: () => cache.save(),
  };
}
