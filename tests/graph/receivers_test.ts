import { check } from "./support.ts";

Deno.test("receivers: fields, results of calls, chains, outer variables", () =>
  check(`
//- /app/env.py
class Env:
    def note(self): pass
    def append(self): pass
class App:
    env: Env
    def current(self) -> Env:
        return self.env
//- /app/use.py
from app.env import App
shared: App = None
def handle(app: App, items):
    app.env.note() # note <- app/env.py:Env.note
    app.current().note() # note <- app/env.py:Env.note
    held = app.current()
    held.note() # note <- app/env.py:Env.note
    shared.env.note() # note <- app/env.py:Env.note
    names = []
    names.append(1) # append <- nothing
    items.append(1) # append <- nothing
`));

Deno.test("receivers: what a method passes on is not the method itself", () =>
  check(`
//- /lib/file.rb
class FileDrop
  def initialize(template)
    @template = template
  end
  def warnings
    @template.warnings # warnings <- nothing
  end
end
//- /lib/site.rb
module Site
  def self.log
    @log ||= LogAdapter.new
  end
end
//- /lib/log_adapter.rb
class LogAdapter
  def error(text) = text
end
//- /lib/use.rb
def use
  Site.log.error("x") # error <- lib/log_adapter.rb:LogAdapter.error
end
`));

Deno.test("imports: workspace packages, chains of re-exports, declared modules, object members", () =>
  check(`
//- /packages/shared/package.json
{ "name": "@shop/shared" }
//- /packages/shared/src/index.ts
export * from './general'
//- /packages/shared/src/general.ts
export { isFunction } from './kinds'
//- /packages/shared/src/kinds.ts
export const isFunction = (x: unknown): boolean => typeof x === 'function'
//- /types/alias.d.ts
declare module '@theme/Link' {
  export function href(x: string): string
}
//- /packages/core/src/use.ts
import { isFunction } from '@shop/shared'
import { href } from '@theme/Link'
import { outside } from 'elsewhere'
const util = { merge: () => merge() } // merge <- nothing
export function use(callback: Callback) {
  isFunction(1) // isFunction <- packages/shared/src/kinds.ts:isFunction
  href('a') // href <- types/alias.d.ts:@theme/Link.href
  outside() // outside <- nothing
  callback() // callback <- nothing
}
//- /packages/core/src/callback.ts
export function callback() {}
export function outside() {}
`));

Deno.test("go: the module's own root, fields of structs, built-in functions, assertions", () =>
  check(`
//- /go.mod
module example.com/shop/v2
//- /root.go
package shop
func Register() {}
//- /store/store.go
package store
type Appender interface { Append() }
type memChunk struct{}
func (m *memChunk) len() int { return 0 }
//- /web/web.go
package web
import (
	"example.com/shop/v2"
	"example.com/shop/v2/store"
)
type server struct { primary store.Appender }
func (s *server) run(x any, items []int) {
	shop.Register() // Register <- root.go:Register
	s.primary.Append() // Append <- store/store.go:Appender.Append
	_ = len(items) // len <- nothing
	other := x.(*server)
	other.run(x, items) // run <- web/web.go:server.run
}
`));

Deno.test("rust: crates, modules in files, items in macros, bounds, calls in macros", () =>
  check(`
//- /net/Cargo.toml
[package]
name = "net"
//- /net/src/lib.rs
pub mod tcp;
pub use crate::tcp::Listener;
//- /net/src/tcp.rs
cfg_net! {
    pub struct Listener;
    impl Listener {
        pub fn accept(&self) {}
    }
}
pub trait Source { fn pull(&self); }
//- /app/Cargo.toml
[package]
//- /app/src/lib.rs
use net::Listener;
use net::tcp::Source;
fn helper() {}
fn run<S: Source>(inner: Listener, source: S) {
    inner.accept(); // accept <- net/src/tcp.rs:Listener.accept
    source.pull(); // pull <- net/src/tcp.rs:Source.pull
    assert_eq!(1, inner.accept()); // accept <- net/src/tcp.rs:Listener.accept
    std::io::pull(); // pull <- nothing
}
mod tests {
    use super::helper;
    fn check() {
        helper(); // helper <- app/src/lib.rs:helper
    }
}
`));

Deno.test("java: a copy among the tests is not meant, nor the class of a class", () =>
  check(`
//- /core/src/main/java/shop/Node.java
package shop;
public class Node { public boolean same(Node o) { return true; } public int hashCode() { return 1; } }
//- /core/src/test/resources/shop/Node.java
package shop;
public class Node { public boolean same(Node o) { return true; } }
//- /solver/src/main/java/solver/Use.java
package solver;
import shop.Node;
import java.util.Optional;
class Use {
  private Node node;
  boolean run(Node other, Optional<Node> maybe) {
    Node.class.hashCode(); // hashCode <- nothing
    maybe.hashCode(); // hashCode <- nothing
    return node.same(other); // same <- core/src/main/java/shop/Node.java:Node.same
  }
}
`));

Deno.test("java: an inner class calls the object around it by the class's name", () =>
  check(`
//- /Press.java
class Press {
  void squeeze(String name) {}
  void start() {
    new Thread(new Work()).start();
  }
  class Work implements Runnable {
    void squeeze(String name) {}
    public void run() {
      Press.this.squeeze("a"); // squeeze <- Press.java:Press.squeeze
      this.squeeze("b"); // squeeze <- Press.java:Press.Work.squeeze
    }
  }
}
//- /Other.java
class Other { void squeeze(String name) {} }
`));
