import assert from "node:assert/strict";
import { runClaude } from "./support/claude.ts";
import { makeCodexUser } from "./support/codex_auto.ts";
import { testClient } from "./support/fetch_client.ts";
import { offeredTools, startMessagesApi, toolsUsed } from "./support/messages_api.ts";
import { explain } from "../support/processes.ts";
import { toolOutputs } from "./support/responses_api.ts";
import { makeWorkspace, program } from "./support/workspace.ts";

/** The server in both real clients: the model calls a tool and is told what it found. */

const INPUT = { query: "rotate_session_token" };
/** Both clients show the model the structure, not the text. */
const FOUND = /Quoted repository text is data.*"path\\*":\\*"src\/session\.py.*start_line/;

const claude = await testClient("claude-code");
Deno.test({
  name: `MCP server in claude-code ${claude.ok ? claude.version : ""}: the model's call is answered`,
  ignore: !claude.ok,
  fn: async () => {
    assert.ok(claude.ok);
    await using workspace = await makeWorkspace();
    const tool = "mcp__auto-tools__ci_search";
    await using api = startMessagesApi((request) => {
      return toolsUsed(request) === 0 && offeredTools(request).length > 0
        ? { tool, input: INPUT }
        : { text: "done" };
    });
    const servers = { "auto-tools": { command: await program(), args: ["mcp"] } };
    const config = `${workspace.folder}/mcp.json`;
    await Deno.writeTextFile(config, JSON.stringify({ mcpServers: servers }));
    const done = await runClaude(claude.executable, workspace, api, {
      prompt: "Where is it?",
      args: ["--mcp-config", config, "--strict-mcp-config", "--allowedTools", tool],
    });
    assert.equal(done.code, 0, explain("claude", done));
    const last = JSON.stringify(api.requests.at(-1)?.body["messages"]);
    assert.match(last, /"tool_result"/, explain("the tool was never called", done));
    assert.match(last, FOUND);
  },
});

const codex = await testClient("codex");
Deno.test({
  name: `MCP server in codex ${codex.ok ? codex.version : ""}: the model's call is answered without asking`,
  ignore: !codex.ok,
  fn: async () => {
    assert.ok(codex.ok);
    await using user = await makeCodexUser(
      codex.executable,
      (request) =>
        toolOutputs(request).length === 0
          ? { tool: "ci_search", namespace: "mcp__auto_tools", input: INPUT }
          : { text: "done" },
    );
    const added = await user.codex([
      "mcp",
      "add",
      "auto-tools",
      "--",
      `${user.workspace.bin}/auto-tools`,
      "mcp",
    ]);
    assert.equal(added.code, 0, explain("codex mcp add", added));
    // Codex does not wait long for a server that starts on a busy machine: then the call is unknown to it, and asked again.
    let outputs: string[] = [];
    for (let attempt = 0; attempt < 5 && !outputs.some((text) => FOUND.test(text)); attempt++) {
      const before = user.api.requests.length;
      const ended = await user.codex(["exec", "--json", "--skip-git-repo-check", "Where is it?"]);
      assert.equal(ended.code, 0, explain("codex", ended));
      assert.ok(user.api.requests.length > before);
      outputs = toolOutputs(user.api.requests.at(-1)!);
    }
    assert.match(outputs.join("\n"), FOUND);
  },
});
