import { type Paint, painter } from "../clients/terminal/text.ts";
import type { Check, Wiring } from "./wiring.ts";
import { choiceText } from "../clients/terminal/semantic.ts";
import type { ExitCode } from "../model/errors.ts";
import { chooseReranker } from "../semantic/choice/choose_reranker.ts";
import { env, isExecutable, realPath } from "../platform/host_files.ts";
import { runGit } from "../platform/git.ts";
import { cacheFolder, existingState } from "../platform/state_files.ts";
import { areModulesTaken } from "../platform/cached_module.ts";
import { isCodeTaken } from "../platform/packed_script.ts";
import { daemonAddress, isTaken } from "../platform/daemon_place.ts";
import { packedFiles } from "../platform/assets.ts";
import { IS_BUNDLED, VERSION } from "../platform/program.ts";
import { sendable } from "../safety/outgoing.ts";
import { type CommandIo, noPositionals, readArguments } from "../platform/command_io.ts";
import { checkIndex } from "./check_index.ts";
import { claudeProgram, wirings } from "./client_checks.ts";
import { TIMELINE } from "../timeline/journal.ts";
import type { Settings } from "../model/settings.ts";
import { type Layout, layoutFor, parseInstallOptions } from "./install_layout.ts";
import { readStats } from "../timeline/stats.ts";
import { loadSettings } from "../engine/load_settings.ts";
import { repositoryFor } from "../engine/repository_for.ts";
import { openSemantic } from "../engine/semantic.ts";
import { LEAST_FILES } from "../engine/symbols_file.ts";
import { attempt } from "../model/attempt.ts";
import { asObject, parseObject } from "../model/json.ts";
import { SELF } from "../platform/detached.ts";
import { runChild } from "../platform/client_process.ts";
import { sameContent } from "../platform/user_files.ts";

/** A model that has to be loaded first takes its time. Milliseconds. */
const PROBE_MS = 15_000;

/** Requirements of the runtime before any code of the program runs, and so before it could report a lack. */
const START: Check = {
  name: "environment",
  ok: true,
  found: "starts here; a client has to set PATH too, and no limit on virtual memory below 100 GB (ulimit -v)",
};

/** Failures are reported for so long after the last one. */
const ERROR_DAYS = 7;

/**
 * `auto-tools doctor`: reports the installation and proves that the hook answers; with `--live` also that the facts
 * reach the model of each installed client. Exit code 40 when a check fails.
 */
export async function run(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { values } = readArguments(args, { flags: ["live"], ...noPositionals("doctor") });
  const layout = layoutFor(parseInstallOptions([]), io);
  const { settings, problems } = await loadSettings(io.cwd);
  const repository = await repositoryFor(io.cwd, settings);
  const { root } = repository;
  const clients = await wirings(layout, io);
  const checks = [
    { name: "version", ok: true, found: `${VERSION} at ${io.execPath}` },
    checkCode(),
    checkBinary(layout.binary, io),
    START,
    await checkGit(io),
    ...await checkRepository(repository),
    checkConfig(problems),
    await checkDaemon(settings),
    ...await checkCkb(settings, root),
    await checkSemantic(settings),
    ...checkReranker(settings),
    ...await checkTeamIndex(settings, root),
    await checkHook(layout, io),
    ...clientChecks(clients),
    ...timelineChecks(root),
    ...values["live"] === true ? await (await import("./doctor_live.ts")).liveChecks(clients, io) : [],
  ];
  for (const check of checks) io.out(line(check, painter(io)));
  return checks.every((check) => check.ok) ? 0 : 40;
}

/** A client that is not wired is no fault, unless none is. */
function clientChecks(all: readonly Wiring[]): Check[] {
  const none = all.every(({ state }) => state !== "wired");
  return all.map(({ client, state, found, fix }, at) => ({
    name: client,
    ok: state === "wired" || (state === "absent" && !(none && at === 0)),
    found: state === "absent" ? `${found} (to have it: ${fix})` : found,
    fix,
  }));
}

