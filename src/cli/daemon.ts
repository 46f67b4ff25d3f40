import { noteInternalError } from "../timeline/journal.ts";
import type { ExitCode } from "../model/errors.ts";
import { dropRights } from "../platform/permissions.ts";
import type { DaemonPlace } from "../platform/daemon_place.ts";
import {
  daemonAddress,
  daemonKey,
  doorAddress,
  isTaken,
  prepareDoor,
  preparePlace,
  removeLost,
} from "../platform/daemon_place.ts";
import { outliveCaller } from "../platform/detached.ts";
import { absolutePath, env } from "../platform/host_files.ts";
import { FILE_SYSTEM, fileSystemHere } from "../platform/file_system.ts";
import { serveSocket } from "../platform/http_socket.ts";
import { environmentText } from "../settings/environment.ts";
import { answerAtDoor } from "../clients/claude_code/door.ts";
import { askToServe } from "../engine/daemon/client.ts";
import { AT_ONCE } from "../engine/daemon/start.ts";
import { DaemonProcess } from "../engine/daemon/serve.ts";
import { ownEngine, WarmEngine } from "../engine/warm/warm_engine.ts";
import { placeToServe, ServedRepository, type Shared } from "../engine/warm/served_repository.ts";
import { Repositories } from "../engine/warm/repositories.ts";
import { TreeWatches } from "../platform/tree_watch.ts";
import type { CommandIo } from "../platform/command_io.ts";
import { chooseProvider } from "../engine/choose_provider.ts";
import { loadSettings, mayBeOn } from "../engine/load_settings.ts";
import { guessFor } from "../engine/local_run.ts";
import { repositoryFor } from "../engine/repository_for.ts";

/** Repositories that are warm at a time, if they do not hold too much memory before. */
const MOST_REPOSITORIES = 8;
/** Delay before the start, so that it does not slow down the prompt that started it. Milliseconds. */
const HEAD_START_MS = 1000;

/**
 * `auto-tools daemon [PATH [now]]`: keeps indexes of the user's repositories open and the engine's code warm for the next prompts,
 * until none came for a while; where one runs already, it is asked to serve this repository too. Started by a prompt that was
 * answered without. Prints nothing; whatever happens, prompts are answered without it.
 */
export async function run([path = "", folder]: readonly string[], io: CommandIo): Promise<ExitCode> {
  if (path === "--door") return await showDoor(folder ?? io.cwd, io);
  if (path === FILE_SYSTEM) {
    // For the daemon itself, which has given up the right to ask for that.
    io.out(`${fileSystemHere(folder ?? io.cwd)}\n`);
    return 0;
  }
  const served = absolutePath(path, io.cwd);
  try {
    outliveCaller();
    if (io.env("CI_AUTO_TOOLS") === "off") return 0;
    await serveDaemon(served, folder === AT_ONCE ? 0 : HEAD_START_MS);
  } catch (error) {
    // This is not waited for.
    await noteInternalError("daemon", error, served);
  }
  return 0;
}

/**
 * `auto-tools daemon --door [PATH]`: one JSON object for a client that can connect: the socket of the daemon that may be asked
 * in place of a hook, with the secret and the environment it has to be shown. Absent: there is none, or a hook has to
 * ask a model. `isOn`: prompts that are not about code are answered too.
 */
async function showDoor(folder: string, io: CommandIo): Promise<ExitCode> {
  const address = await isForDoor(folder) ? daemonAddress() : undefined;
  const key = address && await isTaken(address) ? daemonKey(address) : undefined;
  const door = key && { address: doorAddress(address!), key, environment: environmentText(env) };
  io.out(JSON.stringify({ isOn: mayBeOn(folder), ...(door && { door }) }) + "\n");
  return 0;
}

/** True if the daemon may answer hooks of the folder by itself. */
async function isForDoor(folder: string): Promise<boolean> {
  const { settings } = await loadSettings(folder);
  if (settings["daemon.idle_s"].value === 0 || (await chooseProvider(settings)).service) return false;
  const place = guessFor(folder, settings);
  return place !== undefined && settings.workspace.value.length === 0;
}

async function serveDaemon(folder: string, delayMs: number): Promise<void> {
  const { settings } = await loadSettings(folder);
  const { root } = await repositoryFor(folder, settings);
  const address = daemonAddress();
  if (root === undefined || address === undefined || await askToServe(root)) return;
  if (await placeToServe(root) === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  const place = preparePlace(address);
  if (!place) return;
  const watches = new TreeWatches();
  dropRights("daemon");
  await serveFrom(root, { address, place, watches });
}

/** Serves from a first repository on. */
async function serveFrom(root: string, { address, place, watches }: {
  readonly address: string;
  readonly place: DaemonPlace;
  readonly watches: TreeWatches;
}): Promise<void> {
  const shared: Shared = { watches, onAnswered: (one) => daemon.answered(one) };
  const repositories = new Repositories({
    most: MOST_REPOSITORIES,
    open: async (root) => {
      const found = await placeToServe(root);
      return found && new ServedRepository(found, shared);
    },
  });
  const engine = new WarmEngine(repositories);
  const daemon = new DaemonProcess(place, repositories, engine);
  const first = await repositories.find(root);
  if (!first || await isTaken(address)) place.leave();
  else {
    place.take();
    const close = openDoor(address, place.key, engine);
    await removeLost(address);
    await daemon.run();
    close();
  }
  repositories.close();
}

/** Takes hooks' payloads beside the socket: clients that can connect need not start a program. */
function openDoor(address: string, key: string, engine: WarmEngine): () => void {
  const door = { key, environment: environmentText(env), engine: ownEngine(engine) };
  return serveSocket(prepareDoor(address), (request) => answerAtDoor(door, request));
}
