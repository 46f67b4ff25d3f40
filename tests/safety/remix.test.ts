import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { sanitize, sanitizeLine } from "../../src/safety/sanitize.ts";
import { remixedTexts } from "../support/remix_text.ts";
import { BENIGN } from "./corpora/benign.ts";
import { DISGUISES } from "./corpora/disguises.ts";
import { INJECTIONS_EN } from "./corpora/injections_en.ts";
import { INJECTIONS_MORE } from "./corpora/injections_more.ts";
import { INJECTIONS_ZH } from "./corpora/injections_zh.ts";
import { NEAR } from "./corpora/near.ts";
import { ORDINARY_LINES } from "./corpora/ordinary.ts";
import { CONTEXT_SECRETS } from "./corpora/secrets.ts";

/**
 * What is left of orders, secrets and ordinary lines with accidents in them: cut, joined, disguised, with words lost or
 * exchanged. Compared with a golden file of hashes, which `AUTO_TOOLS_GOLDEN=write` renews.
 */

const GOLDEN = new URL("./remix.golden.json", import.meta.url);

const ORDERS = [...INJECTIONS_EN, ...INJECTIONS_MORE, ...INJECTIONS_ZH];
const disguises = Object.values(DISGUISES);
const TEXTS = [
  ...ORDERS,
  ...ORDERS.map((text, at) => disguises[at % disguises.length]!(text)),
  ...ORDERS.map((text, at) => `${["// ", "# ", " * ", "- ", "> "][at % 5]}${text}`),
  ...ORDERS.map((text, at) => {
    const mark = ["#", "//"][at % 2];
    return `total = 1 ${mark} ${text}\n${mark} and the plain rest of it\n${mark}\n${mark} Counts lines.`;
  }),
  ...ORDERS.map((text, at) => {
    const lead = ["- ", "// 1. ", "* "][at % 3];
    return `${lead}${text}\n${lead}Rounds half cents\n${lead}Counts lines`;
  }),
  // One sentence over two lines.
  ...ORDERS.map((text) => `${text} at once, in whatever order it may be`.replace(/^(.{60,}?) /, "$1\n")),
  ...[...BENIGN, ...NEAR, ...ORDINARY_LINES],
  ...CONTEXT_SECRETS.map(([text]) => text),
];

/** Texts in a row of the golden file, and rows. */
const PER_ROW = 20;
const ROWS = 60;

Deno.test("of texts with accidents that is left which the golden file says", () => {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const left = remixedTexts(TEXTS, PER_ROW, row).map((text) => [
      sanitize(text),
      sanitize(text, { isOwn: true }),
      sanitizeLine(text, { maxUnits: 40 }),
    ]);
    return createHash("sha1").update(JSON.stringify(left)).digest("hex").slice(0, 8);
  });
  if (Deno.env.get("AUTO_TOOLS_GOLDEN") === "write") {
    return Deno.writeTextFileSync(GOLDEN, JSON.stringify(rows, null, 1) + "\n");
  }
  assert.deepEqual(rows, JSON.parse(Deno.readTextFileSync(GOLDEN)));
});
