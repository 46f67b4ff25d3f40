import { check } from "./support.ts";

Deno.test("go: receivers, embedding, type kinds", () => {
  check(
    `
//- /server.go
package server

import (
	"errors"; "fmt"
	str "strings"
	_ "embed"
	. "math"
)

// Server serves.
type Server struct {
	http.Handler
	name string
	repo *Repo
}

type Store interface {
	io.Reader
	Get(id int) (*User, error)
}

type ID = int
type Kind string

const (
	A Kind = "a"
	b
)

var ErrX = errors.New("x")

// New makes one.
func New(name string, opts ...Option) *Server {
	s := &Server{name: name}
	r, err := NewRepo(s)
	s.handle(func() { r.Run(b) })
	return s
}

func (s *Server) handle(f func()) error {
	local := 1
	defer s.repo.Close()
	return fmt.Errorf("x %d", local)
}

func Map[T any](xs []T) []T { return str.Fields[T](xs) }
`,
    `
+ struct Server 10-15
- field Server.name 13-13
- field Server.repo 14-14
+ interface Store 17-20
+ method Store.Get 19-19
+ type ID 22-22
+ type Kind 23-23
+ constant A 26-26
- constant b 27-27
+ variable ErrX 30-30
+ function New 32-38
- method Server.handle 40-44
+ function Map 46-46
--
Server: type http.Handler
Server.repo: type Repo
Store: type io.Reader
Store.Get: type User
A: type Kind
ErrX: call errors.New
New: type Option, type Server, new Server, reference Server.name, call NewRepo, call s.handle, call r.Run, reference b
Server.handle: type Server, call s.repo.Close, reference s.repo, call fmt.Errorf
Map: call str.Fields, type str.Fields
--
import errors
import fmt
import strings * as str
import embed
import math *
Server < http.Handler
Store < io.Reader
Server: name is !
Server: repo is Repo
Store.Get: id is !
top: ErrX is =errors.New()
New: name is !
New: s is Server
New: r is =NewRepo()
New: err is =NewRepo()1
Server.handle: s is Server
Server.handle: f is !
Server.handle: local is !
Map: T is !
Map: xs is T[]
module server
`,
  );
});

Deno.test("rust: impl blocks, use trees, attributes, macros", () => {
  check(
    `
//- /lib.rs
use std::{collections::HashMap, io::{self, Read as R}};
use crate::model::*;
mod util;

/// A point.
#[derive(Debug, Clone)]
pub struct Point<T> { pub x: T, y: Foo }

pub enum Shape { Circle(f64), Square { side: f64 } }

pub trait Area: Base + Send { fn area(&self) -> f64; }

impl<T> Area for Point<T> {
    fn area(&self) -> f64 { self.x.mul(helper::<T>(1)) }
}

impl Point<i32> {
    pub const ZERO: i32 = 0;
    #[inline]
    pub fn new(x: i32) -> Self { let s = Store::new(x); assert_eq!(compute(s), 1); Point { x, y } }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn works() { let p: Point<i32> = Point::new(1); p.area(); }
}

macro_rules! my { () => {} }
static mut COUNT: u32 = 0;
fn run(f: &dyn Handler) { f.handle(|e| e.go()); std::mem::swap(a, b); }
`,
    `
- module util 3-3
+ struct Point 5-7 @derive(Debug, Clone)
+ field Point.x 7-7
- field Point.y 7-7
+ enum Shape 9-9
+ field Shape.Circle 9-9
+ field Shape.Square 9-9
- field Shape.Square.side 9-9
+ trait Area 11-11
+ method Area.area 11-11
- method Point.area 14-14
+ constant Point.ZERO 18-18
+ method Point.new 19-20 @inline
- module tests 23-28 @cfg(test)
- function tests.works 26-27 @test
- macro my 30-30
- variable COUNT 31-31
- function run 32-32
--
top: decorator derive, decorator cfg, import Read
Point: type Area, type Point, decorator inline
Point.y: type Foo
Area: type Base, type Send
Point.area: call self.x.mul, call helper, reference self.x
Point.new: call Store.new, call assert_eq, call compute, new Point, reference Point.x, reference Point.y
tests: decorator test
tests.works: type Point, call Point.new, call p.area
run: type Handler, call f.handle, call f.handle()*00.go, call std.mem.swap
--
import std::collections HashMap
import std::io * as io, Read as R
import crate::model *
import self::util
import super *
Area < Base
Area < Send
Point.area < Area
Point < Area
Point: T is !
Point: x is T
Point: y is Foo
Shape.Circle: 0 is !
Shape: side is !
Point: T is !
Point.new: x is !
Point.new: s is Store
tests.works: p is Point<i32>
run: f is Handler
run: e is =f.handle()*00
`,
  );
});

