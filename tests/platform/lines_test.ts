import assert from "node:assert/strict";
import { linesOf } from "../../src/platform/lines.ts";
import { DaemonCall } from "../../src/platform/daemon_call.ts";

/** Both ends of one connection. */
async function withPair(check: (here: Deno.Conn, there: Deno.Conn) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  const path = `${folder}/socket`;
  const listener = Deno.listen({ transport: "unix", path });
  const [here, there] = await Promise.all([Deno.connect({ transport: "unix", path }), listener.accept()]);
  try {
    await check(here, there);
  } finally {
    for (const end of [here, there, listener]) {
      try {
        end.close();
      } catch {
        // The check did.
      }
    }
    Deno.removeSync(folder, { recursive: true });
  }
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

Deno.test("a character cut in two by the connection is one, also between two questions for a line", () =>
  withPair(async (here, there) => {
    const call = new DaemonCall(here);
    const whole = bytes("first\n登录\n");
    await there.write(whole.subarray(0, 8));
    assert.equal(await call.line(1000), "first");
    await soon();
    await there.write(whole.subarray(8));
    assert.equal(await call.line(1000), "登录");
  }));

Deno.test("a line that was not waited for long enough is the next one's answer", () =>
  withPair(async (here, there) => {
    const call = new DaemonCall(here);
    assert.equal(await call.line(10), undefined);
    await there.write(bytes("one\ntwo\n"));
    assert.equal(await call.line(1000), "one");
    assert.equal(await call.line(1000), "two");
    there.close();
    assert.equal(await call.line(1000), undefined);
  }));

Deno.test("what is endless is given up, what has no end is no line", () =>
  withPair(async (here, there) => {
    await there.write(bytes(`short\n${"x".repeat(100)}`));
    const lines: string[] = [];
    for await (const line of linesOf(here, 50)) lines.push(line);
    assert.deepEqual(lines, ["short"]);
  }));
