import assert from "node:assert/strict";
import { hookContext, payload, runBinary } from "../support/binary.ts";
import { makeRepo } from "../support/fixture.ts";
import { SHOP } from "../support/shop.ts";
import { userSettings } from "../support/user_settings.ts";

const QUESTION = "Where is the refund of an order calculated?";

Deno.test("hook: a question about code gets the right file first, inside the delimiters", async () => {
  using repo = makeRepo(SHOP);
  const context = await hookContext(QUESTION, repo.root);
  assert.match(context, /^<auto-tools-context>\n/);
  assert.match(context, /\n<\/auto-tools-context>$/);
  assert.match(context, /^1\. src\/orders\/refund\.ts:\d+/m);
  assert.match(context, /refundOrder/);
});

Deno.test("hook: answers a Chinese question about code that names an identifier", async () => {
  using repo = makeRepo(SHOP);
  assert.match(
    await hookContext("loginUser 这个函数在哪里定义的？", repo.root),
    /^1\. src\/auth\/login\.ts/m,
  );
});

for (
  const prompt of [
    "thanks!",
    "how are you today?",
    "how do I make pancakes",
    "分析一下今天的天气",
    "翻译：架构",
    "<task-notification>the build of refundOrder finished</task-notification>",
    "",
    "   ",
  ]
) {
  Deno.test(`hook: says nothing, zero bytes: ${JSON.stringify(prompt)}`, async () => {
    using repo = makeRepo(SHOP);
    const { code, stdout, stderr } = await runBinary(["hook"], {
      cwd: repo.root,
      stdin: payload(prompt, repo.root),
    });
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
  });
}

Deno.test("hook: says nothing when nothing useful is found", async () => {
  using repo = makeRepo(SHOP);
  assert.equal(await hookContext("Where is the KubernetesOperatorReconciler implemented?", repo.root), "");
});

Deno.test("hook: off means off, on means always", async () => {
  using repo = makeRepo(SHOP);
  assert.equal(await hookContext(QUESTION, repo.root, { env: { CI_AUTO_TOOLS: "off" } }), "");
  const small = "refund order total";
  assert.match(await hookContext(small, repo.root, { env: { CI_AUTO_TOOLS: "on" } }), /refund\.ts/);
  const env = (more: string): Record<string, string> => ({ XDG_CONFIG_HOME: userSettings(more) });
  assert.match(await hookContext(small, repo.root, { env: env("enabled: on\n") }), /refund\.ts/);
  assert.equal(
    await hookContext("thanks, that is all", repo.root, { env: env("graph_rag:\n  enabled: true\n") }),
    "",
  );
  assert.equal(await hookContext(QUESTION, repo.root, { env: env("enabled: off\n") }), "");
});

Deno.test("hook: from a subfolder, a linked work tree and a folder without git", async () => {
  using repo = makeRepo(SHOP);
  assert.match(await hookContext(QUESTION, `${repo.root}/src/db`), /^1\. src\/orders\/refund\.ts/m);
  using other = makeRepo("", { git: false });
  repo.git("worktree", "add", "-q", `${other.root}/tree`);
  assert.match(await hookContext(QUESTION, `${other.root}/tree`), /^1\. src\/orders\/refund\.ts/m);
  using plain = makeRepo(SHOP, { git: false });
  assert.match(await hookContext(QUESTION, plain.root), /^1\. src\/orders\/refund\.ts/m);
});

Deno.test("hook: sees untracked and edited files, not deleted or ignored ones", async () => {
  using repo = makeRepo(SHOP);
  repo.write(
    "src/orders/refund_policy.ts",
    "export const refundOrderPolicy = 'refund of an order calculated';\n",
  );
  repo.write("build.log.ts", "refund order calculated refund order calculated\n");
  repo.write(".gitignore", "*.log.ts\n");
  Deno.removeSync(`${repo.root}/src/orders/refund.ts`);
  const context = await hookContext(QUESTION, repo.root);
  assert.match(context, /refund_policy\.ts/);
  assert.doesNotMatch(context, /build\.log|orders\/refund\.ts/);
});

Deno.test("hook: never over the client's cap", async () => {
  const wide = Array.from(
    { length: 40 },
    (_, i) =>
      `//- /src/refund_${i}.ts\nexport function refundOrder${i}() {\n${
        "  // 订单退款 refund order ".repeat(20)
      }\n}\n`,
  );
  using repo = makeRepo(wide.join(""));
  const question = "What does refundOrder7 do?";
  const context = await hookContext(question, repo.root);
  assert(context.length > 400 && context.length <= 10_000, `${context.length}`);
  const small = await hookContext(question, repo.root, { env: { CI_AUTO_TOOLS_MAX_INJECTED_CHARS: "300" } });
  assert(small.length > 0 && small.length <= 300, `${small.length}`);
  assert.match(small, /<\/auto-tools-context>$/);
});

Deno.test("hook: the same input gives the same bytes", async () => {
  using repo = makeRepo(SHOP);
  await runBinary(["index"], { cwd: repo.root });
  const first = await hookContext(QUESTION, repo.root);
  assert.equal(await hookContext(QUESTION, repo.root), first);
});

Deno.test("hook: a bad setting never breaks the turn", async () => {
  using repo = makeRepo(SHOP);
  repo.write("config/auto-tools.yaml", "budget: [\n  oops");
  const env = { CI_AUTO_TOOLS_BUDGET_WALL_MS: "soon", CI_AUTO_TOOLS_MAX_CONCURRENCY: "-1" };
  assert.match(await hookContext(QUESTION, repo.root, { env }), /refund\.ts/);
});

Deno.test("hook: a tiny budget ends in time with nothing or with something whole", async () => {
  using repo = makeRepo(SHOP);
  const context = await hookContext(QUESTION, repo.root, { env: { CI_AUTO_TOOLS_BUDGET_WALL_MS: "50" } });
  assert(context === "" || context.endsWith("</auto-tools-context>"));
});

Deno.test("hook: what a session has is not repeated until its file changes", async () => {
  using repo = makeRepo(SHOP);
  const session = "7a536849-2728-4841-9cca-611e925e5c77";
  await runBinary(["index"], { cwd: repo.root });
  const first = await hookContext(QUESTION, repo.root, { session });
  assert.match(first, /^1\. src\/orders\/refund\.ts/m);
  const second = await hookContext(QUESTION, repo.root, { session });
  assert.match(second, /Given earlier, unchanged: src\/orders\/refund\.ts:\d+/);
  assert.doesNotMatch(second, /^1\. src\/orders\/refund\.ts/m);
  assert(second.length < first.length, `${second.length} of ${first.length}`);
  repo.write(
    "src/orders/refund.ts",
    "export function refundOrder(order: Order) {\n  return order.total; // refund\n}\n",
  );
  assert.match(await hookContext(QUESTION, repo.root, { session }), /^1\. src\/orders\/refund\.ts/m);
});

Deno.test("hook: excluded files are not found", async () => {
  using repo = makeRepo(SHOP);
  repo.write("config/auto-tools.yaml", "exclude:\n  - orders\n  - '*.md'\n");
  assert.doesNotMatch(await hookContext(QUESTION, repo.root), /refund\.ts|guide\.md/);
});
