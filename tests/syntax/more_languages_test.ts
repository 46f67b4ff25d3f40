import { check } from "./support.ts";

Deno.test("dart: constructors, bodies beside their heads, chains of selectors", () => {
  check(
    `
//- /lib/app.dart
import 'dart:async';
import 'package:flutter/material.dart';
import '../model/user.dart' as model show User, Item hide Old;
export 'src/api.dart';
part 'app.g.dart';

/// Serves users.
@immutable
abstract class App<T> extends Base with Loggable implements Handler, Countable {
  static const int max = 10;
  final Cache _cache = Cache();
  late String name;
  App(this.name, {required this.size}) : super(name);
  App.named(String n) : name = n;
  factory App.create() => App('x');

  /// Handles.
  @override
  Future<int> handle(User user, [int index = 0]) async {
    final view = View(user);
    final model.Item item = _cache.find(user);
    view.render(onTap: done);
    await item.load()?.run();
    items.map((x) => x.show()).toList();
    return _count(item);
  }
  int get count => items.length;
  set count(int v) { _set(v); }
  int _count(Item i) => 1;
  Handler operator +(Handler o) => this;
  void draw();
}
mixin Loggable on Base { void log() {} }
enum Color { red, green; void paint() {} }
extension StringX on String { bool get blank => isEmpty; String twice() => this + this; }
typedef Callback = void Function(int);
void main(List<String> args) { runApp(const App('a')); var c = Color.red; }
const limit = 3;
final top = make();
`,
    `
+ class App 7-32 @immutable
+ field App.max 10-10
- field App._cache 11-11
+ field App.name 12-12
+ method App.App 13-13
+ method App.named 14-14
+ method App.create 15-15
+ method App.handle 17-26 @override
+ method App.count 27-27
+ method App.count 28-28
- method App._count 29-29
+ method App.operator_+ 30-30
+ method App.draw 31-31
+ trait Loggable 33-33
+ method Loggable.log 33-33
+ enum Color 34-34
+ field Color.red 34-34
+ field Color.green 34-34
+ method Color.paint 34-34
+ class StringX 35-35
+ method StringX.blank 35-35
+ method StringX.twice 35-35
+ type Callback 36-36
+ function main 37-37
+ variable limit 38-38
+ variable top 39-39
--
App: type Base, type Loggable, type Handler, type Countable, decorator immutable, type Cache, call super.Base, decorator override
App._cache: call Cache
App.create: call App
App.handle: type User, call View, type model, type Item, call _cache.find, reference _cache, call view.render, reference done, call item.load, call item.load().run, call items.map, call items.map()*00.show, call items.%.show().+.toList, reference items, call _count
App.count: reference items
App.count: call _set
App._count: type Item
App.operator_+: type Handler
Loggable: type Base
StringX.twice: sign this.operator_+
Callback: type Callback
main: call runApp, new App, reference Color.red
top: call make
--
import dart:async *
import package:flutter/material.dart *
import ../model/user.dart * as model, User, Item
import ./src/api.dart *
import ./app.g.dart *
App < Base
App < Loggable
App < Handler
App < Countable
App: T is !
App: _cache is Cache
App: name is !
App.named: n is !
App.handle: user is User
App.handle: index is !
App.handle: view is View
App.handle: item is =_cache.find()
App.handle: x is =items.map()*00
App.count: v is !
App._count: i is Item
App.operator_+: o is Handler
main: args is !
main: c is =Color.red
`,
  );
});

