import { BINARY, payload } from "../support/binary.ts";
import { Timings } from "../support/timing.ts";
import { ALONE } from "./daemon.ts";
import type { Load, LoadKind } from "./loads.ts";
import { hasSessionGroups, LOADS, sessionGroups, startLoad } from "./loads.ts";

/**
 * `deno task bench --busy N REPOSITORY [--prompts FILE] [--loads own,other,...] [--rounds N]`: hooks beside N busy loops or
 * another load, on a repository with an index: prompts one at a time and five at once, with the daemon, with the daemon killed
 * now and then, and without one. Prints how many were answered and with the right file among the first five places, the block's
 * characters, wall time, and processor time of hook and daemon. RIVAL names the command of CodeGraph, asked the same.
 *
 * FILE holds one JSON object a line: `kind` (plain or deep), `prompt`, `path` of the right file; default: prompts about Django.
 */

interface Prompt {
  readonly kind: "plain" | "deep";
  readonly prompt: string;
  readonly path: string;
}

/** How prompts are asked. */
interface Mode {
  readonly name: string;
  readonly atOnce: number;
  readonly daemon: "warm" | "killed" | "none";
}

const MODES: readonly Mode[] = [
  { name: "warm", atOnce: 1, daemon: "warm" },
  { name: "five at once", atOnce: 5, daemon: "warm" },
  { name: "daemon killed", atOnce: 1, daemon: "killed" },
  { name: "cold", atOnce: 1, daemon: "none" },
];

/** Clock ticks of the kernel in a second. */
const TICKS = 100;
/** A daemon that does not listen by then is reported. Milliseconds. */
const READY_MS = 90_000;
/** How often it is looked whether it listens, and how often another prompt is asked. Milliseconds. */
const STEP_MS = 100;
const ASK_MS = 20_000;
/** Processor time in a second of a daemon that is at rest. Milliseconds. */
const CALM_MS = 60;
/** Between two prompts, as somebody reads the answer. Milliseconds. */
const PAUSE_MS = 300;
/** Every so many prompts the daemon is killed, so long after the hook was started. Milliseconds. */
const KILL_EVERY = 4;
const KILL_AFTER_MS = 60;

/** Runs the bench with the arguments behind `--busy`. */
export async function benchBusy(args: readonly string[]): Promise<void> {
  const loops = Number(args[0] ?? 8);
  const repository = Deno.realPathSync(args[1] ?? ".");
  const file = option(args, "--prompts") ?? new URL("django_prompts.jsonl", import.meta.url).pathname;
  const rounds = Number(option(args, "--rounds") ?? 1);
  const wanted = option(args, "--loads")?.split(",");
  const prompts = Deno.readTextFileSync(file).trim().split("\n").map((line) => JSON.parse(line) as Prompt);
  const loads = LOADS.filter(({ name }) => wanted?.includes(name) ?? true);
  console.log(`${repository}, ${prompts.length} prompts, ${rounds} rounds, load of ${loops}`);
  for (const load of loads) {
    const why = load.unavailable();
    if (why !== undefined) console.log(`\n${load.title}: not measured, ${why}`);
    else await benchLoad(load, { loops, repository, prompts, rounds });
  }
}

interface BusyOptions {
  readonly loops: number;
  readonly repository: string;
  readonly prompts: readonly Prompt[];
  readonly rounds: number;
}

async function benchLoad(kind: LoadKind, options: BusyOptions): Promise<void> {
  console.log(`\n${kind.title}`);
  const before = hasSessionGroups();
  if (kind.sessionGroups !== undefined) sessionGroups(kind.sessionGroups);
  try {
    for (const mode of MODES) await benchMode(kind, mode, options);
    const rival = Deno.env.get("RIVAL");
    if (rival !== undefined) await benchRival(rival, kind, options);
  } finally {
    if (kind.sessionGroups !== undefined && before !== undefined) sessionGroups(before);
  }
}

