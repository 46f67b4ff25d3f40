/** Repositories with many ways to write one thing; what their graphs say stands in the golden file of the fixtures. */
export const WIDE: readonly string[] = [
  `
//- /shop/Till.java
package shop;
import java.util.List;
public class Till {
  public void pay() {}
  public void pay(int cents) {}
  public void pay(long cents, String currency) {}
  public void pay(String text) {}
  public void pay(char letter, boolean isLast) {}
  public void pay(List<String> texts) {}
  public void pay(Object any, Object... more) {}
  public void pay(Coin coin) {}
  public void pay(Class<?> type) {}
  public static <T extends Coin> T change(T coin, int... cents) { return coin; }
}
//- /shop/Coin.java
package shop;
public class Coin { Coin next; Coin other() { return next; } }
//- /shop/Penny.java
package shop;
public class Penny extends Coin { Penny(int value) {} Penny() { this(1); } @Override Coin other() { return super.other(); } }
//- /shop/Use.java
package shop;
class Use {
  private final Till till = new Till();
  private Coin coin;
  void all(List<String> names, long big, String text, Object any) {
    till.pay();
    till.pay(1);
    till.pay(1L, "eur");
    till.pay(big, text);
    till.pay("text");
    till.pay(text);
    till.pay('c', true);
    till.pay(names);
    till.pay(coin);
    till.pay(new Penny());
    till.pay(coin.next.other());
    till.pay(Coin.class);
    till.pay(null);
    till.pay(any);
    till.pay(1, 2, 3);
    till.pay(any, any, any);
    till.pay(1.5f);
    Till.change(coin);
    Till.change(new Penny(2), 1, 2, 3);
    this.till.pay(unknown(), 1);
  }
}
`,
  `
//- /inc/box.hpp
namespace store {
class Box {
 public:
  Box(int size);
  void put(int a);
  void put(int a, int b);
  void put(double a, int b = 2);
  void put(const char* text, ...);
  int size() const;
 private:
  int size_;
};
template <typename T> class Shelf { public: T get(int at); void add(T one); };
void sort(Box& box);
void sort(Box& box, bool up);
}
//- /src/box.cpp
#include "../inc/box.hpp"
namespace store {
Box::Box(int size) : size_(size) {}
void Box::put(int a) { put(a, 1); }
void Box::put(int a, int b) { size(); }
void Box::put(double a, int b) {}
void Box::put(const char* text, ...) {}
int Box::size() const { return size_; }
void sort(Box& box) { sort(box, true); }
void sort(Box& box, bool up) { box.put(box.size()); }
}
//- /src/other/box.cpp
#include "box.h"
void sort(int* list) { put(1); }
static int put(int a) { return a; }
//- /src/main.cpp
#include <vector>
#include "box.hpp"
using namespace store;
int main() {
  Box box(3);
  store::Box* other = new Box(4);
  box.put(1); box.put(1, 2); box.put(1.5); box.put("text", 1, 2, 3);
  other->put(2);
  sort(box); store::sort(*other, false);
  Shelf<Box> shelf; shelf.add(box); shelf.get(0).size();
  return 0;
}
`,
  `
//- /pkg/__init__.py
from .core import Engine, start as begin
from . import helpers as h
from .deep.inner import *
__all__ = ["Engine", "begin"]
//- /pkg/core.py
from __future__ import annotations
import os.path as p
from typing import Protocol, Optional
from pkg.deep.inner import Inner, LIMIT

class Starts(Protocol):
    def run(self, times: int = 1) -> "Inner": ...

class Engine(Inner):
    kind: str = "e"
    parts: list[Inner] = []

    def __init__(self, inner: Optional[Inner] = None, *rest, **more):
        self.inner = inner or Inner()
        self.first, self.second = Inner(), self

    @property
    def best(self) -> Inner:
        return self.inner

    @classmethod
    def made(cls, size=LIMIT):
        return cls(Inner(size))

    @staticmethod
    def free(): return Engine.made().best.turn()

    def run(self, times=1):
        for part in self.parts:
            part.turn()
        self.best.turn()
        self.first.turn(); self.second.run()
        with self.opened() as door:
            door.turn()
        return [one.turn() for one in self.parts if one.turn()]

    def opened(self) -> Inner: return self.inner
    def __enter__(self): return self

def start(engine: Starts | None = None):
    def inside(one: Engine): return one.best.turn()
    engine.run()
    call = Engine().run
    call()
    return inside(Engine.made()) or p.join("a")
//- /pkg/helpers.py
import pkg
from pkg import begin, Engine as E
def help(): return begin(E())
class Helper(E):
    def run(self): return super().run() or help()
    turn = help
//- /pkg/deep/inner.py
LIMIT = 3
class Inner:
    def __init__(self, size=LIMIT): self.size = size
    def turn(self): return self.size
def loose(): return Inner().turn()
//- /app.py
import pkg, pkg.helpers
from pkg import h
pkg.begin(); pkg.Engine.made().run(); pkg.helpers.help(); h.Helper().run(); loose()
`,
  `
//- /src/index.ts
export * from "./zoo";
export { default as Den, type Animal } from "./den";
import * as all from "./zoo";
export const keeper = all.feed;
//- /src/zoo.ts
import Den, { type Animal, Cat } from "./den";
const { purr, hiss: scare } = new Cat();
export function feed<T extends Animal>(animal: T, ...more: T[]): T { animal.eat(); more[0]?.eat(); return animal; }
export const pets: Record<string, Animal> = { tom: new Cat(), den: Den.of() };
export class Zoo {
  #den = new Den<Cat>();
  animals = new Map<string, Animal>();
  static shared = new Zoo();
  get first(): Animal | undefined { return [...this.animals.values()][0]; }
  async open(): Promise<Zoo> { (await this.open()).close(); return this; }
  close = () => { this.#den.add(new Cat()); this.first?.eat(); this.animals.get("tom")!.eat(); };
}
export namespace Tools { export function wash(zoo: Zoo) { zoo.close(); Zoo.shared.open().then((one) => one.close()); } }
export enum Size { Small, Large }
Tools.wash(new Zoo()); purr(); scare();
//- /src/den.tsx
export interface Animal { name: string; eat(): void; }
export abstract class Base implements Animal { name = "b"; abstract eat(): void; twice() { this.eat(); this.eat(); } }
export class Cat extends Base { eat() { super.twice(); this.purr(); } purr() {} hiss() {} }
export class Dog extends Base { override eat() { bark(this); } }
function bark(dog: Dog) { return () => dog.eat(); }
export default class Den<T extends Animal> {
  private all: T[] = [];
  static of(): Den<Cat> { return new Den<Cat>(); }
  add(one: T): this { this.all.push(one); one.eat(); this.all.forEach((each) => each.eat()); return this; }
}
export const View = ({ den }: { den: Den<Cat> }) => <Frame onClick={() => den.add(new Cat())}><Cat /></Frame>;
function Frame(props: unknown) { return props; }
//- /src/types.d.ts
declare class Cat { purr(): void; }
declare function feed(animal: unknown): void;
//- /lib/legacy.js
const zoo = require("../src/zoo"), { feed } = require("../src/index");
function Cage(size) { this.size = size; this.lock = function () { return feed(this); }; }
Cage.prototype.open = function () { this.lock(); return zoo.feed(this); };
Cage.open = () => new Cage(1).open();
module.exports = { Cage, open: Cage.open, default: Cage };
exports.shut = (cage) => cage.lock();
`,
  `
//- /go.mod
module example.org/mill
//- /main.go
package main
import (
	"example.org/mill/grind"
	w "example.org/mill/wheel"
	"fmt"
)
var shared = grind.New()
func main() {
	g, err := grind.Open("x")
	if err != nil { fmt.Println(err) }
	g.Turn(2)
	defer shared.Close()
	go w.Spin(g, func(s grind.Stone) { s.Turn(1) })
	for _, one := range grind.All() { one.Turn(1) }
	var t grind.Turner = &g
	t.Turn(3)
	switch v := t.(type) { case *grind.Stone: v.Close() }
	grind.Stone{}.Turn(1)
	h := w.Hooks{OnSpin: after}
	h.OnSpin(1)
	w.Default.OnSpin(2)
}
func after(times int) {}
//- /grind/stone.go
package grind
type Turner interface { Turn(times int) error; Closer }
type Closer interface { Close() }
type base struct{ weight int }
func (b base) Close() {}
func (b *base) heavy() bool { return b.weight > limit }
type Stone struct { *base; next *Stone; all []Stone }
const limit = 3
func New() *Stone { return &Stone{base: &base{1}} }
func Open(name string) (Stone, error) { s := New(); s.heavy(); return *s, nil }
func All() []Stone { return nil }
func (s Stone) Turn(times int) error { s.next.Turn(times - 1); s.all[0].Turn(1); return check(times) }
func check(times int) error { return nil }
//- /grind/stone_test.go
package grind
func TestTurn(t *testing.T) { New().Turn(1); check(2) }
//- /wheel/wheel.go
package wheel
import "example.org/mill/grind"
type Hooks struct { OnSpin func(int); name string }
var Default = Hooks{OnSpin: func(int) {}}
func init() { Default.OnSpin = later }
func later(times int) {}
func Spin(t grind.Turner, then func(grind.Stone)) { t.Turn(1); t.Close(); then(grind.Stone{}); Default.OnSpin(1) }
`,
  `
//- /app/Models/User.php
<?php
namespace App\\Models;
use App\\Traits\\Named;
interface HasName { public function name(): string; }
class User extends Model implements HasName { use Named; private Mail $mail; public function __construct(Mail $mail) { $this->mail = $mail; } public function send() { $this->mail->post($this->name()); self::count(); parent::save(); return static::count(); } public static function count() { return 1; } }
//- /app/Models/Model.php
<?php
namespace App\\Models;
abstract class Model { public function save() { $this->touch(); } protected function touch() {} public static function find($id) { return new static(); } }
//- /app/Models/Mail.php
<?php
namespace App\\Models;
class Mail { public function post(string $text, $to = null) { return helper($text); } }
function helper($text) { return $text; }
//- /app/Traits/Named.php
<?php
namespace App\\Traits;
trait Named { public function name(): string { return trim("x"); } }
//- /app/run.php
<?php
use App\\Models\\{User, Mail as Post};
use function App\\Models\\helper;
$user = new User(new Post()); $user->send(); User::find(1)->save(); User::count(); helper("x"); (new Post)->post("y");
//- /lib/Crew.cs
using System;
namespace Port.Crew;
public interface IWork { void Work(int hours); }
public record Sailor(string Name) : IWork { public void Work(int hours) => Log.Write($"{hours}"); public void Work() => Work(8); }
public static class Log { public static void Write(string text, params object[] more) {} public static void Twice(this Sailor one) { one.Work(); one.Work(1); } }
public class Ship { private readonly IWork work; public Sailor Captain { get; set; } public Ship(IWork work) { this.work = work; } public void Sail() { work.Work(1); Captain.Twice(); Captain?.Work(); Log.Write("a", 1, 2); var s = new Sailor("b"); s.Work(3); } }
//- /kt/Main.kt
package kt
interface Shape { fun area(scale: Int = 1): Double; fun twice() = area() * 2 }
data class Disc(val radius: Double) : Shape { override fun area(scale: Int) = radius * scale; companion object { fun unit() = Disc(1.0) } }
object Registry { val all = mutableListOf<Shape>(); fun add(vararg shapes: Shape) { all.addAll(shapes) } }
fun Shape.print() { println(area()) }
fun main() { val disc = Disc.unit(); disc.area(2); disc.print(); disc.twice(); Registry.add(disc, Disc(2.0)); Registry.all.first().area(); with(disc) { area() } }
//- /rs/lib.rs
mod wheel { pub mod hub { pub struct Hub { pub teeth: u8 } impl Hub { pub const MAX: u8 = 9; pub fn new(teeth: u8) -> Self { Self { teeth } } pub fn turn(&mut self) -> &mut Self { self.teeth += 1; self } } impl Default for Hub { fn default() -> Self { Hub::new(Self::MAX) } } } pub use hub::Hub; pub fn spin<T: super::Turns>(one: &T) -> u8 { one.turns() } }
use wheel::{hub, spin, Hub as Wheel};
pub trait Turns { fn turns(&self) -> u8; fn half(&self) -> u8 { self.turns() / 2 } }
impl Turns for Wheel { fn turns(&self) -> u8 { self.teeth } }
impl Turns for Vec<Wheel> { fn turns(&self) -> u8 { self.iter().map(|one| one.turns()).sum() } }
macro_rules! twice { ($e:expr) => { $e; $e } }
pub fn run() { let mut one = Wheel::default(); one.turn().turn(); spin(&one); hub::Hub::new(1).half(); let all: Vec<Wheel> = vec![]; all.turns(); twice!(spin(&one)); if let Some(first) = all.first() { first.turns(); } }
#[cfg(test)] mod tests { use super::*; #[test] fn runs() { run(); } }
`,
];
