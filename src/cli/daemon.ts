import { noteInternalError } from "../timeline/journal.ts";
import type { ExitCode } from "../model/errors.ts";
import { existingCacheFolder } from "../platform/cache_folder.ts";
import { dropRights } from "../platform/permissions.ts";
import { SandboxPool } from "../platform/sandbox_pool.ts";
import {
  callDaemon,
  daemonAddress,
  daemonKey,
  doorAddress,
  prepareDoor,
  preparePlace,
  thinOutPlaces,
} from "../platform/daemon_place.ts";
import { env } from "../platform/environment.ts";
import { serveSocket } from "../platform/http_socket.ts";
import { environmentText } from "../settings/environment.ts";
import { answerAtDoor } from "../clients/claude_code/door.ts";
import { isInWorkspace } from "../engine/daemon/ask.ts";
import { engineOf } from "../engine/daemon/door.ts";
import type { DaemonService } from "../engine/daemon/request.ts";
import { AnsweringThread } from "../engine/daemon/answering_thread.ts";
import { rehearse } from "../engine/daemon/rehearsal.ts";
import { serve } from "../engine/daemon/serve.ts";
import { TreeLooks } from "../engine/daemon/tree_looks.ts";
import { TreeWatch } from "../platform/tree_watch.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { chooseProvider } from "../engine/choose_provider.ts";
import type { Settings } from "../model/settings.ts";
import { realFolder } from "../platform/host_files.ts";
import { nearestProject } from "../platform/project_folder.ts";
import { loadSettings, mayBeOn } from "../engine/load_settings.ts";
import { repositoryFor } from "../engine/repository_for.ts";

/** Most daemons of one user at a time, for one repository each. */
const MOST_PLACES = 3;
/** Delay before the start, so that it does not slow down the prompt that started it. Milliseconds. */
const HEAD_START_MS = 1000;

/**
 * `auto-tools daemon [PATH]`: keeps the index of a repository open and the engine's code warm for the next prompts, until
 * no prompt came for a while. Started by a prompt that found none. Prints nothing; whatever happens, prompts are
 * answered without it.
 */
export async function run([path, folder]: readonly string[], io: CommandIo): Promise<ExitCode> {
  if (path === "--door") return await showDoor(folder ?? io.cwd, io);
  try {
    if (io.env("CI_AUTO_TOOLS") !== "off") await serveDaemon(path ?? io.cwd);
  } catch (error) {
    // This is not waited for.
    await noteInternalError("daemon", error, path ?? io.cwd);
  }
  return 0;
}

/**
 * `auto-tools daemon --door [PATH]`: one JSON object for a client that can connect: the socket of the daemon that may be asked
 * in place of a hook, with the secret and the environment it has to be shown. Absent: there is none, or a hook has to
 * ask a model. `isOn`: prompts that are not about code are answered too.
 */
async function showDoor(folder: string, io: CommandIo): Promise<ExitCode> {
  const { settings } = await loadSettings(folder);
  const address = (await chooseProvider(settings)).service ? undefined : await addressFor(folder, settings);
  const key = address && await isTaken(address) ? daemonKey(address) : undefined;
  const door = key && { address: doorAddress(address!), key, environment: environmentText(env) };
  io.out(JSON.stringify({ isOn: mayBeOn(folder), ...(door && { door }) }) + "\n");
  return 0;
}

async function addressFor(folder: string, settings: Settings): Promise<string | undefined> {
  const root = settings.repo_root.value ?? nearestProject(folder);
  const real = root === undefined ? undefined : realFolder(root);
  return real === undefined || await isInWorkspace(real, settings) ? undefined : daemonAddress(real);
}

async function serveDaemon(folder: string): Promise<void> {
  const { settings } = await loadSettings(folder);
  const idleMs = settings["daemon.idle_s"].value * 1000;
  const repository = idleMs > 0 ? await repositoryFor(folder, settings) : undefined;
  if (repository?.root === undefined || !repository.facts.isGit) return;
  const { root, facts } = repository;
  const cache = existingCacheFolder(repository.main);
  const address = daemonAddress(root);
  if (cache === undefined || address === undefined || await isTaken(address)) return;
  await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
  const place = preparePlace(address);
  if (!place) return;
  const watch = TreeWatch.open(root, cache);
  dropRights("daemon");
  const pool = new SandboxPool(Infinity);
  const answering = new AnsweringThread();
  const looks = watch && new TreeLooks(root, watch);
  const service = { root, cache, pool, answering, looks, key: place.key };
  await rehearse(service, { settings, facts });
  if (await isTaken(address)) place.leave();
  else {
    place.take();
    const close = openDoor(address, service);
    thinOutPlaces(address, MOST_PLACES);
    await serve(place, service, idleMs);
    close();
  }
  pool.clear();
  answering.close();
}

/** Takes hooks' payloads beside the socket: clients that can connect need not start a program. */
function openDoor(address: string, { root, cache, key }: DaemonService): () => void {
  const door = { root, key, environment: environmentText(env), engine: engineOf({ root, cache }) };
  return serveSocket(prepareDoor(address), (request) => answerAtDoor(door, request));
}

async function isTaken(address: string): Promise<boolean> {
  const connection = await callDaemon(address);
  connection?.close();
  return connection !== undefined;
}
