import { cwdOf, readPayload } from "../adapters/hook_payload.ts";
import type { ExitCode } from "../model/errors.ts";
import { build } from "./index.ts";
import type { CommandIo } from "./io.ts";

/**
 * `auto-tools warm`: the client's SessionStart hook that it does not wait for. Whatever happens, nothing is printed: a
 * hook that complains disturbs the user.
 */
export async function run(_args: readonly string[], io: CommandIo): Promise<ExitCode> {
  try {
    const payload = readPayload(new TextEncoder().encode(await io.stdin()));
    if (io.env("CI_AUTO_TOOLS") !== "off" && payload) await build(cwdOf(payload, () => io.cwd));
  } catch {
    // The next prompt is answered without an index.
  }
  return 0;
}
