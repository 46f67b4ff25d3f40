import { answerModel, asksModel } from "../clients/live/model.ts";
import { runClient } from "../platform/client_process.ts";
import { makeScratch, removeScratch, startLoopback, writeScratch } from "../platform/loopback.ts";
import type { Check } from "./check.ts";
import { LIVE_CLIENTS, type LiveClient } from "./live_clients.ts";
import type { Wiring } from "./wiring.ts";

/** Runs the real clients, as they are set up, against a model on loopback, and looks for our block in what it is sent. */

/** A name nothing else has, so that finding it proves that our hook read the file. */
const MARKER = "rotate_doctor_marker";
const PROMPT = `Where is \`${MARKER}\` defined in marker.py?`;
const TIMEOUT_MS = 60_000;
/** The end of our block, in the frame of any client. */
const CLOSE = /[<[]\/auto-tools-context[>\]]/;

/**
 * One check per client that is installed; of those with a prompt hook of their own only where it is wired. The clients' own
 * model, keys and network are not used.
 */
export async function liveChecks(clients: readonly Wiring[]): Promise<Check[]> {
  const checks: Check[] = [];
  for (const live of LIVE_CLIENTS) {
    const wiring = clients.find(({ client }) => client === live.wiring);
    if (live.wiring === undefined || wiring?.state === "wired") checks.push(await liveCheck(live));
  }
  return checks;
}

async function liveCheck(client: LiveClient): Promise<Check> {
  const folder = makeScratch();
  const asked: string[] = [];
  const model = startLoopback((path, body) => {
    if (asksModel(path)) asked.push(body);
    return answerModel(path, body);
  });
  try {
    writeScratch(`${folder}/marker.py`, `def ${MARKER}():\n    return 1\n`);
    const { code } = await runClient(client.program, client.args(model.url, PROMPT), {
      input: client.input === "none" ? "" : PROMPT,
      cwd: folder,
      // Some look there, not at the folder they were started in.
      env: { ...client.env(model.url), PWD: folder },
      timeout: TIMEOUT_MS,
    });
    if (asked.length === 0 && client.wiring !== undefined) {
      // Its settings may keep it to a model of its own, which says nothing about the hook.
      return { name: client.name, ok: true, found: `not proved: the model was never asked; exit ${code}` };
    }
    return { name: client.name, ...verdict(asked, code), fix: client.fix };
  } catch (error) {
    const found = `not run: ${error instanceof Error ? error.message : error}`;
    return { name: client.name, ok: true, found };
  } finally {
    await model.close();
    removeScratch(folder);
  }
}

function verdict(asked: readonly string[], code: number): { ok: boolean; found: string } {
  const delivered = asked.filter((body) => CLOSE.test(body)).length;
  if (asked.length === 0) return { ok: false, found: `the model was never asked; exit ${code}` };
  if (delivered === 0) return { ok: false, found: "the prompt reached the model without our facts" };
  const blocks = Math.max(...asked.map((body) => body.split(CLOSE).length - 1));
  if (blocks > 1) return { ok: false, found: `the facts reached the model ${blocks} times` };
  return { ok: true, found: "the facts reached the model, once" };
}
