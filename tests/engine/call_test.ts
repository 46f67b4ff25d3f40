import { runChecks } from "../support/own_process.ts";

Deno.test("engine: which sandbox runs tools and is kept, and what ends a call", async () => {
  await runChecks(new URL("./checks/run.ts", import.meta.url));
});
