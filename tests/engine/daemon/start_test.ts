import { runChecks } from "../../support/own_process.ts";

Deno.test("engine: what is started beside a prompt, when, and how often", async () => {
  await Promise.all([
    runChecks(new URL("../checks/beside.ts", import.meta.url)),
    runChecks(new URL("../checks/broken.ts", import.meta.url), { CI_AUTO_TOOLS_FAULT: "*:fail" }),
  ]);
});
