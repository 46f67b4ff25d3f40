import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { symbolName } from "./support.ts";

/** Callers of 0.5 and above with their lines, and implementations, of each symbol. */
async function around(fixture: string, names: readonly string[]): Promise<Record<string, string[]>> {
  const files = [...parseFixture(fixture)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  return Object.fromEntries(names.map((name) => {
    const [symbol] = findSymbols(graph.index, name).symbols;
    assert.ok(symbol, name);
    const callers = graph.callers(symbol).filter((edge) => edge.confidence >= 0.5)
      .map((edge) => `${symbolName(graph.index, edge.from)} ${edge.line}`);
    const below = graph.resolver.implementations(symbol).map((one) => `is ${symbolName(graph.index, one)}`);
    return [name, [...callers, ...below].sort()];
  }));
}

Deno.test("go: an interface that is made by methods of fields, embedded, and used in tests", async () => {
  const found = await around(
    `
//- /go.mod
module ex.com/p
//- /storage/storage.go
package storage
type Appender interface {
	Append(ref uint64, v float64) (uint64, error)
	Commit() error
}
type Appendable interface { Appender(ctx int) Appender }
//- /tsdb/head.go
package tsdb
import "ex.com/p/storage"
type headAppender struct{}
func (a *headAppender) Append(ref uint64, v float64) (uint64, error) { return 0, nil }
func (a *headAppender) Commit() error { return nil }
type Head struct{}
func (h *Head) Appender(ctx int) storage.Appender { return &headAppender{} }
type DB struct { head *Head }
func (db *DB) Appender(ctx int) storage.Appender { return dbAppender{db.head.Appender(ctx)} }
type dbAppender struct { storage.Appender }
func (a dbAppender) Commit() error { return a.Appender.Commit() }
//- /tsdb/head_test.go
package tsdb
import "testing"
func TestHead(t *testing.T) {
	h := newHead(t)
	app := h.Appender(1)
	app.Append(1, 2)
	db := openDB()
	a2 := db.Appender(1)
	_, err := a2.Append(1, 2)
	for i := 0; i < 2; i++ { a := db.Appender(i); a.Append(2, 3) }
	x := dbAppender{a2}
	x.Append(1, 2)
}
func newHead(t *testing.T) *Head { return &Head{} }
func openDB() (db *DB) { return &DB{} }
//- /scrape/scrape.go
package scrape
import "ex.com/p/storage"
func write(app storage.Appender) { app.Append(0, 1); defer func() { app.Commit() }() }
`,
    ["Appender.Append", "headAppender.Append", "Head.Appender"],
  );
  const uses = [
    "scrape/scrape.go:write 3",
    "tsdb/head_test.go:TestHead 10",
    "tsdb/head_test.go:TestHead 12",
    "tsdb/head_test.go:TestHead 6",
    "tsdb/head_test.go:TestHead 9",
  ];
  assert.deepEqual(found["Appender.Append"], ["is tsdb/head.go:headAppender.Append", ...uses]);
  assert.deepEqual(found["headAppender.Append"], uses);
  assert.deepEqual(found["Head.Appender"], ["tsdb/head.go:DB.Appender 9", "tsdb/head_test.go:TestHead 5"]);
});

Deno.test("rust: a trait's implementations in other crates, for references, boxes and any type", async () => {
  const found = await around(
    `
//- /Cargo.toml
[workspace]
//- /crates/searcher/Cargo.toml
[package]
name = "grep-searcher"
//- /crates/searcher/src/lib.rs
pub use crate::sink::{Sink, SinkMatch};
mod sink;
mod core;
//- /crates/searcher/src/sink.rs
use std::io;
pub struct SinkMatch<'b> { x: &'b u8 }
pub trait Sink {
    type Error;
    fn matched(&mut self, mat: &SinkMatch<'_>) -> Result<bool, Self::Error>;
    fn begin(&mut self) -> Result<bool, Self::Error> { Ok(true) }
}
impl<'a, S: Sink> Sink for &'a mut S {
    type Error = S::Error;
    fn matched(&mut self, mat: &SinkMatch<'_>) -> Result<bool, S::Error> { (**self).matched(mat) }
}
impl<S: Sink + ?Sized> Sink for Box<S> {
    type Error = S::Error;
    fn matched(&mut self, mat: &SinkMatch<'_>) -> Result<bool, S::Error> { (**self).matched(mat) }
}
pub mod sinks {
    use super::{Sink, SinkMatch};
    pub struct UTF8<F>(pub F) where F: FnMut(u64) -> Result<bool, ()>;
    impl<F> Sink for UTF8<F> where F: FnMut(u64) -> Result<bool, ()> {
        type Error = ();
        fn matched(&mut self, mat: &SinkMatch<'_>) -> Result<bool, ()> { Ok(true) }
    }
}
//- /crates/searcher/src/core.rs
use crate::sink::{Sink, SinkMatch};
pub struct Core<'s, M: 's, S> { matcher: M, sink: S, s: &'s u8 }
impl<'s, M, S: Sink> Core<'s, M, S> {
    fn sink_matched(&mut self) -> Result<bool, S::Error> {
        let keepgoing = self.sink.matched(&SinkMatch { x: self.s })?;
        Ok(keepgoing)
    }
}
//- /crates/printer/Cargo.toml
[package]
name = "grep-printer"
[dependencies]
grep-searcher = { path = "../searcher" }
//- /crates/printer/src/standard.rs
use {
    grep_searcher::{Sink, SinkMatch},
    std::io,
};
pub struct StandardSink<'p, M, W> { p: &'p M, w: W }
impl<'p, M, W> Sink for StandardSink<'p, M, W> {
    type Error = io::Error;
    fn matched(&mut self, mat: &SinkMatch<'_>) -> Result<bool, io::Error> { Ok(true) }
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() { let mut s = StandardSink { p: &1, w: 2 }; s.matched(&todo!()); }
}
`,
    ["Sink.matched", "StandardSink.matched"],
  );
  assert.deepEqual(found["Sink.matched"], [
    "crates/searcher/src/core.rs:Core.sink_matched 5",
    "is crates/printer/src/standard.rs:StandardSink.matched",
    "is crates/searcher/src/sink.rs:Box.matched",
    "is crates/searcher/src/sink.rs:S.matched",
    "is crates/searcher/src/sink.rs:sinks.UTF8.matched",
  ]);
  assert.deepEqual(found["StandardSink.matched"], [
    "crates/printer/src/standard.rs:tests.works 14",
    "crates/searcher/src/core.rs:Core.sink_matched 5",
  ]);
});

Deno.test("rust: a trait called by its name and by bounds, builders in chains", async () => {
  const found = await around(
    `
//- /src/lib.rs
pub mod handler;
pub mod routing;
//- /src/handler.rs
pub trait Handler<T, S>: Clone + Sized {
    fn call(self, req: Request, state: S) -> u8;
    fn with_state(self, state: S) -> u8 { 1 }
}
impl<F, Fut, S> Handler<((),), S> for F where F: FnOnce() -> Fut {
    fn call(self, _req: Request, _state: S) -> u8 { 2 }
}
pub struct Layered<L, H, T, S> { layer: L, handler: H }
impl<H, S, T, L> Handler<T, S> for Layered<L, H, T, S> where H: Handler<T, S> {
    fn call(self, req: Request, state: S) -> u8 { self.handler.with_state(state) }
}
pub struct HandlerService<H, T, S> { handler: H, state: S }
impl<H, T, S> HandlerService<H, T, S> where H: Handler<T, S> {
    fn serve(&mut self, req: Request) {
        let handler = self.handler.clone();
        Handler::call(handler, req, self.state.clone());
        handler.call(req, 1);
    }
}
//- /src/routing.rs
use crate::handler::Handler;
pub struct Router { }
impl Router {
    pub fn new() -> Self { todo!() }
    pub fn on<H, T>(self, handler: H) -> Self where H: Handler<T, S> { self }
}
fn build() {
    let app = Router::new()
        .on(a)
        .on(b);
    app.on(c);
}
`,
    ["Handler.call", "Handler.with_state", "Router.on"],
  );
  assert.deepEqual(found["Handler.call"], [
    "is src/handler.rs:F.call",
    "is src/handler.rs:Layered.call",
    "src/handler.rs:HandlerService.serve 16",
    "src/handler.rs:HandlerService.serve 17",
  ]);
  assert.deepEqual(found["Handler.with_state"], ["src/handler.rs:Layered.call 10"]);
  assert.deepEqual(
    found["Router.on"],
    [
      "src/routing.rs:build 11",
      "src/routing.rs:build 9",
      "src/routing.rs:build 10",
    ].sort(),
  );
});

Deno.test("a name that files know of one owner, where others have it too, is no fact", async () => {
  const found = await around(
    `
//- /hono.ts
export class Hono { notFoundAt() {} }
//- /context.ts
export class Context { notFoundAt = () => 1 }
//- /use.ts
import { Hono } from './hono'
export function use(app: Hono, c) { app.notFoundAt() }
export function other(app: Hono, c) { c.notFoundAt() }
`,
    ["Hono.notFoundAt"],
  );
  assert.deepEqual(found["Hono.notFoundAt"], ["use.ts:use 2"]);
});
