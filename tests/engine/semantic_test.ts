import { runChecks } from "../support/own_process.ts";

Deno.test("engine: which models are asked, and what is said where none can be", async () => {
  await runChecks(new URL("./checks/models.ts", import.meta.url));
});
