import type { ConfigFile, ResolvedSettings } from "../model/settings.ts";
import { LIMITS } from "../model/limits.ts";
import { configHome, env as ownEnv, readInside, readSmallFile, realPath } from "../platform/host_files.ts";
import { nearestProject } from "../platform/git_folder.ts";
import { resolveSettings } from "../settings/settings.ts";

/** Reads one environment variable; undefined when unset. */
type Env = (name: string) => string | undefined;

const PROJECT_FILE = "config/auto-tools.yaml";
const USER_FILE = "auto-tools/auto-tools.yaml";
const MISPLACED_FILE = ".devbooks/config.yaml";

/**
 * Reads the configuration files that apply to `cwd` and resolves the settings. The YAML reader loads only if needed.
 *
 * @param env the environment of the process that asks; default: this process's
 */
export async function loadSettings(cwd: string, env: Env = ownEnv): Promise<ResolvedSettings> {
  const { files, problems } = configFiles(cwd);
  const reader = files.length > 0 ? (await import("../settings/file.ts")).readConfigFile : undefined;
  const resolved = resolveSettings(env, files, reader);
  return { ...resolved, problems: [...problems, ...resolved.problems] };
}

/**
 * True if the settings for `cwd` may enable an answer to every prompt. Files that do not mention it are not parsed:
 * most prompts are not about code, and loading the YAML reader takes longer than their budget.
 */
export function mayBeOn(cwd: string, env: Env = ownEnv): boolean {
  const mode = env("CI_AUTO_TOOLS");
  if (mode !== undefined && mode !== "auto") return true;
  return configFiles(cwd).files.some(({ text }) => /enabled|CI_AUTO_TOOLS/.test(text));
}

function configFiles(cwd: string): { files: ConfigFile[]; problems: string[] } {
  const files: ConfigFile[] = [];
  const problems: string[] = [];
  const home = configHome();
  const user = home && readSmallFile(`${home}/${USER_FILE}`);
  if (home && user !== undefined) files.push({ source: "user", path: `${home}/${USER_FILE}`, text: user });
  else if (home) problems.push(...unread(`${home}/${USER_FILE}`));
  const root = nearestProject(cwd);
  const project = root === undefined ? undefined : readInside(root, PROJECT_FILE);
  if (project === "outside") problems.push(`config: ignored, it leads outside the root: ${PROJECT_FILE}`);
  else if (project) files.push({ source: "project", path: PROJECT_FILE, ...project });
  else if (root !== undefined) problems.push(...unread(`${root}/${PROJECT_FILE}`, PROJECT_FILE));
  const misplaced = root === undefined ? undefined : readInside(root, MISPLACED_FILE);
  if (typeof misplaced === "object" && MISPLACED.test(misplaced.text)) problems.push(LIMITS.misplacedConfig);
  return { files, problems };
}

/** Returns the problem of a file without text; none if it does not exist. */
function unread(path: string, shown = path): string[] {
  if (realPath(path) === undefined) return [];
  return [`config: cannot read the file, or it is longer than 256 KiB: ${shown}; using defaults`];
}

const MISPLACED = /^(?:auto_tools|tier_max|budget|CI_AUTO_TOOLS\w*)\s*:/m;
