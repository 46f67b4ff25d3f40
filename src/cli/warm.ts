import { noteInternalError } from "../timeline/journal.ts";
import { cwdOf, readPayload } from "../clients/hook_client.ts";
import type { ExitCode } from "../model/errors.ts";
import { existingCacheFolder } from "../platform/state_files.ts";
import { outliveCaller, runBeside, yieldToOthers } from "../platform/detached.ts";
import { absolutePath } from "../platform/host_files.ts";
import { build } from "./index.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { loadSettings } from "../engine/load_settings.ts";
import { repositoryFor } from "../engine/repository_for.ts";
import { listedBy } from "../engine/repository_view.ts";
import { startDaemon } from "../engine/daemon/start.ts";

/** Delay before the build, so that it does not slow down the prompt that started it. Milliseconds. */
const HEAD_START_MS = 3000;
/** Second argument of a process that only takes over the team's index. */
const FETCH = "fetch";

/**
 * `auto-tools warm`: the client's SessionStart hook that it does not wait for; `auto-tools warm PATH`: what a prompt starts
 * beside itself where vectors are to be built. Whatever happens, nothing is printed: a hook that complains disturbs the
 * user.
 */
export async function run([path, work]: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    outliveCaller();
    if (io.env("CI_AUTO_TOOLS") === "off") return 0;
    const folder = path === undefined ? await folderOf(io) : absolutePath(path, io.cwd);
    if (folder === undefined) return 0;
    const isFetched = (await loadSettings(folder)).settings["index.remote"].value !== undefined;
    if (isFetched && work === FETCH) return await fetchOnly(folder);
    // A prompt may wait for what is fetched, so that is not done at a low priority.
    const isThere = isFetched && await runBeside(["warm", folder, FETCH]);
    // A prompt that waits in vain is not helped by waiting here.
    const hasTime = isThere || !isFetched;
    if (path !== undefined && hasTime) await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
    // A session that starts will ask soon; a prompt that started this saw to that itself.
    if (path === undefined) await startDaemonBeside(folder);
    // Runs at a low priority: a prompt may be waiting, this is not waited for.
    yieldToOthers();
    await build(folder, { meaning: "spare" });
  } catch (error) {
    // The next prompt is answered without an index.
    await noteInternalError("index", error, absolutePath(path ?? "", io.cwd));
  }
  return 0;
}

/** Takes the team's index over and brings it up to date, if it can be had; the rest is for the process that started this. */
async function fetchOnly(folder: string): Promise<ExitCode> {
  const { built } = await build(folder, { meaning: "none", onlyFetches: true });
  return built.files > 0 ? 0 : 40;
}

/** Starts a daemon if the index is whole; else the first prompt does. */
async function startDaemonBeside(folder: string): Promise<void> {
  const { settings } = await loadSettings(folder);
  const repository = await repositoryFor(folder, settings);
  if (repository.root === undefined) return;
  const cache = existingCacheFolder(repository.main);
  const listed = cache === undefined ? undefined : await listedBy(repository.list()?.answer);
  if (cache && listed) {
    startDaemon(repository.root, { cache, files: listed.stats.count, settings, atOnce: true });
  }
}

async function folderOf(io: CommandIo): Promise<string | undefined> {
  const payload = readPayload(new TextEncoder().encode(await io.payload()));
  return payload && cwdOf(payload, () => io.cwd);
}
