import { check } from "./support.ts";

Deno.test("go: variables hold what any function returns, elements, literals and package variables", () =>
  check(`
//- /shop/cart.go
package shop

type Cart struct{ items Items; byName map[string]*Item }
type Item struct{ owner *Cart }
type Items []*Item
type base struct{}
type Big struct{ base }

func (c *Cart) Total() int { return 1 }
func (i *Item) Price() int { return 1 }
func (i Items) Sort()      {}
func (b base) Grow()       {}

func Open(name string) (*Cart, error) { return nil, nil }
func pair() (item *Item, cart *Cart)  { return }

var shared = &Cart{}
var Plain = Item{}
//- /shop/other.go
package shop

type Other struct{}

func (o *Other) Total() {}
func (o *Other) Price() {}
func (o *Other) Sort()  {}
func (o *Other) Grow()  {}
//- /app/main.go
package main

import "example.com/m/shop"

func run(carts []*shop.Cart, named map[string]shop.Cart, queue chan *shop.Item, any interface{}) {
	c, err := shop.Open(name("x"))
	c.Total() // Total <- shop/cart.go:Cart.Total
	for _, one := range carts {
		one.Total() // Total <- shop/cart.go:Cart.Total
	}
	named["a"].Total() // Total <- shop/cart.go:Cart.Total
	first := carts[0]
	first.Total() // Total <- shop/cart.go:Cart.Total
	item := <-queue
	item.Price() // Price <- shop/cart.go:Item.Price
	(&shop.Cart{}).Total() // Total <- shop/cart.go:Cart.Total
	shop.Big{}.Grow() // Grow <- shop/cart.go:base.Grow
	any.(*shop.Item).Price() // Price <- shop/cart.go:Item.Price
	made := new(shop.Item)
	made.Price() // Price <- shop/cart.go:Item.Price
	plain := shop.Plain
	plain.Price() // Price <- shop/cart.go:Item.Price
	c.byName["a"].Price() // Price <- shop/cart.go:Item.Price
	carts.Total() // Total <- nothing
}
//- /shop/use.go
package shop

func use() {
	_, cart := pair()
	cart.Total() // Total <- shop/cart.go:Cart.Total
	shared.Total() // Total <- shop/cart.go:Cart.Total
	shared.items.Sort() // Sort <- shop/cart.go:Items.Sort
	shared.items[0].Price() // Price <- shop/cart.go:Item.Price
}
`));

Deno.test("python: with, loops, comprehensions, fields set from parameters, results of the body", () =>
  check(`
//- /shop.py
from typing import Dict, List
class Cart:
    def total(self): pass
    def __enter__(self): return self
class Other:
    def total(self): pass
def make():
    return Cart()
//- /use.py
from shop import Cart, make
class Desk:
    def __init__(self, cart: Cart):
        self.kept = cart
    def run(self):
        self.kept.total() # total <- shop.py:Cart.total
def use(carts: List[Cart], named: Dict[str, Cart]):
    with Cart() as held:
        held.total() # total <- shop.py:Cart.total
    for one in carts:
        one.total() # total <- shop.py:Cart.total
    for at, numbered in enumerate(carts):
        numbered.total() # total <- shop.py:Cart.total
    for key, value in named.items():
        value.total() # total <- shop.py:Cart.total
    sums = [each.total() for each in carts] # total <- shop.py:Cart.total
    made = make()
    made.total() # total <- shop.py:Cart.total
    carts.total() # total <- nothing
`));

Deno.test("typescript: elements of collections, values in brackets, results of the body", () =>
  check(`
//- /cart.ts
export class Cart { total() {} }
export class Other { total() {} }
export function make() { return new Cart() }
//- /use.ts
import { Cart, make } from './cart'
export function use(carts: Cart[], named: Map<string, Cart>, any: unknown) {
  for (const one of carts) one.total() // total <- cart.ts:Cart.total
  carts[0].total() // total <- cart.ts:Cart.total
  named.get('a').total(); // total <- cart.ts:Cart.total
  (new Cart()).total(); // total <- cart.ts:Cart.total
  (any as Cart).total() // total <- cart.ts:Cart.total
  make().total() // total <- cart.ts:Cart.total
  carts.total() // total <- nothing
}
`));

Deno.test("typescript: fields that hold each other's values are no endless search", async () => {
  await check(`
//- /a.ts
class One { two: Two; constructor() { this.run = this.two.run } }
class Two { one: One; constructor() { this.run = this.one.run } }
function main(one: One) {
  one.run(); // run <- nothing
}
`);
});
