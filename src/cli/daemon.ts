import { noteInternalError } from "../timeline/journal.ts";
import type { ExitCode } from "../model/errors.ts";
import { existingCacheFolder } from "../platform/cache_folder.ts";
import { dropRights } from "../platform/permissions.ts";
import { callDaemon, daemonAddress, preparePlace, thinOutPlaces } from "../platform/daemon_place.ts";
import { AnsweringThread } from "../engine/daemon/answering_thread.ts";
import { KeptSandbox } from "../engine/daemon/kept_sandbox.ts";
import { rehearse } from "../engine/daemon/rehearsal.ts";
import { serve } from "../engine/daemon/serve.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { loadSettings } from "../engine/load_settings.ts";
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
export async function run([path]: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    if (io.env("CI_AUTO_TOOLS") !== "off") await serveDaemon(path ?? io.cwd);
  } catch (error) {
    // This is not waited for.
    await noteInternalError("daemon", error, path ?? io.cwd);
  }
  return 0;
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
  dropRights("daemon");
  const sandbox = new KeptSandbox(root, cache);
  const answering = new AnsweringThread();
  const ground = { root, cache, sandbox, answering, key: place.key };
  await rehearse(ground, { settings, facts });
  if (await isTaken(address)) place.leave();
  else {
    place.take();
    thinOutPlaces(address, MOST_PLACES);
    await serve(place, ground, idleMs);
  }
  sandbox.end();
  answering.close();
}

async function isTaken(address: string): Promise<boolean> {
  const connection = await callDaemon(address);
  connection?.close();
  return connection !== undefined;
}
