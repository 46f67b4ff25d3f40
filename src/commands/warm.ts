import { cwdOf, readPayload } from "../adapters/hook_payload.ts";
import type { ExitCode } from "../model/errors.ts";
import { build } from "./index.ts";
import { yieldToOthers } from "../platform/priority.ts";
import type { CommandIo } from "./io.ts";

/** Whoever starts this beside a prompt is still answering it: a build would slow that down. Milliseconds. */
const HEAD_START_MS = 3000;

/**
 * `auto-tools warm`: the client's SessionStart hook that it does not wait for; `auto-tools warm PATH`: what a prompt starts
 * beside itself where vectors are to be built. Whatever happens, nothing is printed: a hook that complains disturbs the
 * user.
 */
export async function run([path]: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    if (io.env("CI_AUTO_TOOLS") === "off") return 0;
    // Somebody may wait for the first prompt meanwhile; nobody waits for this.
    yieldToOthers();
    if (path !== undefined) await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
    const folder = path ?? await folderOf(io);
    if (folder !== undefined) await build(folder, { meaning: "spare" });
  } catch {
    // The next prompt is answered without an index.
  }
  return 0;
}

async function folderOf(io: CommandIo): Promise<string | undefined> {
  const payload = readPayload(new TextEncoder().encode(await io.stdin()));
  return payload && cwdOf(payload, () => io.cwd);
}
