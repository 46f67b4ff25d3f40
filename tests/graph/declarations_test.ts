import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { check, symbolName } from "./support.ts";

Deno.test("c++: a use means the body, not the declaration in the header", () =>
  check(`
//- /include/shape.h
#pragma once
#define API
namespace geo {
class API Shape {
 public:
  void draw();
  static int count(int x);
};
int area(const Shape& shape);
}
//- /src/shape.cc
#include "shape.h"
namespace geo {
void Shape::draw() {}
int Shape::count(int x) { return x; }
int area(const Shape& shape) { return 1; }
}
//- /app/main.cc
#include "shape.h"
static void report(int);
void show(geo::Shape* shape) {
  shape->draw(); // draw <- src/shape.cc:geo.Shape.draw
  geo::Shape::count(1); // count <- src/shape.cc:geo.Shape.count
  geo::area(*shape); // area <- src/shape.cc:geo.area
  report(1); // report <- app/main.cc:report
}
static void report(int value) {}
`));

Deno.test("c: what a file includes comes before namesakes elsewhere, static functions stay at home", () =>
  check(`
//- /lib/list.h
int list_length(struct list *list);
int list_first(struct list *list);
//- /lib/list.c
#include "list.h"
int
list_length(struct list *list) { return 1; }
int list_first(struct list *list) { return helper(); } // helper <- lib/list.c:helper
static int helper(void) { return 2; }
//- /other/list.c
int list_length(struct list *list) { return 3; }
static int helper(void) { return 4; }
//- /app/use.c
#include "lib/list.h"
int use(struct list *list) {
  list_first(list); // list_first <- lib/list.c:list_first
  helper(); // helper <- nothing
  return 0;
}
`));

Deno.test("c: what one header alone declares is meant, however it is included", () =>
  check(`
//- /include/core.h
int core_start(int mode);
int core_stop(void);
//- /core/core.c
#include "core.h"
int core_start(int mode) { return 1; }
int core_stop(void) { return 2; }
//- /driver/driver.c
#include <generated/all.h>
static int core_stop(void) { return 3; }
void drive(void) {
  core_start(1); // core_start <- core/core.c:core_start
  core_stop(); // core_stop <- driver/driver.c:core_stop
}
//- /other/other.c
#include <generated/all.h>
int other_start(void) { return 1; }
void run(void) {
  core_stop(); // core_stop <- core/core.c:core_stop
}
`));

Deno.test("c++: overloads, namespaces that a macro opens, and what std has", () =>
  check(`
//- /fmt/text.h
#define BEGIN_LIBRARY namespace lib {
#define END_LIBRARY }
BEGIN_LIBRARY
class Text { public: auto size() const -> int { return 1; } };
auto make() -> Text;
void move(Text text) {}
namespace detail { void copy(Text text) {} }
END_LIBRARY
//- /fmt/text.cc
#include "text.h"
BEGIN_LIBRARY
auto make() -> Text { return Text(); }
END_LIBRARY
//- /app/use.cc
#include "fmt/text.h"
void use() {
  auto text = lib::make(); // make <- fmt/text.cc:make
  text.size(); // size <- fmt/text.h:Text.size
  std::move(text); // move <- nothing
  lib::detail::copy(text); // copy <- fmt/text.h:detail.copy
  copy(text); // copy <- nothing
}
`));

