import { equal } from "node:assert/strict";
import { parseFixture, showDefinitions } from "./support.ts";

/** What is defined otherwise than by a declaration of its own: by calls, assignments, lists of names, inside of macros. */
const CASES: readonly [language: string, fixture: string, expected: string][] = [
  [
    "ruby",
    `
//- /post.rb
class Post
  attr_reader :title, :slug
  private attr_accessor :secret
  # Those that can be read.
  scope :published, -> { where(published: true) }
  has_many :comments
  enum status: [:draft, :done]
  delegate :name, :email, to: :author, prefix: true
  def_delegator :@items, :first, :head
  alias_method :old, :title
  alias to_str title
  define_method(:shout) { |x| x.upcase }
  define_method(dynamic) { 1 }
  Point = Struct.new(:x, :y) do
    def dist; end
  end
  A, B = 1, 2
end
class Pair < Struct.new(:left, :right); end
task build: [:clean] do
end
`,
    `
+ class Post 1-18
+ field Post.title 2-2
+ field Post.slug 2-2
+ field Post.secret 3-3
+ method Post.published 4-5
+ field Post.comments 6-6
+ field Post.status 7-7
+ method Post.name 8-8
+ method Post.email 8-8
+ method Post.head 9-9
+ method Post.old 10-10
+ method Post.to_str 11-11
+ method Post.shout 12-12
+ class Post.Point 14-16
+ field Post.Point.x 14-16
+ field Post.Point.y 14-16
+ method Post.Point.dist 15-15
+ field Post.A 17-17
+ field Post.B 17-17
+ class Pair 19-19
+ field Pair.left 19-19
+ field Pair.right 19-19
+ function build 20-21
`,
  ],
  [
    "python",
    `
//- /a.py
Point = namedtuple("Point", "x y")
Pair = typing.NamedTuple("Pair", [("left", int), ("right", int)])
Color = Enum("Color", "RED GREEN")
class A:
    a, b = 1, 2
    name = property(get_name)
    area = lambda self: 1
    size: int = 0
low, HIGH = 1, 2
obj.x, obj.y = 1, 2
def f():
    c, d = 1, 2
    namedtuple("No", "x y")
`,
    `
+ class Point 1-1
+ field Point.x 1-1
+ field Point.y 1-1
+ class Pair 2-2
+ field Pair.left 2-2
+ field Pair.right 2-2
+ class Color 3-3
+ field Color.RED 3-3
+ field Color.GREEN 3-3
+ class A 4-8
+ field A.a 5-5
+ field A.b 5-5
+ field A.name 6-6
+ method A.area 7-7
+ field A.size 8-8
+ variable low 9-9
+ variable HIGH 9-9
+ function f 11-13
`,
  ],
  [
    "javascript",
    `
//- /a.js
exports.LIMIT = 4;
exports.again = again;
exports.default = {};
module.exports = function run() {};
Foo.prototype = { bar() {}, baz: function () {} };
jQuery.fn.plugin = function () {};
ns.util = { trim: function () {} };
ns.data = { trim: 1 };
export const { a, b: c } = make();
const { d } = require("d");
function g() { local = 1; this.method = () => {}; }
`,
    `
+ constant LIMIT 1-1
+ function run 4-4
- class Foo 5-5
- method Foo.bar 5-5
- method Foo.baz 5-5
- method jQuery.fn.plugin 6-6
- variable ns.util 7-7
- method ns.util.trim 7-7
+ constant a 9-9
+ constant c 9-9
- function g 11-11
- function g.method 11-11
`,
  ],
  [
    "typescript",
    `
//- /a.ts
export interface Props { /** Its id. */ id: string; onChange?: (x: { y: number }) => void }
export type State = { open: boolean; toggle(): void };
export enum Level { Low, High = 2, "odd-one" }
function f(x: { a: number }): void {}
type Id = string;
`,
    `
+ interface Props 1-1
+ field Props.id 1-1
+ field Props.onChange 1-1
+ type State 2-2
+ field State.open 2-2
+ method State.toggle 2-2
+ enum Level 3-3
+ field Level.Low 3-3
+ field Level.High 3-3
- function f 4-4
- type Id 5-5
`,
  ],
  [
    "go",
    `
//- /a.go
package a

type Size struct { Width, Height int; name string }
var first, Second = 1, 2
const A, b = 1, 2
`,
    `
+ struct Size 3-3
+ field Size.Width 3-3
+ field Size.Height 3-3
- field Size.name 3-3
- variable first 4-4
+ variable Second 4-4
+ constant A 5-5
- constant b 5-5
`,
  ],
  [
    "java",
    `
//- /A.java
public record Point(int x, String y) { double len() { return 0; } }
class A { static final int MAX = 1, MIN = 2; int a, b[]; void m(int p) { int c, d; } }
@interface Marker { String value() default ""; }
`,
    `
+ class Point 1-1
+ field Point.x 1-1
+ field Point.y 1-1
- method Point.len 1-1
- class A 2-2
- constant A.MAX 2-2
- constant A.MIN 2-2
- field A.a 2-2
- field A.b 2-2
- method A.m 2-2
- interface Marker 3-3
- method Marker.value 3-3
`,
  ],
  [
    "csharp",
    `
//- /A.cs
public record Point(int X, int Y) { public int Z { get; init; } }
public class C {
  public event Action Changed { add {} remove {} }
  public int this[int i] => i;
  public static C operator +(C a, C b) => a;
  public static implicit operator int(C c) => 1;
  void M(int p) {}
}
`,
    `
+ class Point 1-1
+ field Point.X 1-1
+ field Point.Y 1-1
+ field Point.Z 1-1
+ class C 2-8
+ field C.Changed 3-3
+ field C.this 4-4
+ method C.operator_+ 5-5
+ method C.operator_int 6-6
- method C.M 7-7
`,
  ],
  [
    "cpp",
    `
//- /a.cpp
struct A { operator bool() const; int x, *y; };
A::~A() {}
auto twice = [](int x) { return 2 * x; };
TEST_F(Suite, Name) { int a; }
SYSCALL_DEFINE2(open, const char *, name) { return 0; }
int MAX(int a) { return a; }
`,
    `
+ struct A 1-1
+ method A.operator_bool 1-1
+ field A.x 1-1
+ field A.y 1-1
+ method A.~A 2-2
+ function twice 3-3
+ function Suite.Name 4-4
+ function open 5-5
+ function MAX 6-6
`,
  ],
  [
    "c",
    `
//- /a.c
typedef struct foo foo_t, *foo_p;
struct foo { int a, *b; int (*open)(void); };
static int first, second[3];
`,
    `
+ type foo_t 1-1
+ type foo_p 1-1
+ struct foo 2-2
+ field foo.a 2-2
+ field foo.b 2-2
+ field foo.open 2-2
- variable first 3-3
- variable second 3-3
`,
  ],
  [
    "php",
    `
//- /a.php
<?php
define('LIMIT', 5);
define($name, 5);
`,
    `
+ constant LIMIT 2-2
`,
  ],
  [
    "kotlin",
    `
//- /A.kt
class A {
    var b: Int = 2
    private lateinit var c: String
    val f: (Int) -> Int = { it }
    fun m() {
        val (x, y) = pair
    }
}
val String.shout: String get() = uppercase()
val (d1, d2) = pair
`,
    `
+ class A 1-8
+ field A.b 2-2
- field A.c 3-3
+ field A.f 4-4
+ method A.m 5-7
+ field String.shout 9-9
+ variable d1 10-10
+ variable d2 10-10
`,
  ],
  [
    "scala",
    `
//- /A.scala
case class Point(x: Int, private val y: Int)
class Plain(z: Int)
trait T { val a: Int; var b: String }
object O { val (c, d) = (1, 2) }
`,
    `
+ class Point 1-1
+ field Point.x 1-1
- field Point.y 1-1
+ class Plain 2-2
+ trait T 3-3
+ field T.a 3-3
+ field T.b 3-3
+ class O 4-4
+ field O.c 4-4
+ field O.d 4-4
`,
  ],
  [
    "lua",
    `
//- /a.lua
local M = {}
M.value = 1
M.sub = {}
M["run"] = function() end
local a, b = 1, 2
local Animal = class("Animal")
function f() self.x = 1 end
`,
    `
+ variable M 1-1
+ field M.value 2-2
+ field M.sub 3-3
+ method M.run 4-4
+ variable a 5-5
+ variable b 5-5
+ class Animal 6-6
+ function f 7-7
`,
  ],
];

for (const [language, fixture, expected] of CASES) {
  Deno.test(`${language}: what is not declared in a statement of its own`, () => {
    const [parsed] = parseFixture(fixture);
    equal(showDefinitions(parsed!), expected.trim());
  });
}
