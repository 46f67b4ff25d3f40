import type { ExitCode } from "../model/errors.ts";
import { env } from "../platform/environment.ts";
import { runChild } from "../platform/child.ts";
import { runGit } from "../platform/git.ts";
import { canWrite, readSmallFile, realPath } from "../platform/host_files.ts";
import { findRepository } from "../platform/repository.ts";
import { VERSION } from "../program.ts";
import type { CommandIo } from "./io.ts";
import { loadSettings } from "./load_settings.ts";

/** One line of the diagnosis. */
interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** What to do when it is not ok. */
  readonly fix?: string;
}

/** `auto-tools doctor`: says what is installed and proves that the hook answers. Exit code 40 when a check fails. */
export async function run(_args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const hookFile = `${env("CLAUDE_CONFIG_DIR") ?? `${io.home}/.claude`}/hooks/auto-tools`;
  const checks = [
    { name: "version", ok: true, found: `${VERSION} at ${io.execPath}` },
    checkBinary(hookFile, io),
    checkSettings(hookFile),
    await checkGit(io),
    ...await checkRepository(io),
    await checkConfig(io),
    await checkHook(hookFile, io),
  ];
  for (const check of checks) io.out(line(check));
  return checks.every((check) => check.ok) ? 0 : 40;
}

function line({ name, ok, found, fix }: Check): string {
  return `${ok ? "ok  " : "FAIL"} ${name.padEnd(16)} ${found}${
    ok || !fix ? "" : `\n     ${"".padEnd(16)} fix: ${fix}`
  }\n`;
}

function checkBinary(hookFile: string, io: CommandIo): Check {
  const installed = realPath(hookFile);
  const same = installed !== undefined && installed === io.execPath;
  const found = installed === undefined
    ? `missing: ${hookFile}`
    : same
    ? hookFile
    : `${hookFile} (not this binary)`;
  return { name: "installed binary", ok: installed !== undefined, found, fix: "run ./install.sh" };
}

function checkSettings(hookFile: string): Check {
  const path = hookFile.replace(/\/hooks\/auto-tools$/, "/settings.json");
  const text = readSmallFile(path, 4 * 1024 * 1024);
  const fix = "run ./install.sh, or mend the file and run it again";
  if (text === undefined) return { name: "hook entry", ok: false, found: `missing: ${path}`, fix };
  try {
    const hooks = JSON.parse(text)?.hooks?.UserPromptSubmit;
    const wired = JSON.stringify(hooks ?? null).includes(JSON.stringify(hookFile).slice(1, -1));
    return {
      name: "hook entry",
      ok: wired,
      found: `${wired ? "UserPromptSubmit in" : "none in"} ${path}`,
      fix,
    };
  } catch {
    return { name: "hook entry", ok: false, found: `not valid JSON: ${path}`, fix };
  }
}

async function checkGit(io: CommandIo): Promise<Check> {
  const answer = await runGit(io.cwd, ["--version"]);
  const found = answer.ok ? new TextDecoder().decode(answer.stdout).trim() : `not usable: ${answer.stderr}`;
  const preload = env("LD_PRELOAD") ?? env("LD_LIBRARY_PATH");
  const fix = preload
    ? "unset LD_PRELOAD and LD_LIBRARY_PATH for the client"
    : "install git; without it the folders are walked";
  return { name: "git", ok: answer.ok, found, fix };
}

async function checkRepository(io: CommandIo): Promise<Check[]> {
  const repository = await findRepository(io.cwd, undefined);
  if (repository.root === undefined) {
    return [{
      name: "root",
      ok: false,
      found: repository.limits.join("; "),
      fix: "start in a project folder",
    }];
  }
  const { root, facts } = repository;
  const cache = `${root}/.devbooks/cache/auto-tools`;
  const writable = canWrite(cache);
  return [
    { name: "root", ok: true, found: `${root} (${facts.rootSource}${facts.head ? `, ${facts.head}` : ""})` },
    {
      name: "cache",
      ok: true,
      found: writable ? `${cache} is writable` : `${cache} is read-only; the user's cache folder is used`,
    },
  ];
}

async function checkConfig(io: CommandIo): Promise<Check> {
  const { problems } = await loadSettings(io.cwd);
  const found = problems.length === 0 ? "no problems" : problems.join("; ");
  return { name: "settings", ok: problems.length === 0, found, fix: "correct the lines named above" };
}

/** Runs the installed hook as the client does. Only names on PATH may be started, so it goes by its own name. */
async function checkHook(hookFile: string, io: CommandIo): Promise<Check> {
  const name = "hook run";
  const payload = JSON.stringify({
    hook_event_name: "UserPromptSubmit",
    cwd: io.cwd,
    session_id: "doctor",
    prompt: "Where is the main function defined in this repository?",
  });
  const started = performance.now();
  try {
    const { code, stdout } = await runChild("auto-tools", ["hook"], {
      input: payload,
      collect: true,
      cwd: io.cwd,
    });
    const took = `${Math.round(performance.now() - started)} ms`;
    const context = stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? "";
    const said = context === "" ? "nothing to inject" : `${context.length} characters`;
    return {
      name,
      ok: code === 0,
      found: `exit ${code}, ${said}, ${took}`,
      fix: "reinstall with ./install.sh",
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      name,
      ok: false,
      found: why,
      fix: `put the folder of auto-tools on PATH (it is a link to ${hookFile})`,
    };
  }
}
