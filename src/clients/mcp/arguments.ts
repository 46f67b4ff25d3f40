import { LONGEST_QUESTION } from "../../model/question.ts";
import { Failure } from "../../model/errors.ts";
import { LIMITS } from "../../model/limits.ts";
import type { ToolUse } from "../../model/plan.ts";
import { readQuestion } from "../../intent/question.ts";
import type { ToolName } from "../../model/tools.ts";
import { realPath } from "../../platform/host_files.ts";
import { withoutDot } from "../../model/paths.ts";

/** A tool with the arguments that an agent passed. */
export interface FitArguments {
  readonly use: ToolUse;
  /** Truncations, as [Limits] phrases. */
  readonly limits: readonly string[];
}

/** Arguments that are paths. */
const PATHS: ReadonlySet<string> = new Set(["file", "path"]);

/**
 * Converts arguments that passed the schema: long texts are truncated, paths become relative to the root, names of the
 * protocol become the tool's.
 *
 * @throws Failure for a path outside the root
 */
export function fitArguments(
  tool: ToolName,
  received: Readonly<Record<string, unknown>>,
  root: string | undefined,
): FitArguments {
  const args: Record<string, unknown> = {};
  const limits: string[] = [];
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined || name === "workspace") continue;
    if (typeof value === "string") {
      const plain = value.replaceAll("\0", "");
      const text = plain.slice(0, LONGEST_QUESTION);
      if (text.length < plain.length) limits.push(LIMITS.clamped(name, LONGEST_QUESTION));
      args[name] = PATHS.has(name) && root !== undefined ? pathBelow(root, text) : text;
    } else args[name] = value;
  }
  const text = args["query"] ?? args["error"];
  if (typeof text === "string") args["question"] = readQuestion(text);
  return { use: { tool, args }, limits };
}

/** The path relative to the root, with slashes. */
function pathBelow(root: string, path: string): string {
  const slashed = withoutDot(path.replaceAll("\\", "/"));
  if (!slashed.startsWith("/")) return slashed;
  const real = realPath(slashed) ?? slashed;
  if (real === root) return "";
  if (real.startsWith(`${root}/`)) return real.slice(root.length + 1);
  throw new Failure("invalidArgs", `the path is outside the repository: ${path}; it is relative to: ${root}`);
}
