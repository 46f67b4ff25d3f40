import type { Cap, DeliveredTool, Delivery } from "../../model/answer.ts";
import type { CallAnswer } from "../../model/calls.ts";
import type { FailureName } from "../../model/errors.ts";
import { FAILURES } from "../../model/errors.ts";
import type { Findings } from "../../model/findings.ts";
import { INTENT_KINDS } from "../../model/intent.ts";
import type { LeftOut } from "../../model/report.ts";
import type { JsonObject } from "../../model/json.ts";
import { asObject, parseObject } from "../../model/json.ts";
import { TOOL_NAMES } from "../../model/tools.ts";
import type { Idle } from "../../model/prompt.ts";
import { HINTS } from "../../intent/hint.ts";
import { bounded } from "../bounded.ts";
import { sanitizedBefore } from "../../safety/sanitized_before.ts";

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

/** The first message. */
export interface Ready {
  readonly root: string;
  readonly key: string;
}

/** For a prompt for which tools are run. */
export interface Meant {
  /** The plan's budget, milliseconds since the prompt's time began. */
  readonly wallMs: number;
}

/** The first message: which root and build the daemon is for. */
export function readReady(line: string | undefined): Ready | undefined {
  const said = parseObject(line);
  const root = said?.["root"];
  const key = said?.["key"];
  if (said?.["type"] !== "ready" || typeof root !== "string" || typeof key !== "string") return undefined;
  return { root, key };
}

/** Whether the line is a sign of life. */
export function isWaiting(line: string): boolean {
  return parseObject(line)?.["type"] === "waiting";
}

/** The second message: what the prompt may take when tools are run. */
export function readMeant(line: string | undefined): Meant | Idle | undefined {
  const said = parseObject(line);
  const wallMs = said?.["wallMs"];
  if (said?.["type"] === "meant") return isCount(wallMs) ? { wallMs } : undefined;
  const kind = INTENT_KINDS.find((kind) => kind === said?.["kind"]);
  const hint = HINTS.find((hint) => hint === said?.["hint"]);
  if (said?.["type"] !== "idle" || kind === undefined || said["hint"] !== hint) return undefined;
  return { kind, hint };
}

/** The last message. A context that is longer than the client takes is none of ours. */
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
 * What is said to a call of a tool. The findings are as another thread's: cut to what a report takes here, sanitized before
 * they are shown.
 */
export function readCallAnswer(line: string): CallAnswer | undefined {
  const said = parseObject(line);
  const { type, id, findings, kind, message } = said ?? {};
  if (!isCount(id)) return undefined;
  if (type === "started") return { type, id };
  if (type === "failed") {
    const failure = FAILURE_NAMES.find((name) => name === kind);
    return failure && typeof message === "string" ? { type, id, kind: failure, message } : undefined;
  }
  if (type !== "partial" && type !== "done") return undefined;
  try {
    return { type, id, findings: bounded(findings as unknown as Findings) };
  } catch {
    return undefined;
  }
}

const FAILURE_NAMES = Object.keys(FAILURES) as FailureName[];

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