Deno.test("c: declarators, prototypes, macros, typedefs", () => {
  check(
    `
//- /list.c
#include <stdio.h>
#include "list.h"
#define MAX 10
#define SQ(x) ((x) * (x))
#define GUARD

/* A node. */
typedef struct node {
    int value;
    struct node *next;
    void (*free_fn)(void *);
} node_t;

typedef struct { int a; } Anon;
enum color { RED, GREEN };
static int counter = 0;
extern const char *names[];
int push(node_t *head, int value);

static char *make(struct pool *p, size_t n)
{
    int local = helper(n);
    p->alloc(n, on_done);
    return (char *)malloc(SQ(n));
}

void on_done(int x) { counter++; qsort(names, 1, 2, make); }
`,
    `
+ constant MAX 3-3
+ macro SQ 4-4
+ type node_t 7-12
+ struct node 8-12
+ field node.value 9-9
+ field node.next 10-10
+ field node.free_fn 11-11
+ struct Anon 14-14
+ field Anon.a 14-14
+ enum color 15-15
+ field color.RED 15-15
+ field color.GREEN 15-15
- variable counter 16-16
+ variable names 17-17
+ function push 18-18
- function make 20-25
+ function on_done 27-27
--
SQ: reference x
node.next: type node
push: type node_t
make: type pool, call helper, call p.alloc, reference on_done, call malloc, call SQ
on_done: call qsort, reference counter, reference names, reference make
--
import stdio.h
import list.h
node_t < node
node: value is !
node: next is node
Anon: a is !
top: counter is !
top: push is !
push: head is node_t
push: value is !
make: p is pool
make: n is !
make: local is !
on_done: x is !
`,
  );
});

Deno.test("c: functions without parameters that have macros in front of their names", () => {
  check(
    `
//- /init.c
static int __init board_init(void)
{
    return probe();
}
static bool notrace is_quiet(void) { return 1; }
static void __exit stop(void) { board_init(); }
`,
    `
- function board_init 1-4
- function is_quiet 5-5
- function stop 6-6
--
board_init: reference __init, call probe
is_quiet: reference notrace
stop: call board_init, reference __exit
--
parse errors near line 1, 5, 6
`,
  );
});

Deno.test("cpp: namespaces, members defined outside, templates", () => {
  check(
    `
//- /shape.cpp
#include <vector>
using namespace std;
namespace geo {
namespace detail { int helper(int x); }

template <typename T>
class Shape : public Base<T>, private detail::Mixin {
 public:
  explicit Shape(int n) : n_(n) {}
  virtual ~Shape() = default;
  virtual double area() const = 0;
  bool operator==(const Shape& other) const { return n_ == other.n_; }
  static Shape* make() { return new Shape<T>(1); }
 private:
  int n_;
  std::vector<Point> points_;
};

using Ptr = std::unique_ptr<Shape<int>>;
}  // namespace geo

// Computes.
double geo::Circle::area() const { return detail::helper(r_) * this->scale(2); }

template <class T> T maxOf(T a, T b) { auto c = Foo(a); return std::max<T>(a, b); }
int main() { Shape s; s.draw(); auto f = [&](int x) { return go(x); }; }
`,
    `
+ module geo 3-20
+ module geo.detail 4-4
+ function geo.detail.helper 4-4
+ class geo.Shape 6-17
+ method geo.Shape.Shape 9-9
+ method geo.Shape.~Shape 10-10
+ method geo.Shape.area 11-11
+ method geo.Shape.operator== 12-12
- method geo.Shape.make 13-13
+ field geo.Shape.n_ 15-15
+ field geo.Shape.points_ 16-16
+ type geo.Ptr 19-19
+ method geo.Circle.area 22-23
+ function maxOf 25-25
+ function main 26-26
--
geo.Shape: type Base, type detail.Mixin
geo.Shape.Shape: reference this.n_
geo.Shape.operator==: type Shape, reference n_, reference other.n_
geo.Shape.make: type Shape, new Shape
geo.Shape.points_: type Point
geo.Ptr: type unique_ptr, type Shape
geo.Circle.area: call detail.helper, call this.scale, sign detail.helper().operator*, reference r_
maxOf: call Foo, call std.max
main: type Shape, call s.draw, call go
--
import vector
geo.Shape < Base
geo.Shape < detail.Mixin
geo.Ptr < Shape
geo.detail: helper is !int
geo.detail.helper: x is !int
geo.Shape.Shape: n is !int
geo.Shape: area is !double
geo.Shape.operator==: other is Shape
geo.Shape.make: () is Shape<T>
geo.Shape: n_ is !int
geo.Shape: points_ is Point[]
maxOf: a is !T
maxOf: b is !T
maxOf: c is Foo
maxOf: () is =std.max<T>()
main: s is Shape
main: f is !
main: x is !int
main: () is =go()
`,
  );
});

