import type { Connect } from "../platform/lines.ts";
import type { KeptRights } from "../platform/permissions.ts";
import type { SandboxPool } from "../platform/sandbox_pool.ts";
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
  /** What was opened before this thread gave up its rights; absent: it is opened when a call needs it. */
  readonly ckb?: CkbLink | undefined;
  readonly semantic?: Semantic;
  readonly rerank?: RerankSide;
}
