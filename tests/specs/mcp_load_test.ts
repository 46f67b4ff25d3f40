import assert from "node:assert/strict";
// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { removeLater } from "../clients/support/workspace.ts";
import { BINARY, PATIENT_HOME, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { RUNS_ALL } from "../support/long_test.ts";
import { watchProcess } from "../support/peak.ts";
import { SHOP } from "../support/shop.ts";

/** Calls that come all at once share a few sandboxes; of far too many all but some are refused. */

const CALLS = 40;
const PATIENT = { timeout: 120_000 };
const MOST_BYTES = 400 * 1024 * 1024;

interface Answer {
  readonly isError?: boolean;
  readonly content: { readonly text: string }[];
  readonly structuredContent?: { readonly items: { readonly path: string }[] };
}

// The client's own timers outlive it.
const lenient = { sanitizeOps: false, sanitizeResources: false };

Deno.test("mcp: forty calls at once are all answered by a few sandboxes", lenient, async () => {
  const repo = makeRepo(SHOP);
  const home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "auto-tools-home-" }));
  // On a busy machine a tool's own limit is no part of the question.
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: home };
  Deno.mkdirSync(`${home}/.config/auto-tools`, { recursive: true });
  Deno.writeTextFileSync(
    `${home}/.config/auto-tools/auto-tools.yaml`,
    "tools:\n  ci_search:\n    timeout_ms: 60000\n",
  );
  await runBinary(["index"], { cwd: repo.root, env });
  const transport = new StdioClientTransport({ command: BINARY, args: ["mcp"], cwd: repo.root, env });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const watch = watchProcess(transport.pid!);
  try {
    const question = { name: "ci_search", arguments: { query: "refund of an order" } };
    const calls = Array.from({ length: CALLS }, () => client.callTool(question, undefined, PATIENT));
    const answers = await Promise.all(calls) as unknown as Answer[];
    const found = answers.map(({ content, structuredContent: data }) =>
      data?.items.map(({ path }) => path).join() ?? content[0]?.text
    );
    assert.equal(new Set(found).size, 1, [...new Set(found)].join("\n"));
    assert.match(found[0]!, /src\/orders\/refund\.ts/);
    const { threads, bytes } = watch.end();
    // Each sandbox is a thread and has a helper; a sandbox per call would be more than forty.
    assert.ok(threads < CALLS / 2, `${threads} threads`);
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  } finally {
    watch.end();
    await client.close();
    // The index is brought up to date by a process of its own.
    await Promise.all([repo.root, home].map(removeLater));
  }
});

/** Calls of the flood; those of `./install.sh test --all` would also show memory kept for each. */
const FLOOD = RUNS_ALL ? 20_000 : 400;
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const INITIALIZE = {
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

// The old client sends its calls before `notifications/initialized`, which decides about roots alone.
for (const [era, opening, meta] of [["old", INITIALIZE, undefined], ["new", undefined, META]] as const) {
  Deno.test(
    `mcp: of far too many calls at once some are answered, the others refused, in the ${era} protocol`,
    lenient,
    async () => {
      using repo = makeRepo(SHOP);
      const params = { name: "ci_search", arguments: { query: "refundOrder" }, ...(meta && { _meta: meta }) };
      const requests = [
        ...(opening ? [opening] : []),
        ...new Array(FLOOD).fill({ method: "tools/call", params }),
      ];
      const lines = requests.map((request, id) => JSON.stringify({ jsonrpc: "2.0", id, ...request }));
      const answers: string[] = [];
      let watch: ReturnType<typeof watchProcess>;
      const { code, stderr } = await runBinary(["mcp"], {
        cwd: repo.root,
        env: { HOME: PATIENT_HOME },
        stdin: `${lines.join("\n")}\n`,
        started: (pid) => watch = watchProcess(pid),
        next: (line) => answers.push(line) === lines.length ? null : "",
      });
      const { bytes } = watch!.end();
      assert.equal(code, 0, stderr);
      const ids = answers.map((line) => JSON.parse(line).id as number);
      assert.deepEqual(ids.toSorted((a, b) => a - b), lines.map((_, id) => id));
      const refused = answers.filter((line) =>
        /too many calls at once, at most: 64; ask again when/.test(line)
      );
      const found = answers.filter((line) => /src\/orders\/refund\.ts/.test(line));
      assert.ok(found.length >= 20, `${found.length} answered`);
      assert.equal(refused.length + found.length, FLOOD);
      assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
    },
  );
}
