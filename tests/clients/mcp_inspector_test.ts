import assert from "node:assert/strict";
import { testClient } from "./support/fetch_client.ts";
import type { Ended } from "../support/processes.ts";
import { explain, run } from "../support/processes.ts";
import type { Workspace } from "./support/workspace.ts";
import { makeWorkspace, program } from "./support/workspace.ts";

/** The server as the official inspector's command line sees it; it checks results against the schemas it was told. */

const inspector = await testClient("inspector");

inspectorTest("every tool is read-only and has schemas for both ways", async (workspace) => {
  const { tools } = JSON.parse((await inspect(workspace, ["--method", "tools/list"])).stdout);
  assert.ok(tools.length >= 2);
  for (const tool of tools) {
    assert.equal(tool.annotations?.readOnlyHint, true, tool.name);
    assert.equal(tool.inputSchema?.type, "object", tool.name);
    assert.equal(tool.outputSchema?.type, "object", tool.name);
    assert.match(tool.name, /^ci_/);
    assert.ok(tool.description.length > 20, tool.name);
  }
});

inspectorTest("a search answers with places, as text and as structure", async (workspace) => {
  const ended = await inspect(workspace, [
    "--method",
    "tools/call",
    "--tool-name",
    "ci_search",
    "--tool-arg",
    "query=rotate_session_token",
    "--tool-arg",
    "limit=1000000",
  ]);
  const result = JSON.parse(ended.stdout);
  assert.match(result.content[0].text, /src\/session\.py:\d+/);
  assert.equal(result.structuredContent.items[0].path, "src/session.py");
  assert.ok(result.structuredContent.limits.includes("limit clamped to 10"));
});

inspectorTest("the state of the index and the hotspots are resources", async (workspace) => {
  const listed = JSON.parse((await inspect(workspace, ["--method", "resources/list"])).stdout);
  const uris = listed.resources.map((resource: { uri: string }) => resource.uri).sort();
  assert.deepEqual(uris, ["auto-tools://hotspots", "auto-tools://index/status"]);
  for (
    const [uri, expected] of [["auto-tools://index/status", /git [0-9a-f]+/], [
      "auto-tools://hotspots",
      /\w/,
    ]] as const
  ) {
    const read = JSON.parse((await inspect(workspace, ["--method", "resources/read", "--uri", uri])).stdout);
    assert.match(read.contents[0].text, expected);
  }
});

inspectorTest("the prompt is listed with its arguments and filled in", async (workspace) => {
  const { prompts } = JSON.parse((await inspect(workspace, ["--method", "prompts/list"])).stdout);
  assert.deepEqual(prompts.map((prompt: { name: string }) => prompt.name), ["facts"]);
  assert.equal(prompts[0].arguments[0].required, true);
  const get = ["--method", "prompts/get", "--prompt-name", "facts", "--prompt-args"];
  const ended = await inspect(workspace, [...get, "question=rotate_session_token"]);
  assert.match(JSON.parse(ended.stdout).messages[0].content.text, /src\/session\.py/);
});

async function inspect(workspace: Workspace, args: readonly string[]): Promise<Ended> {
  assert.ok(inspector.ok);
  const ended = await run("node", [inspector.executable, "--cli", await program(), "mcp", ...args], {
    cwd: workspace.repository,
    env: workspace.env,
  });
  assert.equal(ended.code, 0, explain("the inspector", ended));
  return ended;
}

function inspectorTest(name: string, act: (workspace: Workspace) => Promise<void>): void {
  Deno.test({
    name: `MCP inspector ${inspector.ok ? inspector.version : ""}: ${name}`,
    ignore: !inspector.ok,
    fn: async () => {
      await using workspace = await makeWorkspace();
      await act(workspace);
    },
  });
}
