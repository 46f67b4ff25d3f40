import { chainPage } from "../../src/clients/page/chain_page.ts";
import { graphPage, impactPage } from "../../src/clients/page/reached_page.ts";
import { hotspotsPage } from "../../src/clients/page/hotspots_page.ts";
import { type Page, pageHtml } from "../../src/clients/page/page.ts";
import { statsPage } from "../../src/clients/page/stats_page.ts";
import { readPageFile } from "../../src/platform/page_files.ts";
import type { ChainData } from "../../src/tools/ci_call_chain.ts";
import { readStats } from "../../src/timeline/stats.ts";

/** One page of each kind, about a repository whose names are as hostile as names can be. */

/** Stands in names of files, symbols and people. */
export const HOSTILE = `"'><img src=x onerror=alert(1)></script><script>alert(2)</script>&amp;\`\${7}{root}`;

const PATH = `src/${HOSTILE}/a b#?%.ts`;
const ROOT = "/home/o'neil/<repo>";

function call(symbol: string, line: number, children: readonly ChainData[] = []): ChainData {
  return { path: PATH, symbol, start_line: line, end_line: line + 5, line, confidence: 0.8, children };
}

const CENTER = { path: "src/app.ts", symbol: "center", start_line: 1, end_line: 9, confidence: 1 };

const CHAIN: Page = chainPage({
  schema_version: "1.0",
  symbol: `src/app.ts:${HOSTILE}`,
  direction: "both",
  depth: 2,
  cycle_detected: false,
  callers: { ...CENTER, children: [call(HOSTILE, 3, [call("outer", 4)]), call("second", 5)], more: 12 },
  callees: { ...CENTER, children: [call("callee", 6, [call("deep", 7), call("deeper", 8)])] },
  candidates: [],
}, [HOSTILE]);

const dependant = (symbol: string, through: string, impact: number) => ({
  path: PATH,
  symbol,
  start_line: 1,
  end_line: 2,
  impact,
  distance: 1,
  through,
  line: 7,
  is_test: symbol === "test",
  is_public: false,
});

const IMPACT: Page = impactPage({
  target: HOSTILE,
  depth: 3,
  decay: 0.8,
  threshold: 0.1,
  dependants: [
    dependant("user", "src/app.ts:target", 0.8),
    dependant("test", `${PATH}:user`, 0.64),
    dependant("itself", `${PATH}:itself`, 0.5),
    dependant("one", `${PATH}:other`, 0.4),
    dependant("other", `${PATH}:one`, 0.4),
  ],
  tests: [HOSTILE],
  public_api: [],
  owners: [],
}, []);

const candidate = (symbol: string, via?: string) => ({
  file_path: PATH,
  symbol,
  line_start: 3,
  line_end: 9,
  relevance_score: 0.5,
  reason: HOSTILE,
  tokens: 70,
  ...(via !== undefined && { via }),
});

const GRAPH: Page = graphPage(HOSTILE, {
  schema_version: "1.0",
  source: "keyword+graph",
  token_count: 100,
  candidates: [
    candidate("anchor"),
    candidate("callee", `${PATH}:anchor`),
    candidate("left", `${PATH}:right`),
    candidate("right", `${PATH}:left`),
  ],
}, []);

const hotspot = (path: string, lines: number, commits: number) => ({
  path,
  score: 0.5,
  commits,
  authors: 2,
  lines_added: 1,
  lines_deleted: null,
  lines,
  complexity: 9,
  is_complexity_guessed: false,
  last_changed: "2026-01-01",
  coupled: [{ path: HOSTILE, support: 3, confidence: 0.5 }],
});

const HOTSPOTS: Page = hotspotsPage({
  days: 30,
  since: "2026-01-01",
  until: "2026-01-31",
  commits: 9,
  hotspots: [hotspot(PATH, 400, 9), hotspot("src/b.ts", 200, 3), hotspot("src/c.ts", 100, 1)],
}, [HOSTILE]);

const STATS: Page = statsPage(readStats(
  ["2026-01-01", "2026-01-01", "2026-01-02"].map((day, at) =>
    JSON.stringify({
      at: `${day}T10:00:00Z`,
      event: at === 1 ? "context:empty" : "context:injected",
      reason: "nothing found",
      milliseconds: 40,
      tools: [{ tool: HOSTILE, status: "ok", ms: 7, places: 2 }],
    })
  ).join("\n"),
));

/** Each page by its name. */
export const PAGES: ReadonlyMap<string, Page> = new Map([
  ["chain", CHAIN],
  ["impact", IMPACT],
  ["graph", GRAPH],
  ["hotspots", HOTSPOTS],
  ["stats", STATS],
]);

/** The file's text. */
export function htmlOf(page: Page, link: string | undefined = "vscode://file{root}/{path}:{line}"): string {
  return pageHtml(page, { ...files(), root: ROOT, link });
}

/** Style and script of every page. */
export function files() {
  return { css: readPageFile("page.css"), js: readPageFile("page.js") };
}
