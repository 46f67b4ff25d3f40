import { runChecks } from "../../support/own_process.ts";

Deno.test("engine: which prompts a warm engine answers, what it says meanwhile, and what is recorded", async () => {
  await runChecks(new URL("../checks/warm.ts", import.meta.url));
});
