import type { Connect } from "../platform/lines.ts";
import type { KeptRights } from "../platform/permissions.ts";
import { SandboxPool } from "../platform/sandbox_pool.ts";
import { RequestQueue } from "./queue.ts";
import type { RerankSide } from "./reranker.ts";
import type { Semantic } from "./semantic_question.ts";
import type { CkbLink } from "./start_ckb.ts";

/** What a process has for all of its requests. */
export interface EngineProcess {
  /** Rights that its main thread keeps. */
  readonly keep: KeptRights;
  /** Reaches daemons' sockets; default: this thread connects, as long as it has its rights. */
  readonly connect?: Connect | undefined;
  /** Where sandboxes are kept from call to call; absent: the process serves one. */
  readonly pool?: SandboxPool;
  /** Where calls of tools wait for their turn; absent: they begin at once. */
  readonly queue?: RequestQueue;
  /** Calls that may run at a time; default: `budget.max_concurrency`. */
  readonly atATime?: number;
  /** What was opened before this thread gave up its rights; absent: it is opened when a call needs it. */
  readonly ckb?: CkbLink | undefined;
  readonly semantic?: Semantic;
  readonly rerank?: RerankSide;
}

/** A process that serves one request after the other; its client waits a minute for an answer as a rule. */
export function serverProcess(own: Omit<EngineProcess, "keep" | "pool" | "queue"> = {}): EngineProcess {
  const queue = new RequestQueue({ waiting: 64, waitMs: 50_000 });
  return { ...own, keep: "server", pool: new SandboxPool(), queue };
}
