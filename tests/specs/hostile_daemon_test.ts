import assert from "node:assert/strict";
import { hookContext, PATIENT_SETTINGS, payload, runBinary } from "../support/binary.ts";
import { SHOP } from "../support/shop.ts";
import type { Standing } from "../support/daemon.ts";
import { end, serveDaemon } from "../support/daemon.ts";

/** A daemon is another process: what it sends is checked, and only this user's is asked at all. */

const QUESTION = "Where is the refund of an order calculated?";
const PATIENT = { settings: PATIENT_SETTINGS };

/** What a hook prints while another program listens in the daemon's place, and what that program was told. */
async function hookBeside(
  { repo, env, socket }: Standing,
  { says, isSilent = false }: { readonly says: string; readonly isSilent?: boolean },
): Promise<{ readonly stdout: string; readonly heard: string }> {
  Deno.removeSync(socket);
  const listener = Deno.listen({ transport: "unix", path: socket });
  let heard = "";
  const serving = (async () => {
    for await (const connection of listener) {
      await connection.write(new TextEncoder().encode(says)).catch(() => {});
      const chunk = new Uint8Array(1 << 16);
      const size = isSilent ? null : await connection.read(chunk).catch(() => null);
      heard += new TextDecoder().decode(chunk.subarray(0, size ?? 0));
      connection.close();
    }
  })();
  const stdin = payload(QUESTION, repo.root, { session_id: crypto.randomUUID() });
  const { code, stdout, stderr } = await runBinary(["hook"], { cwd: repo.root, env, stdin });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: "" }, says);
  listener.close();
  await serving;
  return { stdout, heard };
}

const DELIVERY = {
  kind: "locate",
  planOnly: false,
  truncated: false,
  tools: [],
  notes: [],
  places: 1,
  reasons: [],
  limits: [],
  leftOut: { known: 0, tooLong: 0, secrets: 0, injections: 0 },
};
const PLANNED = '{"type":"planned","wallMs":5000}';
const block = (text: string): string => `<auto-tools-context>\n${text}\n</auto-tools-context>`;
const answer = (context: string, fields: Record<string, unknown> = {}): string =>
  JSON.stringify({
    type: "answer",
    delivery: { ...DELIVERY, context, ...fields },
  });

Deno.test("daemon: one without the user's secret is told nothing, and nothing of it is printed", async () => {
  await using standing = await serveDaemon(SHOP, PATIENT);
  const { process, socket } = standing;
  end(process);
  await process.status;
  const evil = `${PLANNED}\n${answer(block("evil"))}\n`;
  const handshakes = [
    { type: "ready" },
    { type: "ready", key: "" },
    { type: "ready", key: "0".repeat(64) },
    { type: "other", key: keyBeside(socket) },
    [{ type: "ready", key: keyBeside(socket) }],
  ];
  for (const handshake of handshakes) {
    const reported = `${JSON.stringify(handshake)}\n`;
    const { stdout, heard } = await hookBeside(standing, { says: reported + evil });
    assert.match(stdout, /refund\.ts/, reported);
    assert.doesNotMatch(stdout, /evil/, reported);
    assert.equal(heard, "", reported);
  }
});

Deno.test("daemon: what has the secret but is no answer is not printed", async () => {
  await using standing = await serveDaemon(SHOP, PATIENT);
  const { process, socket } = standing;
  end(process);
  await process.status;
  const ready = `${JSON.stringify({ type: "ready", key: keyBeside(socket) })}\n`;
  const planned = `${ready}${PLANNED}\n`;
  const says: Record<string, string> = {
    "nothing": "",
    "no JSON": "what\n",
    "an answer nobody waits for": `${ready}${answer(block("evil"))}\n`,
    "text that is no block": `${planned}${answer("evil")}\n`,
    "two blocks": `${planned}${answer(block("a") + block("evil"))}\n`,
    "a block longer than the client takes": `${planned}${answer(block("evil ".repeat(2000)))}\n`,
    "a budget that is none": `${ready}{"type":"planned","wallMs":"5000"}\n${answer(block("evil"))}\n`,
    "an endless line": `${planned}${"evil".repeat(100_000)}`,
    "another type": `${planned}{"type":"answer","delivery":7}\n`,
    "no context": `${planned}{"type":"answer","delivery":{}}\n`,
    "tools that are none": `${planned}${answer(block("evil"), { tools: [{ tool: "rm", status: "ok" }] })}\n`,
    "notes that are none": `${planned}${answer(block("evil"), { notes: ["evil"] })}\n`,
    "a list": `${planned}[1]\n`,
    "an intent that is none": `${ready}{"type":"idle","kind":7}\n`,
    "a hint of its own": `${ready}{"type":"idle","kind":"locate","hint":"evil"}\n`,
    "half a line": `${planned}{"type":"ans`,
  };
  for (const [what, text] of Object.entries(says)) {
    const { stdout } = await hookBeside(standing, { says: text, isSilent: what === "nothing" });
    assert.doesNotMatch(stdout, /evil/, what);
  }
});

Deno.test("daemon: one in a folder that others may enter is not asked", async () => {
  await using standing = await serveDaemon(SHOP, PATIENT);
  const { repo, env, socket } = standing;
  Deno.chmodSync(folderOf(socket), 0o777);
  const before = standing.called();
  assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
  assert.equal(standing.called(), before);
});

// Only root can give a folder to another user.
Deno.test({
  name: "daemon: another user's is not asked, nor one whose secret is another user's",
  ignore: Deno.uid() !== 0,
  fn: async () => {
    const NOBODY = 65534;
    await using standing = await serveDaemon(SHOP, PATIENT);
    const { repo, env, socket } = standing;
    for (const path of [folderOf(socket), `${folderOf(socket)}/key`]) {
      Deno.chownSync(path, NOBODY, NOBODY);
      const before = standing.called();
      assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
      assert.equal(standing.called(), before, path);
      Deno.chownSync(path, 0, 0);
    }
  },
});

function keyBeside(socket: string): string {
  return Deno.readTextFileSync(`${folderOf(socket)}/key`);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}
