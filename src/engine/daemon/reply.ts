import type { Cap, DeliveredTool, Delivery } from "../../model/answer.ts";
import { Failure, FAILURES } from "../../model/errors.ts";
import type { Findings, ToolOutcome } from "../../model/findings.ts";
import type { Plan } from "../../model/plan.ts";
import { INTENT_KINDS } from "../../model/intent.ts";
import type { LeftOut } from "../../model/report.ts";
import type { JsonObject } from "../../model/json.ts";
import { asObject, parseObject } from "../../model/json.ts";
import { TOOL_NAMES } from "../../model/tools.ts";
import type { Idle } from "../../model/prompt.ts";
import { HINTS } from "../../intent/hint.ts";
import { bounded } from "../bounded.ts";
import { PARTIAL_RESULTS, running } from "../observed.ts";
import { sanitizedBefore } from "../../safety/safe_text.ts";

/**
 * What a daemon sends, read as the output of another process: every field is checked, what does not fit makes the whole
 * message undefined.
 */

/** Tools of one plan. */
const MOST_TOOLS = 16;
/** Lines that one answer adds to the session's notes, and UTF-16 units of one. */
const MOST_NOTES = 256;
const LONGEST_NOTE = 16 * 1024;
/** UTF-16 units of one reason. */
const LONGEST_WORDS = 1000;
/** A longer message is a result. UTF-16 units. */
const LONGEST_NEWS = 200;

/** For a request for which tools are run. */
interface Planned {
  /** The plan's budget, milliseconds since the request's time began. */
  readonly wallMs: number;
}

/** The first message: the secret of the daemon's user; undefined for another message. */
export function readReady(line: string | undefined): string | undefined {
  const { type, key }: JsonObject = parseObject(line) ?? {};
  return type === "ready" && typeof key === "string" ? key : undefined;
}

/** A message that is no result; results are read when this thread has given up its rights. */
function newsOf(line: string): JsonObject | undefined {
  return line.length > LONGEST_NEWS ? undefined : parseObject(line);
}

/** Whether the line is a sign of life. */
export function isWaiting(line: string): boolean {
  return newsOf(line)?.["type"] === "waiting";
}

/** The second message: what the request may take when tools are run, or that none is. */
export function readPlanned(line: string | undefined): Planned | Idle | undefined {
  const said = parseObject(line);
  const wallMs = said?.["wallMs"];
  if (said?.["type"] === "planned") return isCount(wallMs) ? { wallMs } : undefined;
  const kind = INTENT_KINDS.find((kind) => kind === said?.["kind"]);
  const hint = HINTS.find((hint) => hint === said?.["hint"]);
  if (said?.["type"] !== "idle" || kind === undefined || said["hint"] !== hint) return undefined;
  return { kind, hint };
}

/** What is going on, for people; undefined for another message. Nothing but known texts. */
export function readProgress(line: string): string | undefined {
  const said = newsOf(line);
  return said?.["type"] === "progress" ? PROGRESS.find((one) => one === said["message"]) : undefined;
}

const PROGRESS: readonly string[] = [PARTIAL_RESULTS, ...TOOL_NAMES.map(running)];

/** The result of a prompt. A context that is longer than the client takes is none of ours. */
export function readAnswer(line: string | undefined, cap: Cap): Delivery | undefined {
  const said = parseObject(line);
  const delivery = said?.["type"] === "answer" ? asObject(said["delivery"]) : undefined;
  if (!delivery) return undefined;
  const { context: text, kind: named, planOnly, truncated } = delivery;
  const context = typeof text === "string" && isWithin(text, cap) ? sanitizedBefore(text) : undefined;
  const kind = INTENT_KINDS.find((kind) => kind === named);
  const tools = listOf(delivery["tools"], MOST_TOOLS, toolOf);
  const notes = listOf(delivery["notes"], MOST_NOTES, noteOf);
  if (context === undefined || !kind || !tools || !notes || typeof planOnly !== "boolean") return undefined;
  const reasons = listOf(delivery["reasons"], MOST_TOOLS, wordsOf);
  const limits = listOf(delivery["limits"], MOST_TOOLS, wordsOf);
  const leftOut = leftOutOf(delivery["leftOut"]);
  const { places } = delivery;
  if (typeof truncated !== "boolean" || !isCount(places) || !reasons || !limits || !leftOut) return undefined;
  return { context, truncated, kind, planOnly, tools, notes, places, reasons, limits, leftOut };
}

/** Shown by `auto-tools last`, which sanitizes it. */
function wordsOf(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= LONGEST_WORDS ? value : undefined;
}

function leftOutOf(value: unknown): LeftOut | undefined {
  const { known, tooLong, secrets, injections }: JsonObject = asObject(value) ?? {};
  if (!isCount(known) || !isCount(tooLong) || !isCount(secrets) || !isCount(injections)) return undefined;
  return { known, tooLong, secrets, injections };
}

/**
 * The result of a plan, one outcome per call. The findings are as another thread's: cut to what a report takes here, sanitized
 * before they are shown.
 */
export function readOutcomes(line: string, { calls }: Plan): ToolOutcome[] | undefined {
  const said = parseObject(line);
  const outcomes = said?.["type"] === "found" ? listOf(said["outcomes"], MOST_TOOLS, outcomeOf) : undefined;
  const isWhole = outcomes?.length === calls.length &&
    outcomes.every(({ tool }, at) => tool === calls[at]!.tool);
  return isWhole ? outcomes : undefined;
}

function outcomeOf(value: unknown): ToolOutcome | undefined {
  const { tool: name, status: end, startedAt, durationMs, findings, error }: JsonObject = asObject(value) ??
    {};
  const tool = TOOL_NAMES.find((tool) => tool === name);
  const status = STATUSES.find((status) => status === end);
  const { code: why, message }: JsonObject = asObject(error) ?? {};
  const code = CODES.find((code) => code === why);
  if (!tool || !status || !isCount(startedAt) || !isCount(durationMs)) return undefined;
  if (error !== undefined && (!code || typeof message !== "string")) return undefined;
  try {
    return {
      tool,
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

/** The failure of a request whose result is none. */
export function unreadable(result: string): Failure {
  return new Failure("unknown", `the daemon's answer cannot be read: ${result.length} characters`);
}

function isWithin(text: string, { limit, unit }: Cap): boolean {
  return (unit === "bytes" ? new TextEncoder().encode(text).length : text.length) <= limit;
}

function toolOf(value: unknown): DeliveredTool | undefined {
  const { tool: name, status: end, ms, places, error: why }: JsonObject = asObject(value) ?? {};
  const tool = TOOL_NAMES.find((tool) => tool === name);
  const status = STATUSES.find((status) => status === end);
  const error = CODES.find((code) => code === why);
  if (!tool || !status || !isCount(ms) || !isCount(places) || why !== error) return undefined;
  return { tool, status, ms, places, ...(error && { error }) };
}

const CODES = Object.values(FAILURES).map(({ code }) => code);
const STATUSES: readonly DeliveredTool["status"][] = ["ok", "timeout", "error", "skipped"];

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** One line of a session's notes: an object of JSON, written anew. */
function noteOf(value: unknown): string | undefined {
  const note = typeof value === "string" && value.length <= LONGEST_NOTE ? parseObject(value) : undefined;
  return note && JSON.stringify(note);
}

/** A list of at most `most` entries that all can be read. */
function listOf<T>(value: unknown, most: number, read: (entry: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length > most) return undefined;
  const entries = value.map(read);
  return entries.every((entry) => entry !== undefined) ? entries as T[] : undefined;
}
