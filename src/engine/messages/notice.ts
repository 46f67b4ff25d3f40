import type { Delivery } from "../../model/answer.ts";
import type { SafeText } from "../../model/brands.ts";
import { aboutTokens } from "../../model/tokens.ts";
import { fixed } from "../../safety/safe_text.ts";

/** Line that notifies the user of a delivery; it stays in the client, the model never sees it. */
export function noticeOf({ context, places }: Delivery): SafeText {
  const noun = places === 1 ? fixed`place` : fixed`places`;
  return fixed`auto-tools gave the model ${places} ${noun} of this repository (about ${
    aboutTokens(context)
  } tokens). What exactly: auto-tools last`;
}
