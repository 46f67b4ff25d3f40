import { runChecks } from "../support/own_process.ts";

Deno.test("engine: which other repositories and models are asked, and what of their answers is taken", async () => {
  await runChecks(new URL("./checks/others.ts", import.meta.url));
});
