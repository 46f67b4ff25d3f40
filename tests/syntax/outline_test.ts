import { deepEqual, equal } from "node:assert/strict";
import { LANGUAGES } from "../../src/syntax/languages.ts";
import { parseFixture } from "./support.ts";

Deno.test("protobuf, erlang and ocaml: braces and indentation end definitions", () => {
  const shown = parseFixture(`
//- /a.proto
// Users.
service Users {
  rpc Get(Req) returns (Res) { option (http) = { get: "//users" }; }
  rpc Put(Req) returns (Res) { option (http) = { put: "/users{" }; }
}
message Req {
  int32 id = 1;
}
//- /a.erl
foo(X) ->

  bar(X).
-record(y, {a}).
//- /a.ml
(* Doc. *)
let foo x = x
type t = A
  | B
`).map(({ definitions }) =>
      definitions.map((one) => `${one.qualifiedName} ${one.startLine}-${one.endLine} ${one.doc}`.trim())
    );
  deepEqual(shown, [["Users 2-5 Users.", "Users.Get 3-3", "Users.Put 4-4", "Req 6-8"], ["foo 1-3", "y 4-4"], [
    "foo 2-2",
    "t 3-4",
  ]]);
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
