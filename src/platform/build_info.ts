import { attempt } from "../model/attempt.ts";
import { parseObject } from "../model/json.ts";
import { ASSETS, VERSION } from "./program.ts";

/** Name of the embedded file that the build step writes beside the grammars. */
export const BUILD_FILE = "build.json";

/**
 * Facts about a build; the keys are those of `auto-tools --version --json`: the target triple in Rust's notation, the commit of
 * the sources if they were in a repository, the address of the releases unless it is a local build.
 */
export function buildInfo() {
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