/** Reports the last delivery to a client and internal failures from this repository's timeline. */
function timelineChecks(root: string | undefined): Check[] {
  const timeline = root === undefined ? "" : existingState(root)?.read(TIMELINE) ?? "";
  const last = timeline.split("\n").findLast((line) => line.includes('"event":"context:injected"'));
  const found = last === undefined
    ? "none in this repository yet"
    : attempt(() => deliveryOf(last)) ?? "unreadable";
  const oldest = new Date(Date.now() - ERROR_DAYS * 86_400_000).toISOString().slice(0, 10);
  const recent = readStats(timeline).errors.filter((error) => error.last >= oldest);
  const errors = recent.map(({ module, kind, count, last }) => `${count} ${kind} in ${module}, last ${last}`);
  return [
    { name: "last delivery", ok: true, found },
    {
      name: "failures inside",
      ok: recent.length === 0,
      found: errors.join("; ") || `none in this repository for ${ERROR_DAYS} days`,
      fix:
        "set CI_AUTO_TOOLS_DEBUG=1 for the client: the hook then says on standard error what fails; report that",
    },
  ];
}

function deliveryOf(line: string): string {
  const { at, client, characters, milliseconds } = JSON.parse(line);
  return `${at} to ${client}: ${characters} characters in ${milliseconds} ms`;
}

function line({ name, ok, word = ok ? "ok" : "FAIL", found, fix }: Check, paint: Paint): string {
  return `${paint(word.padEnd(4), ok ? "good" : "bad")} ${name.padEnd(20)} ${found}${
    ok || !fix ? "" : `\n     ${"".padEnd(20)} fix: ${fix}`
  }\n`;
}

/** Without the engine's code every prompt takes some 20 ms longer, which is no fault. */
function checkCode(): Check {
  const isTaken = isCodeTaken(packedFiles(), "worker") && areModulesTaken();
  const ok = isTaken !== undefined || !IS_BUNDLED;
  const found = isTaken ? "made when the program was built" : ok ? "made anew at every start" : "damaged";
  return { name: "engine's code", ok, found, fix: "install the program anew" };
}

