/** Loads that the busy bench makes beside the hooks. */

/** A kind of load. */
export interface LoadKind {
  readonly name: string;
  readonly title: string;
  /** Whether the kernel is to group processes by session; absent: as it is. */
  readonly sessionGroups?: boolean;
  /** Why it cannot be made here; undefined where it can. */
  readonly unavailable: () => string | undefined;
  /** Starts it, `count` times; `folder` is its own. */
  readonly start: (count: number, folder: string) => Deno.ChildProcess[];
}

/** A load that runs. */
export interface Load {
  stop(): void;
}

const GROUPS = "/proc/sys/kernel/sched_autogroup_enabled";

/** Whether the kernel groups processes by session; undefined where it cannot. */
export function hasSessionGroups(): boolean | undefined {
  try {
    return Deno.readTextFileSync(GROUPS).trim() === "1";
  } catch {
    return undefined;
  }
}

/** Switches the groups; needs the rights of the administrator. */
export function sessionGroups(isOn: boolean): void {
  Deno.writeTextFileSync(GROUPS, isOn ? "1" : "0");
}

function cannotSwitch(): string | undefined {
  try {
    sessionGroups(hasSessionGroups() ?? false);
    return undefined;
  } catch {
    return `${GROUPS} cannot be written`;
  }
}

/** The placements of busy loops, and work that comes in processes. */
export const LOADS: readonly LoadKind[] = [
  {
    name: "own",
    title: "busy loops in the hook's own session, session groups on",
    sessionGroups: true,
    unavailable: cannotSwitch,
    start: (count) => loops(count, false),
  },
  {
    name: "other",
    title: "busy loops in another session, session groups on",
    sessionGroups: true,
    unavailable: cannotSwitch,
    start: (count) => loops(count, true),
  },
  {
    name: "ungrouped",
    title: "busy loops, session groups off",
    sessionGroups: false,
    unavailable: cannotSwitch,
    start: (count) => loops(count, false),
  },
  {
    name: "loops",
    title: "busy loops in the hook's own session, the kernel as it is",
    unavailable: () => undefined,
    start: (count) => loops(count, false),
  },
  {
    name: "build",
    title: "a build of C files by make, over and over",
    unavailable: () => missing("make") ?? missing("cc"),
    start: (count, folder) => {
      writeSources(folder);
      return [shell(`cd "${folder}"; while :; do make -s -j${count} -B all; done`, false)];
    },
  },
  {
    name: "gc",
    title: "git gc of a repository, over and over",
    unavailable: () => missing("git"),
    start: (_, folder) => {
      const own = new URL("../..", import.meta.url).pathname;
      const clone = `git clone -q --no-hardlinks --bare "${own}" "${folder}/copy"`;
      return [shell(`${clone}; cd "${folder}/copy"; while :; do git gc -q --aggressive; done`, false)];
    },
  },
];

/** Starts a load and gives it a moment. */
export async function startLoad(kind: LoadKind, count: number): Promise<Load> {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-load-" });
  const children = kind.start(count, folder);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return {
    stop: () => {
      for (const { pid } of children) endTree(pid);
      Deno.removeSync(folder, { recursive: true });
    },
  };
}

function loops(count: number, isElsewhere: boolean): Deno.ChildProcess[] {
  if (count === 0) return [];
  return isElsewhere
    ? [shell(`${"while :; do :; done & ".repeat(count)}wait`, true)]
    : Array.from({ length: count }, () => shell("while :; do :; done", false));
}

function shell(script: string, isDetached: boolean): Deno.ChildProcess {
  const io = { stdin: "null", stdout: "null", stderr: "null" } as const;
  return new Deno.Command("sh", { args: ["-c", script], ...io, detached: isDetached }).spawn();
}

/** A process and all that it started. */
function endTree(pid: number): void {
  const { stdout } = new Deno.Command("ps", { args: ["-o", "pid=", "--ppid", String(pid)] }).outputSync();
  const children = new TextDecoder().decode(stdout).trim().split(/\s+/).filter((one) => one !== "").map(
    Number,
  );
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
  for (const child of children) endTree(child);
}

function missing(program: string): string | undefined {
  const args = ["-c", `command -v ${program}`];
  const { success } = new Deno.Command("sh", { args, stdout: "null", stderr: "null" }).outputSync();
  return success ? undefined : `there is no ${program}`;
}

const SOURCES = 24;
const FUNCTIONS = 120;

/** C files that a compiler works on for some tenths of a second each, and their Makefile. */
function writeSources(folder: string): void {
  const objects = Array.from({ length: SOURCES }, (_, i) => `part${i}.o`);
  for (let i = 0; i < SOURCES; i++) {
    const body = Array.from(
      { length: FUNCTIONS },
      (_, j) =>
        `int f${i}_${j}(int a[], int n) { int s = ${j}; for (int i = 0; i < n; i++) s = s * 31 + a[i] % ${
          j + 2
        }; return s; }`,
    );
    Deno.writeTextFileSync(`${folder}/part${i}.c`, body.join("\n"));
  }
  Deno.writeTextFileSync(`${folder}/Makefile`, `all: ${objects.join(" ")}\n%.o: %.c\n\tcc -O2 -c $< -o $@\n`);
}
