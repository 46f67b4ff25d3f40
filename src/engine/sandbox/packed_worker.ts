import { runPacked } from "../../platform/packed_script.ts";

/** The sandboxed side as the compiled program starts it: worker.ts, packed. */
runPacked(new URL(".", import.meta.url), "worker");
