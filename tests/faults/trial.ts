import { payload, runBinary } from "../support/binary.ts";
import type { Repo } from "../support/fixture.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";
import type { Fault } from "./faults.ts";

/** A repository of some size, indexed, with a folder for programs that stand in front of others. */
export interface Bench extends Disposable {
  readonly repo: Repo;
  /** First in the runs' PATH. */
  readonly bin: string;
}

/** How one run under a fault ended. */
export interface Trial {
  readonly fault: string;
  /** Milliseconds from start to exit. */
  readonly took: number;
  /** The budget of its plan. Milliseconds. */
  readonly budget: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Milliseconds; a plan with deep tools has 5,000 more. */
export const BUDGET = 1500;
const DEEP_EXTRA = 5000;

const PROMPT = "fix the bug in refundOrder: it throws RangeError for an order that was paid twice";

/** Makes the repository and its index. */
export async function makeBench(): Promise<Bench> {
  const repo = makeRepo(`${SHOP}//- /assets/refund-order-paid-twice.png\nno code\n`);
  for (let i = 0; i < 300; i++) {
    repo.write(
      `src/part_${i % 20}/step_${i}.ts`,
      `import { refundOrder } from "../orders/refund.ts";\nexport function step${i}(order) {\n  return refundOrder(order, ${i});\n}\n`,
    );
  }
  repo.git("add", "-A");
  repo.git("commit", "-q", "-m", "steps");
  const bin = Deno.makeTempDirSync({ prefix: "auto-tools-bin-" });
  await runBinary(["index"], { cwd: repo.root });
  // The first answer makes the files that some faults replace.
  await runBinary(["hook"], { cwd: repo.root, stdin: payload(PROMPT, repo.root) });
  return {
    repo,
    bin,
    [Symbol.dispose]: () => {
      Deno.removeSync(bin, { recursive: true });
      repo[Symbol.dispose]();
    },
  };
}

/** One run of the hook (or, for its document, of the kernel) under a fault. */
export async function tryFault(
  fault: Fault,
  { repo, bin }: Bench,
  { deep = false, kernel = false, patience = 1 }: {
    deep?: boolean;
    kernel?: boolean;
    /** What the budget is multiplied by. */
    patience?: number;
  } = {},
): Promise<Trial> {
  const mend = fault.prepare?.(repo, bin);
  try {
    const args = kernel ? ["--prompt", PROMPT, "--format", "json"] : ["hook"];
    const { took, code, stdout, stderr } = await runBinary(args, {
      cwd: repo.root,
      stdin: payload(PROMPT, repo.root, { session_id: crypto.randomUUID() }),
      env: {
        PATH: `${bin}:${Deno.env.get("PATH")}`,
        CI_AUTO_TOOLS_BUDGET_WALL_MS: String(patience * BUDGET),
        CI_AUTO_TOOLS_TIER_MAX: deep ? "2" : "1",
        ...fault.env,
      },
    });
    return { fault: fault.name, took, budget: BUDGET + (deep ? DEEP_EXTRA : 0), code, stdout, stderr };
  } finally {
    mend?.();
  }
}

/** What is wrong with a run besides its time; empty when nothing is. */
export function wrongWith({ code, stdout, stderr }: Trial): string {
  if (code !== 0) return `exit ${code}`;
  if (stderr !== "") return `stderr: ${stderr.slice(0, 200)}`;
  if (stdout === "") return "";
  try {
    const { hookSpecificOutput: output, systemMessage } = JSON.parse(stdout);
    // Where the budget ended first there is no context, only what the user is told, or nothing.
    if (output === undefined && typeof systemMessage === "string") return "";
    const context = output?.additionalContext;
    const isWhole = typeof context === "string" && context.startsWith("<auto-tools-context>\n") &&
      context.endsWith("\n</auto-tools-context>") && context.length <= 10_000;
    return isWhole ? "" : `no whole block: ${stdout.slice(0, 200)}`;
  } catch {
    return `no JSON: ${stdout.slice(0, 200)}`;
  }
}
