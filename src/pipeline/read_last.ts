import type { SafeText } from "../model/brands.ts";
import { asObject, type JsonObject, parseObject } from "../model/json.ts";
import type { LeftOut } from "../model/report.ts";
import { BLOCK_CLOSE, BLOCK_OPEN, sanitizedBlock } from "../safety/safe_text.ts";
import { sanitize, sanitizeLine } from "../safety/sanitize.ts";

/**
 * Reads the file of `last_delivery.ts`. It lies in the repository: what is read from it is checked and sanitized again.
 */

/** A delivery as `auto-tools last` shows it. */
export interface LastDelivery {
  /** ISO 8601. */
  readonly at: string;
  readonly client: SafeText;
  readonly session?: SafeText;
  /** Kind of the prompt. */
  readonly kind: SafeText;
  /** From the start of the hook's process. */
  readonly milliseconds: number;
  /** The block as the model was given it; empty when there was nothing to give. */
  readonly context: SafeText;
  /** True if cut at the client's limit. */
  readonly truncated: boolean;
  readonly places: number;
  readonly tools: readonly LastTool[];
  readonly limits: readonly SafeText[];
  readonly leftOut: LeftOut;
}

/** One tool of it. */
export interface LastTool extends Readonly<Record<"tool" | "status" | "reason", SafeText>> {
  readonly ms: number;
  /** Places of the block that came from it. */
  readonly places: number;
}

/** Reads the file's text; undefined where there is none or it is none of ours. */
export function readLast(text: string | undefined): LastDelivery | undefined {
  const file = parseObject(text?.split("\n", 1)[0]);
  if (!file || typeof file["context"] !== "string" || Number.isNaN(Date.parse(String(file["at"])))) {
    return undefined;
  }
  const left = asObject(file["leftOut"]) ?? {};
  return {
    at: new Date(String(file["at"])).toISOString(),
    client: line(file["client"]),
    ...(typeof file["session"] === "string" && { session: line(file["session"]) }),
    kind: line(file["kind"]),
    milliseconds: count(file["milliseconds"]),
    context: blockOf(file["context"]),
    truncated: file["truncated"] === true,
    places: count(file["places"]),
    tools: objects(file["tools"]).map((tool) => ({
      tool: line(tool["tool"]),
      status: line(tool["status"]),
      reason: line(tool["reason"]),
      ms: count(tool["ms"]),
      places: count(tool["places"]),
    })),
    limits: Array.isArray(file["limits"]) ? file["limits"].map(line) : [],
    leftOut: {
      known: count(left["known"]),
      tooLong: count(left["tooLong"]),
      secrets: count(left["secrets"]),
      injections: count(left["injections"]),
    },
  };
}

const BLOCK = new RegExp(`^${BLOCK_OPEN}\n([^]+)\n${BLOCK_CLOSE}$`);

function blockOf(text: string): SafeText {
  const inside = BLOCK.exec(text)?.[1];
  return inside === undefined ? sanitize(text).text : sanitizedBlock(sanitize(inside).text);
}

function line(value: unknown): SafeText {
  return sanitizeLine(typeof value === "string" ? value : "", { isOwn: true }).text;
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) ? Math.max(0, value) : 0;
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject).filter((one) => one !== undefined) : [];
}
