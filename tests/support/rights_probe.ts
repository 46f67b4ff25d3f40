import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Tries each act that a right stands for and says which were not refused. As a worker it does so when it is told where. */

/** What the probe is told. */
export interface Probe {
  /** Folders and a `host:port` that rights may have been narrowed to. */
  readonly inside: string;
  readonly cache: string;
  readonly outside: string;
  readonly host: string;
  readonly other: string;
}

/** The acts that were not refused. */
export async function able(data: Probe): Promise<readonly string[]> {
  const attempts: Record<string, () => unknown> = {
    "read inside": () => Deno.readTextFileSync(`${data.inside}/file`),
    "read outside": () => Deno.readTextFileSync(`${data.outside}/file`),
    "read outside through node": () => readFileSync(`${data.outside}/file`),
    "write inside": () => Deno.writeTextFileSync(`${data.inside}/new`, ""),
    "write cache": () => Deno.writeTextFileSync(`${data.cache}/new`, ""),
    "write outside": () => Deno.writeTextFileSync(`${data.outside}/new`, ""),
    "connect to the host": () => connect(data.host),
    "connect elsewhere": () => connect(data.other),
    "fetch": () => fetch(`http://${data.other}/`),
    "listen": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close(),
    "run": () => new Deno.Command("git", { args: ["--version"], stdout: "null" }).outputSync(),
    "run through node": () => throwing(spawnSync("git", ["--version"], { env: {} }).error),
    "kill": () => Deno.kill(Deno.pid, "SIGCONT"),
    "env": () => Deno.env.get("HOME"),
    "sys": () => Deno.uid(),
    "ffi": () => Deno.dlopen(`${data.outside}/file`, {}),
    "start a worker with more rights": () => startFreeWorker(),
    "take rights back": () => askForMore(),
    // A compiled program looks for no module that is not inside it, allowed or not.
    "import": () => assertMayImport(data.other),
  };
  const able: string[] = [];
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      able.push(name);
    } catch (error) {
      if (!isRefusal(error)) able.push(name);
    }
  }
  return able;
}

if (self.name !== undefined && self.name !== "") {
  self.onmessage = async ({ data }: MessageEvent<Probe>) => self.postMessage(await able(data));
}

/** Whether it was the runtime that refused; any other error came after the act was allowed. */
function isRefusal(error: unknown): boolean {
  return error instanceof Deno.errors.NotCapable ||
    /Requires \w+ access/.test(String(error));
}

async function connect(host: string): Promise<void> {
  const [hostname, port] = host.split(":");
  (await Deno.connect({ hostname: hostname!, port: Number(port) })).close();
}

function throwing(error: Error | undefined): void {
  if (error) throw error;
}

function startFreeWorker(): void {
  const options = {
    type: "module",
    deno: { permissions: { net: true, run: true, ffi: true } },
  } as WorkerOptions;
  new Worker(new URL("data:text/javascript,"), options).terminate();
}

function assertMayImport(host: string): void {
  const { state } = Deno.permissions.querySync({ name: "import", host });
  if (state !== "granted") throw new Deno.errors.NotCapable("refused");
}

/** What was given up, or never granted, is not granted again. */
function askForMore(): void {
  for (const name of ["net", "sys", "ffi"] as const) {
    if (Deno.permissions.requestSync({ name }).state === "granted") return;
  }
  throw new Deno.errors.NotCapable("refused");
}
