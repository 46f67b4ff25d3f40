import assert from "node:assert/strict";
// @ts-types="@modelcontextprotocol/sdk/client/index"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { BINARY, EMPTY_HOME, hookContext, runBinary } from "../support/binary.ts";
import { makeRepo, type Repo } from "../support/fixture.ts";
import { userSettings } from "../support/user_settings.ts";

/** Three repositories side by side; the user's workspace holds the first two. */
const REPOSITORIES = `
//- /shop/src/cart.ts
import { invoiceTotal } from "@acme/billing";
/** Closes the cart of a customer and shows what has to be paid. */
export function closeCart(cart: Cart) {
  return show(invoiceTotal(cart.lines));
}
//- /billing/package.json
{ "name": "@acme/billing" }
//- /billing/src/invoice.ts
/** Sums up the lines of an invoice with its taxes. */
export function invoiceTotal(lines: Line[]) {
  return lines.reduce((sum, line) => sum + line.price * line.taxRate, 0);
}
//- /billing/src/dunning.ts
/** Reminds a debtor of an overdue payment. */
export function remindDebtor(debtor: Debtor) {
  const password = "hunter2-hunter2-hunter2";
  return sendLetter(debtor, password);
}
//- /billing/.env
DEBTOR_REMINDER=zanzibarquartz
//- /payroll/src/salary.ts
/** Transfers the salary of an employee. */
export function transferSalary(employee: Employee) {}
`;

// The client's own timers outlive it.
const LENIENT = { sanitizeOps: false, sanitizeResources: false };

function repositories(): Repo {
  const repo = makeRepo(REPOSITORIES, { git: false });
  for (const name of ["shop", "billing", "payroll"]) repo.git("init", "-q", name);
  Deno.symlinkSync(`${repo.root}/payroll/src/salary.ts`, `${repo.root}/billing/src/salary.ts`);
  return repo;
}

/** The environment of a user whose settings hold the entries. */
function workspaceOf(...entries: string[]): Record<string, string> {
  return { XDG_CONFIG_HOME: userSettings(`workspace: ${JSON.stringify(entries)}\n`) };
}

const OVERDUE = "Where is the debtor reminded of an overdue payment?";

Deno.test("workspace: where a repository has nothing, the others answer, their secrets cut", async () => {
  using repo = repositories();
  const env = workspaceOf(`${repo.root}/shop`, `${repo.root}/billing`);
  const context = await hookContext(OVERDUE, `${repo.root}/shop`, { env });
  assert.match(context, /^1\. billing:src\/dunning\.ts:\d+(?:-\d+)? remindDebtor/m);
  assert.match(context, /<redacted/);
  assert.doesNotMatch(context, /hunter2|zanzibarquartz/);
});

Deno.test("workspace: a repository that the prompt names is searched beside this one", async () => {
  using repo = repositories();
  const env = workspaceOf(`${repo.root}/shop`, `${repo.root}/billing`);
  const asked = "How is a cart closed, and how does the billing service sum up the lines of an invoice?";
  const context = await hookContext(asked, `${repo.root}/shop`, { env });
  assert.match(context, /^\d+\. billing:src\/invoice\.ts:\d+/m);
  assert.match(context, /^\d+\. src\/cart\.ts:\d+/m);
});

Deno.test("workspace: a name imported from a package of another repository leads to its definition there", async () => {
  using repo = repositories();
  const env = workspaceOf(`${repo.root}/shop`, `${repo.root}/billing`);
  await runBinary(["index"], { cwd: `${repo.root}/shop` });
  const context = await hookContext("What does `invoiceTotal` return?", `${repo.root}/shop`, { env });
  assert.match(context, /^\d+\. billing:src\/invoice\.ts:\d+-\d+ invoiceTotal/m);
  assert.match(context, /imported from @acme\/billing in src\/cart\.ts:1/);
});

