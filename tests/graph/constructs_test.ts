import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { check, symbolName } from "./support.ts";

/** One construct each, with the definitions that its calls mean. */
const CONSTRUCTS: Readonly<Record<string, string>> = {
  "javascript: results of arrow functions, functions in objects, elements in callbacks": `
//- /impl.ts
export class Impl { run() { return this } }
export class Other { run() {} }
export const make = () => new Impl()
export function start() {}
export const api = { start, other: start }
//- /use.ts
import { Impl, Other, make, api } from './impl'
export function u(list: Impl[], x: unknown, later: () => Promise<Other>, more) {
  make().run() // run <- impl.ts:Impl.run
  make().run().run() // run <- impl.ts:Impl.run
  api.start() // start <- impl.ts:start
  api.other() // other <- impl.ts:start
  list.forEach((one) => one.run()) // run <- impl.ts:Impl.run
  list.filter((each) => true).map(function (each) { each.run() }) // run <- impl.ts:Impl.run
  more.map((item) => item.run()) // run <- nothing
  if (x instanceof Other) {
    x.run() // run <- impl.ts:Other.run
  } else {
    x.run() // run <- nothing
  }
}
`,
  "javascript: a function with a prototype is what this means in it": `
//- /mocha.js
function Mocha (options) {
  this.ui(options) // ui <- mocha.js:Mocha.ui
}
Mocha.prototype.ui = function (name) { return this }
//- /other.js
class Other { ui () {} }
`,
  "python: results of the same class, tests of a type, functions in fields": `
//- /shapes.py
class Base:
    @classmethod
    def make(cls): return cls()
    def moved(self): return self
class Circle(Base):
    def area(self): pass
class Square(Base):
    def area(self): pass
def announce(): pass
class Screen:
    shown = announce
    def __init__(self, on_draw):
        self.on_close = announce
        self.on_draw = on_draw
//- /use.py
from shapes import Circle, Square, Screen
def use(any, screen: Screen):
    Circle.make().area() # area <- shapes.py:Circle.area
    Square().moved().area() # area <- shapes.py:Square.area
    if isinstance(any, Circle):
        any.area() # area <- shapes.py:Circle.area
    elif isinstance(any, Square):
        any.area() # area <- shapes.py:Square.area
    else:
        any.area() # area <- nothing
    if not isinstance(any, Circle):
        any.area() # area <- nothing
    screen.on_close() # on_close <- shapes.py:announce
    screen.on_draw() # on_draw <- nothing
`,
  "go: functions with types in brackets, type switches, methods handed over": `
//- /go.mod
module ex.com/m
//- /shape/shape.go
package shape
type Circle struct{}
func (c *Circle) Area() int { return 1 }
type square struct{}
func (s square) Area() int { return 2 }
func Get[T any](key string) T { var t T; return t }
//- /use.go
package m
import "ex.com/m/shape"
type server struct{}
func (s *server) index() {}
func (s *server) routes(handle func(func())) {
	handle(s.index) // index <- use.go:server.index
}
func use(v any) {
	shape.Get[int]("a") // Get <- shape/shape.go:Get
	shape.Get[[]shape.Circle]("a") // Get <- shape/shape.go:Get
	switch one := v.(type) {
	case *shape.Circle:
		one.Area() // Area <- shape/shape.go:Circle.Area
	case int, string:
		one.Area() // Area <- nothing
	}
}
`,
  "c++: pointers that own, names of types, macros in declarations, the library's namespace": `
//- /sink.h
#include <memory>
class LIB_API sink {
 public:
  void log(int x);
  static void move();
};
class file : public sink { public: void log2(int); };
using sink_ptr = std::shared_ptr<sink>;
//- /sink.cc
#include "sink.h"
void LIB_INLINE sink::log(int x) {}
LIB_INLINE void file::log2(int x) {}
template <typename T>
LIB_INLINE logger<T>::logger(int x) : sink_(x) {
  run(x);
}
int LIB_CALL run(int x) { return 1; }
LIB_CONSTEXPR auto twice(int x) -> int { return run(x); } // run <- sink.cc:run
void use(sink_ptr one, std::unique_ptr<sink> two, std::vector<sink_ptr> all, QSharedPointer<sink> three) {
  three->log(1); // log <- sink.cc:sink.log
  one->log(1); // log <- sink.cc:sink.log
  two->log(1); // log <- sink.cc:sink.log
  for (auto& each : all) each->log(1); // log <- sink.cc:sink.log
  std::move(one); // move <- nothing
  twice(2); // twice <- sink.cc:twice
}
`,
  "rust: parameters of closures, wrappers around wrappers, other names of types": `
//- /Cargo.toml
[package]
name = "app"
//- /src/lib.rs
pub struct Arg { n: u8 }
impl Arg { pub fn is_set(&self) -> bool { true } }
pub struct Other;
impl Other { pub fn is_set(&self) -> bool { true } }
type Shared = Arc<Mutex<Arg>>;
fn use_all(args: Vec<Arg>, one: Arc<Mutex<Arg>>, two: Shared) {
    args.iter().any(|a| a.is_set()); // is_set <- src/lib.rs:Arg.is_set
    one.lock().unwrap().is_set(); // is_set <- src/lib.rs:Arg.is_set
    two.lock().unwrap().is_set(); // is_set <- src/lib.rs:Arg.is_set
}
`,
  "rust: crates that hand on others, variables named like the function they come from": `
//- /Cargo.toml
[workspace]
members = ["crates/*"]
//- /crates/cli/Cargo.toml
[package]
name = "grep-cli"
//- /crates/cli/src/lib.rs
pub fn parse_size(x: u8) {}
pub struct Builder;
impl Builder {
    pub fn new() -> Builder { Builder }
    pub fn sep(&mut self) -> &mut Builder { self }
}
//- /crates/other/src/lib.rs
pub struct Other;
impl Other { pub fn sep(&self) {} }
pub fn parse_size() {}
//- /crates/grep/Cargo.toml
[package]
name = "grep"
//- /crates/grep/src/lib.rs
pub extern crate grep_cli as cli;
//- /crates/core/Cargo.toml
[package]
name = "core2"
//- /crates/core/src/main.rs
use grep::cli::Builder;
fn run() {
    grep::cli::parse_size(1); // parse_size <- crates/cli/src/lib.rs:parse_size
    let mut builder = Builder::new();
    builder.sep(); // sep <- crates/cli/src/lib.rs:Builder.sep
    let types = types(2); // types <- crates/core/src/main.rs:types
}
fn types(x: u8) -> u8 { 1 }
`,
  "java: parameters of lambdas, patterns": `
//- /src/main/java/a/Node.java
package a;
public class Node { public int size() { return 1; } }
//- /src/main/java/a/Leaf.java
package a;
public class Leaf { public int size() { return 0; } }
//- /src/main/java/a/Use.java
package a;
import java.util.List;
class Use {
  void run(List<Node> nodes, Object any) {
    nodes.forEach(node -> node.size()); // size <- src/main/java/a/Node.java:Node.size
    nodes.stream().filter(one -> one.size() > 0); // size <- src/main/java/a/Node.java:Node.size
    if (any instanceof Leaf leaf) {
      leaf.size(); // size <- src/main/java/a/Leaf.java:Leaf.size
    }
  }
}
`,
};

