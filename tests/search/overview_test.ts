import assert from "node:assert/strict";
import type { RepositoryFiles } from "../../src/model/ports.ts";
import { roleOf } from "../../src/index/roles.ts";
import { filesOf } from "../support/files.ts";
import { overviewOf } from "../../src/search/overview.ts";

function files(texts: Readonly<Record<string, string>>): RepositoryFiles {
  const known = new Map(Object.entries(texts));
  const list = [...known.keys()].sort().map((path) => ({ path, role: roleOf(path) }));
  return { ...filesOf((path) => known.get(path)), list: () => list };
}

Deno.test("overview: the README's first prose, scripts, then entry points near the root; no test, no example", () => {
  const found = overviewOf(files({
    "Makefile": ".PHONY: all\nVERSION := 1\nall: build\n\tgo build\ntest:\n\tgo test\n",
    "README.md":
      "# Shop\n\n[![build](https://ci.example/badge.svg)](https://ci.example)\n\nVersion 2 of the shop has been released today.\n\n[Shop](https://shop.example) is a server that sells things.\nIt is fast.\n\nMore.\n",
    "cmd/shop/main.go": "package main\n\nfunc main() {\n\trun()\n}\n",
    "examples/README.md": "Examples of everything that there is to see.\n",
    "examples/basic/main.go": "package main\n\nfunc main() {}\n",
    "package.json":
      '{\n  "name": "shop",\n  "scripts": {\n    "start": "node server.js"\n  },\n  "x": 1\n}\n',
    "server.js": "const app = require('./app')\napp.listen(1)\n",
    "store/cart.go": "package store\n",
    "store/order.go": "package store\n",
  }));
  assert.equal(found.strength, "strong");
  const places = found.items.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  assert.deepEqual(places, [
    "README.md:7-8",
    "Makefile:3-3",
    "package.json:3-5",
    "cmd/shop/main.go:3-5",
    "server.js:1-2",
  ]);
  assert.equal(found.items[0]?.claim, "files by folder: examples/ 2, store/ 2, cmd/ 1");
  assert.equal(
    found.items[0]?.code?.[0]?.text,
    "[Shop](https://shop.example) is a server that sells things.\nIt is fast.",
  );
});

Deno.test("overview: the paragraph that says what it is, not the one about the README", () => {
  const found = overviewOf(files({
    "README.md":
      "This README is just a quick start document.\n\nWhat is Shop?\n---\n\nShop is often referred to as a *till* server.\n\nMore.\n",
  }));
  assert.equal(found.items[0]?.code?.[0]?.text, "Shop is often referred to as a *till* server.");
});

Deno.test("overview: a repository that says nothing of itself has none", () => {
  assert.equal(overviewOf(files({ "notes.txt": "x" })).strength, "none");
});