Deno.test("workspace: nothing outside of it is read, and a repository outside learns nothing of it", async () => {
  using repo = repositories();
  const env = workspaceOf(`${repo.root}/shop`, `${repo.root}/billing`);
  const salary = "Where is the salary of an employee transferred?";
  assert.equal(await hookContext(salary, `${repo.root}/shop`, { env }), "");
  assert.equal(await hookContext(OVERDUE, `${repo.root}/payroll`, { env }), "");
});

Deno.test("workspace: a repository cannot name others, by its settings or by a workspace file of its own", async () => {
  using repo = repositories();
  const folders = [{ path: "../billing" }, { path: "." }];
  repo.write("shop/all.code-workspace", JSON.stringify({ folders }));
  const settings = `workspace: [${repo.root}/shop, ${repo.root}/billing]\n`;
  repo.write("shop/config/auto-tools.yaml", settings);
  assert.equal(await hookContext(OVERDUE, `${repo.root}/shop`), "");
  const { stdout } = await runBinary(["--prompt", OVERDUE], { cwd: `${repo.root}/shop` });
  assert.match(stdout, /ignored from the project file: workspace/);
  const env = workspaceOf(`${repo.root}/shop/all.code-workspace`);
  assert.equal(await hookContext(OVERDUE, `${repo.root}/shop`, { env }), "");
});

Deno.test("workspace: a workspace file of the user's lists the folders", async () => {
  using repo = repositories();
  repo.write("all.code-workspace", '{ "folders": [{ "path": "shop" }, { "path": "billing" }], } // mine');
  const env = workspaceOf(`${repo.root}/all.code-workspace`);
  assert.match(await hookContext(OVERDUE, `${repo.root}/shop`, { env }), /billing:src\/dunning\.ts/);
});

Deno.test("workspace: commands ask the repository that --repo names, or each of them, and say which it is", async () => {
  using repo = repositories();
  const env = { HOME: EMPTY_HOME, ...workspaceOf(`${repo.root}/shop`, `${repo.root}/billing`) };
  const run = (...args: string[]) => runBinary(args, { cwd: `${repo.root}/shop`, env });
  const named = await run("search", "invoiceTotal", "--repo", "billing");
  assert.match(named.stdout, /^billing:\nsrc\/invoice\.ts:2-4 {2}invoiceTotal\n/);
  const chain = JSON.parse((await run("chain", "remindDebtor", "--repo=billing", "--json")).stdout);
  assert.deepEqual([chain.repository, chain.symbol], ["billing", "src/dunning.ts:remindDebtor"]);
  assert.match(
    (await run("impact", "invoiceTotal", "--repo", "billing")).stdout,
    /^billing:\ninvoiceTotal: 0/,
  );
  const all =
    JSON.parse((await run("search", "invoiceTotal", "--repo", "all", "--json")).stdout).repositories;
  assert.deepEqual(
    all.map((one: { repository: string; files: string[] }) => [one.repository, one.files[0]]),
    [["shop", "src/cart.ts"], ["billing", "src/invoice.ts"]],
  );
  const text = (await run("locate", "wrong taxes in invoiceTotal", "--repo", "all")).stdout;
  assert.match(text, /^shop:\n[^]*^billing:\n.*src\/invoice\.ts/m);
  assert.equal((await run("search", "salary", "--repo", "payroll")).code, 20);
  const outside = await runBinary(["search", "x", "--repo", "all"], { cwd: `${repo.root}/payroll`, env });
  assert.deepEqual([outside.code, outside.stdout], [20, ""]);
});