Deno.test("zig: types and imports are values, tests have titles", () => {
  check(
    `
//- /src/a.zig
const std = @import("std");
const util = @import("lib/util.zig");
const Allocator = std.mem.Allocator;

/// A point.
pub const Point = struct {
    x: i32,
    y: i32 = 0,
    const Self = @This();
    pub fn init(x: i32) Point { return Point{ .x = x }; }
    /// Length.
    pub fn len(self: *const Self, other: Other) f32 {
        const v = util.norm(self.x);
        var list = std.ArrayList(u8).init(alloc);
        return list.append(v) catch unreachable;
    }
};
const Kind = enum { one, two };
const U = union(enum) { a: i32, b };
pub const E = error{ NotFound, Bad };
pub const LIMIT = 10;
var counter: usize = 0;
pub fn main() !void { try run(Point.init(1)); std.debug.print("x", .{}); helper(done); }
fn helper(f: anytype) void { _ = f; }
extern fn c_abs(a: c_int) c_int;
test "points add" { try std.testing.expect(helper(1)); }
pub fn List(comptime T: type) type { return struct { items: []T, pub fn push(self: *@This()) void {} }; }
`,
    `
- variable Allocator 3-3
+ struct Point 5-17
- field Point.x 7-7
- field Point.y 8-8
- field Point.Self 9-9
+ method Point.init 10-10
+ method Point.len 11-16
- enum Kind 18-18
- field Kind.one 18-18
- field Kind.two 18-18
- struct U 19-19
- field U.a 19-19
- field U.b 19-19
+ enum E 20-20
+ constant LIMIT 21-21
- variable counter 22-22
+ function main 23-23
- function helper 24-24
- function c_abs 25-25
- function points add 26-26
+ struct List 27-27
- field List.items 27-27
+ method List.push 27-27
--
Allocator: reference std.mem.Allocator
Point.init: type Point, new Point
Point.len: type Self, type Other, call util.norm, reference self.x, call std.ArrayList().init, call std.ArrayList, call list.append
main: call run, call Point.init, call std.debug.print, call helper
points add: call std.testing.expect, call helper
--
import std * as std
import ./lib/util.zig * as util
top: Allocator is =std.mem.Allocator
Point: x is !
Point: y is !
Point.init: x is !
Point.len: self is Self
Point.len: other is Other
Point.len: v is =util.norm()
Point.len: list is std.ArrayList
U: a is !
top: LIMIT is !
top: counter is !
helper: f is !
c_abs: a is !
List: T is !
List: items is !
`,
  );
});

Deno.test("r: functions are assigned, names have dots, R6 and S4", () => {
  check(
    `
//- /R/a.R
library(dplyr)
require("stats")
source("R/util.R")

#' Adds.
#' @export
add <- function(x, y = 1) {
  z <- scale(x)
  stats::median(z)
  obj$run(y)
  lapply(z, helper)
}
helper = function(a) a + 1
LIMIT <- 10
.hidden <- function() NULL
Person <- R6Class("Person", public = list(
  name = NULL,
  initialize = function(name) { self$name <- name },
  greet = function() cat(self$name)
))
setClass("Point", representation(x = "numeric"))
setGeneric("area", function(shape) standardGeneric("area"))
setMethod("area", "Point", function(shape) shape@x)
print.person <- function(x, ...) UseMethod("print")
`,
    `
+ function add 5-12
+ function helper 13-13
+ constant LIMIT 14-14
+ function .hidden 15-15
+ class Person 16-20
+ method Person.initialize 18-18
+ method Person.greet 19-19
+ class Point 21-21
+ function area 22-22
+ function area 23-23
+ function print.person 24-24
--
top: reference dplyr, call setClass, call setGeneric, call setMethod
add: call scale, call stats.median, call obj.run, call lapply, reference helper
Person: call R6Class, call list
Person.greet: call cat
Point: call representation
area: call standardGeneric
print.person: call UseMethod
--
import dplyr
import stats
import R/util.R
`,
  );
});

Deno.test("terraform: blocks by kind and label, references as expressions write them", () => {
  check(
    `
//- /main.tf
terraform {
  required_version = ">= 1"
}
provider "aws" { region = var.region }
# The region.
variable "region" {
  type    = string
  default = "eu"
}
locals {
  name = "x-\${var.region}"
  tags = { a = local.name }
}
resource "aws_instance" "web" {
  ami           = data.aws_ami.ubuntu.id
  subnet_id     = module.vpc.subnet_id
  count = length(var.zones)
  depends_on = [aws_vpc.main]
}
data "aws_ami" "ubuntu" { most_recent = true }
module "vpc" {
  source = "./modules/vpc"
}
output "id" { value = aws_instance.web.id }
`,
    `
+ variable provider.aws 4-4
+ variable var.region 5-9
+ variable local.name 11-11
+ variable local.tags 12-12
+ constant aws_instance.web 14-19
+ constant data.aws_ami.ubuntu 20-20
+ variable module.vpc 21-23
+ variable output.id 24-24
--
provider.aws: reference var.region
local.name: reference var.region
local.tags: reference local.name
aws_instance.web: reference data.aws_ami, reference data.aws_ami.ubuntu, reference data.aws_ami.ubuntu.id, reference module.vpc, reference module.vpc.subnet_id, call length, reference var.zones, reference aws_vpc.main
output.id: reference aws_instance.web, reference aws_instance.web.id
--
import ./modules/vpc * as vpc
`,
  );
});

