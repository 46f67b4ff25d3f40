import { deepEqual, equal } from "node:assert/strict";
import { LANGUAGES } from "../../src/syntax/languages.ts";
import { check, parseFixture } from "./support.ts";

Deno.test("swift: an outline without a grammar", () => {
  check(
    `
//- /App.swift
import Foundation

/// Serves.
@objc public class App<T>: Base, Handler {
    private var cache: Cache = Cache()
    init(name: String) { super.init() }

    func handle(_ user: User, at index: Int) -> Int
    {
        let brace = "}"
        return cache.find(user).map { $0.render() }
    }
}
struct Point: Codable {
    let x: Int
}
extension App: Printer where T: R {
    func show() { handle(me) }
}
func free<T>(a: T) throws {
}
`,
    `
+ class App 3-13
- field App.cache 5-5
+ method App.init 6-6
+ method App.handle 8-12
+ struct Point 14-16
+ field Point.x 15-15
+ class App 17-19
+ method App.show 18-18
+ function free 20-21
--
outlined only: no grammar
`,
  );
});

Deno.test("protobuf, clojure and ocaml: braces and indentation end definitions", () => {
  const shown = parseFixture(`
//- /a.proto
// Users.
service Users {
  rpc Get(Req) returns (Res);
}
//- /a.clj
(defn foo
  "doc"
  [x]

  (bar x))
(def y 1)
//- /a.ml
(* Doc. *)
let foo x = x
type t = A
  | B
`).map(({ definitions }) =>
      definitions.map((one) => `${one.qualifiedName} ${one.startLine}-${one.endLine} ${one.doc}`.trim())
    );
  deepEqual(shown, [["Users 2-4 Users.", "Users.Get 3-3"], ["foo 1-5", "y 6-6"], ["foo 2-2", "t 3-4"]]);
});

Deno.test("vue: the script is read, lines stay what they are", () => {
  const [parsed] = parseFixture(`
//- /App.vue
<template><div @click="go">{{ x }}</div></template>
<script setup lang="ts">
import { ref } from "vue";
function go() { ref(1); }
</script>
<style>.a { color: red }</style>
`);
  equal(parsed!.language, "vue");
  deepEqual(parsed!.definitions.map(({ name, startLine }) => [name, startLine]), [["go", 4]]);
  deepEqual(parsed!.imports.map(({ module, line }) => [module, line]), [["vue", 3]]);
});

Deno.test("outline patterns: valid, one group, hostile lines come to an end", () => {
  const hostile = [
    "public ".repeat(50) + "x",
    "a".repeat(390),
    "(".repeat(390),
    "a, ".repeat(120),
    "<".repeat(390),
    " ".repeat(390),
  ];
  for (const { id, outline, grammar } of LANGUAGES) {
    if (outline === undefined) continue;
    equal(grammar, undefined, id);
    for (const { line } of outline.patterns) {
      equal(new RegExp(line + "|", "u").exec("")!.length, 2, `${id} ${line}`);
    }
    for (const text of hostile) {
      parseFixture(`//- /a${LANGUAGES.find((one) => one.id === id)!.extensions[0]}\n${text}`);
    }
  }
});
