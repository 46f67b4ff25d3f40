import { runChecks } from "../../support/own_process.ts";

Deno.test("engine: how a daemon is found and believed, and what becomes of a request without", async () => {
  await runChecks(new URL("../checks/daemon.ts", import.meta.url));
});
