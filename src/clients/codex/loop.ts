import { parseObject } from "../../model/json.ts";
import { isThreadId, readStreamLine, type StreamEvent } from "./stream.ts";
import type { ExitCode } from "../../model/errors.ts";
import { streamClient } from "../../platform/client_process.ts";
import { openLines } from "../../platform/line_input.ts";
import { openState, type StateFiles } from "../../platform/state_files.ts";
import { stdinIsTerminal } from "../../platform/stdio.ts";
import { showPlan } from "./plan.ts";
import { hookFlags } from "./hook.ts";
import type { CommandIo } from "../../platform/command_io.ts";
import { loadSettings } from "../../engine/load_settings.ts";
import { repositoryFor } from "../../engine/repository_for.ts";

/** Constants of the loop. */
interface Loop {
  readonly io: CommandIo;
  /** Options before `exec`, and the user's own after it. */
  readonly flags: readonly string[];
  readonly options: readonly string[];
  readonly root: string;
  /** Absent: nothing may be kept, or every turn is independent. */
  readonly state: StateFiles | undefined;
  /** Called with what interrupts the running turn, and with nothing once it ended. */
  readonly running: (interrupt: (() => void) | undefined) => void;
}

/** Exit code of a process that Ctrl-C ended. */
const INTERRUPTED = 130;

/**
 * Each line of standard input is a turn of one conversation with Codex. Exit code: of the last turn that failed, else 0.
 */
export async function runLoop(options: readonly string[], io: CommandIo): Promise<ExitCode> {
  const { settings } = await loadSettings(io.cwd);
  const planOnly = settings.mode.value === "plan";
  const { root } = await repositoryFor(io.cwd, settings);
  const keep = settings["codex.session_mode"].value === "resume" && !planOnly;
  let interrupt: (() => void) | undefined;
  const loop: Loop = {
    io,
    flags: settings.enabled.value === "off" ? [] : await hookFlags(io),
    options,
    root: root ?? io.cwd,
    state: keep && root !== undefined ? openState(root) : undefined,
    running: (next) => interrupt = next,
  };
  let failed = 0;
  const input = openLines("codex-auto> ", () => {
    if (interrupt) return interrupt();
    failed = INTERRUPTED;
    input.close();
  });
  for (let line = await input.next(); line !== undefined; line = await input.next()) {
    const prompt = line.trim();
    if (prompt === "") continue;
    if (stdinIsTerminal() && (prompt === "exit" || prompt === "quit")) break;
    if (planOnly) await showPlan(prompt, commandOf(loop, undefined), io);
    else failed = await takeTurn(loop, prompt) || failed;
  }
  input.close();
  return failed as ExitCode;
}

/** Runs one turn, in the kept thread if there is one; if that is lost, in a new thread, with a notice. */
async function takeTurn(loop: Loop, prompt: string): Promise<number> {
  const kept = keptThread(loop);
  let turn = await callCodex(loop, prompt, kept);
  const lost = kept !== undefined && turn.thread !== kept && turn.interrupted === false;
  if (lost) {
    loop.io.err(`[Limits]\n${CONTINUITY_LOST}\n`);
    // Codex either refused the thread, then nothing happened yet, or went on in another one, then the turn is over.
    if (turn.thread === undefined && UNKNOWN_THREAD.test(turn.stderr)) {
      turn = await callCodex(loop, prompt, undefined);
    }
  }
  if (turn.thread !== undefined) {
    const session = { version: 1, thread_id: turn.thread, root: loop.root };
    loop.state?.write(SESSION_FILE, JSON.stringify(session, null, 2) + "\n");
  }
  if (turn.code !== 0 && turn.thread === undefined) loop.io.err(turn.stderr);
  return turn.code;
}

function keptThread(loop: Loop): string | undefined {
  const text = loop.state?.read(SESSION_FILE);
  if (text === undefined) return undefined;
  const session = decodeSession(text, loop.root);
  if (session) return session.threadId;
  loop.io.err(`[Limits]\n${CONTINUITY_LOST}\n`);
  loop.state?.remove(SESSION_FILE);
  return undefined;
}

/** One call of Codex: its result, its thread if it came so far, and whether the person ended it. */
async function callCodex(loop: Loop, prompt: string, thread: string | undefined) {
  const [program = "", ...args] = commandOf(loop, thread);
  let started: string | undefined;
  let interrupted = false;
  const show = (event: StreamEvent | undefined): void => {
    if (event?.type === "thread") started = event.id;
    if (event?.type === "message") loop.io.out(`${event.text}\n`);
    if (event?.type === "note") loop.io.err(`codex: ${event.text}\n`);
  };
  const { code, stderr } = await streamClient(program, args, {
    input: prompt,
    onLine: (line) => show(readStreamLine(line)),
    onStart: (stop) =>
      loop.running(() => {
        interrupted = true;
        stop();
      }),
  });
  loop.running(undefined);
  return { code, stderr, thread: started, interrupted };
}

/** The prompt goes to standard input: a command line holds at most 128 KiB and is seen by every user. */
function commandOf(loop: Loop, thread: string | undefined): string[] {
  const resume = thread === undefined ? [] : ["resume", thread];
  return ["codex", ...loop.flags, "exec", ...loop.options, "--json", ...resume, "-"];
}

const UNKNOWN_THREAD = /no rollout found|not found|no (?:such )?(?:session|thread|conversation)/i;

/** Codex's thread that a root's conversation goes on in. */
interface CodexSession {
  readonly threadId: string;
  /** The absolute root it belongs to. */
  readonly root: string;
}

/** Name of the file in the cache folder of the root. */
const SESSION_FILE = "codex-session.json";

/** The [Limits] phrase for a conversation that could not go on. Scripts rely on it. */
const CONTINUITY_LOST = "session continuity unavailable; fallback to stateless exec";

/** The session in a text; undefined when damaged, of another version, of another root or with an unfit id. */
function decodeSession(text: string, root: string): CodexSession | undefined {
  const value = parseObject(text);
  const id = value?.["thread_id"];
  if (value?.["version"] !== 1 || value["root"] !== root || !isThreadId(id)) return undefined;
  return { threadId: id, root };
}
