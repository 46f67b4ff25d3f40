import assert from "node:assert/strict";
import { graphOver } from "../../src/graph/open_graph.ts";
import type { SymbolRef } from "../../src/graph/symbol_ref.ts";
import type { Bridge } from "../../src/search/call_bridge.ts";
import { bridge } from "../../src/search/call_bridge.ts";
import { callPath } from "../../src/search/call_path.ts";
import type { Evidence } from "../../src/search/calls.ts";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import type { FlowEnds } from "../../src/search/flow_findings.ts";
import { flowFindings } from "../../src/search/flow_findings.ts";
import { queryViews } from "../../src/search/query/fields.ts";
import type { SearchResult } from "../../src/search/rank/search_result.ts";
import { search } from "../../src/search/rank/search.ts";
import { filesOf } from "../support/files.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";

const REPO = parseFixture(`
//- /src/cart.ts
import { packParcel } from "./parcel.ts";
/** Checks the cart out: the order leaves the cart. */
export function checkOut(cart: Cart): void {
  const order = orderOf(cart);
  if (order.isEmpty) failOrder(order);
  sendOrder(order);
}
export function orderOf(cart: Cart): Order {
  return { lines: cart.lines, isEmpty: cart.lines.length === 0 };
}
function sendOrder(order: Order): void {
  for (const line of order.lines) packParcel(line);
}
export function failOrder(order: Order): never {
  throw new Error("order without lines");
}
//- /src/parcel.ts
import { shipParcel } from "./ship.ts";
/** Packs a parcel of the order. */
export function packParcel(line: Line): void {
  shipParcel({ line });
}
//- /src/ship.ts
/** The parcel of an order is shipped from the warehouse. */
export function shipParcel(parcel: Parcel): void {
  warehouse.ship(parcel);
}
//- /tests/cart_test.ts
import { checkOut } from "../src/cart.ts";
export function orderGetsFromCartToWarehouse() {
  checkOut({ lines: [] });
}
`);
const PROMPT = "how does an order get from the cart to the warehouse, where its parcel is shipped";

async function ask(
  prompt: string,
  ends: FlowEnds,
  { late = false, of = REPO }: { readonly late?: boolean; readonly of?: ReadonlyMap<string, string> } = {},
): Promise<Finding[]> {
  const listed = [...of].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const index = buildMemoryIndex(listed, await testParser());
  const files = filesOf((path) => of.get(path) ?? "");
  const find = (query: string): SearchResult => search(queryViews(query), index);
  const found = {
    result: find(prompt),
    ...(ends.first !== undefined && { atFirst: find(ends.first) }),
    ...(ends.last !== undefined && { atLast: find(ends.last) }),
  };
  return flowFindings(found, files, ends, () => late);
}

Deno.test("flow: the steps in the order of their calls, each with the place that calls it", async () => {
  const steps = await ask(PROMPT, { first: "the cart", last: "the warehouse" });
  const names = steps.map(({ symbol }) => symbol);
  assert.deepEqual(names.filter((name) => name !== "orderOf"), [
    "checkOut",
    "sendOrder",
    "packParcel",
    "shipParcel",
  ]);
  assert.match(steps[0]!.claim, /^first of \d steps, in call order: Checks the cart out/);
  const claims = new Map(steps.map(({ symbol, claim }) => [symbol, claim]));
  assert.match(claims.get("packParcel")!, /^~?called by sendOrder \(src\/cart\.ts:12\): Packs a parcel/);
  assert.match(claims.get("shipParcel")!, /^~?called by packParcel \(src\/parcel\.ts:4\)/);
  assert.ok(
    steps[0]!.code?.some(({ text }) => text.includes("sendOrder(order);")),
    "the line that hands over",
  );
});

Deno.test("flow: errors are a side way, and tests are none", async () => {
  const names = (await ask(PROMPT, {})).map(({ symbol }) => symbol);
  assert.ok(names.length >= 3);
  assert.ok(!names.includes("failOrder") && !names.includes("orderGetsFromCartToWarehouse"), names.join());
});

Deno.test("flow: nothing where no calls may be followed any more", async () => {
  assert.deepEqual(await ask(PROMPT, {}, { late: true }), []);
});

const LONG = parseFixture(`
//- /src/inbox.ts
import { alpha } from "./steps.ts";
/** Takes a letter from the inbox. */
export function takeLetter(letter: string): void {
  alpha(letter);
}
//- /src/steps.ts
import { fileAway } from "./archive.ts";
export function alpha(x: string): void {
  beta(x);
}
function beta(x: string): void {
  gamma(x);
}
function gamma(x: string): void {
  delta(x);
}
function delta(x: string): void {
  fileAway(x);
}
//- /src/archive.ts
/** Files it away in the archive. */
export function fileAway(x: string): void {
  shelves.push(x);
}
`);

Deno.test("flow: from one end to the other over whatever lies between", async () => {
  const listed = [...LONG].map(([path, text]) => ({ path, text })).sort((a, b) => a.path < b.path ? -1 : 1);
  const graph = graphOver(buildMemoryIndex(listed, await testParser()));
  const named = (name: string): SymbolRef => {
    const { file, definition } = graph.index.definitionsNamed(name)[0]!;
    return { file, definition };
  };
  const evidence: Evidence[] = [
    { symbol: named("takeLetter"), gain: 1, asFirst: 0.8, asLast: 0 },
    { symbol: named("fileAway"), gain: 0.5, asFirst: 0, asLast: 0.8 },
  ];
  const options = { accepts: () => true, isSaid: () => false, late: () => false };
  const namesOf = (found: Bridge | undefined): (string | undefined)[] =>
    (found?.hops ?? []).map(({ to }) => graph.definition(to)?.name);
  const way = ["alpha", "beta", "gamma", "delta", "fileAway"];
  const found = bridge(evidence, graph, options);
  assert.deepEqual(namesOf(found), way);
  assert.deepEqual(callPath(evidence, graph, options), []);
  const steps = callPath(evidence, graph, { ...options, bridge: found });
  assert.deepEqual(steps.map(({ symbol }) => graph.definition(symbol)?.name), ["takeLetter", ...way]);
  assert.equal(bridge(evidence, graph, { ...options, late: () => true }), undefined);
  const closed = { ...options, accepts: (one: SymbolRef) => graph.definition(one)?.name !== "gamma" };
  assert.equal(bridge(evidence, graph, closed), undefined);
});

const STORE = parseFixture(`
//- /src/store.ts
import { encode } from "./codec.ts";
import { logLine } from "./log.ts";
export class Store {
  save(key: string): void {
    logLine(key);
    this.commit(key);
  }
  commit(key: string): void {
    write(encode(key));
  }
}
export class Draft {
  save(key: string): void {
    keep(key);
  }
}
function keep(key: string): void {
  drafts.push(key);
}
function write(bytes: string): void {
  disk.push(bytes);
  disk.sync();
  disk.count++;
  disk.seen = bytes;
  disk.done = true;
}
//- /src/codec.ts
export function encode(key: string): string {
  const parts = key.split("/");
  const head = parts[0];
  const tail = parts.slice(1).join("-");
  return head + tail;
}
//- /src/log.ts
export function logLine(text: string): void {
  lines.push(text);
}
`);

Deno.test("flow: from a method that is named with its class, without an end: what is called from there on", async () => {
  const steps = await ask("what happens when Store.save is called?", { first: "Store.save is called" }, {
    of: STORE,
  });
  assert.deepEqual(steps.map(({ symbol }) => symbol), ["Store.save", "Store.commit", "write"]);
  assert.match(steps[0]!.claim, /^first of \d steps, in call order/);
});