/** A shop that serves what a web client calls and sends what a mailer takes; the mailer answers a procedure of a protocol file. */
const LINKED = `
//- /orders/src/routes.ts
router.post("/orders", createOrder);
export async function createOrder(req: Request, res: Response) {
  await bus.publish("order.created", req.body);
}
//- /orders/src/reserve.py
def reserve(stub, item):
    return stub.ReserveItem(item)
//- /orders/proto/stock.proto
service Stock { 
  rpc ReserveItem (Item) returns (Reply);
}
//- /mail/proto/stock.proto
service Stock { 
  rpc ReserveItem (Item) returns (Reply);
}
//- /mail/listen.py
def start(consumer):
    consumer.subscribe("order.created", send_receipt)

class StockServicer(stock_pb2_grpc.StockServicer):
    def ReserveItem(self, request, context):
        return take(request.item)
//- /web/src/checkout.ts
export async function submitCart(cart: Cart) {
  return await fetch(\`\${API}/orders\`, { method: "POST", body: show(cart) });
}
export const listOrders = () => fetch("/orders");
`;

Deno.test("workspace: routes, topics and procedures that two repositories name by a literal lead from one to the other", async () => {
  using repo = makeRepo(LINKED, { git: false });
  const names = ["orders", "mail", "web"];
  for (const name of names) repo.git("init", "-q", name);
  await Promise.all(names.map((name) => runBinary(["index"], { cwd: `${repo.root}/${name}` })));
  const env = workspaceOf(...names.map((name) => `${repo.root}/${name}`));
  const ask = (prompt: string, name: string) => hookContext(prompt, `${repo.root}/${name}`, { env });
  const routes = await ask("Who calls POST /orders?", "orders");
  assert.match(
    routes,
    /web:src\/checkout\.ts:1-3 submitCart: calls POST \/orders in line 2; POST \/orders declared in src\/routes\.ts:1$/m,
  );
  assert.doesNotMatch(routes, /listOrders: calls/);
  const handled = await ask("What does `submitCart` call on the server?", "web");
  assert.match(handled, /orders:src\/routes\.ts:1: declares POST \/orders .*called in src\/checkout\.ts:2$/m);
  const sent = await ask("Who publishes order.created?", "mail");
  assert.match(
    sent,
    /orders:src\/routes\.ts:2-4 createOrder: sends order\.created .*taken in listen\.py:2$/m,
  );
  const procedure = await ask("Where is ReserveItem implemented?", "orders");
  assert.match(procedure, /mail:listen\.py:5-6 .*answers rpc ReserveItem .*called in src\/reserve\.py:2$/m);
});

// Last: the client's timers end while another test would run.
Deno.test("workspace: MCP tools ask the repository that is named, or all", LENIENT, async () => {
  using repo = repositories();
  const env = { HOME: EMPTY_HOME, ...workspaceOf(`${repo.root}/shop`, `${repo.root}/billing`) };
  const transport = new StdioClientTransport({
    command: BINARY,
    args: ["mcp"],
    cwd: `${repo.root}/shop`,
    env,
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  const ask = async (name: string, args: Record<string, unknown>) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: args });
    const places = (structuredContent as { items: { path: string }[] } | undefined)?.items ?? [];
    return { text: JSON.stringify(content), paths: places.map(({ path }) => path) };
  };
  try {
    const query = "invoiceTotal";
    assert.deepEqual((await ask("ci_search", { query })).paths, ["src/cart.ts"]);
    assert.deepEqual((await ask("ci_search", { query, workspace: "billing" })).paths, [
      "billing:src/invoice.ts",
    ]);
    const both = (await ask("ci_search", { query, workspace: "all" })).paths;
    assert.deepEqual(both.toSorted(), ["billing:src/invoice.ts", "src/cart.ts"]);
    const chain = await ask("ci_call_chain", { symbol: "remindDebtor", workspace: "billing" });
    assert.match(chain.paths[0] ?? "", /^billing:src\/dunning\.ts/);
    assert.doesNotMatch(chain.text, /hunter2/);
    assert.match((await ask("ci_search", { query, workspace: "payroll" })).text, /is called: payroll/);
    const facts = await client.getPrompt({ name: "facts", arguments: { question: OVERDUE } });
    assert.match(JSON.stringify(facts.messages), /billing:src\/dunning\.ts/);
  } finally {
    await client.close();
  }
});