async function benchMode(kind: LoadKind, mode: Mode, options: BusyOptions): Promise<void> {
  const home = Deno.makeTempDirSync({ prefix: "auto-tools-busy-" });
  const hooks = new Hooks(options.repository, home, mode.daemon !== "none");
  let load: Load | undefined;
  try {
    if (mode.daemon !== "none") await hooks.startDaemon(options.prompts[0]!.prompt);
    load = await startLoad(kind, options.loops);
    for (const which of ["plain", "deep"] as const) {
      const prompts = options.prompts.filter(({ kind }) => kind === which);
      const rows: Row[] = [];
      const [hookBefore, daemonBefore] = [ownChildrenMs(), hooks.daemonMs()];
      for (let round = 0; round < options.rounds; round++) rows.push(...await askAll(hooks, prompts, mode));
      const processor = { hook: ownChildrenMs() - hookBefore, daemon: hooks.daemonMs() - daemonBefore };
      print(`${mode.name}, ${which}`, rows, processor);
    }
  } finally {
    load?.stop();
    await hooks.end();
    Deno.removeSync(home, { recursive: true });
  }
}

async function askAll(hooks: Hooks, prompts: readonly Prompt[], mode: Mode): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < prompts.length; at += mode.atOnce) {
    const some = prompts.slice(at, at + mode.atOnce);
    if (mode.daemon === "killed" && at % KILL_EVERY === 0) {
      setTimeout(() => hooks.killDaemon(), KILL_AFTER_MS);
    }
    rows.push(...await Promise.all(some.map((one) => hooks.ask(one))));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return rows;
}

async function benchRival(rival: string, kind: LoadKind, options: BusyOptions): Promise<void> {
  const load = await startLoad(kind, options.loops);
  try {
    for (const which of ["plain", "deep"] as const) {
      const rows: Row[] = [];
      const before = ownChildrenMs();
      for (const prompt of options.prompts.filter(({ kind }) => kind === which)) {
        const { repository: cwd } = options;
        const stdin = JSON.stringify({ prompt: prompt.prompt, cwd });
        const { text, ms } = await runHook(rival, ["prompt-hook"], { cwd, stdin, env: {} });
        rows.push(rowOf(text, ms, prompt));
      }
      print(`the rival, ${which}`, rows, { hook: ownChildrenMs() - before, daemon: 0 });
    }
  } finally {
    load.stop();
  }
}

/** What became of one prompt. */
interface Row {
  readonly ms: number;
  readonly characters: number;
  readonly isRight: boolean;
}

function rowOf(text: string, ms: number, { path }: Prompt): Row {
  const places = text.split("\n").flatMap((line) => /^\d+\. (\S+?):\d/.exec(line)?.[1] ?? []);
  const isNamed = places.length > 0 ? places.slice(0, 5).includes(path) : text.includes(path);
  return { ms, characters: text.length, isRight: isNamed };
}

function print(what: string, rows: readonly Row[], { hook, daemon }: { hook: number; daemon: number }): void {
  const wall = new Timings();
  for (const { ms } of rows) wall.add(ms);
  const answered = rows.filter(({ characters }) => characters > 0);
  const right = rows.filter(({ isRight }) => isRight).length;
  const characters = answered.reduce((sum, one) => sum + one.characters, 0) / Math.max(1, answered.length);
  const [p50, p95, longest] = [0.5, 0.95, 1].map((q) => wall.quantile(q).toFixed(0));
  console.log(
    `  ${what.padEnd(22)} answered ${answered.length}/${rows.length}, right ${right}, ` +
      `p50 ${p50}, p95 ${p95}, longest ${longest} ms; ${characters.toFixed(0)} characters; ` +
      `processor: hook ${(hook / rows.length).toFixed(0)}, daemon ${(daemon / rows.length).toFixed(0)} ms`,
  );
}

/** Hooks of one home, and the daemon that they start. */
class Hooks {
  readonly #env: Record<string, string>;
  /** Processor time of daemons that are gone. Milliseconds. */
  #gone = 0;

