import assert from "node:assert/strict";
import { Contract } from "../support/contract.ts";
import { hookContext, PATIENT_HOME, payload, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";

/**
 * Which optional fields the kernel's document has in which state. The rows with a provider of embeddings are in
 * `semantic_test.ts`, the row of a CKB server that does not answer in `ckb_test.ts`.
 */

const QUESTION = "Where is refundOrder defined, and its call chain?";

async function kernel(root: string, env: Record<string, string> = {}): Promise<Contract> {
  const { code, stdout, stderr } = await runBinary(["--prompt", QUESTION, "--format", "json"], {
    cwd: root,
    env: { HOME: PATIENT_HOME, ...env },
  });
  assert.equal(code, 0, stderr);
  return Contract.parse(JSON.parse(stdout));
}

Deno.test("table: without a provider keywords and the graph answer, and the fallback says so", async () => {
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const { fused_context, graphContext, callChain, fallback } = await kernel(repo.root);
  assert.match(fused_context.for_model.additional_context, /refund\.ts/);
  assert.equal(graphContext?.schema_version, "1.0");
  assert.equal(graphContext?.source, "keyword+graph");
  assert.equal(callChain?.schema_version, "1.0");
  assert.deepEqual(fallback, { reason: "no_api_key", degraded_to: "keyword+graph" });
});

Deno.test("table: without a graph there is no graph context, and the fallback says so", async () => {
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const document = await kernel(repo.root, { CI_AUTO_TOOLS_FAULT: "ci_graph_rag:fail" });
  assert.match(document.fused_context.for_model.additional_context, /refund\.ts/);
  assert.equal(document.graphContext, undefined);
  assert.equal(document.fallback?.reason, "ckb_unavailable");
});

Deno.test("table: past the time there is what was ready, and the fallback says so", async () => {
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const document = await kernel(repo.root, { CI_AUTO_TOOLS_FAULT: "ci_graph_rag:stall", HOME: "/nowhere" });
  assert.match(document.fused_context.for_model.additional_context, /refund\.ts/);
  assert.equal(document.graphContext, undefined);
  assert.equal(document.fallback?.reason, "timeout");
});

Deno.test("table: with the graph switched off there is neither graph context nor fallback", async () => {
  using repo = makeRepo(SHOP);
  repo.write("config/auto-tools.yaml", "graph_rag:\n  enabled: false\n");
  const document = await kernel(repo.root);
  assert.match(document.fused_context.for_model.additional_context, /refund\.ts/);
  assert.deepEqual([document.graphContext, document.fallback], [undefined, undefined]);
});

Deno.test("table: two runs over the same index give the same bytes, in the hook and in the kernel", async () => {
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const contexts = new Set([await hookContext(QUESTION, repo.root), await hookContext(QUESTION, repo.root)]);
  assert.equal(contexts.size, 1);
  const [first, second] = [await kernel(repo.root), await kernel(repo.root)].map((document) =>
    JSON.stringify({
      ...document,
      run_id: "",
      created_at: "",
      tool_results: [],
      fused_context: { ...document.fused_context, for_user: "" },
    })
  );
  assert.equal(first, second);
  const session = crypto.randomUUID();
  const hook = await runBinary(["hook"], {
    cwd: repo.root,
    stdin: payload(QUESTION, repo.root, { session_id: session }),
    env: { HOME: PATIENT_HOME },
  });
  assert.equal(JSON.parse(hook.stdout).hookSpecificOutput.additionalContext, [...contexts][0]);
});

Deno.test("table: what failed in the sandbox keeps its code", async () => {
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const { tool_results } = await kernel(repo.root, { CI_AUTO_TOOLS_FAULT: "ci_graph_rag:rubbish" });
  const failed = tool_results.find(({ tool }) => tool === "ci_graph_rag");
  assert.deepEqual([failed?.status, failed?.error?.code], ["error", "E_PARSE"]);
});
