import { within } from "../../model/within.ts";
import { mayAsk, mayBrief } from "../../intent/gate.ts";
import { asObject, type JsonObject, parseObject } from "../../model/json.ts";

/**
 * The plug-in's module, which Claude Code runs in its own process; the build bundles it into one file. A prompt that is not
 * about code costs no process. The others are answered by the daemon over its socket, or by the program as the hook
 * would. Where Claude Code runs no modules the plug-in's hook answers.
 */

/** The client's interface; it wants every use spelled out as `$.noun.event(...)`. */
interface Client {
  readonly session: { id(): Promise<string>; cwd(): Promise<string> };
  readonly env: { set(name: "CI_AUTO_TOOLS_MOD", value: string): Promise<void> };
  readonly process: {
    run(
      argv: readonly string[],
      init: {
        readonly timeoutMs: number;
        readonly cwd?: string;
        readonly env?: Readonly<Record<string, string>>;
        readonly stdin?: string;
      },
    ): Promise<{ readonly stdout: string }>;
  };
  readonly http: {
    fetch(url: string, init: {
      readonly socketPath: string;
      readonly method?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }): Promise<{ readonly status: number; readonly text: string }>;
  };
  readonly ui: { notify(text: string): unknown };
}

/** A prompt on its way to the model. */
interface Prompt {
  readonly text: string;
  readonly origin?: { readonly kind: string };
  readonly context?: readonly string[];
}

/** A subagent that is about to start. */
interface Spawn {
  readonly prompt: string;
}

type Handler<E> = ($: Client, event: E, next: (event: E) => Promise<unknown>) => Promise<unknown>;

/** Registers handlers of events. */
interface Register {
  (event: "session.start", handler: Handler<unknown>): void;
  (event: "prompt.submit", handler: Handler<Prompt>): void;
  (event: "agent.spawn", handler: Handler<Spawn>): void;
}

/** State of a folder's daemon. */
interface Known {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Prompts that are not about code are answered too. */
  readonly isOn: boolean;
  readonly door: JsonObject | undefined;
}

/** `install` writes the program's path here; in the marketplace's plug-in it has to be looked for. */
const PATH = "%AUTO_TOOLS%";
const FIND =
  'for one in "${CLAUDE_CONFIG_DIR:-$HOME/.claude}/hooks/auto-tools" "$HOME/.local/bin/auto-tools"; ' +
  'do [ ! -x "$one" ] || exec "$one" "$@"; done; exec auto-tools "$@"';
const PROGRAM: readonly string[] = PATH.startsWith("/") ? [PATH] : ["sh", "-c", FIND, "auto-tools"];
const LIMIT_MS = 12_000;
/** The settings and the daemon may have changed since. Milliseconds. */
const RENEW_MS = 600_000;
/** Interval between searches for a daemon. Milliseconds. */
const RETRY_MS = 15_000;
/** Prompts of other origins were not typed. */
const TYPED: readonly string[] = ["human", "sdk"];
const MOST_FOLDERS = 20;
const SOCKET = "http://localhost/";

const folders = new Map<string, Known>();
let marked: string | undefined;

function isTyped({ origin }: Prompt): boolean {
  return origin === undefined || TYPED.includes(origin.kind);
}

function isOld(cwd: string): boolean {
  const known = folders.get(cwd);
  return !known || Date.now() - known.at > (known.door ? RENEW_MS : RETRY_MS);
}

function keep(cwd: string, found: JsonObject = {}): void {
  folders.delete(cwd);
  folders.set(cwd, { at: Date.now(), isOn: found["isOn"] === true, door: asObject(found["door"]) });
  const [oldest] = folders.keys();
  if (folders.size > MOST_FOLDERS && oldest !== undefined) folders.delete(oldest);
}

/** From now on the plug-in's hook leaves this session to this module; its id. */
async function mark($: Client): Promise<string> {
  const id = await $.session.id();
  if (id !== marked) await $.env.set("CI_AUTO_TOOLS_MOD", id);
  marked = id;
  return id;
}

/** Asks the program for the daemon that serves a folder. */
async function look($: Client, cwd: string): Promise<void> {
  if (!isOld(cwd)) return;
  keep(cwd);
  const { stdout } = await $.process.run([...PROGRAM, "daemon", "--door", cwd], { timeoutMs: LIMIT_MS });
  keep(cwd, parseObject(stdout));
}

/** The daemon's answer; undefined where it has none. The secret shows whose socket it is before the prompt is sent. */
async function fromDaemon($: Client, door: JsonObject, payload: string): Promise<string | undefined> {
  const { key, environment } = door;
  const socketPath = String(door["address"]);
  const ready = await $.http.fetch(SOCKET, { socketPath });
  if (parseObject(ready.text)?.["key"] !== key) return undefined;
  const { status, text } = await $.http.fetch(SOCKET, {
    socketPath,
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ environment, payload }),
  });
  return status === 200 ? text : undefined;
}

/** Returns an event's hook output. */
async function outputFor($: Client, cwd: string, event: JsonObject): Promise<JsonObject> {
  const payload = JSON.stringify({ ...event, cwd });
  const door = folders.get(cwd)?.door;
  const answer = door && await within(fromDaemon($, door, payload).catch(() => undefined), LIMIT_MS);
  if (answer !== undefined) return parseObject(answer) ?? {};
  if (door) folders.delete(cwd);
  const env = { CI_AUTO_TOOLS_MOD: "" };
  const { stdout } = await $.process.run([...PROGRAM, "hook"], {
    cwd,
    env,
    stdin: payload,
    timeoutMs: LIMIT_MS,
  });
  return parseObject(stdout) ?? {};
}

/** Headless clients may refuse it. */
async function tell($: Client, message: string): Promise<void> {
  await $.ui.notify(message);
}

async function onPrompt($: Client, prompt: Prompt): Promise<Prompt> {
  const session_id = await mark($);
  const cwd = await $.session.cwd();
  if (!isTyped(prompt) || !(folders.get(cwd)?.isOn || mayAsk(prompt.text))) return prompt;
  const event = { hook_event_name: "UserPromptSubmit", session_id, prompt: prompt.text };
  const { systemMessage, hookSpecificOutput } = await outputFor($, cwd, event);
  look($, cwd).catch(() => {});
  if (typeof systemMessage === "string") tell($, systemMessage).catch(() => {});
  const text = asObject(hookSpecificOutput)?.["additionalContext"];
  return typeof text === "string" ? { ...prompt, context: [...(prompt.context ?? []), text] } : prompt;
}

async function onSpawn($: Client, spawn: Spawn): Promise<Spawn> {
  const session_id = await mark($);
  const cwd = await $.session.cwd();
  if (!(folders.get(cwd)?.isOn || mayBrief(spawn.prompt))) return spawn;
  const tool = { tool_name: "Agent", tool_input: { prompt: spawn.prompt } };
  const { hookSpecificOutput } = await outputFor($, cwd, {
    hook_event_name: "PreToolUse",
    session_id,
    ...tool,
  });
  const prompt = asObject(asObject(hookSpecificOutput)?.["updatedInput"])?.["prompt"];
  return typeof prompt === "string" ? { ...spawn, prompt } : spawn;
}

/** Called by the client once it has loaded the module. */
export function register(on: Register): void {
  on("session.start", async ($, event, next) => {
    await mark($);
    look($, await $.session.cwd()).catch(() => {});
    return next(event);
  });
  on("prompt.submit", async ($, prompt, next) => next(await onPrompt($, prompt).catch(() => prompt)));
  on("agent.spawn", async ($, spawn, next) => next(await onSpawn($, spawn).catch(() => spawn)));
}
