import assert from "node:assert/strict";
import { removeLater } from "../clients/support/workspace.ts";
import { BINARY, payload, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { answerText, connectClient } from "../support/mcp_client.ts";
import { SHOP } from "../support/shop.ts";

/** Files attached in front of the embedded section, of which nothing is left once the program was replaced. */

// The client's own timers outlive it.
const lenient = { sanitizeOps: false, sanitizeResources: false, ignore: Deno.build.os !== "linux" };

const QUESTION = { name: "ci_call_chain", arguments: { symbol: "refundOrder" } };

Deno.test(
  "program: a server whose executable was replaced parses files and starts sandboxes",
  lenient,
  async () => {
    using repo = makeRepo(SHOP);
    const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-program-" }));
    const program = `${folder}/auto-tools`;
    Deno.copyFileSync(BINARY, program);
    const env = { PATH: Deno.env.get("PATH") ?? "", HOME: folder };
    const client = await connectClient(program, repo.root, { cwd: folder, env });
    try {
      Deno.removeSync(program);
      Deno.writeTextFileSync(program, "replaced");
      assert.match(await answerText(client, QUESTION), /src\/orders\/refund\.ts/);
    } finally {
      await client.close();
      await removeLater(folder);
    }
  },
);

Deno.test(
  "program: with damaged attached files prompts get nothing, and doctor names the cause",
  lenient,
  async () => {
    using repo = makeRepo(SHOP);
    const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-program-" }));
    const program = `${folder}/auto-tools`;
    damageFront(program);
    const run = (args: readonly string[], stdin = ""): ReturnType<typeof runBinary> =>
      runBinary(args, { cwd: repo.root, program, stdin });
    const hook = await run(["hook"], payload("Where is `refundOrder` defined?", repo.root));
    assert.deepEqual([hook.code, hook.stdout, hook.stderr], [0, "", ""]);
    assert.match((await run(["search", "refund"])).stderr, /the program's file is damaged or was replaced/);
    assert.match((await run(["doctor"])).stdout, /^FAIL engine's code +damaged/m);
    await removeLater(folder);
  },
);

/** Writes a copy of the program whose attached files, from their tag on, are changed. */
function damageFront(path: string): void {
  const bytes = Deno.readFileSync(BINARY);
  const section = bytes.length - Number(new DataView(bytes.buffer).getBigUint64(bytes.length - 8, true));
  assert.ok(
    bytes.length - section < 4.1e6,
    "large files are in the embedded section, which every start copies",
  );
  const before = section - MOST_ATTACHED;
  const tag = /[0-9a-f]{64}/.exec(new TextDecoder("latin1").decode(bytes.subarray(before, section)));
  assert.ok(tag, "no tag of attached files");
  for (let at = before + tag.index; at < section; at += 1000) bytes[at]! ^= 1;
  Deno.writeFileSync(path, bytes, { mode: 0o755 });
}

/** More than the attached files take. Bytes. */
const MOST_ATTACHED = 9e6;
