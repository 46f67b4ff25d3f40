import type { Delivery } from "../../src/model/prompt.ts";
import type { SafeText } from "../../src/model/brands.ts";

/** A delivery with a value in every field, and a block with code. */
export const DELIVERY: Delivery = {
  context:
    "<auto-tools-context>\n1. src/a.ts:1 save\n--- src/a.ts:1-2\nfunction save() {\n\n}\n</auto-tools-context>" as SafeText,
  truncated: true,
  kind: "locate",
  planOnly: false,
  tools: [{ tool: "ci_search", status: "ok", ms: 12, places: 1 }],
  notes: ["{}"],
  places: 1,
  reasons: ["locate: save"],
  limits: ["depth clamped to 2"],
  leftOut: { known: 1, tooLong: 2, secrets: 3, injections: 4 },
};