  constructor(private readonly repository: string, private readonly home: string, hasDaemon: boolean) {
    Deno.mkdirSync(`${home}/.config/auto-tools`, { recursive: true });
    // No answer from memory: every prompt is answered anew.
    Deno.writeTextFileSync(`${home}/.config/auto-tools/auto-tools.yaml`, "cache:\n  ttl_s: 0\n");
    this.#env = { HOME: home, XDG_CACHE_HOME: `${home}/.cache`, XDG_CONFIG_HOME: `${home}/.config` };
    if (!hasDaemon) Object.assign(this.#env, ALONE);
  }

  async ask(prompt: Prompt): Promise<Row> {
    const { repository: cwd } = this;
    const stdin = payload(prompt.prompt, cwd, { session_id: crypto.randomUUID() });
    const { text, ms } = await runHook(BINARY, ["hook"], { cwd, stdin, env: this.#env });
    return rowOf(contextIn(text), ms, prompt);
  }

  /** Asks until a daemon listens, as prompts do. */
  async startDaemon(prompt: string): Promise<void> {
    for (let waited = 0; !this.#listens(); waited += STEP_MS) {
      if (waited > READY_MS) throw new Error("no daemon listens: is there an index?");
      if (waited % ASK_MS === 0) await this.ask({ kind: "plain", prompt, path: "" });
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    await this.#rest();
  }

  /** Until the daemon has warmed up: it uses little of the processor for two seconds. */
  async #rest(): Promise<void> {
    for (let [calm, last] = [0, this.daemonMs()]; calm < 2;) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const now = this.daemonMs();
      calm = now - last < CALM_MS ? calm + 1 : 0;
      last = now;
    }
  }

  killDaemon(): void {
    for (const pid of this.#daemons()) {
      this.#gone += processMs(pid);
      try {
        Deno.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
  }

  daemonMs(): number {
    return this.#daemons().reduce((sum, pid) => sum + processMs(pid), this.#gone);
  }

  async end(): Promise<void> {
    // One may have been started a moment ago.
    for (let i = 0; i < 3; i++) {
      this.killDaemon();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  #listens(): boolean {
    try {
      const names = [...Deno.readDirSync(`${this.home}/.cache/auto-tools/daemon`)].map(({ name }) => name);
      return names.some((name) => name !== "key" && !name.endsWith(".new"));
    } catch {
      return false;
    }
  }

  /** Processes with this home; Linux only. */
  #daemons(): number[] {
    return [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter((pid) => {
      if (!Number.isInteger(pid) || pid === Deno.pid) return false;
      try {
        const args = Deno.readTextFileSync(`/proc/${pid}/cmdline`).split("\0");
        const isOurs = Deno.readTextFileSync(`/proc/${pid}/environ`).includes(`HOME=${this.home}\0`);
        return isOurs && (args.includes("daemon") || args.includes("warm"));
      } catch {
        return false;
      }
    });
  }
}

async function runHook(
  program: string,
  args: readonly string[],
  { cwd, stdin, env }: { readonly cwd: string; readonly stdin: string; readonly env: Record<string, string> },
): Promise<{ readonly text: string; readonly ms: number }> {
  const startedAt = performance.now();
  const child = new Deno.Command(program, {
    args: [...args],
    cwd,
    env,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).catch(() => {});
  await writer.close().catch(() => {});
  const { stdout } = await child.output();
  return { text: new TextDecoder().decode(stdout), ms: performance.now() - startedAt };
}

function contextIn(output: string): string {
  try {
    return JSON.parse(output).hookSpecificOutput?.additionalContext ?? "";
  } catch {
    return "";
  }
}

/** Processor time of this process's ended children. */
function ownChildrenMs(): number {
  const fields = statOf("self");
  return (Number(fields[13]) + Number(fields[14])) * 1000 / TICKS;
}

function processMs(pid: number): number {
  const fields = statOf(String(pid));
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000 / TICKS;
}

/** The fields of /proc/PID/stat behind the program's name; none of one that is gone. */
function statOf(pid: string): string[] {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
