import { DatabaseSync } from "node:sqlite";
import { BINARY, payload } from "../support/binary.ts";
import { Timings } from "../support/timing.ts";
import { ALONE, standingBy } from "./daemon.ts";

/**
 * `deno task bench --scale FOLDER [--build]`: how a large repository fares. Prints what the index takes on disk, by table;
 * 20 prompts without a daemon and with one, right after each other and some seconds apart, their time, processor time and how
 * many got an answer; the daemon's memory before, after and at rest; and whether an edited file is seen at once. `--build` begins with a new index, which is killed once on the way.
 * Linux only. One file of the folder is edited, and touched back to what it was.
 */

/** Asked about names of files from everywhere in the folder. */
const QUESTIONS: readonly ((name: string) => string)[] = [
  (name) => `where is ${name} implemented and who calls it?`,
  (name) => `how does the code of ${name} handle errors?`,
  (name) => `${name} 的功能是在哪里实现的？`,
  (name) => `fix the bug in ${name}: it fails when two threads get there at once`,
  (name) => `explain what happens before ${name} is used`,
];
const PROMPTS = 20;
/** Between two prompts of somebody who reads the answers, and until a daemon has come to rest. Milliseconds. */
const PAUSE_MS = 3000;
const REST_MS = 10_000;
/** A build is killed after this long. Milliseconds. */
const KILL_MS = 8000;
/** How often a process is looked at. Milliseconds. */
const LOOK_MS = 50;
/** Clock ticks of the kernel in a second. */
const TICKS = 100;
const MB = 1_000_000;

/** What a process took. */
interface Taken {
  readonly ms: number;
  /** Of the processor, user and system. */
  readonly cpuMs: number;
  /** Bytes, at most. */
  readonly memory: number;
  readonly output: string;
}

/** Runs the whole measurement over a folder and prints it. */
export async function benchScale(root: string, isNew: boolean): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-scale-" });
  try {
    const names = fileNames(root);
    console.log(`${root}: ${names.length} files`);
    if (isNew) await buildAnew(root);
    else print("index, brought up to date", await run(["index", root], { root }));
    printTables(root);
    const prompts = promptsOver(names);
    // No answer from memory: every prompt is answered anew.
    Deno.mkdirSync(`${folder}/auto-tools`, { recursive: true });
    Deno.writeTextFileSync(`${folder}/auto-tools/auto-tools.yaml`, "cache:\n  ttl_s: 0\n");
    const forgetful = { XDG_CONFIG_HOME: folder };
    await askAll("alone", root, prompts, { env: { ...forgetful, ...ALONE } });
    {
      await using daemon = await standingBy(root, folder, forgetful);
      print("daemon, ready", taken(daemon.pid));
      await askAll("with the daemon", root, prompts, daemon);
      await askAll(`the same, ${PAUSE_MS / 1000} s apart`, root, prompts, { ...daemon, pauseMs: PAUSE_MS });
      print("daemon, afterwards", taken(daemon.pid));
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      console.log(`daemon at rest: ${((resident(daemon.pid) ?? NaN) / MB).toFixed(0)} MB`);
    }
    await editOne(root, names);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

async function buildAnew(root: string): Promise<void> {
  const cache = cacheOf(root);
  for (const name of indexFiles(cache)) Deno.removeSync(`${cache}/${name}`);
  print(`index, killed after ${KILL_MS / 1000} s`, await run(["index", root], { root, killAfter: KILL_MS }));
  const rest = await run(["index", root], { root });
  print("index, the rest", rest);
  console.log(rest.output.trim());
}

/** Bytes by table, without what the pages leave free. */
function printTables(root: string): void {
  const cache = cacheOf(root);
  for (const name of indexFiles(cache).filter((one) => one.endsWith(".sqlite"))) {
    console.log(`${name.padEnd(34)} ${(Deno.statSync(`${cache}/${name}`).size / MB).toFixed(1)} MB`);
    const database = new DatabaseSync(`${cache}/${name}`, { readOnly: true });
    const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name: table } of rows) {
      const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(String(table));
      const sizes = columns.map(({ name: column }) => `total(length(CAST("${column}" AS BLOB)))`).join(" + ");
      const sum = database.prepare(`SELECT count(*) AS rows, ${sizes} AS bytes FROM "${table}"`).get()!;
      console.log(
        `  ${String(table).padEnd(32)} ${(Number(sum["bytes"]) / MB).toFixed(1)} MB in ${sum["rows"]} rows`,
      );
    }
    database.close();
  }
}

