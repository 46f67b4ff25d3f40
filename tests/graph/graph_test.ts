import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

/** The edges into and out of a symbol, as `path:Qualified.name:line rule`, one per line. */
async function edgesOf(fixture: string, symbol: string): Promise<{ callers: string[]; callees: string[] }> {
  const parser = await testParser();
  const index = buildMemoryIndex([...parseFixture(fixture)].map(([path, text]) => ({ path, text })), parser);
  const graph = createCodeGraph(index);
  const target = findSymbols(index, symbol).symbols[0];
  assert(target, `no such symbol: ${symbol}`);
  return {
    callers: graph.callers(target).map((edge) => `${symbolName(index, edge.from)}:${edge.line} ${edge.rule}`),
    callees: graph.callees(target).map((edge) => `${symbolName(index, edge.to)}:${edge.line} ${edge.rule}`),
  };
}

const PYTHON = `
//- /shop/base.py
class Base:
    def save(self):
        self.validate()

    def validate(self):
        pass
//- /shop/orders.py
from shop.base import Base
from . import mail
from .util import total as compute_total

class Order(Base):
    def checkout(self):
        self.save()
        compute_total(self)
        mail.send(self)

def make():
    order = Order()
    order.checkout()
    return order
//- /shop/util.py
def total(order):
    return 1

def send(x):
    return x
//- /shop/mail.py
import json

def send(order):
    json.dumps(order)
//- /shop/__init__.py
from .orders import make
//- /app.py
from shop import make

def main():
    make()
`;

Deno.test("graph: Python imports, aliases, modules, self and inherited members", async () => {
  assert.deepEqual(await edgesOf(PYTHON, "Order.checkout"), {
    callers: ["shop/orders.py:make:13 receiver"],
    callees: [
      "shop/base.py:Base.save:7 inherited",
      "shop/util.py:total:8 import",
      "shop/mail.py:send:9 import",
    ],
  });
  assert.deepEqual((await edgesOf(PYTHON, "shop/mail.py:send")).callers, [
    "shop/orders.py:Order.checkout:9 import",
  ]);
  assert.deepEqual((await edgesOf(PYTHON, "shop/util.py:send")).callers, []);
  assert.deepEqual((await edgesOf(PYTHON, "make")).callers.slice(0, 1), ["app.py:main:4 import"]);
});

Deno.test("graph: TypeScript imports, this, typed parameters", async () => {
  const fixture = `
//- /src/store.ts
export class Store {
  get(key: string): string { return this.load(key); }
  private load(key: string): string { return key; }
}
export function open(): Store { return new Store(); }
//- /src/cache.ts
import { open, Store } from "./store.ts";
import * as log from "./log";
export function read(store: Store, key: string): string {
  log.write(key);
  return store.get(key);
}
export const first = () => read(open(), "a");
//- /src/log.ts
export function write(line: string): void {}
`;
  assert.deepEqual((await edgesOf(fixture, "Store.get")).callers, ["src/cache.ts:read:5 receiver"]);
  assert.deepEqual((await edgesOf(fixture, "read")).callees.map((edge) => edge.split(" ")[0]), [
    "src/store.ts:Store:3",
    "src/log.ts:write:4",
    "src/store.ts:Store.get:5",
  ]);
  assert.deepEqual((await edgesOf(fixture, "open")).callers, ["src/cache.ts:first:7 import"]);
});

Deno.test("graph: names from outside the repository have no edge", async () => {
  const fixture = `
//- /a.py
import os
def join(a):
    return a
def use():
    os.path.join("a")
`;
  assert.deepEqual((await edgesOf(fixture, "join")).callers, []);
});

Deno.test("graph: a class that extends itself and a recursive function end", async () => {
  const fixture = `
//- /a.py
class A(A):
    def run(self):
        self.run()
        self.missing()
`;
  const { callers, callees } = await edgesOf(fixture, "A.run");
  assert.deepEqual(callers, ["a.py:A.run:3 receiver"]);
  assert.deepEqual(callees, ["a.py:A.run:3 receiver"]);
});

Deno.test("graph: fields by the type they were given", async () => {
  const fixture = `
//- /mail.py
class Mailer:
    def send(self):
        pass

class Printer:
    def send(self):
        pass
//- /order.py
from mail import Mailer

class Order:
    def __init__(self):
        self.mailer = Mailer()

    def close(self):
        self.mailer.send()
`;
  assert.deepEqual((await edgesOf(fixture, "Mailer.send")).callers, ["order.py:Order.close:8 receiver"]);
  assert.deepEqual((await edgesOf(fixture, "Printer.send")).callers, []);
});
