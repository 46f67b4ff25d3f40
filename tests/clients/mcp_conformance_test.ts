import assert from "node:assert/strict";
// @ts-types="@modelcontextprotocol/sdk/types"
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { type Client, testClient } from "./support/fetch_client.ts";
import { bridge, statelessBridge } from "./support/http_bridge.ts";
import type { Ended } from "../support/processes.ts";
import { explain, run } from "../support/processes.ts";
import type { Workspace } from "./support/workspace.ts";
import { makeWorkspace, program } from "./support/workspace.ts";

/** The specification's own conformance suite over our server, and over our client of CKB servers. */

/** What the suite wants of every server and ours has no use for, with the reason; whatever else fails is a fault. */
const NOT_OURS: Readonly<Record<string, readonly string[]>> = {
  "the server writes no log to its client and completes no arguments": [
    "logging-set-level",
    "tools-call-with-logging",
    "completion-complete",
  ],
  "answers are text and structure, never pictures, sounds or resources": [
    "tools-call-image",
    "tools-call-audio",
    "tools-call-embedded-resource",
    "tools-call-mixed-content",
    "resources-read-binary",
    "prompts-get-embedded-resource",
    "prompts-get-with-image",
  ],
  "nothing is asked of the client's model or person": [
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
  ],
  "resources are few and fixed": ["resources-templates-read", "resources-subscribe", "resources-unsubscribe"],
  "a tool of that name and schema is part of the suite's own server": ["json-schema-2020-12"],
  "about HTTP, which is the test's bridge and not the server": [
    "server-sse-polling",
    "dns-rebinding-protection",
  ],
};

/** The suite calls the tools of its own example server; ours stand in for them. */
const OURS: Readonly<Record<string, Record<string, unknown>>> = {
  test_simple_text: { name: "ci_index_status", arguments: {} },
  test_tool_with_progress: { name: "ci_search", arguments: { query: "rotate_session_token" } },
  test_error_handling: { name: "ci_search", arguments: { query: "x", workspace: "no such folder" } },
  test_simple_prompt: { name: "facts", arguments: { question: "where is rotate_session_token" } },
  test_prompt_with_arguments: { name: "facts", arguments: { question: "testValue1 testValue2" } },
  "test://static-text": { uri: "auto-tools://index/status" },
};

/** Of the protocol without `initialize`: the suite's own tools that ask the client for something, and subscriptions. */
const NOT_OURS_EITHER: readonly string[] = [
  "server-stateless",
  ...["basic-elicitation", "basic-sampling", "basic-list-roots", "request-state", "multiple-input-requests"]
    .map(inputRequired),
  ...["multi-round", "non-tool-request", "result-type", "tampered-state", "capability-check"].map(
    inputRequired,
  ),
];

function inputRequired(what: string): string {
  return `input-required-result-${what}`;
}

const suite = await testClient("conformance");
/** The first that knows the protocol of 2026-07-28. */
const next = await testClient("conformance-next");

conformanceTest("the server: all that applies to it passes", async (workspace) => {
  const command = await program();
  const { repository: cwd, env, folder } = workspace;
  await using served = bridge({ command, args: ["mcp"], cwd, env, rewrite });
  const expected = `${folder}/expected.yaml`;
  await Deno.writeTextFile(expected, JSON.stringify({ server: Object.values(NOT_OURS).flat() }));
  const options = ["--suite", "all", "--expected-failures", expected, "--output-dir", `${folder}/results`];
  const ended = await conformance(workspace, ["server", "--url", served.url, ...options]);
  assert.equal(ended.code, 0, explain("the suite", ended));
  const summary = ended.stdout.slice(ended.stdout.indexOf("SUMMARY"));
  const passed = [...summary.matchAll(/✓ ([\w-]+):/g)].map((match) => match[1]);
  for (
    const name of ["server-initialize", "ping", "tools-list", "tools-call-with-progress", "prompts-list"]
  ) {
    assert.ok(passed.includes(name), explain(`not passed: ${name}`, ended));
  }
});

conformanceTest("2026-07-28: all that applies to it passes", async (workspace) => {
  const command = await program();
  const { repository: cwd, env, folder } = workspace;
  await using served = statelessBridge({ command, args: ["mcp"], cwd, env, rewrite });
  const expected = `${folder}/expected.yaml`;
  const known = [...Object.values(NOT_OURS).flat(), ...NOT_OURS_EITHER];
  await Deno.writeTextFile(expected, JSON.stringify({ server: known }));
  const options = ["--requirements", "2026-07-28", "--expected-failures", expected, "--timeout", "15000"];
  const ended = await conformance(
    workspace,
    ["server", "--url", served.url, ...options, "--output-dir", `${folder}/results`],
    next,
  );
  const summary = ended.stdout.slice(ended.stdout.indexOf("SUMMARY"));
  const failed = [...summary.matchAll(/✗ ([\w-]+): /g)].map((match) => match[1]!)
    .filter((name) => !known.includes(name) && !/^(?:tasks-|http-)/.test(name));
  assert.deepEqual(failed, [], explain("the suite", ended));
  const passed = [...summary.matchAll(/✓ ([\w-]+):/g)].map((match) => match[1]);
  for (const name of ["tools-list", "caching", "tools-call-with-progress", "sep-2164-resource-not-found"]) {
    assert.ok(passed.includes(name), explain(`not passed: ${name}`, ended));
  }
  assert.match(summary, /server-stateless: (?:2\d|[3-9]\d) passed/);
}, next);

conformanceTest("the client: it shakes hands as the specification wants", async (workspace) => {
  const settings = `${workspace.home}/.config/auto-tools`;
  await Deno.mkdir(settings, { recursive: true });
  // The suite appends the address of its server.
  const script = `${workspace.bin}/as-client`;
  const yaml = `ckb:\\n  server: %s\\n  timeout_ms: 5000\\n`;
  const body = `printf '${yaml}' "$1" > '${settings}/auto-tools.yaml'\nexec '${await program()}' hotspots\n`;
  await Deno.writeTextFile(script, `#!/bin/sh\n${body}`, { mode: 0o755 });
  const options = ["--scenario", "initialize", "--output-dir", `${workspace.folder}/results`];
  const ended = await conformance(workspace, ["client", "--command", script, ...options]);
  assert.equal(ended.code, 0, explain("the suite", ended));
});

function rewrite(message: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in message) || !message.params) return message;
  const { params } = message;
  const ours = OURS[String(params["name"] ?? params["uri"])];
  return ours ? { ...message, params: { ...params, ...ours } } : message;
}

/** The suite wants a newer Node than some machines have; Deno, which these tests run in, will do. */
async function conformance(
  workspace: Workspace,
  args: readonly string[],
  of: Client = suite,
): Promise<Ended> {
  assert.ok(of.ok);
  const deno = ["run", "-A", "--no-lock", "--no-config", "--node-modules-dir=manual", of.executable];
  return await run(Deno.execPath(), [...deno, ...args], {
    cwd: workspace.repository,
    env: workspace.env,
    timeout: 120_000,
  });
}

function conformanceTest(
  name: string,
  act: (workspace: Workspace) => Promise<void>,
  of: Client = suite,
): void {
  Deno.test({
    name: `MCP conformance ${of.ok ? of.version : ""}: ${name}`,
    ignore: !of.ok,
    // The SDK's own client leaves a timer behind when it closes.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using workspace = await makeWorkspace();
      await act(workspace);
    },
  });
}
