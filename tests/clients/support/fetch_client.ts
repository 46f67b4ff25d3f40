import { RUNS_ALL } from "../../support/long_test.ts";
import pinned from "./clients.json" with { type: "json" };

/**
 * Brings the real clients, pinned by version and digest, from the package registry into the user's cache. A client that
 * cannot be had here is never taken for a passed test: its tests are reported as ignored, with the reason printed.
 */

/** The names in `clients.json`. */
export type ClientName =
  | "claude-code"
  | "claude-code-older"
  | "codex"
  | "inspector"
  | "conformance"
  | "conformance-next"
  | "gemini"
  | "qwen"
  | "opencode"
  | "copilot"
  | "kilo"
  | "pi"
  | "node";

/** A client that can be started, or why not. */
export type Client =
  | { readonly ok: true; readonly executable: string; readonly version: string }
  | { readonly ok: false; readonly reason: string };

interface Pin {
  readonly package: string;
  readonly version: string;
  readonly integrity: string;
  readonly executable: string;
  /** True: it needs other packages, so npm installs it whole; it runs with `node`. */
  readonly dependencies?: boolean;
}

/** The client's executable for the tests of `./install.sh test --all`. */
export async function testClient(name: ClientName): Promise<Client> {
  return RUNS_ALL ? await fetchClient(name) : absent("only in ./install.sh test --all");
}

/** The client's executable; fetched once per version. Set AUTO_TOOLS_TEST_CLIENTS=0 to leave such tests out. */
export async function fetchClient(name: ClientName): Promise<Client> {
  const client = await resolve(name);
  if (!client.ok) console.error(`SKIPPED: the tests with the real ${name}: ${client.reason}`);
  return client;
}

async function resolve(name: ClientName): Promise<Client> {
  if (Deno.env.get("AUTO_TOOLS_TEST_CLIENTS") === "0") return absent("AUTO_TOOLS_TEST_CLIENTS=0");
  const platform = `${Deno.build.os}-${Deno.build.arch}`;
  const pin = (pinned as Record<string, Record<ClientName, Pin>>)[platform]?.[name];
  if (!pin) return absent(`no pinned version for ${platform}`);
  const folder = `${cacheFolder()}/${name}-${pin.version}`;
  const executable = `${folder}/${pin.executable}`;
  try {
    if (!await exists(executable)) await install(pin, folder);
    return { ok: true, executable, version: pin.version };
  } catch (error) {
    return absent(error instanceof Error ? error.message : String(error));
  }
}

function absent(reason: string): Client {
  return { ok: false, reason };
}

function cacheFolder(): string {
  const home = Deno.env.get("HOME") ?? "/tmp";
  return `${Deno.env.get("XDG_CACHE_HOME") ?? `${home}/.cache`}/auto-tools/clients`;
}

/** Unpacks beside the final folder and renames, so that a broken download never looks like an installed client. */
async function install(pin: Pin, folder: string): Promise<void> {
  await Deno.mkdir(cacheFolder(), { recursive: true });
  const scratch = await Deno.makeTempDir({ dir: cacheFolder(), prefix: ".fetch-" });
  try {
    const spec = `${pin.package}@${pin.version}`;
    console.error(`fetching ${spec}, once`);
    if (pin.dependencies) return await installWhole(pin, spec, scratch, folder);
    await run("npm", ["pack", spec, "--pack-destination", scratch, "--ignore-scripts", "--silent"], scratch);
    const tarball = [...Deno.readDirSync(scratch)].find((entry) => entry.name.endsWith(".tgz"));
    if (!tarball) throw new Error(`npm delivered no package: ${spec}`);
    const digest = await digestOf(`${scratch}/${tarball.name}`);
    if (digest !== pin.integrity) throw new Error(`the package is not the pinned one: ${spec} is ${digest}`);
    await run("tar", ["-xzf", tarball.name], scratch);
    if (!await exists(`${scratch}/package/${pin.executable}`)) {
      throw new Error(`not in the package: ${pin.executable}`);
    }
    await Deno.chmod(`${scratch}/package/${pin.executable}`, 0o755);
    await settle(`${scratch}/package`, folder);
  } finally {
    await Deno.remove(scratch, { recursive: true });
  }
}

async function installWhole(pin: Pin, spec: string, scratch: string, folder: string): Promise<void> {
  const options = ["--prefix", scratch, "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  await run("npm", ["install", spec, ...options], scratch);
  const lock = JSON.parse(await Deno.readTextFile(`${scratch}/node_modules/.package-lock.json`));
  const digest = lock.packages[`node_modules/${pin.package}`]?.integrity;
  if (digest !== pin.integrity) throw new Error(`the package is not the pinned one: ${spec} is ${digest}`);
  await Deno.mkdir(`${scratch}/whole`);
  await Deno.rename(`${scratch}/node_modules`, `${scratch}/whole/node_modules`);
  await settle(`${scratch}/whole`, folder);
}

/** Test files run side by side: whoever comes second finds the same pinned package in place, which is as good. */
async function settle(from: string, folder: string): Promise<void> {
  try {
    await Deno.rename(from, folder);
  } catch (error) {
    if (!await exists(folder)) throw error;
  }
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, {
    args,
    cwd,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  })
    .output();
  if (success) return;
  throw new Error(`${program} ${args[0]} failed: ${new TextDecoder().decode(stderr).trim().slice(-300)}`);
}

async function digestOf(path: string): Promise<string> {
  const hash = (await import("node:crypto")).createHash("sha512");
  for await (const chunk of (await Deno.open(path)).readable) hash.update(chunk);
  return `sha512-${hash.digest("base64")}`;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
