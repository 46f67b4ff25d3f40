import { LIMITS } from "../model/limits.ts";
import type { ToolUse } from "../model/calls.ts";
import { TOOL_SPECS } from "../model/tools.ts";

/** A call with its arguments within the tool's bounds. */
export interface ClampedCall<Call> {
  readonly call: Call;
  /** One [Limits] line for each argument that was changed. */
  readonly limits: readonly string[];
}

/**
 * Puts the numeric arguments within the tool's bounds, the same for every client: fractions are rounded down, what is below
 * the minimum or above the maximum becomes that bound, what is absent or no number gets the tool's default.
 */
export function clampArguments<Call extends ToolUse>(call: Call): ClampedCall<Call> {
  const args: Record<string, unknown> = { ...call.args };
  const limits: string[] = [];
  for (const [name, argument] of Object.entries(TOOL_SPECS[call.tool].arguments)) {
    if (argument.type !== "number") continue;
    const { default: standard, min = 1, max } = argument;
    const value = args[name];
    const number = typeof value === "number" && !Number.isNaN(value) ? Math.floor(value) : standard;
    const fit = Math.min(Math.max(number, min), max);
    if (value !== undefined && fit !== value) limits.push(LIMITS.clamped(name, fit));
    args[name] = fit;
  }
  return { call: { ...call, args }, limits };
}