async function askAll(
  what: string,
  root: string,
  prompts: readonly string[],
  { env, pauseMs = 0 }: { readonly env: Readonly<Record<string, string>>; readonly pauseMs?: number },
): Promise<void> {
  const [wall, cpu] = [new Timings(), new Timings()];
  let answered = 0;
  for (const prompt of prompts) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const stdin = payload(prompt, root, { session_id: crypto.randomUUID() });
    const { ms, cpuMs, output } = await run(["hook"], { root, env, stdin });
    wall.add(ms);
    cpu.add(cpuMs);
    if (output.includes("additionalContext")) answered++;
  }
  console.log(`prompts ${what}: ${answered} of ${prompts.length} answered`);
  console.log(`  milliseconds    ${wall}\n  of processor    ${cpu}`);
}

/** Adds a function to a file, asks for it, and takes it away again. */
async function editOne(root: string, paths: readonly string[]): Promise<void> {
  const path = paths.find((one) => /\.(?:c|py|ts|js|go|java)$/.test(one));
  if (path === undefined) return;
  const before = Deno.readTextFileSync(`${root}/${path}`);
  const { mtime, atime } = Deno.statSync(`${root}/${path}`);
  const name = "never_seen_before_quux";
  try {
    const code = path.endsWith(".py") ? `def ${name}(): pass` : `int ${name}(void) { return 1; }`;
    Deno.writeTextFileSync(`${root}/${path}`, `${before}\n${code}\n`);
    const stdin = payload(`where is ${name} defined?`, root);
    const { ms, output } = await run(["hook"], { root, env: ALONE, stdin });
    console.log(`an edited file: ${output.includes(path) ? "seen" : "not seen"}, ${ms.toFixed(0)} ms`);
  } finally {
    Deno.writeTextFileSync(`${root}/${path}`, before);
    if (mtime && atime) Deno.utimeSync(`${root}/${path}`, atime, mtime);
  }
}

async function run(
  args: readonly string[],
  options: {
    readonly root: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly stdin?: string;
    readonly killAfter?: number;
  },
): Promise<Taken> {
  const started = performance.now();
  const child = new Deno.Command(BINARY, {
    args: [...args],
    cwd: options.root,
    env: { ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let last = { cpuMs: 0, memory: 0 };
  const look = setInterval(() => last = taken(child.pid) ?? last, LOOK_MS);
  const kill = options.killAfter && setTimeout(() => child.kill("SIGKILL"), options.killAfter);
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(options.stdin ?? "")).catch(() => {});
  await writer.close().catch(() => {});
  const { stdout } = await child.output();
  clearInterval(look);
  clearTimeout(kill);
  return { ...last, ms: performance.now() - started, output: new TextDecoder().decode(stdout) };
}

/** What a running process has taken so far; undefined when it is gone. */
function taken(pid: number): Pick<Taken, "cpuMs" | "memory"> | undefined {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    const memory = Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? NaN) * 1024;
    // One that has ended and was not waited for yet has no memory.
    return Number.isNaN(memory)
      ? undefined
      : { cpuMs: (Number(fields[11]) + Number(fields[12])) * 1000 / TICKS, memory };
  } catch {
    return undefined;
  }
}

/** Bytes that a process holds now. */
function resident(pid: number): number | undefined {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? NaN) * 1024;
}

function print(
  what: string,
  taken: (Pick<Taken, "cpuMs" | "memory"> & { readonly ms?: number }) | undefined,
): void {
  if (!taken) return;
  const wall = taken.ms === undefined ? "" : `${(taken.ms / 1000).toFixed(1)} s, `;
  const cpu = `${(taken.cpuMs / 1000).toFixed(1)} s of processor`;
  console.log(`${what.padEnd(34)} ${wall}${cpu}, ${(taken.memory / MB).toFixed(0)} MB at most`);
}

function fileNames(root: string): string[] {
  const args = ["-C", root, "ls-files", "-z"];
  const { stdout } = new Deno.Command("git", { args }).outputSync();
  return new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
}

function promptsOver(paths: readonly string[]): string[] {
  const stems = paths.flatMap((path) => /(?:^|\/)([A-Za-z]\w{4,30})\.[a-z]{1,4}$/.exec(path)?.[1] ?? []);
  return Array.from({ length: PROMPTS }, (_, at) => {
    const stem = stems[Math.floor(at * stems.length / PROMPTS)] ?? "main";
    return QUESTIONS[at % QUESTIONS.length]!(stem);
  });
}

function cacheOf(root: string): string {
  return `${root}/.devbooks/cache/auto-tools`;
}

function indexFiles(cache: string): string[] {
  try {
    return [...Deno.readDirSync(cache)].map(({ name }) => name).filter((name) => /^index-\d/.test(name));
  } catch {
    return [];
  }
}
