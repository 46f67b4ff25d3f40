import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../../src/index/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

const FIXTURE = `
//- /go.mod
module example.org/m
//- /log/log.go
package log

type Log struct {
	appender func(int) error
	Handler  func(int) error
	count    int
}
type Other struct{ appender func(int) error }

func local(n int) error  { return nil }
func remote(n int) error { return nil }
func listed(n int) error { return nil }
func never(n int) error  { return nil }

func New() *Log { return &Log{appender: local, count: 1} }
func (l *Log) Swap(count int) { l.appender, l.count = remote, count }
func (l *Log) Own()           { l.Handler = l.own }
func (l *Log) own(n int) error { return nil }

var all = []*Log{{appender: listed}}
var other = Other{appender: never}

func (l *Log) Run() { l.appender(1); l.Handler(2) }
func (l *Log) Keep() { kept := l.appender; _ = kept }
//- /app/main.go
package main

import "example.org/m/log"

func handle(n int) error { return nil }
func main() {
	one := log.New()
	one.Handler = handle
	_ = log.Log{Handler: second}
}
func second(n int) error { return nil }
`;

Deno.test("go: a call of a field reaches the functions assigned to it, as dispatch", async () => {
  const files = [...parseFixture(FIXTURE)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const symbol = (name: string) => findSymbols(graph.index, name).symbols[0]!;
  const dispatched = (name: string) =>
    graph.callers(symbol(name)).filter(({ rule }) => rule === "dispatch").map((edge) =>
      `${symbolName(graph.index, edge.from)}:${edge.line} ${edge.confidence}`
    );
  for (const name of ["local", "remote", "listed", "Log.own", "handle", "second"]) {
    assert.deepEqual(dispatched(name), ["log/log.go:Log.Run:23 0.7"], name);
  }
  assert.deepEqual(dispatched("never"), []);
  const reached = (name: string) =>
    graph.callees(symbol(name)).filter(({ rule }) => rule === "dispatch").map(({ to }) =>
      symbolName(graph.index, to)
    );
  assert.deepEqual(reached("Log.Run"), [
    "log/log.go:local",
    "log/log.go:remote",
    "log/log.go:listed",
    "log/log.go:Log.own",
  ]);
  assert.deepEqual(reached("Log.Keep"), []);
});
