import type { CommandIo } from "../../src/platform/command_io.ts";

/** A temporary home folder with a stand-in for the program, and the means to run a command in it. */
export interface Home {
  readonly path: string;
  /** The stand-in for the running executable. */
  readonly program: string;
  /** Everything written to stdout and stderr since the last call of {@link Home.io}. */
  readonly output: { text: string };
  io(env?: Readonly<Record<string, string>>): CommandIo;
}

/** Runs the test with a fresh empty home folder and removes it afterwards. */
export async function withHome(test: (home: Home) => Promise<void>): Promise<void> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "auto-tools-test-" }));
  try {
    const path = `${root}/home`;
    const program = `${root}/auto-tools`;
    await Deno.mkdir(path);
    await Deno.writeTextFile(program, "#!/bin/sh\necho program\n", { mode: 0o755 });
    const output = { text: "" };
    await test({ path, program, output, io: (env = {}) => ioFor(path, program, output, env) });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

function ioFor(
  home: string,
  execPath: string,
  output: { text: string },
  env: Readonly<Record<string, string>>,
): CommandIo {
  output.text = "";
  const write = (text: string): void => void (output.text += text);
  return {
    out: write,
    err: write,
    env: (name) => env[name],
    isTerminal: false,
    isTyped: false,
    stdin: () => Promise.resolve(""),
    payload: () => Promise.resolve(""),
    home,
    cwd: home,
    execPath,
  };
}

/** Every entry below a folder with its kind, mode and content or target: equal snapshots mean equal trees. */
export async function snapshot(folder: string): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  for await (const { name } of Deno.readDir(folder)) await describe(folder, name, entries);
  return Object.fromEntries(Object.entries(entries).sort(([a], [b]) => a < b ? -1 : 1));
}

async function describe(folder: string, name: string, entries: Record<string, string>): Promise<void> {
  const path = `${folder}/${name}`;
  const info = await Deno.lstat(path);
  const mode = ((info.mode ?? 0) & 0o777).toString(8);
  if (info.isSymlink) entries[path] = `link ${await Deno.readLink(path)}`;
  else if (info.isFile) entries[path] = `file ${mode} ${await Deno.readTextFile(path)}`;
  else {
    entries[path] = `folder ${mode}`;
    for await (const child of Deno.readDir(path)) await describe(path, child.name, entries);
  }
}

/** What a finished program left behind. */
export interface Finished {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a program with exactly this environment. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { readonly env: Record<string, string>; readonly cwd?: string },
): Promise<Finished> {
  const child = new Deno.Command(command, { args: [...args], stdin: "null", clearEnv: true, ...options });
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return { code, out: decode(stdout), err: decode(stderr) };
}

/** The folder of the project under test. */
export const PROJECT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
