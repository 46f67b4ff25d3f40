import assert from "node:assert/strict";
import type { Fault } from "./faults.ts";
import { FAULTS } from "./faults.ts";
import { type Bench, makeBench, tryFault, wrongWith } from "./trial.ts";

/** Each fault once; `report.ts` runs them often, on a busy machine, against the clock. */

const [told, silent] = [true, false].map((isTold) =>
  FAULTS.filter(({ said }) => (said !== undefined) === isTold)
);

Deno.test("faults: the hook answers in form, whatever breaks", async () => {
  using bench = await makeBench();
  for (const fault of silent as Fault[]) {
    assert.equal(wrongWith(await tryFault(fault, bench)), "", fault.name);
  }
});

Deno.test("faults: the kernel says what broke, as a status with a code and in the limits", async () => {
  using bench = await makeBench();
  for (const fault of told as Fault[]) {
    const { fused_context, tool_results, degraded } = await explained(fault, bench);
    assert.match(fused_context.for_user.limits_text, fault.said!, fault.name);
    const broken = tool_results.filter(({ status }: { status: string }) => status !== "ok");
    for (const { error } of broken) assert.match(error.code, /^E_[A-Z_]+$/, fault.name);
    assert.equal(degraded.is_degraded, broken.length > 0, fault.name);
  }
});

/** The kernel's document. On a busy machine a tool may be late before it breaks: then it is asked again with more time. */
async function explained(fault: Fault, bench: Bench) {
  for (let attempt = 1;; attempt++) {
    const { code, stdout, stderr } = await tryFault(fault, bench, { kernel: true, patience: attempt });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" }, fault.name);
    const document = JSON.parse(stdout);
    if (attempt === 5 || fault.said!.test(document.fused_context.for_user.limits_text)) return document;
  }
}
