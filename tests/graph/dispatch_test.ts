import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

/** The callers of a method with the rules that found them, and the methods that implement it. */
async function around(
  fixture: string,
  name: string,
): Promise<{ callers: string[]; callees: string[]; implementations: string[] }> {
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const [symbol] = findSymbols(graph.index, name).symbols;
  assert.ok(symbol, name);
  return {
    callers: graph.callers(symbol).map((edge) => `${symbolName(graph.index, edge.from)} ${edge.rule}`),
    callees: graph.callees(symbol).map((edge) => `${symbolName(graph.index, edge.to)} ${edge.rule}`),
    implementations: graph.resolver.implementations(symbol).map((one) => symbolName(graph.index, one)),
  };
}

const GO = `
//- /store.go
package store

type Store interface {
	Get(key string) string
	Close()
}
type memory struct{}
type half struct{}

func (m *memory) Get(key string) string { return key }
func (m *memory) Close()                {}
func (h half) Get(key string) string    { return key }

func read(s Store) string     { return s.Get("a") }
func direct(m *memory) string { return m.Get("a") }
`;

Deno.test("dispatch: a call on an interface of Go reaches the types that have all its methods", async () => {
  const method = await around(GO, "memory.Get");
  assert.deepEqual(method.callers, ["store.go:direct receiver", "store.go:read dispatch"]);
  assert.deepEqual((await around(GO, "half.Get")).callers, []);
  const declared = await around(GO, "Store.Get");
  assert.deepEqual(declared.callers, ["store.go:read receiver"]);
  assert.deepEqual(declared.implementations, ["store.go:memory.Get"]);
  const { callees } = await around(GO, "read");
  assert.deepEqual(callees.filter((one) => one.includes("Get")), [
    "store.go:Store.Get receiver",
    "store.go:memory.Get dispatch",
  ]);
});

Deno.test("dispatch: overriding methods, traits, and what a class above calls on itself", async () => {
  const python = `
//- /base.py
class Task:
    def start(self):
        self.step()
    def step(self): pass
//- /jobs.py
from base import Task
class Middle(Task): pass
class Job(Middle):
    def step(self): pass
    def __init__(self): pass
`;
  assert.deepEqual((await around(python, "Job.step")).callers, ["base.py:Task.start dispatch"]);
  assert.deepEqual((await around(python, "Task.step")).implementations, ["jobs.py:Job.step"]);
  const rust = `
//- /lib.rs
pub trait Sink { fn matched(&mut self) -> bool; }
pub struct Printer {}
impl Sink for Printer { fn matched(&mut self) -> bool { true } }
fn search<S: Sink>(mut sink: S) { sink.matched(); }
`;
  assert.deepEqual((await around(rust, "Printer.matched")).callers, ["lib.rs:search dispatch"]);
  assert.deepEqual((await around(rust, "Sink.matched")).implementations, ["lib.rs:Printer.matched"]);
});

Deno.test("dispatch: a call of a method leads on to those that override it", async () => {
  const python = `
//- /base.py
from abc import abstractmethod
class Task:
    def start(self):
        self.step()
        self.check()
        self.close()
    @abstractmethod
    def step(self): ...
    def check(self):
        raise NotImplementedError
    def close(self):
        print("closed")
//- /jobs.py
from base import Task
class Job(Task):
    def step(self):
        super().step()
    def check(self): pass
    def close(self): pass
`;
  assert.deepEqual((await around(python, "Job.step")).callees, ["base.py:Task.step receiver"]);
  assert.deepEqual((await around(python, "Task.start")).callees, [
    "base.py:Task.step receiver",
    "jobs.py:Job.step dispatch",
    "base.py:Task.check receiver",
    "jobs.py:Job.check dispatch",
    "base.py:Task.close receiver",
    "jobs.py:Job.close dispatch",
  ]);
  const java = `
//- /Task.java
abstract class Task {
  void start() { step(); close(); }
  abstract void step();
  void close() { System.out.println("closed"); }
}
//- /Job.java
class Job extends Task {
  @Override void step() {}
  @Override void close() {}
}
`;
  assert.deepEqual((await around(java, "Task.start")).callees.filter((one) => one.includes("Job")), [
    "Job.java:Job.step dispatch",
    "Job.java:Job.close dispatch",
  ]);
  const cpp = `
//- /task.h
class Task {
 public:
  void start() { step(); close(); }
  virtual void step() = 0;
  virtual void close() { report(); }
};
//- /job.h
#include "task.h"
class Job : public Task {
 public:
  void step() override {}
  void close() override {}
};
`;
  assert.deepEqual((await around(cpp, "Task.start")).callees.filter((one) => one.includes("Job")), [
    "job.h:Job.step dispatch",
    "job.h:Job.close dispatch",
  ]);
});
