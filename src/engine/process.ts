import type { Connect } from "../platform/lines.ts";
import { packedFiles } from "../platform/assets.ts";
import type { KeptRights } from "../platform/permissions.ts";
import { SandboxPool } from "../platform/sandbox_pool.ts";
import { RequestQueue } from "./queue.ts";
import type { RerankSide, Semantic } from "./semantic.ts";
import type { CkbLink } from "./start_ckb.ts";

/** Resources of a process for all of its requests. */
export interface EngineProcess {
  /** Rights that its main thread keeps. */
  readonly keep: KeptRights;
  /** Reaches daemons' sockets; default: this thread connects, as long as it has its rights. */
  readonly connect?: Connect | undefined;
  /** Sandboxes kept between calls; absent: the process serves one. */
  readonly pool?: SandboxPool;
  /** Queue of tool calls; absent: they start at once. */
  readonly queue?: RequestQueue;
  /** Calls that may run at a time; default: `budget.max_concurrency`. */
  readonly atATime?: number;
  /** CKB connection opened before the rights were dropped; absent: opened when a call needs it. */
  readonly ckb?: CkbLink | undefined;
  readonly semantic?: Semantic;
  readonly rerank?: RerankSide;
}

/** A process that serves one request after the other; its client waits a minute for an answer as a rule. */
export function serverProcess(own: Omit<EngineProcess, "keep" | "pool" | "queue"> = {}): EngineProcess {
  packedFiles();
  const queue = new RequestQueue({ waiting: 64, waitMs: 50_000 });
  return { ...own, keep: "server", pool: new SandboxPool(), queue };
}
