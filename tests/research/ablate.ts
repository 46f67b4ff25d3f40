import { readFeatures } from "./harness/cases.ts";
import { crossValidate, line } from "./harness/cross_validate.ts";

/**
 * Held-out accuracy with some features only, from the features of the last training.
 *
 *     deno run -A tests/research/ablate.ts CACHE/files PATTERN...
 *
 * A feature is in when its id matches the regular expression.
 */
const [base = "", ...patterns] = Deno.args;
const DEMOTED = ["is_test", "is_text", "is_declaration"];
const table = readFeatures(base);
for (const pattern of patterns) {
  const expression = new RegExp(pattern);
  const { outcomes } = crossValidate(table, (id) => expression.test(id) && !DEMOTED.includes(id), 0.003);
  console.log(`${pattern}\n  ${line(outcomes)}`);
}
