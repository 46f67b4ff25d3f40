import assert from "node:assert/strict";
import { removeLater } from "../clients/support/workspace.ts";
import { BINARY, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { answerText, connectClient } from "../support/mcp_client.ts";
import { SHOP } from "../support/shop.ts";

// The client's own timers outlive it.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test("mcp: the folder in which the server was started is removed, it answers on", lenient, async () => {
  const repo = makeRepo(SHOP);
  const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-home-" }));
  const folder = Deno.makeTempDirSync({ prefix: "auto-tools-start-" });
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: home };
  await runBinary(["index"], { cwd: repo.root, env });
  const client = await connectClient(BINARY, repo.root, { cwd: folder, env });
  try {
    Deno.removeSync(folder);
    const question = { name: "ci_search", arguments: { query: "refund of an order" } };
    assert.match(await answerText(client, question), /src\/orders\/refund\.ts/);
  } finally {
    await client.close();
    await Promise.all([repo.root, home].map(removeLater));
  }
});

Deno.test("warm: a relative path is one of the folder in which it was started", lenient, async () => {
  using repo = makeRepo(SHOP);
  const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-home-" }));
  const env = { HOME: home, CI_AUTO_TOOLS_DAEMON_IDLE_S: "0" };
  await runBinary(["warm", "."], { cwd: repo.root, env });
  const names = [...Deno.readDirSync(`${repo.root}/.devbooks/cache/auto-tools`)].map(({ name }) => name);
  assert.ok(names.some((name) => /^index-.*\.sqlite$/.test(name)), names.join());
  await removeLater(home);
});
