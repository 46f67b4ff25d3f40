import { Failure } from "../model/errors.ts";
import type { ToolHost } from "../model/ports.ts";

/** Progress: a tool has handed over what it has so far. */
export const PARTIAL_RESULTS = "partial results";

/** Progress: a tool is called. */
export function running(tool: string): string {
  return `running ${tool}`;
}

/** The failure of what the client cancelled. */
export function cancelled(): Failure {
  return new Failure("timeout", "cancelled by the client");
}

/** What a host's calls are watched with. */
export interface Observer {
  /** Ends the calls at once. */
  readonly signal?: AbortSignal | undefined;
  /** Told what is going on, for people. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

/** The host with its progress reported, and its calls ended by the signal. */
export function observed(host: ToolHost, { signal, onProgress = () => {} }: Observer): ToolHost {
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const cancel = (): void => {
    host.abort();
    ended.reject(cancelled());
  };
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted) cancel();
  return {
    ...(host.restarts && { restarts: true }),
    abort: () => host.abort(),
    run: (call, options) => {
      onProgress(running(call.tool));
      const onPartial: typeof options.onPartial = (findings) => {
        onProgress(PARTIAL_RESULTS);
        options.onPartial(findings);
      };
      return Promise.race([host.run(call, { ...options, onPartial }), ended.promise]);
    },
  };
}
