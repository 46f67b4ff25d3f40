import assert from "node:assert/strict";
import { RUNS_ALL } from "../support/long_test.ts";
import type { Fault } from "./faults.ts";
import { FAULTS } from "./faults.ts";
import { type Bench, makeBench, type Trial, tryFault, wrongWith } from "./trial.ts";

/** Each fault once; `report.ts` runs them often, on a busy machine, against the clock. */

/** Tools whose faults are tried in `./install.sh test --all` alone. */
const MORE_TOOLS = /^ci_(?:index_status|graph_rag): /;

const [received, silent] = [true, false].map((isTold) =>
  FAULTS.filter(({ name, reported }) =>
    (reported !== undefined) === isTold && (RUNS_ALL || !MORE_TOOLS.test(name))
  )
);

Deno.test("faults: the hook answers in form, whatever breaks", async () => {
  using bench = await makeBench();
  for (const fault of silent as Fault[]) {
    const trials = await answered(fault, bench);
    assert.deepEqual(trials.map(wrongWith).filter(Boolean), [], fault.name);
    // What is wrong with the settings is reported once.
    assert.match(trials.map(({ stdout }) => stdout).join(""), fault.answered ?? /^/, fault.name);
  }
});

Deno.test("faults: the kernel says what broke, as a status with a code and in the limits", async () => {
  using bench = await makeBench();
  for (const fault of received as Fault[]) {
    const { fused_context, tool_results, degraded } = await explained(fault, bench);
    assert.match(fused_context.for_user.limits_text, fault.reported!, fault.name);
    const broken = tool_results.filter(({ status }: { status: string }) => status !== "ok");
    for (const { error } of broken) assert.match(error.code, /^E_[A-Z_]+$/, fault.name);
    assert.equal(degraded.is_degraded, broken.length > 0, fault.name);
  }
});

/** One run. Where a context must come and the machine was too busy for one within the budget: again with more time. */
async function answered(fault: Fault, bench: Bench): Promise<Trial[]> {
  const trials: Trial[] = [];
  do trials.push(await tryFault(fault, bench, { patience: (trials.length + 1) ** 2 })); while (
    fault.answered !== undefined && trials.length < 5 && !trials.some(hasContext)
  );
  return trials;
}

function hasContext({ stdout }: Trial): boolean {
  return stdout.includes("<auto-tools-context>");
}

/** The kernel's document. On a busy machine a tool may be late before it breaks: then it is asked again with more time. */
async function explained(fault: Fault, bench: Bench) {
  for (let attempt = 1;; attempt++) {
    const { code, stdout, stderr } = await tryFault(fault, bench, { kernel: true, patience: attempt });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" }, fault.name);
    const document = JSON.parse(stdout);
    if (attempt === 5 || fault.reported!.test(document.fused_context.for_user.limits_text)) return document;
  }
}