Deno.test("cpp: macros in declarations", () => {
  check(
    `
//- /widget.hpp
BEGIN_LIBRARY
class API Widget : public Base {
 public:
  MY_INLINE Widget(int size) noexcept : size_(size) {}
  MY_CONSTEXPR MY_INLINE auto size() const NOEXCEPT -> int { return size_; }
  DEPRECATED("old") void draw(int flags UNUSED) { paint(); }
  HANDLE handle() { return open_it(MAX(1, 2)); }
 private:
  int size_ = BIG;
};
template <typename T, ENABLE_IF(is_small<T>::value)>
MY_API auto shrink(T value) -> T { if MY_CONSTEXPR (true) return cut(value); }
struct __attribute__((packed)) Pair { int a; };
enum Color { RED, BLUE };
void run(int value) {
  if (value & FLAG_A) { go(FLAG_B); }
}
END_LIBRARY
`,
    `
+ class Widget 2-10
+ method Widget.Widget 4-4
+ method Widget.size 5-5
+ method Widget.draw 6-6
+ method Widget.handle 7-7
+ field Widget.size_ 9-9
+ function shrink 11-12
+ struct Pair 13-13
+ field Pair.a 13-13
+ enum Color 14-14
+ field Color.RED 14-14
+ field Color.BLUE 14-14
+ function run 15-17
--
Widget: type Base
Widget.Widget: reference this.size_
Widget.size: reference size_
Widget.draw: call paint
Widget.handle: type HANDLE, call open_it, call MAX
Widget.size_: reference BIG
shrink: call cut
run: call go, reference FLAG_A, reference FLAG_B
--
Widget < Base
Widget.Widget: size is !int
Widget.size: () is =size_
Widget.draw: flags is !int
Widget.handle: () is =open_it()
Widget: size_ is !int
shrink: value is !T
shrink: () is =cut()
Pair: a is !int
run: value is !int
`,
  );
});

Deno.test("c: conditional branches that open a bracket each", () => {
  check(
    `
//- /print.c
#ifdef __cplusplus
extern "C" {
#endif
int first(int a) {
#ifdef FAST
  if (a) {
    quick();
#else
  if (!a) {
    slow();
#endif
  }
  return 1;
}
int second(int a) {
#ifdef CHECKED
  check(a);
#else
  skip(a);
#endif
  return first(a);
}
int old
#ifdef OLD_STYLE
  (a) int a;
#else
  (int a)
#endif
{
  return second(a);
}
#ifdef __cplusplus
}
#endif
`,
    `
+ function first 4-14
+ function second 15-22
+ function old 23-31
--
first: call quick
second: reference CHECKED, call check, call skip, call first
old: call second
--
first: a is !
second: a is !
old: a is !
`,
  );
});

Deno.test("c: names that a macro makes longer", () => {
  check(
    `
//- /match.c
int PRIV(match)(const char *code, int utf)
{
  return check(code);
}
int MAIN(int argc) { return argc; }
`,
    `
+ function match 1-4
+ function MAIN 5-5
--
match: type match, reference PRIV, call check
--
match: code is !
match: utf is !
MAIN: argc is !
`,
  );
});
