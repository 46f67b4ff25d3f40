import assert from "node:assert/strict";
import { buildMemoryIndex } from "../../support/memory_index.ts";
import type { NavigationAnswer, NavigationQuery, NavigationSymbol } from "../../../src/model/navigation.ts";
import type { ToolContext } from "../../../src/ports/tool.ts";
import { ciImpact } from "../../../src/tools/ci_impact.ts";
import { navigate } from "../../../src/tools/navigation/navigate.ts";
import { parseFixture } from "../../support/fixture.ts";
import { testParser } from "../../syntax/support.ts";

/** The language server says of every definition and use what `impact` says; `// use <- definition` are the truth. */

const FILES = parseFixture(`
//- /src/tax.ts
export function taxOf(amount: number): number {
  return round(amount * 1.19); // round <- src/tax.ts:round
}
function round(value: number): number {
  return Math.round(value); // round <- nothing
}
//- /src/orders.ts
import { taxOf as vat } from "./tax.ts";
import * as taxes from "./tax.ts";
export interface Total {
  total(): number;
}
export class Order implements Total {
  total(): number {
    return vat(this.sum()); // vat <- src/tax.ts:taxOf
  }
  sum(): number {
    return taxes.taxOf(1); // taxOf <- src/tax.ts:taxOf
  }
}
export function show(order: Order): number {
  return order.sum() + order.total(); // sum <- src/orders.ts:Order.sum
}
//- /app/pay.py
from app.card import Card as Plastic, charge
class Payment:
    card: Plastic
    def settle(self):
        self.card.check() # check <- app/card.py:Card.check
        return charge(self) # charge <- app/card.py:charge
//- /app/card.py
def charge(payment):
    return payment
class Card:
    def check(self):
        return self.check_digits() # check_digits <- app/card.py:Card.check_digits
    def check_digits(self):
        return 1
//- /cmd/main.go
package main
type Greeter struct{ name string }
func (g *Greeter) Greet() string { return hello(g.name) } // hello <- cmd/main.go:hello
func hello(name string) string { return "hello " + name }
func main() {
	g := &Greeter{}
	g.Greet() // Greet <- cmd/main.go:Greeter.Greet
}
`);

const index = buildMemoryIndex([...FILES].map(([path, text]) => ({ path, text })), await testParser());
const context = {
  index: { open: () => Promise.resolve({ index, pending: [] }) },
  history: { open: () => Promise.resolve({ numberOf: () => undefined, gaps: [] }) },
  files: { read: (path: string) => ({ ok: true, text: FILES.get(path) ?? "", truncated: false }) },
  clock: () => 0,
  deadline: 1000,
} as unknown as ToolContext;

async function answerTo(navigation: NavigationQuery): Promise<NavigationAnswer> {
  return (await navigate({ navigation }, context)).data as NavigationAnswer;
}

function at(method: NavigationQuery["method"], symbol: NavigationSymbol): Promise<NavigationAnswer> {
  return answerTo({ method, path: symbol.path, position: symbol.nameRange.start, open: [] });
}

function nameOf({ path, container, name }: NavigationSymbol): string {
  return `${path}:${container === "" ? "" : `${container}.`}${name}`;
}

/** Every definition of the fixture. */
async function definitions(): Promise<NavigationSymbol[]> {
  const outline = async (path: string): Promise<readonly NavigationSymbol[]> =>
    (await answerTo({ method: "documentSymbols", path, open: [] })).symbols;
  const nested = (await Promise.all([...FILES.keys()].map(outline))).flat();
  const withMembers = (
    one: NavigationSymbol,
  ): NavigationSymbol[] => [one, ...one.children.flatMap(withMembers)];
  return nested.flatMap(withMembers);
}

interface Dependant {
  readonly path: string;
  readonly symbol?: string;
  readonly line: number;
  readonly distance: number;
  readonly impact: number;
}

/** What uses a definition directly, by `impact`. */
async function dependantsOf(symbol: NavigationSymbol): Promise<readonly Dependant[]> {
  const name = nameOf(symbol).replace(/^.*:/, "");
  const { data } = await ciImpact({ symbol: name, depth: 1 }, context);
  const { dependants = [] } = (data ?? {}) as { readonly dependants?: readonly Dependant[] };
  return dependants.filter(({ impact }) => impact >= 0.3);
}

Deno.test("navigation: definitions are those that the marks name", async () => {
  let marks = 0;
  for (const [path, text] of FILES) {
    for (const [at, line] of text.split("\n").entries()) {
      const mark = /(?:#|\/\/) (\w+) <- (\S+)$/.exec(line);
      if (!mark) continue;
      marks++;
      const character = line.search(new RegExp(`\\b${mark[1]}\\(`));
      const position = { line: at, character };
      const { symbols } = await answerTo({ method: "definition", path, position, open: [] });
      const found = symbols.map(nameOf).join();
      assert.equal(found === "" ? "nothing" : found, mark[2], `${path}:${at + 1}`);
    }
  }
  assert.equal(marks, 10);
});

Deno.test("navigation: who calls a definition, and where it is used, is what impact says", async () => {
  let used = 0;
  for (const symbol of await definitions()) {
    const dependants = await dependantsOf(symbol);
    const { calls } = await at("incomingCalls", symbol);
    const owners = dependants.filter((one) => one.symbol !== undefined)
      .map((one) => `${one.path}:${one.symbol}`);
    assert.deepEqual(calls.map((call) => nameOf(call.symbol)).sort(), owners.sort(), nameOf(symbol));
    const { places } = await at("references", symbol);
    const lines = new Set(places.map(({ path, range }) => `${path}:${range.start.line + 1}`));
    for (const { path, line } of dependants) {
      assert.ok(lines.has(`${path}:${line}`), `${nameOf(symbol)}: ${path}:${line}`);
    }
    used += dependants.length;
  }
  assert.ok(used >= 10, `${used}`);
});

Deno.test("navigation: outgoing calls are the incoming ones, seen from the other side", async () => {
  // What a container's members call counts as called by the container too.
  const all = (await definitions()).filter(({ children }) => children.length === 0);
  const isOne = (symbol: NavigationSymbol): boolean => all.some((one) => nameOf(one) === nameOf(symbol));
  const pairs = async (method: "incomingCalls" | "outgoingCalls"): Promise<string[]> => {
    const lists = await Promise.all(all.map(async (one) => {
      const { calls } = await at(method, one);
      return calls.filter(({ symbol }) => isOne(symbol)).map(({ symbol }) =>
        method === "incomingCalls"
          ? `${nameOf(symbol)} > ${nameOf(one)}`
          : `${nameOf(one)} > ${nameOf(symbol)}`
      );
    }));
    return lists.flat().sort();
  };
  const incoming = await pairs("incomingCalls");
  assert.ok(incoming.includes("src/orders.ts:show > src/orders.ts:Order.sum"), incoming.join("\n"));
  assert.deepEqual(await pairs("outgoingCalls"), incoming);
});
