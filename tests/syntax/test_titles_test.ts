import { check } from "./support.ts";

Deno.test("titles: tests and groups of them in TypeScript, not calls that only share the name", () => {
  check(
    `
//- /cart.test.ts
describe("Cart", () => {
  const order = () => 1;
  /** Doc. */
  it("ships an order", async () => {
    cart.ship(order());
  });
  it.only('keeps "quotes"', function () { cart.keep(); });
  describe(Order, () => { test.each([1])("adds %i", (n) => add(n)); });
});
Deno.test("plain", () => { cart.plain(); });
const ctx = canvas.getContext("2d");
it("todo");
test(x, () => {});
`,
    `
- module describe Cart 1-9
- function describe Cart.order 2-2
- function describe Cart.it ships an order 3-6
- function describe Cart.it keeps "quotes" 7-7
- module describe Cart.describe Order 8-8
- function describe Cart.describe Order.test adds %i 8-8
- function test plain 10-10
- constant ctx 11-11
--
top: call describe, call Deno.test, call it, call test
describe Cart: call it, call it.only, call describe
describe Cart.it ships an order: call cart.ship, call order
describe Cart.it keeps "quotes": call cart.keep
describe Cart.describe Order.test adds %i: call test.each, call add
test plain: call cart.plain
ctx: call canvas.getContext
--
describe Cart.order: () is !
describe Cart.describe Order.test adds %i: () is =add()
top: ctx is =canvas.getContext()
`,
  );
});

Deno.test("titles: RSpec and Minitest, ExUnit, Pest", () => {
  check(
    `
//- /cart_spec.rb
RSpec.describe Shop::Cart, type: :unit do
  describe "#ship" do
    it "ships" do
      ship
    end
    it { is_expected.to be }
  end
end
class CartTest < Minitest::Test
  test "the truth" do
    keep
  end
  test 'nothing'
end
`,
    `
+ module describe Shop::Cart 1-8
+ module describe Shop::Cart.describe #ship 2-7
+ function describe Shop::Cart.describe #ship.it ships 3-5
+ class CartTest 9-14
+ function CartTest.test the truth 10-12
--
top: call RSpec.describe
describe Shop::Cart: reference RSpec, call describe
describe Shop::Cart.describe #ship: call it, call it, call is_expected.to
describe Shop::Cart.describe #ship.it ships: reference ship
CartTest: type Minitest.Test, call test, call test
CartTest.test the truth: reference keep
--
CartTest < Minitest.Test
`,
  );
  check(
    `
//- /cart_test.exs
defmodule Cart.Test do
  describe "ship/1" do
    test "ships", %{cart: cart} do
      Cart.ship(cart)
    end
  end
end
`,
    `
+ module Cart.Test 1-7
+ module Cart.Test.describe ship/1 2-6
+ function Cart.Test.describe ship/1.test ships 3-5
--
Cart.Test: call describe
Cart.Test.describe ship/1: call test
Cart.Test.describe ship/1.test ships: call Cart.ship
`,
  );
  check(
    `
//- /CartTest.php
<?php
it('ships', function () { ship(); });
test('keeps', fn() => keep());
`,
    `
+ function it ships 2-2
+ function test keeps 3-3
--
top: call it, call test
it ships: call ship
test keeps: call keep
`,
  );
});
