import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";
import { check, symbolName } from "./support.ts";

/** Per language: a base class, two that override its method and call it in there, and a call that may reach all. */
const FAMILIES: Readonly<Record<string, string>> = {
  "a.cs": `class Item { public virtual void Keys() {} }
class Song : Item { public override void Keys() { base.Keys(); } }
class Film : Item { public override void Keys() { base.Keys(); } }
class Desk { void Run(Item item) { item.Keys(); } }`,
  "a.java": `class Item { void Keys() {} }
class Song extends Item { void Keys() { super.Keys(); } }
class Film extends Item { void Keys() { super.Keys(); } }
class Desk { void Run(Item item) { item.Keys(); } }`,
  "a.kt": `open class Item {
  open fun Keys() {}
}
class Song : Item() {
  override fun Keys() { super.Keys() }
}
class Film : Item() {
  override fun Keys() { super.Keys() }
}
class Desk { fun Run(item: Item) { item.Keys() } }`,
  "a.scala": `class Item { def Keys(): Unit = {} }
class Song extends Item { override def Keys(): Unit = { super.Keys() } }
class Film extends Item { override def Keys(): Unit = { super[Item].Keys() } }
class Desk { def Run(item: Item): Unit = { item.Keys() } }`,
  "a.php": `<?php class Item { function Keys() {} }
class Song extends Item { function Keys() { parent::Keys(); } }
class Film extends Item { function Keys() { Item::Keys(); } }
class Desk { function Run(Item $item) { $item->Keys(); } }`,
  "a.py": `class Item:
    def Keys(self): pass
class Song(Item):
    def Keys(self): super().Keys()
class Film(Item):
    def Keys(self): Item.Keys(self)
class Desk:
    def Run(self, item: Item): item.Keys()`,
  "a.ts": `class Item { Keys() {} }
class Song extends Item { Keys() { super.Keys(); } }
class Film extends Item { Keys() { super.Keys(); } }
class Desk { Run(item: Item) { item.Keys(); } }`,
  "a.dart": `class Item { void Keys() {} }
class Song extends Item { void Keys() { super.Keys(); } }
class Film extends Item { void Keys() { super.Keys(); } }
class Desk { void Run(Item item) { item.Keys(); } }`,
  "a.cpp": `struct Item { virtual void Keys() {} };
struct Song : Item { void Keys() override { Item::Keys(); } };
struct Film : Item { void Keys() override { Item::Keys(); } };
struct Desk { void Run(Item* item) { item->Keys(); } };`,
};

Deno.test("a call of the base class's method is no call of the methods that override it", async () => {
  const parser = await testParser();
  for (const [path, text] of Object.entries(FAMILIES)) {
    const index = buildMemoryIndex([{ path, text }], parser);
    const graph = createCodeGraph(index);
    const callersOf = (name: string): string[] => {
      const definition = index.parsed(0)!.definitions.findIndex((one) => one.qualifiedName === name);
      const edges = graph.callers({ file: 0, definition });
      return edges.map(({ from }) => symbolName(index, from).slice(path.length + 1)).sort();
    };
    assert.deepEqual(callersOf("Song.Keys"), ["Desk.Run"], path);
    assert.deepEqual(callersOf("Item.Keys"), ["Desk.Run", "Film.Keys", "Song.Keys"], path);
  }
});

Deno.test("super means a base class, whatever else has a method of that name", () =>
  check(`
//- /a/view.py
from django.views import View
from .base import Mixin, Base
class Other:
    def dispatch_all(self): pass
class List(View):
    def get(self):
        super().dispatch_all() # dispatch_all <- nothing
class Second(Mixin, Base):
    def get(self):
        super().render_all() # render_all <- a/base.py:Base.render_all
//- /a/base.py
class Mixin:
    def note(self): pass
class Base:
    def render_all(self): pass
//- /b/tree.rs
pub fn grow() {}
mod leaf {
    fn fall() {
        super::grow(); // grow <- b/tree.rs:grow
    }
}
//- /c/node.ts
export class Node {
  parent: Branch;
  climb_up() {
    const base = new Branch();
    base.climb_up(); // climb_up <- c/node.ts:Branch.climb_up
  }
}
class Branch { climb_up() {} }
`));

Deno.test("a call on what is named like a class reaches its method and those that override it; others are unresolved", async () => {
  const classes = ["Short", "Long", "Timed"].map((name) =>
    `class ${name}(BaseLock):\n    def for_user(self, user): return True\n`
  );
  const index = buildMemoryIndex([
    { path: "locks.py", text: `class BaseLock:\n    def for_user(self, user): pass\n${classes.join("")}` },
    {
      path: "views.py",
      text: `def show(page):\n    lock = page.get_lock()\n    return lock.for_user(1)\n`,
    },
    {
      path: "edit.py",
      text: `from locks import Short, Long\ndef edit(page):\n    held = page.get_lock()\n` +
        `    note(Long, Short)\n    return held.for_user(1)\n`,
    },
  ], await testParser());
  const graph = createCodeGraph(index);
  const file = index.files.numberOf("locks.py")!;
  const definition = index.parsed(file)!.definitions.findIndex((one) =>
    one.qualifiedName === "BaseLock.for_user"
  );
  // A lock is a BaseLock whatever it was taken from; what is held may be anything.
  const callers = graph.callers({ file, definition });
  assert.deepEqual(callers.map(({ from, confidence }) => [index.files.paths[from.file], confidence]), [[
    "views.py",
    0.5,
  ]]);
  assert.equal(graph.unresolved({ file, definition }).count, 1);
});