for (const [title, fixture] of Object.entries(CONSTRUCTS)) Deno.test(title, () => check(fixture));

/** Callers with their lines, of symbols by name or place. */
const CALLERS: Readonly<Record<string, readonly [string, Readonly<Record<string, readonly string[]>>]>> = {
  "constructors: where objects are made, by the constructor that fits": [
    `
//- /a.py
class Base:
    def __init__(self, x): pass
class Own(Base):
    def __init__(self):
        super().__init__(1)
def use():
    Base(1)
    Own()
//- /b.ts
export class Box { constructor(x: number) {} }
//- /c.ts
import { Box as B } from './b'
export function make() { return new B(1) }
//- /J.java
class J {
  J(int x) {}
  J(String s) {}
  static J one() { return new J(1); }
  static J two() { return new J("a"); }
}
//- /d.cc
class Foo { public: Foo(int x); };
Foo::Foo(int x) {}
void mk() { auto* p = new Foo(2); }
//- /f.php
<?php
class Dog { public function __construct($x) {} }
function dogs() { return new Dog(1); }
//- /g.go
package g
type DB struct{}
func (d *DB) DB() int { return 1 }
func open() *DB { return &DB{} }
`,
    {
      "Base.__init__": ["a.py:Own.__init__ 5", "a.py:use 7"],
      "Own.__init__": ["a.py:use 8"],
      "Box.constructor": ["c.ts:make 2"],
      "J.java:2": ["J.java:J.one 4"],
      "J.java:3": ["J.java:J.two 5"],
      "Foo.Foo": ["d.cc:mk 3"],
      "Dog.__construct": ["f.php:dogs 3"],
      "DB.DB": [],
    },
  ],
  "c: commands in a table that a macro fills": [
    `
//- /src/list.c
#include "server.h"
void lremCommand(client *c) {}
//- /src/server.h
void lremCommand(client *c);
//- /src/commands.c
#define MAKE_CMD(name,summary,function,arity) name,summary,function,arity
struct COMMAND_STRUCT redisCommandTable[] = {
/* list */
{MAKE_CMD("lrem","Removes elements from a list.",lremCommand,4),.args=LREM_Args},
};
`,
    { lremCommand: ["src/commands.c:redisCommandTable 4"] },
  ],
};

for (const [title, [fixture, expected]] of Object.entries(CALLERS)) {
  Deno.test(title, async () => {
    const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
    const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
    for (const [name, callers] of Object.entries(expected)) {
      const [symbol] = findSymbols(graph.index, name).symbols;
      assert.ok(symbol, name);
      const found = graph.callers(symbol).map(({ from, line }) => `${symbolName(graph.index, from)} ${line}`);
      assert.deepEqual(found.sort(), callers, name);
    }
  });
}
