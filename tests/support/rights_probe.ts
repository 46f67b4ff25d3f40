import type { KeptRights } from "../../src/platform/permissions.ts";
import { dropRights } from "../../src/platform/permissions.ts";

/**
 * Tries each act that a right stands for and says which were not refused: as a worker, or as a program of its own, whose
 * main thread gives up its rights first. The program's argument is a {@link Probe}.
 */

/** What the probe is told. */
export interface Probe {
  /** For a main thread: what it keeps of its rights. */
  readonly drop?: KeptRights;
  /** Folders and a `host:port` that rights may have been narrowed to. */
  readonly inside: string;
  readonly cache: string;
  readonly outside: string;
  readonly host: string;
  readonly other: string;
}

/** The acts that were not refused. */
async function able(data: Probe): Promise<readonly string[]> {
  const attempts: Record<string, () => unknown> = {
    "read inside": () => Deno.readTextFileSync(`${data.inside}/file`),
    "read outside": () => Deno.readTextFileSync(`${data.outside}/file`),
    "write inside": () => Deno.writeTextFileSync(`${data.inside}/new`, ""),
    "write cache": () => Deno.writeTextFileSync(`${data.cache}/new`, ""),
    "write outside": () => Deno.writeTextFileSync(`${data.outside}/new`, ""),
    "connect to the host": () => connect(data.host),
    "connect elsewhere": () => connect(data.other),
    "listen": () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close(),
    "run": () => new Deno.Command("git", { args: ["--version"], stdout: "null" }).outputSync(),
    "env": () => Deno.env.get("HOME"),
    "sys": () => Deno.hostname(),
    "ffi": () => Deno.dlopen(`${data.outside}/file`, {}),
    "import": () => import(`http://${data.other}/module.ts`),
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

if (import.meta.main && Deno.args[0] !== undefined) {
  const probe = JSON.parse(Deno.args[0]) as Probe;
  dropRights(probe.drop);
  console.log(JSON.stringify(await able(probe)));
} else self.onmessage = async ({ data }: MessageEvent<Probe>) => self.postMessage(await able(data));

/** Whether it was the runtime that refused; any other error came after the act was allowed. */
function isRefusal(error: unknown): boolean {
  return error instanceof Deno.errors.NotCapable || /Requires \w+ access/.test(String(error));
}

async function connect(host: string): Promise<void> {
  const [hostname, port] = host.split(":");
  (await Deno.connect({ hostname: hostname!, port: Number(port) })).close();
}
