import { check } from "./support.ts";

Deno.test("calls in dart: imports of the package and beside the file, fields, constructors, own methods", () =>
  check(`
//- /lib/src/cart.dart
class Cart {
  void add(int item) {}
  Cart clear() { return this; }
}
Cart shared() => Cart();
//- /lib/app.dart
import 'package:shop/src/cart.dart';
import 'util.dart' as util;
class App {
  final Cart cart = Cart(); // Cart <- lib/src/cart.dart:Cart
  void run() {
    cart.add(1); // add <- lib/src/cart.dart:Cart.add
    cart.clear().add(2); // add <- lib/src/cart.dart:Cart.add
    stop(); // stop <- lib/app.dart:App.stop
    util.log("x"); // log <- lib/util.dart:log
    final other = shared(); // shared <- lib/src/cart.dart:shared
    other.add(3); // add <- lib/src/cart.dart:Cart.add
  }
  void stop() {}
}
//- /lib/util.dart
void log(String text) {}
`));

Deno.test("calls in zig: imported files, types, self", () =>
  check(`
//- /src/util.zig
pub fn norm(x: i32) i32 { return x; }
pub const List = struct {
    pub fn init() List { return List{}; }
    pub fn push(self: *List, x: i32) void {}
};
//- /src/main.zig
const util = @import("util.zig");
const List = util.List;
const Point = struct {
    list: util.List,
    fn len(self: *const Point) i32 {
        return util.norm(1); // norm <- src/util.zig:norm
    }
    fn twice(self: *const Point) i32 {
        return self.len() * 2; // len <- src/main.zig:Point.len
    }
};
pub fn main() void {
    var list = util.List.init(); // init <- src/util.zig:List.init
    list.push(1); // push <- src/util.zig:List.push
}
`));

Deno.test("calls in r: functions of the package, names with dots", () =>
  check(`
//- /R/util.R
scale.all <- function(x) x
//- /R/main.R
helper <- function(a) a
run <- function(x) {
  helper(x) # helper <- R/main.R:helper
  print(x) # print <- nothing
}
`));

Deno.test("calls in haskell: imports, qualified names", () =>
  check(`
//- /src/Shop/Item.hs
module Shop.Item where
format :: Int -> String
format n = show n
//- /src/Shop/User.hs
module Shop.User where
import Shop.Item (format)
import qualified Shop.Store as Store
render n = format n -- format <- src/Shop/Item.hs:format
save n = Store.put n -- put <- src/Shop/Store.hs:put
//- /src/Shop/Store.hs
module Shop.Store where
put n = n
`));

Deno.test("calls in perl: packages and imported functions", () =>
  check(`
//- /lib/Shop/Util.pm
package Shop::Util;
sub round { return 1; }
//- /lib/Shop/User.pm
package Shop::User;
use Shop::Util qw(round);
sub total {
    my $self = shift;
    round(1); # round <- lib/Shop/Util.pm:Shop.Util.round
    $self->name; # name <- lib/Shop/User.pm:Shop.User.name
}
sub name { return 1; }
`));

Deno.test("references in terraform: variables of the folder", () =>
  check(`
//- /main.tf
resource "aws_instance" "web" {
  ami = var.image # image <- variables.tf:var.image
}
output "id" {
  value = var.image # image <- variables.tf:var.image
}
//- /variables.tf
variable "image" {
  type = string
}
`));
