import { counted } from "./counted.ts";

/** The [Limits] phrases. People and scripts rely on them: a phrase changes only with the major version. */
export const LIMITS = {
  noGitRoot: "no-git-root: not a git work tree; the current folder is the root",
  gitRefused: (why: string): string => `git refused this folder: ${why}`,
  unlisted: "git did not list the files in time: the folders were walked, with what git ignores",
  walkedPart: "without git no more than 50,000 files are looked at: the rest of the folder is left out",
  assumed: "git did not list the files in time: searched as indexed before, without later changes",
  unlooked: (count: number): string =>
    `no time to look at ${count} files: taken as indexed before, without later changes`,
  unbuilt: (read: number, found: number, isCut: boolean): string =>
    read < found || isCut
      ? `all but ${read} of ${
        isCut ? "at least " : "the "
      }${found} files of code with what the prompt names; the index is still to be built`
      : `files other than the ${
        counted(read, "file")
      } of code with what the prompt names; the index is still to be built`,
  rootMissing: (path: string): string =>
    `configured root is no folder: ${path}; using git's top level or the current folder`,
  rootTooBroad: (path: string): string =>
    `root too broad to read: ${path}; start in a project folder or set CI_AUTO_TOOLS_REPO_ROOT`,
  tier2Disabled: "tier-2 disabled by default; set CI_AUTO_TOOLS_TIER_MAX=2 to enable",
  clamped: (name: string, value: number): string => `${name} clamped to ${value}`,
  toolTimeout: (tool: string, milliseconds: number): string => `${tool} timed out after ${milliseconds} ms`,
  filesOnly: "no time to rank definitions: files by their words alone",
  toolFailed: (tool: string, message: string): string => `${tool} failed: ${message}`,
  ckbUnavailable: (why: string): string => `ckb unavailable: ${why}; the built-in engine answered`,
  toolSkipped: (tool: string): string => `${tool} skipped: the time budget was used up`,
  injectionFiltered: (count: number): string => `已过滤潜在注入内容 / potential injection filtered: ${count}`,
  redacted: (kinds: string): string => `secrets redacted: ${kinds}`,
  truncated: (cap: number, unit: string): string => `context cut to ${cap} ${unit}`,
  semanticUnavailable: (reason: string, detail: string): string =>
    `semantic search unavailable: ${reason} (${detail}); keywords and graph answered`,
  semanticBuilding: (done: number, total: number): string =>
    `semantic index is being built: ${done} of ${total}; keywords and graph answered`,
  semanticCost: (dollars: number): string =>
    `semantic index not built unasked: about ${
      dollars.toFixed(2)
    } US dollars; run auto-tools index --semantic`,
  rerankerUnavailable: (reason: string, detail: string): string =>
    `reranker unavailable: ${reason} (${detail}); the order is as found`,
  nothingFound: "nothing useful found; nothing injected",
  planMode: "plan mode: no tool was called",
  misplacedConfig:
    "auto-tools keys in .devbooks/config.yaml are ignored; move them to config/auto-tools.yaml (请迁移到 config/auto-tools.yaml)",
} as const;
