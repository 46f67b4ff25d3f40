import { z } from "zod";
import type { SafeText } from "../model/brands.ts";
import { parseObject } from "../model/json.ts";
import { BLOCK_CLOSE, BLOCK_OPEN, sanitizedBlock } from "../safety/safe_text.ts";
import { sanitize, sanitizeLine } from "../safety/sanitize.ts";

/**
 * Reads the file of `last_delivery.ts`. It lies in the repository: what is read from it is checked and sanitized again.
 */

const ANY = z.unknown().optional();
const LINE = ANY.transform((value) => line(typeof value === "string" ? value : ""));
const COUNT = z.int().catch(0).transform((value) => Math.max(0, value));
const NOTHING_LEFT_OUT = { known: 0, tooLong: 0, secrets: 0, injections: 0 };

/** One tool of a delivery, with the places of the block that came from it. */
const TOOL = z.object({ tool: LINE, status: LINE, reason: LINE, ms: COUNT, places: COUNT });

const LAST = z.object({
  /** ISO 8601. */
  at: ANY.transform((value) => new Date(String(value)))
    .refine((date) => !Number.isNaN(date.getTime())).transform((date) => date.toISOString()),
  client: LINE,
  session: z.string().transform(line).optional().catch(undefined),
  /** Kind of the prompt. */
  kind: LINE,
  /** From the start of the hook's process. */
  milliseconds: COUNT,
  /** The block as the model was given it; empty when there was nothing to give. */
  context: z.string().transform(blockOf),
  /** True if cut at the client's limit. */
  truncated: ANY.transform((value) => value === true),
  places: COUNT,
  tools: z.array(z.unknown()).catch([]).transform((list) =>
    list.flatMap((one) => TOOL.safeParse(one).data ?? [])
  ),
  limits: z.array(LINE).catch([]),
  leftOut: z.object({ known: COUNT, tooLong: COUNT, secrets: COUNT, injections: COUNT }).catch(
    NOTHING_LEFT_OUT,
  ),
});

/** A delivery as `auto-tools last` shows it. */
export type LastDelivery = Readonly<z.output<typeof LAST>>;

/** Reads the file's text; undefined where there is none or it is none of ours. */
export function readLast(text: string | undefined): LastDelivery | undefined {
  return LAST.safeParse(parseObject(text?.split("\n", 1)[0])).data;
}

const BLOCK = new RegExp(`^${BLOCK_OPEN}\n([^]+)\n${BLOCK_CLOSE}$`);

function blockOf(text: string): SafeText {
  const inside = BLOCK.exec(text)?.[1];
  return inside === undefined ? sanitize(text).text : sanitizedBlock(sanitize(inside).text);
}

function line(text: string): SafeText {
  return sanitizeLine(text, { isOwn: true }).text;
}