Deno.test("haskell: a signature and its equations are one definition", () => {
  check(
    `
//- /src/Shop/User.hs
{-# LANGUAGE OverloadedStrings #-}
module Shop.User (User(..), render, Shape) where

import Data.List (sortBy, nub)
import qualified Data.Map as Map
import Shop.Item hiding (old)

-- | A user.
data User = User { userName :: String, age :: Int } | Guest
  deriving (Show, Eq)
newtype Wrap a = Wrap { unwrap :: a }
type Name = String
class Shape a where
  area :: a -> Double
  area _ = 0
instance Shape User where
  area u = compute (age u)

-- | Renders.
render :: User -> IO String
render (User n _) = do
  item <- load n
  let shown = format item
  pure $ Map.lookup n shown
render Guest = return ""
  where helper = map go [1]
infixr 5 +++
(+++) :: Int -> Int -> Int
a +++ b = a + b
limit = 10
main = render Guest >>= putStrLn
`,
    `
+ struct User 8-10
+ field User.User 9-9
+ field User.userName 9-9
+ field User.age 9-9
+ field User.Guest 9-9
+ struct Wrap 11-11
+ field Wrap.unwrap 11-11
+ type Name 12-12
+ trait Shape 13-15
+ method Shape.area 14-15
+ method User.area 17-17
+ function render 19-26
+ function +++ 28-29
+ function limit 30-30
+ function main 31-31
--
top: type User, type Shape
User: type Shape, type User
User.userName: reference userName
User.age: reference age
Wrap.unwrap: reference unwrap
User.area: call compute, call age
render: type User, call User, call load, call format, call Map.lookup, reference pure, call return, call map, reference go
+++: reference +++, reference a, reference b, reference a, reference b
main: call render, reference Guest, reference putStrLn
--
import Data.List * as Data.List, sortBy, nub
import Data.Map * as Map
import Shop.Item * as Shop.Item, *
User.area < Shape
User < Shape
`,
  );
});

Deno.test("perl: packages, methods, bases", () => {
  check(
    `
//- /lib/Shop/User.pm
#!/usr/bin/perl
package Shop::User;
use strict;
use parent 'Shop::Base';
use List::Util qw(first sum);
require Shop::Item;
our @ISA = ('Exporter');
use constant MAX => 10;
our $VERSION = '1.0';

# Makes one.
sub new {
    my ($class, %args) = @_;
    my $self = bless {}, $class;
    $self->load($args{id});
    return $self;
}
sub name { my $self = shift; return $self->{name}; }
sub total {
    my $item = Shop::Item->new(1);
    $item->price;
    return sum(map { helper($_) } @list) + Shop::Util::round(1);
}
package Other;
sub run { main::go(); &helper(1); }
1;
`,
    `
+ module Shop.User 1-23
+ constant Shop.User.MAX 8-8
+ function Shop.User.new 11-17
+ function Shop.User.name 18-18
+ function Shop.User.total 19-23
+ module Other 24-26
+ function Other.run 25-25
--
Shop.User: type Shop.Base
Shop.User.new: call self.load
Shop.User.total: call Shop.Item.new, call item.price, call sum, call helper, call Shop.Util.round
Other.run: call main.go, call helper
--
import Shop::Base
import List::Util first, sum
import Shop::Item
Shop.User < Shop.Base
Shop.User: VERSION is !
Shop.User.name: self is =shift
Shop.User.total: item is =Shop.Item.new()
module Shop.User
`,
  );
});
