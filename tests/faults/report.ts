import { Timings } from "../support/timing.ts";
import { FAULTS } from "./faults.ts";
import type { Trial } from "./trial.ts";
import { makeBench, tryFault, wrongWith } from "./trial.ts";

/**
 * `deno run -A tests/faults/report.ts [RUNS] [BURNERS]`: the hook under every fault in turn, every fifth run with the
 * deep tools, while BURNERS processes (default: two per processor) keep the machine busy. Prints what came later than
 * its budget.
 */

const runs = Number(Deno.args[0] ?? 200);
const burners = Number(Deno.args[1] ?? 2 * navigator.hardwareConcurrency);

/** What is allowed beyond the budget. Milliseconds. */
const GRACE = 150;

using bench = await makeBench();
const busy = Array.from(
  { length: burners },
  () => new Deno.Command("sh", { args: ["-c", "while :; do :; done"], stdin: "null" }).spawn(),
);
const trials: Trial[] = [];
try {
  for (let run = 0; run < runs; run++) {
    const fault = FAULTS[run % FAULTS.length]!;
    trials.push(await tryFault(fault, bench, { deep: run % 5 === 4 }));
  }
} finally {
  for (const burner of busy) burner.kill("SIGKILL");
}

const late = trials.filter(({ took, budget }) => took > budget + GRACE);
const wrong = trials.filter((trial) => wrongWith(trial) !== "");
const beyond = new Timings();
for (const { took, budget } of trials) beyond.add(took - budget);
console.log(
  `${runs} runs, ${FAULTS.length} faults, ${burners} busy processes on ${navigator.hardwareConcurrency} processors`,
);
console.log(`beyond the budget   ${beyond}, most ${beyond.quantile(1).toFixed(0)} ms`);
console.log(`answered with facts ${trials.filter(({ stdout }) => stdout !== "").length}`);
console.log(`later than budget + ${GRACE} ms: ${late.length}`);
for (const { fault, took, budget } of late) console.log(`  ${fault}: ${took.toFixed(0)} of ${budget} ms`);
console.log(`wrong output or exit code: ${wrong.length}`);
for (const trial of wrong) console.log(`  ${trial.fault}: ${wrongWith(trial)}`);
if (late.length + wrong.length > 0) Deno.exitCode = 1;
