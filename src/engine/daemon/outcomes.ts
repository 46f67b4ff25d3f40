import { FAILURES } from "../../model/errors.ts";
import type { Findings, Plan, ToolOutcome } from "../../model/calls.ts";
import { asObject, type JsonObject, parseObject } from "../../model/json.ts";
import { bounded } from "../bounded.ts";

/** UTF-16 units of one message. */
const LONGEST_WORDS = 1000;
const STATUSES: readonly ToolOutcome["status"][] = ["ok", "timeout", "error", "skipped"];
const CODES = Object.values(FAILURES).map(({ code }) => code);

/**
 * The outcomes of a plan as a daemon sent them, read as the output of another process: cut to what a report takes, sanitized before
 * they are shown. What cannot be read has failed: the rights to call the tool here are given up by then.
 */
export function readOutcomes(line: string, { calls }: Plan): readonly ToolOutcome[] {
  const sent = parseObject(line)?.["outcomes"];
  const list = Array.isArray(sent) && sent.length === calls.length ? sent : [];
  return calls.map(({ tool }, at) => {
    const outcome = outcomeOf(list[at]);
    return outcome?.tool === tool ? outcome : {
      tool,
      status: "error",
      startedAt: 0,
      durationMs: 0,
      error: { code: "E_UNKNOWN", message: `the daemon's answer cannot be read: ${line.length} characters` },
    };
  });
}

function outcomeOf(value: unknown): ToolOutcome | undefined {
  const { tool, status: end, startedAt, durationMs, findings, error }: JsonObject = asObject(value) ?? {};
  const status = STATUSES.find((status) => status === end);
  const { code: why, message }: JsonObject = asObject(error) ?? {};
  const code = CODES.find((code) => code === why);
  if (typeof tool !== "string" || !status || !isCount(startedAt) || !isCount(durationMs)) return undefined;
  if (error !== undefined && (!code || typeof message !== "string")) return undefined;
  try {
    return {
      tool: tool as ToolOutcome["tool"],
      status,
      startedAt,
      durationMs,
      ...(findings !== undefined && { findings: bounded(findings as Findings) }),
      ...(code && { error: { code, message: (message as string).slice(0, LONGEST_WORDS) } }),
    };
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
