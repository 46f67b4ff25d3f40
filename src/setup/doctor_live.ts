import { answerModel, asksModel } from "../clients/live/model.ts";
import { runClient } from "../platform/client_process.ts";
import { makeScratch, removeScratch, startLoopback, writeScratch } from "../platform/loopback.ts";
import type { Check } from "./check.ts";
import { forModel, LIVE_CLIENTS, type LiveClient } from "./live_clients.ts";
import { onPath } from "./hook_targets.ts";
import type { Wiring } from "./wiring.ts";
import type { CommandIo } from "../platform/command_io.ts";

/** Runs the real clients, as they are set up, against a model on loopback, and looks for our block in what it is sent. */

/** A name nothing else has, so that finding it proves that our hook read the file. */
const MARKER = "rotate_doctor_marker";
const PROMPT = `Where is \`${MARKER}\` defined in marker.py?`;
/** A first start may fetch packages, or wait for a network that is not there. */
const TIMEOUT_MS = 120_000;
/** The end of our block, in the frame of any client. */
const CLOSE = /[<[]\/auto-tools-context[>\]]/;

/**
 * One check per installed client; of those with a prompt hook of their own only if it is wired. The clients' own model,
 * keys and network are not used. Only a proof is ok.
 */
export async function liveChecks(clients: readonly Wiring[], io: CommandIo): Promise<Check[]> {
  const checks: Check[] = [];
  for (const live of LIVE_CLIENTS) {
    const wiring = clients.find(({ client }) => client === live.title);
    const isWired = !live.hasWiring || wiring?.state === "wired";
    if (isWired && onPath(live.program, io) !== undefined) checks.push(await liveCheck(live));
  }
  return checks;
}

async function liveCheck(live: LiveClient): Promise<Check> {
  const name = `live: ${live.title}`;
  const folder = makeScratch();
  const asked: string[] = [];
  const model = startLoopback((path, body) => {
    if (asksModel(path)) asked.push(body);
    return answerModel(path, body);
  });
  try {
    writeScratch(`${folder}/marker.py`, `def ${MARKER}():\n    return 1\n`);
    const { program, args, env, files = {}, stdin } = forModel(live, model.url, PROMPT);
    for (const [path, text] of Object.entries(files)) writeScratch(`${folder}/${path}`, text);
    const { code } = await runClient(program, args, {
      input: stdin ? PROMPT : "",
      cwd: folder,
      // Some clients use it instead of the working directory.
      env: { ...env, PWD: folder },
      timeout: TIMEOUT_MS,
    });
    return { name, ...verdict(asked, code, live) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { name, ok: false, word: "not proved", found: why, fix: `run ${live.program} by hand` };
  } finally {
    await model.close();
    removeScratch(folder);
  }
}

/** Result of a run, from the requests that reached the model. */
function verdict(
  asked: readonly string[],
  code: number,
  { install, program }: LiveClient,
): Omit<Check, "name"> {
  if (asked.length === 0) {
    const found = `the model was never asked; exit ${code}`;
    return {
      ok: false,
      word: "not proved",
      found,
      fix: `log in to ${program}, or let it take another model`,
    };
  }
  const blocks = Math.max(...asked.map((body) => body.split(CLOSE).length - 1));
  if (blocks === 1) return { ok: true, word: "proved", found: "the facts reached the model, once" };
  const found = blocks === 0
    ? "the prompt reached the model without our facts"
    : `the facts reached the model ${blocks} times`;
  return { ok: false, word: "failed", found, fix: `auto-tools install ${install}, then auto-tools doctor` };
}
