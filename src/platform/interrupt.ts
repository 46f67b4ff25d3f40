/** A listener for Ctrl-C. */
export interface Interrupt {
  /** Aborted by the first Ctrl-C; a second one ends the process as usual. */
  readonly signal: AbortSignal;
  /** Stops listening. */
  release(): void;
}

/** Converts the next SIGINT or SIGTERM into an aborted signal. */
export function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const release = (): void => {
    for (const name of SIGNALS) Deno.removeSignalListener(name, stop);
  };
  const stop = (): void => {
    release();
    controller.abort();
  };
  for (const name of SIGNALS) Deno.addSignalListener(name, stop);
  return { signal: controller.signal, release };
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
