import { within } from "../../model/within.ts";
import type { CkbReply, CkbRequest } from "../../model/ckb.ts";
import type { AskCkb } from "../../tools/ckb/take_over.ts";

/** Message that opens the configured CKB server to the sandbox. */
export interface CkbMessage {
  readonly type: "ckb";
  /** Tools it answers for. */
  readonly tools: readonly string[];
  /** Milliseconds that the answer for one tool may take. */
  readonly patience: number;
  /** The line to the server's host; absent when it could not be started. */
  readonly port?: MessagePort;
  readonly why?: string;
}

/** The line to the server. */
export type CkbPort = ReturnType<typeof openCkb>;

/** Opens the line. A server that was waited for in vain is not waited for again. */
export function openCkb({ tools, patience, port, why = "it was not started" }: CkbMessage) {
  let refusal = port ? undefined : why;
  return {
    /** True if this tool is answered by the server. */
    answersFor: (tool: string): boolean => tools.includes(tool),
    /** Calls of the server for one of our tools, all of them within the time that is left. Milliseconds. */
    ask: (timeLeft: number): AskCkb => {
      const most = Math.floor(Math.min(patience, timeLeft));
      const end = performance.now() + most;
      return async (tool, args) => {
        if (!port || refusal !== undefined) throw new Error(refusal);
        const left = end - performance.now();
        if (left <= 0) throw new Error("no time was left for it");
        const reply = await call(port, { tool, args, patience: Math.ceil(left) });
        if (reply && "content" in reply) return reply.content as never;
        throw new Error(reply?.why ?? (refusal = `no answer within: ${most} ms`));
      };
    },
  };
}

/** The reply to one call; undefined if it does not come within its patience. */
async function call(port: MessagePort, request: CkbRequest): Promise<CkbReply | undefined> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<CkbReply>();
  port1.onmessage = ({ data }: MessageEvent<CkbReply>) => resolve(data);
  port.postMessage(request, [port2]);
  return await within(promise, request.patience).finally(() => port1.close());
}
