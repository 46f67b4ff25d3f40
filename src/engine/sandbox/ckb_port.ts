import type { AskCkb } from "../../tools/ckb/take_over.ts";
import type { CkbQuestion, CkbReply, CkbRequest } from "../../model/ckb.ts";

/** How the sandboxed side learns of the configured CKB server. */
export interface CkbMessage {
  readonly type: "ckb";
  /** Tools it answers for. */
  readonly tools: readonly string[];
  /** Milliseconds one question may take. */
  readonly patience: number;
  /** The line to the server; absent when it could not be started. */
  readonly port?: MessagePort;
  readonly why?: string;
}

/** The line to the server. */
export interface CkbPort {
  /** Whether the server is to be asked for this tool. */
  answersFor(tool: string): boolean;
  readonly ask: AskCkb;
}

/**
 * Opens the line. Every question is answered within its patience, if only by the reason why not; a server that was waited
 * for in vain is not waited for again.
 */
export function openCkb({ tools, patience, port, why }: CkbMessage): CkbPort {
  const waiting = new Map<number, (reply: CkbReply) => void>();
  let mute: string | undefined;
  if (port) port.onmessage = ({ data }: MessageEvent<CkbReply>) => waiting.get(data.id)?.(data);
  const put = (question: CkbQuestion, most: number): Promise<CkbReply> => {
    const id = waiting.size;
    const { promise, resolve } = Promise.withResolvers<CkbReply>();
    waiting.set(id, resolve);
    port?.postMessage({ id, question, patience: most } satisfies CkbRequest);
    const timer = setTimeout(
      () => resolve({ id, fault: { why: `no answer within: ${most} ms`, isLate: true } }),
      most,
    );
    return promise.finally(() => clearTimeout(timer));
  };
  return {
    answersFor: (tool) => tools.includes(tool),
    ask: async (question, timeLeft) => {
      if (!port || mute !== undefined) return mute ?? why ?? "it was not started";
      const most = Math.floor(Math.min(patience, timeLeft));
      if (most <= 0) return "no time was left for it";
      const reply = await put(question, most);
      if ("answer" in reply) return reply.answer;
      if (reply.fault.isLate) mute = reply.fault.why;
      return reply.fault.why;
    },
  };
}
