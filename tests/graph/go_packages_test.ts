import assert from "node:assert/strict";
import { createModuleMap } from "../../src/graph/modules.ts";
import { buildMemoryIndex } from "../support/memory_index.ts";
import { testParser } from "../syntax/support.ts";

const parser = await testParser();

/** Files of a repository of Go without a manifest, and of one with. */
const FILES = {
  "a/first.go": 'package a\n\nimport "other.org/y/z/cart"\n',
  "cart/cart.go": 'package cart\n\nimport "example.org/shop/cart/line"\n',
  "cart/line/line.go": 'package line\n\nimport "fmt"\n',
  "cart/notes.txt": "cart\n",
  "cmd/main.go": 'package main\n\nimport (\n\t"example.org/shop/cart"\n\t"example.org/shop/lib/x"\n)\n',
  "lib/x/y.go": "package x\n",
  "root.go": "package shop\n",
};

function packagesOf(files: Readonly<Record<string, string>>, specifiers: readonly string[]): string[] {
  const index = buildMemoryIndex(Object.entries(files).map(([path, text]) => ({ path, text })), parser);
  const modules = createModuleMap(index);
  const user = index.files.numberOf("cmd/main.go")!;
  return specifiers.map((specifier) =>
    modules.resolve(specifier, user).map((file) => index.files.paths[file]).join(" ")
  );
}

Deno.test("go packages: without a manifest by the end of the path", () => {
  const rows = {
    "example.org/shop/cart": "cart/cart.go",
    "example.org/shop/cart/line": "cart/line/line.go",
    "example.org/shop": "",
    "example.org/shop/none": "",
    "example.org/shopping/lib/x": "lib/x/y.go",
    "other.org/y/z/cart": "cart/cart.go",
    "z/cart/line": "cart/line/line.go",
    "z/cart": "cart/cart.go",
    cart: "",
    fmt: "",
  };
  assert.deepEqual(packagesOf(FILES, Object.keys(rows)), Object.values(rows));
});

Deno.test("go packages: with a manifest below its module", () => {
  const files = {
    ...FILES,
    "go.mod": "module example.net/m\n",
    "sub/go.mod": "module example.net/m/lib\n",
    "sub/x/z.go": "package x\n",
  };
  const rows = {
    "example.net/m/cart": "cart/cart.go",
    "example.net/m": "root.go",
    "example.net/m/lib/x": "sub/x/z.go",
    "example.org/shop/cart": "",
  };
  assert.deepEqual(packagesOf(files, Object.keys(rows)), Object.values(rows));
});
