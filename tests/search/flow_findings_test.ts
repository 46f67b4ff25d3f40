import assert from "node:assert/strict";
import { graphOver } from "../../src/graph/open_graph.ts";
import type { SymbolRef } from "../../src/graph/symbol_ref.ts";
import type { Step } from "../../src/search/call_path.ts";
import type { Bridge } from "../../src/search/call_bridge.ts";
import { bridge } from "../../src/search/call_bridge.ts";
import { callPath } from "../../src/search/call_path.ts";
import type { Evidence } from "../../src/search/calls.ts";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import type { Finding } from "../../src/model/findings.ts";
import type { FlowEnds } from "../../src/search/flow_findings.ts";
import { endOf, nearnessTo } from "../../src/search/flow_ends.ts";
import { flowFindings } from "../../src/search/flow_findings.ts";
import { withoutApproach } from "../../src/search/flow_sides.ts";
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
const PROMPT =
  "how does an order get from the cart that is checked out to the warehouse, where its parcel is shipped";

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
  const told = new Map(steps.map(({ symbol, claim, relation }) => [symbol, [claim, relation]]));
  assert.deepEqual(told.get("checkOut"), [
    "Checks the cart out: the order leaves the cart",
    `first of ${steps.length} steps, in call order`,
  ]);
  assert.deepEqual(told.get("sendOrder")!.at(1), "called by checkOut in line 6");
  assert.deepEqual(told.get("packParcel"), [
    "Packs a parcel of the order",
    "called by sendOrder (src/cart.ts:12)",
  ]);
  assert.deepEqual(told.get("shipParcel")!.at(1), "called by packParcel (src/parcel.ts:4)");
  assert.ok(
    steps[0]!.code?.some(({ text }) => text.includes("sendOrder(order);")),
    "the line that hands over",
  );
});

Deno.test("flow: every step of a long path shows the line that leads on, none of them much more", async () => {
  const names = ["takeLetter", "sortLetter", "stampLetter", "bagLetter", "carryLetter", "handLetter"];
  const filler = Array.from({ length: 30 }, (_, at) => `  const part${at} = ${at};`).join("\n");
  const text = names.map((name, at) =>
    `export function ${name}(letter: string): void {\n${filler}\n  ${names[at + 1] ?? "done"}(letter);\n}`
  ).join("\n");
  const steps = await ask("how does a letter get from takeLetter to handLetter", {
    first: "a letter takeLetter",
    last: "handLetter",
  }, { of: new Map([["src/post.ts", text]]) });
  assert.deepEqual(steps.map(({ symbol }) => symbol), names);
  for (const [at, { code = [] }] of steps.entries()) {
    const shown = code.map(({ text }) => text).join("\n");
    assert.match(shown, new RegExp(`${names[at + 1] ?? ""}\\(letter`), names[at]);
    assert.ok(shown.split("\n").length <= 16, shown);
  }
});

