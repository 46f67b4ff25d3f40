import type { FromSandbox, PackedFiles } from "../../model/sandbox.ts";
import { runPacked } from "../../platform/packed_script.ts";

/** The sandboxed side as the compiled program starts it: worker.ts, packed. The first message is the program's files. */
self.onmessage = ({ data }: MessageEvent<PackedFiles>): void => {
  try {
    runPacked(data, "worker", new URL(".", import.meta.url));
  } catch {
    const message = "the program's file is damaged or was replaced; install it anew";
    self.postMessage({ type: "broken", message } satisfies FromSandbox);
  }
};
