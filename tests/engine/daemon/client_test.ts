import { runChecks } from "../../support/own_process.ts";

Deno.test("client: how a daemon is found and believed, how long it is waited for, and what of its reply is taken", async () => {
  await runChecks(new URL("../checks/client.ts", import.meta.url));
});