Deno.test("symbols: the body is found for the declaration's place, functions before fields of the name", async () => {
  const files = [...parseFixture(`
//- /include/net.h
struct ops { int retransmit; };
void retransmit(int socket);
//- /net/timer.c
#include "net.h"
void retransmit(int socket) {}
//- /net/use.c
#include "net.h"
void run(void) { retransmit(1); }
`)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  for (const name of ["retransmit", "include/net.h:retransmit", "include/net.h:2"]) {
    const [best] = findSymbols(graph.index, name).symbols;
    assert.ok(best);
    assert.equal(symbolName(graph.index, best), "net/timer.c:retransmit", name);
  }
  const header = graph.index.files.numberOf("include/net.h")!;
  const declared = graph.index.definitionsNamed("retransmit").find((one) =>
    one.file === header && one.kind === "function"
  )!;
  const callers = graph.callers(declared).map((edge) => symbolName(graph.index, edge.from));
  assert.deepEqual(callers, ["net/use.c:run"]);
});

Deno.test("symbols: a function before members of its name, whatever their paths", async () => {
  const files = [...parseFixture(`
//- /a/lists.py
class Items:
    def reverse(self):
        return self[::-1]
//- /urls/base.py
def reverse(name):
    return name
`)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const named = (text: string) => {
    const { symbols, others } = findSymbols(graph.index, text);
    return [symbols, others].map((list) => list.map((one) => symbolName(graph.index, one)));
  };
  assert.deepEqual(named("reverse"), [["urls/base.py:reverse"], ["a/lists.py:Items.reverse"]]);
  assert.deepEqual(named("Items.reverse"), [["a/lists.py:Items.reverse"], []]);
});

Deno.test("symbols: overloads are meant together, an interface's method before what implements it", async () => {
  const files = [...parseFixture(`
//- /a/Memory.java
package a;
public class Memory implements Store {
  public void put(String key) {}
  public void put(String key, int size) {}
}
//- /a/Store.java
package a;
public interface Store {
  void put(String key);
  void put(String key, int size);
}
`)].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(files, await testParser());
  const { symbols, others } = findSymbols(index, "put");
  const lines = (list: typeof symbols) =>
    list.map((one) =>
      `${symbolName(index, one)} ${index.parsed(one.file)?.definitions[one.definition]?.startLine}`
    );
  assert.deepEqual(lines(symbols), ["a/Store.java:Store.put 3", "a/Store.java:Store.put 4"]);
  assert.deepEqual(lines(others), ["a/Memory.java:Memory.put 3", "a/Memory.java:Memory.put 4"]);
  assert.equal(findSymbols(index, "a/Memory.java:put").symbols.length, 2);
});

Deno.test("symbols: a name behind its modules, its path or its test's id", async () => {
  const files = [...parseFixture(`
//- /web/urls/base.py
def reverse(name):
    return name
class Resolver:
    def reverse(self):
        return 1
//- /web/lists/base.py
def reverse(items):
    return items
//- /net/src/tcp/stream.rs
pub fn connect() {}
`)].map(([path, text]) => ({ path, text }));
  const index = buildMemoryIndex(files, await testParser());
  for (
    const [text, ...expected] of [
      ["web.urls.reverse", "web/urls/base.py:reverse"],
      ["web.urls.base.reverse", "web/urls/base.py:reverse"],
      ["web.urls.base:reverse", "web/urls/base.py:reverse"],
      ["web.urls.base.Resolver.reverse", "web/urls/base.py:Resolver.reverse"],
      ["web/urls/base.py::Resolver::reverse", "web/urls/base.py:Resolver.reverse"],
      ["urls.reverse()", "web/urls/base.py:reverse"],
      ["urls.web.reverse"],
      ["other.reverse"],
      ["net::tcp::connect", "net/src/tcp/stream.rs:connect"],
      ["crate::tcp::stream::connect", "net/src/tcp/stream.rs:connect"],
      ["crate::connect"],
    ] as [string, ...string[]][]
  ) {
    assert.deepEqual(findSymbols(index, text).symbols.map((one) => symbolName(index, one)), expected, text);
  }
});

Deno.test("c: a struct and its typedefs are one, tables use the functions they hold", async () => {
  const files = [...parseFixture(`
//- /server.h
typedef struct serverObject {
  int type;
} obj;
typedef struct client client;
void listRemove(obj *o);
//- /client.h
struct client { int fd; };
//- /list.c
#include "server.h"
void listRemove(obj *o) {}
struct serverObject *make(void) { return 0; }
//- /server.c
#include "server.h"
struct command { const char *name; void (*proc)(obj *o); };
struct command table[] = {
  { "remove", listRemove },
  { .name = "again", .proc = listRemove },
};
void take(obj *one, client *c) {}
`)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const callers = (name: string): Set<string> => {
    const [symbol] = findSymbols(graph.index, name).symbols;
    assert.ok(symbol, name);
    return new Set(graph.callers(symbol).map((edge) => symbolName(graph.index, edge.from)));
  };
  assert.ok(callers("serverObject").has("server.c:take"));
  assert.ok(callers("serverObject").has("list.c:make"));
  assert.ok(callers("obj").has("list.c:make"));
  assert.ok(callers("client.h:client").has("server.c:take"));
  assert.deepEqual([...callers("listRemove")], ["server.c:table"]);
});
