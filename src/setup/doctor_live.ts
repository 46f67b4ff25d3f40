import clients from "../../config/live-clients.json" with { type: "json" };
import { LONGEST_RUN_MS } from "../platform/children.ts";
import { answerModel, asksModel } from "../clients/live/model.ts";
import { runChild } from "../platform/client_process.ts";
import { makeScratch, removeScratch, startLoopback, writeScratch } from "../platform/loopback.ts";
import type { Check, Wiring } from "./wiring.ts";
import { onPath } from "./hook_targets.ts";
import type { CommandIo } from "../platform/command_io.ts";

/** Runs the real clients, as they are set up, against a model on loopback, and looks for our block in what it is sent. */

/** A name nothing else has, so that finding it proves that our hook read the file. */
const MARKER = "rotate_doctor_marker";
const PROMPT = `Where is \`${MARKER}\` defined in marker.py?`;
/** The end of our block, in the frame of any client. */
const CLOSE = /[<[]\/auto-tools-context[>\]]/;

/** A client that can be run against a model on loopback: its own settings, another model. */
interface LiveClient {
  readonly title: string;
  /** Name on PATH. */
  readonly program: string;
  /** Option of `install`. */
  readonly install: string;
  /** True if it has a hook of its own, without which it is not run; default false. */
  readonly hasWiring?: boolean;
  /** True if the prompt is on standard input; default: in the arguments. */
  readonly stdin?: boolean;
  /** With `{url}` of the model and `{prompt}`, as the values of `env` and `files`. */
  readonly args: readonly string[];
  /** Values that are no texts are passed as JSON. */
  readonly env: Readonly<Record<string, unknown>>;
  /** Texts of files in the folder of the run, by relative path. */
  readonly files?: Readonly<Record<string, string>>;
}

function forModel(client: LiveClient, url: string, prompt: string): LiveClient {
  const quoted = (text: string) => (): string => JSON.stringify(text).slice(1, -1);
  return JSON.parse(
    JSON.stringify(client).replaceAll("{url}", quoted(url)).replaceAll("{prompt}", quoted(prompt)),
  );
}

/**
 * One check per installed client; of those with a prompt hook of their own only if it is wired. The clients' own model,
 * keys and network are not used. Only a proof is ok.
 */
export async function liveChecks(wirings: readonly Wiring[], io: CommandIo): Promise<Check[]> {
  const checks: Check[] = [];
  for (const live of clients as unknown as readonly LiveClient[]) {
    const wiring = wirings.find(({ client }) => client === live.title);
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
    const texts = Object.entries(env).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]);
    const { code } = await runChild(program, args, {
      input: stdin ? PROMPT : "",
      collect: true,
      cwd: folder,
      // Some clients use it instead of the working directory.
      env: { ...Object.fromEntries(texts), PWD: folder },
      // A first start may fetch packages, or wait for a network that is not there.
      timeout: LONGEST_RUN_MS,
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
