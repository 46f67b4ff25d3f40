import assert from "node:assert/strict";
import { ServerLink, type ServerProgram } from "../../src/platform/server_link.ts";

/** What a thread that speaks with a server can do: connect to the one address it was given, and nothing else. */

const PROBE = new URL("../support/link_probe.ts", import.meta.url);
const PROGRAM: ServerProgram = { name: "git", args: ["--version"], cwd: "/" };

Deno.test("link: it reaches the named address and nothing else", async () => {
  await using here = serve();
  await using other = serve();
  assert.deepEqual(await probe(here.url, other.url, new URL(here.url)), ["allowed"]);
  assert.equal(other.requests(), 0);
});

Deno.test("link: beside a program it reaches nothing", async () => {
  await using here = serve();
  assert.deepEqual(await probe(here.url, here.url, PROGRAM), []);
  assert.equal(here.requests(), 0);
});

Deno.test("link: a program's output comes in and its end is told", async () => {
  const code = `const port = new Promise((resolve) => globalThis.resolve = resolve);
    self.onmessage = async ({ data }) => data.port ? resolve(data.port) : data.type === "open" ? 0
      : (await port).postMessage(data.type === "output" ? new TextDecoder().decode(data.bytes) : data.why);`;
  const module = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const reported = await messages(new ServerLink(module, PROGRAM, { type: "open" }), {}, 2);
  assert.match(String(reported[0]), /^git version/);
  assert.equal(reported[1], "it ended");
});

Deno.test("link: a program that is not there is a failure, not a crash", () => {
  const program = { name: "no-such-program-anywhere", args: [], cwd: "/" };
  assert.throws(() => new ServerLink(new URL("data:text/javascript,"), program, {}), {
    message: "cannot start no-such-program-anywhere: not found on PATH",
  });
});

async function probe(allowed: string, other: string, server: URL | ServerProgram): Promise<unknown> {
  const link = new ServerLink(PROBE, server, { type: "open" });
  return (await messages(link, { allowed, other }, 1))[0];
}

/** The first messages of the thread, which gets a port beside what it is told; then it is ended. */
async function messages(
  link: ServerLink,
  received: Record<string, unknown>,
  count: number,
): Promise<unknown[]> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  const heard: unknown[] = [];
  port1.onmessage = ({ data }) => {
    heard.push(data);
    if (heard.length === count) resolve(heard);
  };
  link.tell({ ...received, port: port2 }, [port2]);
  await promise;
  port1.close();
  link.end();
  return heard;
}

function serve(): AsyncDisposable & { url: string; requests(): number } {
  let requests = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    requests++;
    return new Response("here");
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    requests: () => requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