function checkBinary(hookFile: string, io: CommandIo): Check {
  const installed = realPath(hookFile);
  const ok = installed !== undefined;
  const found = ok
    ? `${hookFile}${installed === io.execPath ? "" : " (not this binary)"}`
    : `missing: ${hookFile}`;
  const fix = "auto-tools install; in a clone of its sources ./install.sh";
  return { name: "installed binary", ok, found, fix };
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

async function checkRepository(repository: Awaited<ReturnType<typeof repositoryFor>>): Promise<Check[]> {
  if (repository.root === undefined) {
    const found = repository.limits.join("; ");
    return [{ name: "root", ok: false, found, fix: "start in a project folder" }];
  }
  const { root, main, facts } = repository;
  const cache = cacheFolder(main) ?? "none: neither the root nor your cache folder can be written";
  return [
    { name: "root", ok: true, found: `${root} (${facts.rootSource}${facts.head ? `, ${facts.head}` : ""})` },
    { name: "cache", ok: true, found: cache },
    ...await checkIndex(main),
  ];
}

function checkConfig(problems: readonly string[]): Check {
  const found = problems.length === 0 ? "no problems" : problems.join("; ");
  return { name: "settings", ok: problems.length === 0, found, fix: "correct the lines named above" };
}

/** Reports a running daemon; none is no fault. */
async function checkDaemon(settings: Settings): Promise<Check> {
  const address = daemonAddress();
  const isThere = address !== undefined && await isTaken(address);
  const seconds = settings["daemon.idle_s"].value;
  const found = isThere
    ? `a daemon runs${seconds === 0 ? ", but this repository is answered without: daemon.idle_s is 0" : ""}`
    : seconds === 0
    ? "none is started: daemon.idle_s is 0"
    : address === undefined
    ? "none can be: no folder for its socket with a short enough name"
    : `none yet; a prompt in a repository of ${LEAST_FILES} files or more starts one`;
  return { name: "daemon", ok: true, found };
}

/** Asks the server that the user's own file names, if it names one. */
async function checkCkb(settings: Settings, root: string | undefined): Promise<Check[]> {
  const server = settings["ckb.server"].value;
  if (server === undefined || root === undefined) return [];
  const { startCkb } = await import("../engine/start_ckb.ts");
  const { openCkb } = await import("../engine/sandbox/ckb_port.ts");
  const link = startCkb(settings, root);
  const started = performance.now();
  const ask = openCkb(link.line()).ask(Infinity);
  const failure = await ask("getHotspots", { limit: 1 }).then(() => undefined, (error) => error.message);
  link.end();
  const ok = failure === undefined;
  const found = ok
    ? `${server} answered in ${Math.round(performance.now() - started)} ms`
    : `${server}: ${failure}`;
  return [{ name: "ckb", ok, found, fix: "correct ckb.* in your own settings file, or remove it" }];
}

/** The embedding provider; if there is one, it is asked for the vector of a few words. None is no fault. */
async function checkSemantic(settings: Settings): Promise<Check> {
  const name = "semantic search";
  const { choice, embedder, engine, close } = await openSemantic(settings);
  const found = choiceText(choice);
  if (!embedder) {
    const isAsked = settings["embedding.provider"].source !== "default" || choice.provider !== "none";
    return { name, ok: !(isAsked && choice.failure), found, fix: "set what is named above" };
  }
  const started = performance.now();
  const signal = AbortSignal.timeout(PROBE_MS);
  const outcome = await embedder.embed([sendable("where is the store opened", 100)], {
    kind: "query",
    signal,
  });
  // Only after the model, so that the engine has what is left of the time.
  const kept = outcome.ok ? await engine?.nearest(outcome.vectors[0]!, { most: 1, signal }) : undefined;
  close();
  const took = `${Math.round(performance.now() - started)} ms`;
  if (kept && !kept.ok) {
    const fix = "check vectors.url, PGPASSWORD and the server";
    return { name, ok: false, found: `${found}; ${kept.reason}: ${kept.detail}`, fix };
  }
  if (outcome.ok) {
    return { name, ok: true, found: `${found}; answers, ${outcome.dimension} dimensions, ${took}` };
  }
  const fix = choice.provider === "ollama"
    ? `start Ollama and run: ollama pull ${choice.model}`
    : "check the address, the key and the model";
  return { name, ok: false, found: `${found}; ${outcome.reason}: ${outcome.detail}`, fix };
}

/** Only where a server is named: whether it answers, and what it would give. */
async function checkTeamIndex(settings: Settings, root: string | undefined): Promise<Check[]> {
  if (settings["index.remote"].value === undefined || root === undefined) return [];
  const { openTeamIndex } = await import("../engine/team_index.ts");
  const team = await openTeamIndex(settings, root, { publishes: false });
  const offer = typeof team === "object" ? await team.offer() : team ?? "no server is named";
  if (typeof team === "object") team.close();
  const fix = "correct index.remote in your own settings, or have CI run: auto-tools index --publish";
  const found = typeof offer === "string"
    ? offer
    : `has tree ${offer.tree.slice(0, 12)}: ${offer.parts} parts, ${(offer.bytes / 1e6).toFixed(1)} MB`;
  return [{ name: "team index", ok: typeof offer !== "string", found, fix }];
}

/** Only where it is switched on. It is not asked: that would cost. */
function checkReranker(settings: Settings): Check[] {
  if (!settings["reranker.enabled"].value) return [];
  const { choice } = chooseReranker(settings, env);
  const ok = choice.failure === undefined;
  return [{ name: "reranker", ok, found: choiceText(choice), fix: "set what is named above" }];
}

const NAME = "hook run";

/** Runs the program that Claude Code's settings name as Claude Code does. The run leaves no trace in the statistics. */
export async function checkHook(layout: Layout, io: CommandIo): Promise<Check> {
  const program = claudeProgram(layout);
  const real = realPath(program);
  if (real === undefined) return failed(`missing: ${program}`, "auto-tools install");
  if (!isExecutable(real)) return failed(`not executable: ${program}`, `chmod +x ${real}`);
  // The runtime starts no program by its path but this one, which is the same where the bytes are.
  if (!await sameContent(real, io.execPath)) {
    return failed(
      `not started, because it is another build than ${io.execPath}: ${program}`,
      `${program} doctor`,
    );
  }
  try {
    return await runHook(program, io);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error), "correct what is named above");
  }
}

async function runHook(program: string, io: CommandIo): Promise<Check> {
  const input = JSON.stringify({
    hook_event_name: "UserPromptSubmit",
    cwd: io.cwd,
    prompt: "Where is the main function defined in this repository?",
  });
  const started = performance.now();
  const { code, stdout } = await runChild(SELF, ["hook"], {
    input,
    collect: true,
    cwd: io.cwd,
    env: { CI_AUTO_TOOLS_RECORD: "0" },
  });
  const took = `${Math.round(performance.now() - started)} ms`;
  const context = asObject(parseObject(stdout)?.["hookSpecificOutput"])?.["additionalContext"];
  const size = typeof context === "string" ? `${context.length} characters` : "nothing to inject";
  const found = `${program}: exit ${code}, ${size}, ${took}`;
  return code === 0 ? { name: NAME, ok: true, found } : failed(found, "reinstall with ./install.sh");
}

function failed(found: string, fix: string): Check {
  return { name: NAME, ok: false, found, fix };
}
