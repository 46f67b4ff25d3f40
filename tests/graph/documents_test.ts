import assert from "node:assert/strict";
import { createCodeGraph } from "../../src/graph/edges.ts";
import { findSymbols } from "../../src/graph/symbols.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { parseFixture } from "../support/fixture.ts";
import { testParser } from "../syntax/support.ts";
import { document, nameIn } from "./documents.ts";

/**
 * The graph of a small repository in nine languages as whole documents: every edge with its line, rule and confidence,
 * chains, impact and context of every definition. Compared with a golden file, which `AUTO_TOOLS_GOLDEN=write` renews;
 * read what changed in it.
 */

const GOLDEN = new URL("./documents.golden.json", import.meta.url);

const FIXTURE = `
//- /package.json
{ "name": "harbour", "exports": { ".": "./web/index.ts", "./panel": "./web/ui/panel.ts", "./ui/*": "./web/ui/*.ts" }, "imports": { "#crane/*": "./web/crane/*.ts" } }
//- /tsconfig.json
{ "compilerOptions": { "baseUrl": ".", "paths": { "@ui/*": ["web/ui/*"] } } }
//- /go.mod
module example.org/harbour
//- /web/index.ts
export { Ship as Vessel } from "./ship";
export * from "./crane/hoist";
//- /web/ship.ts
import { hoist as lift } from "#crane/hoist";
import Panel from "@ui/panel";

export interface Floating { draught(): number; }

export class Hull implements Floating {
  constructor(private readonly length: number) {}
  draught(): number { return this.length / 10; }
}

export class Ship extends Hull {
  cargo: Crate[] = [];
  override draught(): number { return super.draught() + this.weight(); }
  weight(): number { return this.cargo.reduce((sum, crate) => sum + crate.mass(), 0); }
  load(crate: Crate): void { lift(crate); this.cargo.push(crate); new Panel().show(this); }
}

export class Crate { mass(): number { return 1; } }

export function deepest(all: Floating[]): number {
  return Math.max(...all.map((one) => one.draught()));
}
export const quick = (ship: Ship) => ship.load(new Crate());
//- /web/crane/hoist.ts
import { Crate } from "../ship";
export function hoist(crate: Crate) { return crate.mass() * gravity(); }
function gravity() { return 9.8; }
//- /web/ui/panel.ts
import type { Ship } from "../ship";
export default class Panel { show(ship: Ship) { render(ship.weight()); } }
function render(value: number) { render(value - 1); }
//- /web/app.test.ts
import { Vessel, hoist } from "harbour";
test("a ship floats", () => { const ship = new Vessel(10); ship.draught(); hoist(ship.cargo[0]); });
//- /web/extra.ts
import Panel from "harbour/panel";
import Other from "harbour/ui/panel";
import Missing from "harbour/panels";
export function both(ship: Ship) { new Panel().show(ship); new Other().show(ship); new Missing().show(ship); }
//- /port/__init__.py
from .berth import Berth, assign as place
//- /port/berth.py
import logging
from port import tides

class Berth:
    free = True
    def __init__(self, depth, clock=None):
        self.depth = depth
        self.clock = clock or tides.Clock()
    def admits(self, ship):
        return self.free and self.level() > ship.draught()
    def level(self):
        return self.depth + self.clock.height()

class DeepBerth(Berth):
    def admits(self, ship):
        logging.info("deep")
        return super().admits(ship)

def assign(ships):
    berth = DeepBerth(12)
    for ship in ships:
        if berth.admits(ship):
            yield ship
//- /port/tides.py
class Clock:
    def height(self):
        return table()[0]

def table():
    return [1, 2]
//- /port/cli.py
import click
from port import place, Berth
import port.tides as water

@click.command()
def main():
    for ship in place([]):
        print(ship)
    water.Clock().height()

@app.route("/berth")
def show_berth():
    berth = Berth(3)
    return berth.level()
//- /tests/test_berth.py
from port.berth import Berth
def test_level():
    assert Berth(2).level() > 2
//- /cmd/main.go
package main

import (
	"example.org/harbour/quay"
	str "strings"
)

func main() {
	q := quay.New(3)
	q.Moor(quay.Rope{})
	run(q)
	str.ToUpper("x")
}

func run(m quay.Moorer) { m.Moor(quay.Rope{}) }
//- /quay/quay.go
package quay

type Moorer interface{ Moor(r Rope) }
type Rope struct{ length int }
type base struct{ posts int }

func (b *base) post() int { return b.posts }

type Quay struct {
	base
	rope Rope
}

func New(posts int) *Quay { return &Quay{base: base{posts}} }
func (q *Quay) Moor(r Rope) { q.rope = r; q.post(); q.rope.Length() }
func (r Rope) Length() int { return r.length }
//- /java/org/harbour/Pilot.java
package org.harbour;
import org.harbour.log.Log;
public abstract class Pilot {
  protected abstract void steer(int degrees);
  public void guide() { steer(90); Log.write("guided"); helper(); }
  private static void helper() { Log.write("x", 2); }
}
//- /java/org/harbour/Local.java
package org.harbour;
class Local extends Pilot {
  @Override protected void steer(int degrees) { new Tug().pull(); }
  static void go() { Pilot p = new Local(); p.guide(); }
}
class Tug { void pull() {} }
//- /java/org/harbour/log/Log.java
package org.harbour.log;
public class Log {
  public static void write(String text) {}
  public static void write(String text, int level) { write(text); }
}
//- /rust/src/lib.rs
pub mod gauge;
use crate::gauge::{Gauge, read as read_gauge};
pub trait Report { fn report(&self) -> String; fn twice(&self) -> String { self.report() } }
impl Report for Gauge { fn report(&self) -> String { format!("{}", self.value()) } }
pub fn all(gauges: &[Gauge]) -> u32 { gauges.iter().map(|one| one.value()).sum::<u32>() + read_gauge() }
//- /rust/src/gauge.rs
pub struct Gauge { value: u32 }
impl Gauge { pub fn new() -> Self { Self { value: read() } } pub fn value(&self) -> u32 { self.value } }
pub fn read() -> u32 { 1 }
//- /rust/src/gauge/dial.rs
use super::read;
use self::spring::tick as click;
pub fn turn() -> u32 { read() + click() }
mod tests { use super::*; fn turns() { turn(); } }
//- /rust/src/gauge/dial/spring.rs
pub fn tick() -> u32 { super::turn() }
//- /cpp/box.h
class Box {
 public:
  void fill(int count, int times = 1);
  void fill(double weight);
  void empty();
};
void pack(Box& box, int count = 2);
//- /cpp/box.cpp
#include "box.h"
void Box::fill(int count, int times) { empty(); }
void Box::fill(double weight) { fill(1, 2); }
void Box::empty() {}
void pack(Box& box, int count) { box.fill(count, 3); box.fill(0.5); }
//- /c/signal.h
#define LAMP(x) light(x)
typedef struct lamp { int on; } lamp_t;
int light(lamp_t *lamp);
struct ops { int (*start)(lamp_t *); };
//- /c/signal.c
#include "signal.h"
static int warm(lamp_t *lamp) { return lamp->on; }
int light(lamp_t *lamp) { return warm(lamp); }
static const struct ops table = { .start = light };
int begin(lamp_t *lamp) { LAMP(lamp); return table.start(lamp); }
//- /ruby/buoy.rb
module Marks
  class Buoy
    def initialize(depth) = @depth = depth
    def ring
      sound(2)
    end
    private
    def sound(times)
      Bell.new.strike(times)
    end
  end
  class Bell
    def strike(times); end
  end
end
Marks::Buoy.new(1).ring
//- /many.py
from port.tides import table
${Array.from({ length: 16 }, (_, i) => `def reader_${i}():\n    return table()\n`).join("")}`;

Deno.test("the graph of a repository in nine languages, as whole documents", async () => {
  const files = [...parseFixture(FIXTURE)].map(([path, text]) => ({ path, text }));
  const graph = createCodeGraph(buildMemoryIndex(files, await testParser()));
  const documents = graph.index.files.paths.flatMap((path, file) =>
    (graph.index.parsed(file)?.definitions ?? []).slice(0, path === "many.py" ? 1 : undefined)
      .map((_, definition) => document(graph, { file, definition }))
  );
  const asked = ["Ship.load", "load", "web/ship.ts:Ship", "Berth", "nothing_here", "Quay.Moor", "hoist"];
  documents.push({
    found: asked.map((name) => [name, ...findSymbols(graph.index, name).symbols.map(nameIn(graph))]),
  });
  if (Deno.env.get("AUTO_TOOLS_GOLDEN") === "write") {
    Deno.writeTextFileSync(GOLDEN, `[\n${documents.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
  }
  const golden: unknown[] = JSON.parse(Deno.readTextFileSync(GOLDEN));
  documents.forEach((one, at) => assert.deepEqual(JSON.parse(JSON.stringify(one)), golden[at]));
  assert.equal(documents.length, golden.length);
});
