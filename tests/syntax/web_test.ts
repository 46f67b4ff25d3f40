import { check } from "./support.ts";

Deno.test("tsx: imports, classes, components and what they use", () => {
  check(
    `
//- /app.tsx
import React, { useState as us, type FC } from "react";
import * as ns from './ns';
import "./side.css";
import foo = require("foo");
export { a, b as c } from "./re";
const fs = require("fs");
const { join: j } = require('path');

/**
 * Does a thing.
 */
export async function doIt(a: Foo, b?: Map<string, Bar>): Promise<Baz> {
  const local = 1;
  const helper = (x: number) => x + 1;
  return await this.svc.run<T>(helper, a?.b!.c());
}
export default class App extends React.Component<Props> implements IFoo, ns.IBar {
  private readonly svc: Service = new Service();
  handle = async () => { this.svc.go(); };
  @Input() name: string;
  @HostListener("click", ["$event"])
  onClick(e: Event) { super.onClick(e); }
  constructor(private http: HttpClient) {}
}
export interface IFoo extends A, B<C> { go(x: Foo): void; y: number }
export type U = A | B;
enum Color { Red, Green }
namespace N.M { export const z = 1; function inner() {} }
export const Button: FC = memo(({ x }) => <div onClick={handleIt}><Icon.Big a={1} /><Foo>t</Foo></div>);
const routes = { list() { return 1; }, get: (r) => r.id, n: 3 };
function handleIt() {}
@Component({ selector: "x" })
class Dec { }
describe("x", () => { const y = 1; it("y", () => { go(handleIt); }); });
abstract class Abs { abstract foo(): void; }
`,
    `
- constant fs 6-6
+ function doIt 9-16
- function doIt.helper 14-14
+ class App 17-24
- field App.svc 18-18
+ method App.handle 19-19
+ field App.name 20-20 @Input()
+ method App.onClick 21-22 @HostListener("click", ["$event"])
+ method App.constructor 23-23
- field App.http 23-23
+ interface IFoo 25-25
+ method IFoo.go 25-25
+ field IFoo.y 25-25
+ type U 26-26
- enum Color 27-27
- field Color.Red 27-27
- field Color.Green 27-27
- module N.M 28-28
- constant N.M.z 28-28
- function N.M.inner 28-28
+ function Button 29-29
- constant routes 30-30
- method routes.list 30-30
- method routes.get 30-30
- function handleIt 31-31
- class Dec 32-33 @Component({ selector: "x" })
- module describe x 34-34
- function describe x.it y 34-34
- class Abs 35-35
- method Abs.foo 35-35
--
top: call describe, import useState, import react, import ns, import foo, import b, import fs, import join
doIt: type Foo, type Bar, type Baz, call this.svc.run, call a.b.c, reference this.svc, reference helper, reference a.b
App: type React.Component, type IFoo, type ns.IBar, type Props, decorator HostListener
App.svc: type Service, new Service
App.handle: call this.svc.go, reference this.svc
App.name: decorator Input
App.onClick: type Event, call super.onClick
App.http: type HttpClient
IFoo: type A, type B, type C
IFoo.go: type Foo
U: type A, type B
Button: type FC, call memo, call Icon.Big, call Foo, reference handleIt
Dec: decorator Component
describe x: call it
describe x.it y: call go, reference handleIt
--
import react useState as us, FC, default as React
import ./ns * as ns
import ./side.css
import foo * as foo
import ./re a, b as c
import fs * as fs
import path join as j
App < React.Component
App < IFoo
App < ns.IBar
IFoo < A
IFoo < B
top: fs is =require()
doIt: a is ?
doIt: a is Foo
doIt: b is Bar[]
doIt: local is !
doIt.helper: x is !
doIt: () is =this.svc.run<T>()
App: svc is Service
App: name is !
App.onClick: e is Event
App: http is HttpClient
IFoo.go: x is Foo
IFoo: y is !
N.M: z is !
top: Button is FC
top: routes is !
routes.list: () is !
routes.get: () is =r.id
describe x: y is !
`,
  );
});

Deno.test("javascript: CommonJS exports, prototypes and private members", () => {
  check(
    `
//- /b.js
const a = require('./a'), b = 2;
module.exports = { run, stop: function () {}, start() { boot(); } };
function run() { let q = new Queue(); q.push(run); }
class A extends mixin(B) { #p = 1; static s = 2; m() {} }
exports.other = async () => {};
Foo.prototype.bar = function () {};
function late() {}
export { late as go };
`,
    `
- constant a 1-1
- constant b 1-1
+ method stop 2-2
+ method start 2-2
+ function run 3-3
- class A 4-4
- field A.#p 4-4
- field A.s 4-4
- method A.m 4-4
+ function other 5-5
- method Foo.bar 6-6
+ function late 7-7
--
top: import a
start: call boot
run: new Queue, call q.push, reference run
A: type mixin, call mixin
--
import ./a * as a
A < mixin
top: a is =require()
top: b is !
run: q is Queue
A: p is !
A: s is !
`,
  );
});
