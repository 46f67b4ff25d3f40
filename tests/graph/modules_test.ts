import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { check, symbolName } from "./support.ts";

/** Names of the callers of each symbol. */
async function callersOf(fixture: string, names: readonly string[]): Promise<Record<string, string[]>> {
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  return Object.fromEntries(names.map((name) => {
    const [symbol] = findSymbols(graph.index, name).symbols;
    assert.ok(symbol, name);
    return [name, graph.callers(symbol).map((edge) => symbolName(graph.index, edge.from))];
  }));
}

Deno.test("commonjs: what a module is, its members, and require with a member", async () => {
  const found = await callersOf(
    `
//- /lib/server.js
function Server (port) { this.port = port }
Server.prototype.start = function () { return this.port }
Server.local = function () {}
module.exports = Server
//- /lib/tools.js
function pack () {}
const unpack = () => 1
exports.zip = function zip () {}
exports.packed = pack
module.exports.unpack = unpack
//- /lib/table.js
function first () {}
function second () {}
module.exports = { first, other: second }
//- /index.js
module.exports = require('./lib/server')
//- /app.js
const Server = require('./lib/server')
const Main = require('.')
const tools = require('./lib/tools')
const zip = require('./lib/tools').zip
const { first, other } = require('./lib/table')
const table = require('./lib/table')
function make () { const server = new Server(1); server.start() }
function local () { Server.local() }
function main () { return new Main(2) }
function pack () { tools.packed(); tools.unpack() }
function both () { zip(); first(); other(); table.other() }
`,
    [
      "lib/server.js:Server",
      "Server.prototype.start",
      "Server.local",
      "lib/tools.js:pack",
      "lib/tools.js:unpack",
      "lib/tools.js:zip",
      "lib/table.js:first",
      "lib/table.js:second",
    ],
  );
  assert.deepEqual(found["lib/server.js:Server"], ["app.js:make", "app.js:local", "app.js:main"]);
  assert.deepEqual(found["Server.prototype.start"], ["app.js:make"]);
  assert.deepEqual(found["Server.local"], ["app.js:local"]);
  assert.ok(found["lib/tools.js:pack"]!.includes("app.js:pack"));
  assert.ok(found["lib/tools.js:unpack"]!.includes("app.js:pack"));
  assert.deepEqual(found["lib/tools.js:zip"], ["app.js:both"]);
  assert.ok(found["lib/table.js:first"]!.includes("app.js:both"));
  assert.equal(found["lib/table.js:second"]!.filter((one) => one === "app.js:both").length, 2);
});

Deno.test("imports: default ones, other names, names that are handed on", async () => {
  const found = await callersOf(
    `
//- /src/open.ts
export default function open() {}
//- /src/shape.ts
class Shape { draw() {} }
export default Shape
//- /src/many.ts
export function one() {}
function two() {}
export { two as deux }
//- /src/pass.ts
export { one as uno } from './many'
export { default as launch } from './open'
//- /src/use.ts
import start from './open'
import Form from './shape'
import { one as first, deux } from './many'
import { uno, launch } from './pass'
export function a() { start() }
export function b(form: Form) { form.draw(); return new Form() }
export function c() { first(); deux() }
export function d() { uno(); launch() }
`,
    ["open", "src/shape.ts:Shape", "Shape.draw", "one", "two"],
  );
  assert.deepEqual(found["open"], ["src/use.ts:a", "src/use.ts:d"]);
  assert.ok(found["src/shape.ts:Shape"]!.includes("src/use.ts:b"));
  assert.deepEqual(found["Shape.draw"], ["src/use.ts:b"]);
  assert.deepEqual(found["one"], ["src/use.ts:c", "src/use.ts:d"]);
  assert.ok(found["two"]!.includes("src/use.ts:c"));
});

Deno.test("imports: other names in Python, also through a package", async () => {
  const found = await callersOf(
    `
//- /kit/core.py
def build(): pass
class Part:
    def fit(self): pass
//- /kit/__init__.py
from .core import Part as Piece
//- /use.py
import kit.core as core
from kit.core import build as make
from kit import Piece
def a(): make()
def b(): core.build()
def c(): Piece().fit()
`,
    ["build", "Part", "Part.fit"],
  );
  assert.deepEqual(found["build"], ["use.py:a", "use.py:b"]);
  assert.ok(found["Part"]!.includes("use.py:c"));
  assert.deepEqual(found["Part.fit"], ["use.py:c"]);
});

Deno.test("imports: a module's path in Python means it only where it is imported", () =>
  check(`
//- /shop/cart.py
def fill(): pass
//- /run.py
import shop.cart
def go():
    shop.cart.fill() # fill <- shop/cart.py:fill
//- /other.py
def go(shop):
    shop.cart.fill() # fill <- nothing
//- /sale.py
from stores import shop
def go():
    shop.cart.fill() # fill <- nothing
`));

Deno.test("javascript: call, apply and bind, private names, what hides an import", () =>
  check(`
//- /run.js
import { next, stop, emit } from './steps.js'
export function run (self) {
  next.call(self, 1) // next <- steps.js:next
  stop.apply(self, []) // stop <- steps.js:stop
  return next.bind(self) // next <- steps.js:next
}
export function pass (next) { next() } // next <- nothing
export function take ({ stop, ...rest }) { stop() } // stop <- nothing
export class Machine {
  #emit () {}
  emit () {}
  go () {
    this.#emit() // #emit <- run.js:Machine.#emit
    this.emit() // emit <- run.js:Machine.emit
    emit() // emit <- steps.js:emit
  }
  part () {
    const { emit: send } = this
    send() // emit <- run.js:Machine.emit
  }
}
//- /steps.js
export function next () {}
export function stop () {}
export function emit () {}
`));

Deno.test("commonjs: what a module calls of its own exports", () =>
  check(`
//- /lib/utils.js
exports.makeMap = function () { return new Map() }
exports.pair = (a) => exports.makeMap(a) // makeMap <- lib/utils.js:makeMap
function open () {
  module.exports.makeMap() // makeMap <- lib/utils.js:makeMap
  exports.absent() // absent <- nothing
}
//- /lib/other.js
exports.makeMap = function () {}
exports.absent = function () {}
`));

Deno.test("javascript: a constant of the same name holds the function", async () => {
  const callers = await callersOf(
    `
//- /request.js
function Request () {}
Request.build = function build (options) { return options }
module.exports = Request
//- /use.js
const Request = require('./request')
const build = Request.build
const count = Request.build()
function open () { return build(1) }
function other (build) { return build(2) }
`,
    ["Request.build"],
  );
  assert.deepEqual(callers, { "Request.build": ["use.js:build", "use.js:count", "use.js:open"] });
});

Deno.test("names: what every list and string has is no method of ours without its receiver", () =>
  check(`
//- /store.py
class Store:
    def setdefault(self, key): pass
    def rebuild(self): pass
def use(any, store: Store):
    any.setdefault(1) # setdefault <- nothing
    store.setdefault(1) # setdefault <- store.py:Store.setdefault
    any.rebuild() # rebuild <- store.py:Store.rebuild
//- /app.js
export const app = { set (key) {}, restart () {} }
import request from 'supertest'
export function use (any) {
  any.set('a') // set <- nothing
  request(any).get('/').restart() // restart <- nothing
  app.set('a') // set <- app.js:app.set
}
`));
