import assert from "node:assert/strict";
import { createModuleMap } from "../../src/graph/modules.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";

const parser = await testParser();

/** What an import of a file means, in order. */
function resolved(paths: readonly string[], specifier: string, from: string): string {
  const index = buildMemoryIndex(paths.map((path) => ({ path, text: "x\n" })), parser);
  const files = createModuleMap(index).resolve(specifier, index.files.numberOf(from)!);
  return files.map((file) => index.files.paths[file]).join(" ");
}

Deno.test("modules: sources before tests, the nearest first, of equally near ones by path", () => {
  const paths = [
    ...["a/net/cart.h", "b/net/cart.h", "b/tests/net/cart.h", "b/x/net/cart.h", "c/net/cart.h"],
    ...["b/main.c", "b/x/y/main.c", "c/net/main.c", "b/tests/main.c"],
  ];
  const found = (from: string): string => resolved(paths, "net/cart.h", from).replaceAll("/net/cart.h", "");
  assert.equal(found("b/x/y/main.c"), "b/x b a c b/tests");
  assert.equal(found("b/main.c"), "b b/x a c b/tests");
  assert.equal(found("c/net/main.c"), "c a b b/x b/tests");
  assert.equal(found("b/tests/main.c"), "b b/x a c b/tests");
});

Deno.test("modules: as much of the end of a path as possible, all of it or the whole path below its sources", () => {
  const paths = ["main.py", "lib/shop/cart.py", "shop/cart.py", "cart.py", "other/cart.py", "x/y/z.py"];
  const rows = {
    "shop.cart": "lib/shop/cart.py shop/cart.py",
    "lib.shop.cart": "lib/shop/cart.py",
    "far.shop.cart": "shop/cart.py",
    "far.x.y.z": "x/y/z.py",
    "far.y.z": "",
    "y.z": "x/y/z.py",
  };
  const found = Object.keys(rows).map((specifier) => resolved(paths, specifier, "main.py"));
  assert.deepEqual(
    Object.fromEntries(Object.keys(rows).map((key, at) => [key, found[at]!.split(" ").sort().join(" ")])),
    rows,
  );
});

Deno.test("modules: self and super of Rust are the file's module and the one around it", () => {
  const index = buildMemoryIndex([{ path: "src/a/b.rs", text: "x\n" }], parser);
  const pathOf = (specifier: string): unknown => createModuleMap(index).relativePath(specifier, 0);
  assert.deepEqual(["self::x", "super::x", "super::x::y", "crate::x"].map(pathOf), [
    "src/a/b/x",
    "src/a/x",
    "src/a/x/y",
    undefined,
  ]);
});