Deno.test("flow: the way begins with what the question is about, its caller is told with it", async () => {
  const steps = await ask("what happens to a parcel when it is weighed, stamped and loaded", {}, {
    of: parseFixture(`
//- /src/main.ts
import { weighParcel } from "./weigh.ts";
/** Starts the program; a parcel is one of many things. */
export function main(): void {
  readOptions();
  openWindow();
  weighParcel(nextParcel());
}
//- /src/weigh.ts
/** A parcel is weighed. */
export function weighParcel(parcel: Parcel): void {
  if (parcel.isWeighed) return;
  stampParcel(parcel);
}
/** A parcel that is weighed is stamped. */
export function stampParcel(parcel: Parcel): void {
  if (parcel.isStamped) return;
  loadParcel(parcel);
}
/** A parcel that is stamped is loaded. */
export function loadParcel(parcel: Parcel): void {
  if (!parcel.isLoaded) truck.load(parcel);
}
`),
  });
  assert.deepEqual(steps.map(({ symbol }) => symbol), ["weighParcel", "stampParcel", "loadParcel"]);
  assert.equal(steps[0]!.relation, "first of 3 steps, in call order, called by main (src/main.ts:6)");
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

Deno.test("flow: what only lies between two steps, or only an end finds, is named, its code leaves the room to others", async () => {
  const others = Array.from({ length: 40 }, (_, at) => {
    const name = `fileAwayInbox${String.fromCharCode(65 + at % 26)}${at}`;
    return `/** Takes a letter of the inbox, files it away in the archive. */\nexport function ${name}(letter: string): void {\n  archive.fileAway(letter);\n}`;
  });
  const steps = await ask(
    "how does a letter get from takeLetter to fileAway, from the inbox to the archive",
    {
      first: "the inbox, takeLetter",
      last: "the archive, fileAway",
    },
    { of: new Map([...LONG, ["src/letters.ts", others.join("\n")]]) },
  );
  const withCode = steps.map(({ symbol, code }) => [symbol, code !== undefined]);
  assert.deepEqual(withCode, [
    ["takeLetter", true],
    ["alpha", false],
    ["beta", false],
    ["gamma", false],
    ["delta", false],
    ["fileAway", false],
  ]);
});

Deno.test("flow: a path begins with one of the best, and is none where that leaves less than two steps", () => {
  const steps = [7, 8, 9].map((file): Step => ({ symbol: { file, definition: 0 } }));
  const into = [{ symbol: { file: 20, definition: 0 } }];
  const left = (...beginnings: number[]): number[][] =>
    withoutApproach([steps, into], ({ file }) => beginnings.includes(file))
      .map((part) => part.map(({ symbol }) => symbol.file));
  assert.deepEqual(left(7, 9), [[7, 8, 9], [20]]);
  assert.deepEqual(left(8), [[8, 9], [20]]);
  assert.deepEqual(left(9), []);
  assert.deepEqual(left(), []);
  assert.deepEqual(withoutApproach([], () => true), []);
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
  assert.equal(steps[0]!.relation, "first of 3 steps, in call order");
});

const QUEUE = parseFixture(`
//- /go.mod
module example.org/feeds
//- /scheduler.go
package feeds

// Ticks and looks for feeds that are due.
func runScheduler(pool *Pool, timer []int) {
	for range timer {
		pool.Push(dueFeeds())
	}
}
func dueFeeds() []Job { return nil }
//- /pool.go
package feeds

type Job struct{ feed string }
type Pool struct{ queue chan Job }

func (p *Pool) Push(jobs []Job) {
	for _, job := range jobs {
		p.queue <- job
	}
}
//- /worker.go
package feeds

func work(p *Pool) {
	for job := range p.queue {
		body := download(job)
		parseBody(body)
	}
}
func download(job Job) string {
	body := get(job.feed)
	if body == "" {
		return "none"
	}
	return body
}
func parseBody(body string) {
	lines := split(body)
	for _, line := range lines {
		keep(line)
	}
}
`);

Deno.test("flow: what no call reaches is said, and a channel leads on to it", async () => {
  const prompt = "what happens from the scheduler's tick until the stars are sorted?";
  const steps = await ask(prompt, { first: "the scheduler's tick", last: "the stars are sorted" }, {
    of: QUEUE,
  });
  assert.deepEqual(steps.slice(0, 3).map(({ symbol }) => symbol), ["runScheduler", "Pool.Push", "work"]);
  assert.match(steps[0]!.relation!, /no call was found that reaches "the stars are sorted"/);
  assert.match(steps[2]!.relation!, /^~handed over by Push \(pool\.go:8\)/);
});

const MESSAGES = parseFixture(`
//- /server.ts
import { publishNews, requestNews } from "./news.ts";
/** Handles a message of the server. */
export function handleMessage(message: Message): void {
  switch (message.kind) {
    case "publishNews":
      storeNews(message.news);
      break;
    default:
      requestNews(message);
  }
}
/** Stores the news of a message. */
export function storeNews(news: News): void {
  shelf.news = news;
  shelf.count += 1;
}
//- /news.ts
import { storeNews } from "./server.ts";
/** Requests the news that a message of the server speaks of. */
export function requestNews(message: Message): void {
  pullNews(message.server);
}
/** Pulls the news of a server, which a message announced. */
export function pullNews(server: Server): void {
  storeNews(server.latest());
}
`);

Deno.test("flow: a branch that the question names is followed rather than a longer way beside it", async () => {
  const of = MESSAGES;
  const last = "the news are stored";
  const path = async (first: string) =>
    (await ask(`how does ${first} of the server get to where ${last}?`, { first, last }, { of }))
      .map(({ symbol }) => symbol);
  assert.deepEqual(await path("a message"), ["handleMessage", "requestNews", "pullNews", "storeNews"]);
  assert.deepEqual(await path("a publishNews message"), ["handleMessage", "storeNews"]);
});

const STORE_OF_ITEMS = parseFixture(`
//- /cache.c
/** Takes memory from the cache. */
void *cache_alloc(cache_t *cache) { return do_cache_alloc(cache); }
void *do_cache_alloc(cache_t *cache) { return cache->head; }
void cache_free(cache_t *cache) { cache->head = 0; }
//- /server.c
/** Opens the socket of the server. */
void *server_socket(cache_t *cache) { return new_item(cache); }
void *new_item(cache_t *cache) { return cache_alloc(cache); }
/** Reads a set command and goes on to store its item. */
void read_command(conn *c) { finish_command(c); }
void finish_command(conn *c) { store_item(c->item); }
//- /items.c
void store_item(item *it) { link_item(it); }
/** Linked to its bucket, an item is found. */
void link_item(item *it) { it->next = 0; }
`);

Deno.test("flow: 'into the cache' is where things are kept, not what has that name", async () => {
  const listed = [...STORE_OF_ITEMS].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(listed, await testParser());
  const { context } = search(queryViews("how is a set command linked into the cache?"), index).table;
  const nearness = nearnessTo(endOf("linked into the cache", context), context);
  const near = (name: string) => {
    const { file, definition } = index.definitionsNamed(name)[0]!;
    return nearness({ file, definition });
  };
  assert.ok(near("cache_alloc") > 0);
  assert.ok(near("link_item") > 3 * near("cache_alloc"), `${near("link_item")} ${near("cache_alloc")}`);
});

const PARTS = parseFixture(`
//- /src/upload.ts
import { checkSize } from "./size.ts";
/** An upload was received. */
export function receiveUpload(upload: Upload): void {
  checkSize(upload);
  storeUpload(upload);
}
/** Stores an upload on the disk. */
export function storeUpload(upload: Upload): void {
  nameUpload(upload);
}
/** Names the file of an upload. */
export function nameUpload(upload: Upload): void {
  disk.put(upload.name);
}
//- /src/size.ts
export function checkSize(upload: Upload): void {
  limits.check(upload.size);
}
//- /src/worker.ts
import { renderThumbnail } from "./thumbnail.ts";
/** Works on the next job. */
export function runWorker(job: Job): void {
  drawPicture(job);
}
function drawPicture(job: Job): void {
  renderThumbnail(job.picture);
}
//- /src/thumbnail.ts
/** Renders the thumbnail. */
export function renderThumbnail(picture: Picture): void {
  canvas.scale(picture);
}
`);

Deno.test("flow: where no call joins the two ends, each is a part of its own, with what calls the last one", async () => {
  const ends = { first: "an upload that was received", last: "the rendered thumbnail" };
  const steps = await ask(`how does ${ends.first} get to ${ends.last}`, ends, { of: PARTS });
  assert.deepEqual(steps.map(({ symbol }) => symbol).filter((name) => name !== "checkSize"), [
    "receiveUpload",
    "storeUpload",
    "nameUpload",
    "runWorker",
    "drawPicture",
    "renderThumbnail",
  ]);
  assert.match(
    steps[0]!.relation!,
    /^part 1 of 2 of the way, no call found that joins them, first of \d steps, in call order$/,
  );
  const second = steps.find(({ symbol }) => symbol === "runWorker");
  assert.equal(second!.relation, "part 2 of 2 of the way, first of 3 steps, in call order");
  assert.match(steps.at(-1)!.relation!, /^~?called by drawPicture/);
});
