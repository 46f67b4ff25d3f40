import { attempt } from "../model/attempt.ts";
import { parseObject } from "../model/json.ts";
import { ASSETS, VERSION } from "./program.ts";

/** Facts about a build; its keys are those of `auto-tools --version --json`. */
export interface BuildInfo {
  readonly name: "auto-tools";
  readonly version: string;
  /** The system it was built for, as Rust's triple. */
  readonly target: string;
  /** The commit of the sources; absent where they were in no repository. */
  readonly commit?: string;
  /** Address of the releases it came from; absent for a build of one's own. */
  readonly releases?: string;
}

/** Name of the embedded file that the build step writes beside the grammars. */
export const BUILD_FILE = "build.json";

/** Reads what the build step wrote. */
export function buildInfo(): BuildInfo {
  const { commit, releases } = parseObject(readText(`${ASSETS}${BUILD_FILE}`)) ?? {};
  return {
    name: "auto-tools",
    version: VERSION,
    target: Deno.build.target,
    ...(typeof commit === "string" && { commit }),
    ...(typeof releases === "string" && { releases }),
  };
}

function readText(path: string): string | undefined {
  return attempt(() => Deno.readTextFileSync(path));
}
