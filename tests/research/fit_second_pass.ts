import { existsSync } from "node:fs";
import { WEIGHTS } from "../../src/search/second_pass.ts";
import type { SecondOutcome } from "./harness/second_fit.ts";
import { fitSecond, heldOut, outcomeOf } from "./harness/second_fit.ts";
import type { Asked } from "./harness/second_values.ts";
import { askedOf, readQuestions } from "./harness/second_values.ts";

/**
 * Fits the weights of the second ranking (`WEIGHTS` in `src/search/second_pass.ts`) and prints how well the committed
 * ones, and ones that never saw a question's repository, put the first 30 definitions in order:
 *
 *     deno run -A tests/research/fit_second_pass.ts QUESTIONS CHECKOUTS CACHE [PARTS]
 *
 * QUESTIONS has one object a line, `Question` in `harness/second_values.ts` says of what:
 *
 *     {"repo": "owner/name", "commit": "40 hex digits", "kind": "locate", "en": "where is ...?", "zh": "...?",
 *      "primary": [{"path": "src/a.ts", "symbol": "A.b", "start": 10, "end": 24}]}
 *
 * `commit`, and one of `en` and `zh`, may be missing. CHECKOUTS has a check-out of each repository as `owner+name`,
 * without changes. CACHE keeps their indexes: an empty folder at first, and again after the index or a parser changed.
 * PARTS is into how many parts the repositories are divided, of which each is held out in turn; default 7.
 */
const [file = "", checkouts = "", cacheDir = "", parts = "7"] = Deno.args;
const questions = readQuestions(file);
const asked: Asked[] = [];
for (const [repo, mine] of Map.groupBy(questions, (question) => question.repo)) {
  const root = `${checkouts}/${repo.replace("/", "+")}`;
  if (existsSync(root)) asked.push(...await askedOf(mine, root, cacheDir));
  else console.error(`${repo}: no check-out`);
}
const committed = asked.map((one) => outcomeOf(one, WEIGHTS));
const fitted = heldOut(asked, Number(parts));
console.log("| questions | n | weights | first | among three | among five | found among ten |");
console.log("|-|-|-|-|-|-|-|");
print("all", () => true);
for (const language of ["en", "zh"]) print(language, (one) => one.language === language);
for (const kind of new Set(asked.map((one) => one.kind))) print(kind, (one) => one.kind === kind);
console.log("\nfitted on all:");
for (const [id, weight] of Object.entries(fitSecond(asked))) console.log(`  ${id}: ${weight.toFixed(2)},`);

/** A row each for the committed and the held-out weights. */
function print(label: string, accepts: (one: Asked) => boolean): void {
  const rows = { committed, "held out": fitted };
  for (const [name, all] of Object.entries(rows)) {
    const outcomes = all.filter((_, i) => accepts(asked[i]!));
    if (outcomes.length === 0) continue;
    const shares = [1, 3, 5].map((k) => percent(outcomes, ({ rank }) => rank <= k ? 1 : 0));
    const cells = [label, outcomes.length, name, ...shares, percent(outcomes, ({ found }) => found)];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

function percent(outcomes: readonly SecondOutcome[], of: (outcome: SecondOutcome) => number): string {
  return (100 * outcomes.reduce((sum, one) => sum + of(one), 0) / outcomes.length).toFixed(1);
}
