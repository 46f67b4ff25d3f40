import assert from "node:assert/strict";
import { jsonLines, runClaude } from "./support/claude.ts";
import { testClient } from "./support/fetch_client.ts";
import { offeredTools, startMessagesApi, toolsUsed } from "./support/messages_api.ts";
import type { Recorded, Reply } from "./support/mock_api.ts";
import { explain } from "../support/processes.ts";
import { makeWorkspace, program } from "./support/workspace.ts";

/** The LSP tool of the real Claude Code over `auto-tools lsp`, with the plug-in of the marketplace. */

const PLUGIN = new URL("../../config/lsp-plugin", import.meta.url).pathname;
const client = await testClient("claude-code");

Deno.test({
  name: `claude-code ${client.ok ? client.version : ""}: its LSP tool asks auto-tools lsp`,
  ignore: !client.ok,
  fn: async () => {
    assert.ok(client.ok);
    await using workspace = await makeWorkspace();
    await Deno.symlink(await program(), `${workspace.folder}/bin/auto-tools`);
    const filePath = `${workspace.repository}/tests/test_cart.py`;
    const ask = (operation: string, line: number, character: number): Reply => ({
      tool: "LSP",
      input: { operation, filePath, line, character },
    });
    // Positions are one-based here: `Cart` and `total_price` in the test's assertion.
    const calls = [
      ask("goToDefinition", 4, 13),
      ask("hover", 4, 20),
      ask("findReferences", 4, 20),
      ask("documentSymbol", 1, 1),
    ];
    await using api = startMessagesApi((request) =>
      isMain(request) ? calls[toolsUsed(request)] ?? { text: "done" } : { text: "done" }
    );
    const ended = await runClaude(client.executable, workspace, api, {
      prompt: "Please look it up.",
      args: ["--plugin-dir", PLUGIN, "--allowedTools", "LSP"],
    });
    assert.equal(ended.code, 0, explain("claude", ended));
    const results = jsonLines(ended.stdout).flatMap(({ tool_use_result: one }) =>
      one === undefined ? [] : (one as { readonly result: string }).result
    );
    assert.deepEqual(results, [
      "Defined in src/cart.py:1:7",
      "```python\ndef total_price(self)\n```\n\nsrc/cart.py:8, in Cart",
      "Found 2 references across 2 files:\n\nsrc/cart.py:\n  Line 8:9\n\ntests/test_cart.py:\n  Line 4:19",
      "Document symbols:\ntest_empty_cart (Function) def test_empty_cart() - Line 3",
    ]);
  },
});

function isMain(request: Recorded): boolean {
  return offeredTools(request).some((tool) => tool === "Agent" || tool === "Task");
}
