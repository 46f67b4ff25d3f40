import { attempt } from "../model/attempt.ts";
import { parseObject } from "../model/json.ts";
import { ASSETS, VERSION } from "./program.ts";

/** Facts about a build; the keys are those of `auto-tools --version --json`. */
export interface BuildInfo {
  readonly name: "auto-tools";
  readonly version: string;
  /** Target triple in Rust's notation. */
  readonly target: string;
  /** Commit of the sources; absent if they were not in a repository. */
  readonly commit?: string;
  /** Address of the releases; absent for a local build. */
  readonly releases?: string;
}

/** Name of the embedded file that the build step writes beside the grammars. */
export const BUILD_FILE = "build.json";

/** Reads the build facts. */
export function buildInfo(): BuildInfo {
  const { commit, releases } = parseObject(attempt(() => Deno.readTextFileSync(`${ASSETS}${BUILD_FILE}`))) ??
    {};
  return {
    name: "auto-tools",
    version: VERSION,
    target: Deno.build.target,
    ...(typeof commit === "string" && { commit }),
    ...(typeof releases === "string" && { releases }),
  };
}
