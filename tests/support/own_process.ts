import assert from "node:assert/strict";
import { removeTree } from "./fixture.ts";

/**
 * Checks in a process of their own: with a home, and with an `auto-tools` on PATH that only notes how it was started. The
 * environment of a test's own process belongs to all test files.
 */

const HOME = Deno.env.get("HOME") ?? "";
const CACHE = Deno.env.get("XDG_CACHE_HOME") ?? `${HOME}/.cache`;
/** What is noted: the arguments, then the settings of the C library's heap. */
const NOTER = '#!/bin/sh\necho "$*;$MALLOC_ARENA_MAX $MALLOC_MMAP_THRESHOLD_ $MALLOC_TRIM_THRESHOLD_" ' +
  '>> "$HOME/started"\n';

/**
 * Runs a module of checks to its end; fails with what it printed where one of them fails.
 *
 * @param env what its environment has besides
 */
export async function runChecks(module: URL, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-home-" }));
  try {
    await runIn(home, module, env);
  } finally {
    removeTree(home);
  }
}

async function runIn(home: string, module: URL, env: Readonly<Record<string, string>>): Promise<void> {
  for (const folder of ["bin", "tmp"]) Deno.mkdirSync(`${home}/${folder}`);
  Deno.writeTextFileSync(`${home}/bin/auto-tools`, NOTER, { mode: 0o755 });
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", module.pathname],
    clearEnv: true,
    env: {
      HOME: home,
      TMPDIR: `${home}/tmp`,
      PATH: `${home}/bin:${Deno.env.get("PATH") ?? ""}`,
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${CACHE}/deno`,
      NO_COLOR: "1",
      ...env,
    },
    stdin: "null",
  }).output();
  const reported = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  assert.equal(code, 0, reported);
  // A process that ends before its checks do proves nothing.
  assert.match(reported, /^all checks passed$/m);
}

/** Runs the checks one after the other, in the process that {@link runChecks} started. */
export async function checks(all: Readonly<Record<string, () => Promise<void>>>): Promise<void> {
  for (const [name, check] of Object.entries(all)) {
    try {
      await check();
    } catch (error) {
      console.error(`${name}:`, error);
      Deno.exit(1);
    }
  }
  console.log("all checks passed");
  Deno.exit(0);
}

/** What some work asks timers to wait for. Milliseconds. */
export async function waitsOf(work: () => Promise<unknown>): Promise<readonly number[]> {
  const real = globalThis.setTimeout;
  const waits: number[] = [];
  globalThis.setTimeout = ((done: () => void, ms = 0) => (waits.push(ms), real(done, ms))) as typeof real;
  await work();
  globalThis.setTimeout = real;
  return waits;
}

/** How often `auto-tools` was started by now: its arguments, and behind a semicolon its heap's settings if it has any. */
export function started(): string[] {
  try {
    const lines = Deno.readTextFileSync(`${HOME}/started`).split("\n");
    return lines.map((line) => line.trim().replace(/;$/, "")).filter((line) => line !== "");
  } catch {
    return [];
  }
}
